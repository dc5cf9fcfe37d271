package input

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// encoding is how a document's characters were written.
type encoding int

const (
	asItIs encoding = iota // plain is the original
	utf8Plain
	utf8Mark // EF BB BF in front
	utf16LE  // FF FE in front
	utf16BE  // FE FF in front
)

// document is an input that is text: plain has no mark, is UTF-8, and has a blank
// where the original has a no-break space.
type document struct {
	original []byte
	encoding encoding
	plain    []byte
}

// readDocument tells text from binary. The position of the first byte that is not
// text comes back when ok is false.
func readDocument(b []byte) (d document, bad int, ok bool) {
	if plain, enc, is := fromUTF16(b); is {
		return document{b, enc, plain}, 0, true
	}
	body, enc := b, utf8Plain
	if bytes.HasPrefix(b, []byte("\xef\xbb\xbf")) {
		body, enc = b[3:], utf8Mark
	}
	if i := firstNonText(body); i >= 0 {
		return document{}, i + len(b) - len(body), false
	}
	return document{b, enc, bytes.ReplaceAll(body, []byte("\u00a0"), []byte(" "))}, 0, true
}

func firstNonText(b []byte) int {
	for i := 0; i < len(b); {
		if c := b[i]; c < utf8.RuneSelf {
			if c < ' ' && !isBlank(c) || c == 0x7f {
				return i
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if n == 1 || unicode.IsControl(r) {
			return i
		}
		i += n
	}
	return -1
}

// fromUTF16 reads UTF-16 (a shell's redirection may write it) only if it has a mark
// and nothing but plain characters, so that binary is not taken for it.
func fromUTF16(b []byte) ([]byte, encoding, bool) {
	if len(b) < 4 || len(b)%2 != 0 {
		return nil, 0, false
	}
	var enc encoding
	low := 0
	switch {
	case b[0] == 0xff && b[1] == 0xfe:
		enc = utf16LE
	case b[0] == 0xfe && b[1] == 0xff:
		enc, low = utf16BE, 1
	default:
		return nil, 0, false
	}
	plain := make([]byte, 0, len(b)/2-1)
	for i := 2; i < len(b); i += 2 {
		c := b[i+low]
		if c == 0xa0 {
			c = ' '
		}
		if b[i+1-low] != 0 || c >= 0x7f || c < ' ' && !isBlank(c) {
			return nil, 0, false
		}
		plain = append(plain, c)
	}
	return plain, enc, true
}

// locate makes an Error of a position in the plain text.
func (d document) locate(at int, msg string) *Error {
	at = min(at, len(d.plain))
	e := &Error{Line: 1, Col: 1, Msg: msg}
	start := 0
	if i := bytes.LastIndexByte(d.plain[:at], '\n'); i >= 0 {
		e.Line += bytes.Count(d.plain[:at], []byte("\n"))
		start = i + 1
	}
	e.Col += utf8.RuneCount(d.plain[start:at])
	e.Offset = d.originalOffset(at)
	return e
}

func (d document) originalOffset(at int) int {
	i := 0
	switch d.encoding {
	case asItIs:
		return at
	case utf16LE, utf16BE:
		return 2 + 2*at
	case utf8Mark:
		i = 3
	}
	for ; at > 0; at-- {
		if bytes.HasPrefix(d.original[i:], []byte("\u00a0")) {
			i++
		}
		i++
	}
	return i
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// nibble is the value of a hex digit, or -1.
func nibble(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

func isHex(c byte) bool { return nibble(c) >= 0 }

// hexRun counts the hex digits that s begins with.
func hexRun(s []byte) int {
	n := 0
	for n < len(s) && isHex(s[n]) {
		n++
	}
	return n
}

// blankRun counts the blanks that s begins with.
func blankRun(s []byte) int {
	n := 0
	for n < len(s) && isBlank(s[n]) {
		n++
	}
	return n
}

// inner takes one layer after another of blanks, closing punctuation, quotes and
// brackets off, and returns what is left and where it begins.
func inner(text []byte) ([]byte, int) {
	at, end := 0, len(text)
	for at < end {
		last := text[end-1]
		switch {
		case isBlank(text[at]):
			at++
		case isBlank(last) || last == ';' || last == ',':
			end--
		case end-at > 1 && closes(text[at], last):
			at, end = at+1, end-1
		default:
			return text[at:end], at
		}
	}
	return nil, at
}

func closes(open, last byte) bool {
	switch open {
	case '"', '\'', '`':
		return last == open
	case '[':
		return last == ']'
	case '(':
		return last == ')'
	case '{':
		return last == '}'
	case '<':
		return last == '>'
	}
	return false
}
