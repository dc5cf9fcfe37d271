package segment

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Form writes what files hold, a line for each item.
type Form interface {
	// Head appends what stands above the items of a file, perhaps nothing.
	// Deep says that a log's items are records, not batches.
	Head(dst []byte, k Kind, deep bool) []byte
	// Append appends the line of an item: a *Batch, a *Walker for its record,
	// an *Entry, *Producer, *Line, *Gap or *Finding.
	Append(dst []byte, item any) []byte
}

// ValueForm is how keys and values of records are written.
type ValueForm string

// The forms of keys and values.
const (
	AutoValue ValueForm = "auto" // a message where it is known to be one, text where it is text, else hex
	TextValue ValueForm = "text"
	JSONValue ValueForm = "json" // as it is where it is JSON, else as AutoValue
	HexValue  ValueForm = "hex"
)

func (f ValueForm) auto() bool { return f == AutoValue || f == "" }

// ValueForms lists the forms of keys and values.
func ValueForms() []ValueForm { return []ValueForm{AutoValue, TextValue, JSONValue, HexValue} }

// shortValue is how many bytes of a key or value a table shows unless all are
// asked for.
const shortValue = 256

// appendValue appends a key or value as a table shows it.
func appendValue(dst, b []byte, f ValueForm, full bool) []byte {
	if b == nil {
		return append(dst, "null"...)
	}
	rest := 0
	if !full && len(b) > shortValue {
		rest = len(b) - shortValue
		b = b[:shortValue]
		if f != HexValue {
			for i := 0; i < utf8.UTFMax && len(b) > 0 && !utf8.Valid(b[len(b)-min(utf8.UTFMax, len(b)):]); i++ {
				b, rest = b[:len(b)-1], rest+1 // do not cut a letter in two
			}
		}
	}
	dst = appendWhole(dst, b, f, rest == 0)
	if rest > 0 {
		dst = append(dst, "… "...)
		dst = strconv.AppendInt(dst, int64(rest), 10)
		dst = append(dst, " more"...)
	}
	return dst
}

func appendWhole(dst, b []byte, f ValueForm, uncut bool) []byte {
	if f.auto() {
		if quoted, ok := appendASCII(dst, b); ok {
			return quoted
		}
	}
	switch {
	case f == HexValue, f != TextValue && !printable(b):
		return appendHex(append(dst, "0x"...), b)
	case f == JSONValue && uncut && json.Valid(b):
		return appendOneLine(dst, b)
	}
	return appendQuoted(dst, b)
}

func appendHex(dst, b []byte) []byte {
	const digits = "0123456789abcdef"
	for _, c := range b {
		dst = append(dst, digits[c>>4], digits[c&15])
	}
	return dst
}

// appendQuoted quotes text as Go does, so that it can neither leave its line
// nor speak to a terminal.
func appendQuoted(dst, b []byte) []byte {
	if quoted, ok := appendASCII(dst, b); ok {
		return quoted
	}
	return strconv.AppendQuote(dst, string(b))
}

// appendASCII quotes what most text is: ASCII without control characters. It
// goes over the bytes once, because listing records is mostly this.
func appendASCII(dst, b []byte) (_ []byte, ok bool) {
	n := len(dst)
	out := slices.Grow(dst, 2*len(b)+2)[:n+2*len(b)+2]
	out[n] = '"'
	n++
	for _, c := range b {
		switch asciiClass[c] {
		case plainASCII:
			out[n] = c
			n++
		case quoteASCII:
			out[n], out[n+1] = '\\', c
			n += 2
		default:
			return dst, false
		}
	}
	out[n] = '"'
	return out[:n+1], true
}

// Classes of bytes in text.
const (
	plainASCII = iota
	quoteASCII // needs a backslash
	otherByte  // is a control character, or no ASCII
)

var asciiClass = classes()

func classes() (all [256]uint8) {
	for c := range all {
		switch {
		case c == '"' || c == '\\':
			all[c] = quoteASCII
		case c < ' ' || c > '~':
			all[c] = otherByte
		}
	}
	return all
}

// appendOneLine appends JSON without its line breaks, which can only stand
// between its parts. Other control characters that Go calls unprintable are
// escaped as in strings.
func appendOneLine(dst, b []byte) []byte {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			dst = append(dst, ' ')
		case r == utf8.RuneError || r < utf8.RuneSelf || strconv.IsPrint(r):
			dst = append(dst, b[:n]...)
		default:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		}
		b = b[n:]
	}
	return dst
}

// printable reports whether bytes are text without control characters other
// than those of white space.
func printable(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return utf8.Valid(b)
}

func appendBase64(dst, b []byte) []byte {
	dst = append(dst, '"')
	dst = base64.StdEncoding.AppendEncode(dst, b)
	return append(dst, '"')
}
