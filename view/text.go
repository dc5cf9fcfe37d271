package view

import (
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kscope/kscope/internal/prose"
)

// What a line shows of long values unless all is asked for.
const (
	maxBytes  = 32   // bytes, as hex
	maxString = 1024 // bytes of a string
)

func appendMore(dst []byte, n int) []byte {
	dst = append(dst, "… "...)
	return append(prose.AppendNumber(dst, n), " more"...)
}

// appendHex appends bytes as hex digits, cut unless full.
func appendHex(dst, b []byte, full bool) []byte {
	if len(b) == 0 {
		return append(dst, "empty"...)
	}
	if full || len(b) <= maxBytes {
		return hex.AppendEncode(dst, b)
	}
	dst = append(hex.AppendEncode(dst, b[:maxBytes]), ' ')
	return appendMore(dst, len(b)-maxBytes)
}

// appendSpaced appends bytes as pairs of hex digits with blanks between them.
func appendSpaced(dst, b []byte) []byte {
	for i := range b {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = hex.AppendEncode(dst, b[i:i+1])
	}
	return dst
}

// appendASCII appends bytes as text, a dot for each that is not printable.
func appendASCII(dst, b []byte) []byte {
	for _, c := range b {
		if c < ' ' || c > '~' {
			c = '.'
		}
		dst = append(dst, c)
	}
	return dst
}

// appendQuoted appends a string in quotes, its control characters and invalid
// bytes written as Go writes them, cut unless full.
func appendQuoted(dst, b []byte, full bool) []byte {
	if full || len(b) <= maxString {
		return quote(dst, b)
	}
	n := maxString
	for n > maxString-utf8.UTFMax && !utf8.RuneStart(b[n]) {
		n--
	}
	dst = append(quote(dst, b[:n]), ' ')
	return appendMore(dst, len(b)-n)
}

// appendCut appends words as they are, cut unless full.
func appendCut(dst []byte, words string, full bool) []byte {
	if full || len(words) <= maxString {
		return append(dst, words...)
	}
	dst = append(append(dst, strings.ToValidUTF8(words[:maxString], "")...), ' ')
	return appendMore(dst, len(words)-maxString)
}

// isText reports whether bytes that may be anything are text: valid UTF-8 that
// begins with a printable character and goes on with such, tabs and line ends.
func isText(b []byte) bool {
	for i, r := range string(b) {
		switch {
		case r == utf8.RuneError:
			return false
		case unicode.IsPrint(r), i > 0 && (r == '\t' || r == '\n' || r == '\r'):
		default:
			return false
		}
	}
	return len(b) > 0
}

func quote(dst, b []byte) []byte {
	for _, c := range b {
		if c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return strconv.AppendQuote(dst, string(b))
		}
	}
	dst = append(dst, '"')
	dst = append(dst, b...)
	return append(dst, '"')
}

// appendOffset appends an offset as 0x and four hex digits or more.
func appendOffset(dst []byte, n int) []byte {
	return appendHexDigits(append(dst, "0x"...), n, 4)
}

func appendHexDigits(dst []byte, n, width int) []byte {
	const digits = "0123456789abcdef"
	for shift := max(width, hexWidth(n))*4 - 4; shift >= 0; shift -= 4 {
		dst = append(dst, digits[n>>shift&15])
	}
	return dst
}

// decimals is how many decimal digits n has.
func decimals(n int) int {
	w := 1
	for n /= 10; n > 0; n /= 10 {
		w++
	}
	return w
}

// hexWidth is how many hex digits n has.
func hexWidth(n int) int {
	w := 1
	for n >>= 4; n > 0; n >>= 4 {
		w++
	}
	return w
}
