package jsonform

import (
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// AppendString appends s as a JSON string. Bytes that are not UTF-8 become
// U+FFFD each, as in Java's decoder. What some languages take for the end of a
// line is escaped, because an object of JSON Lines must stay on one.
func AppendString(dst, s []byte) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRune(s[i:])
			if (r != utf8.RuneError || size > 1) && !endsLine(r) {
				i += size
				continue
			}
			dst = appendOdd(append(dst, s[start:i]...), r)
			i += size
		} else {
			dst = appendEscape(append(dst, s[start:i]...), c)
			i++
		}
		start = i
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

// endsLine reports whether r, which is not ASCII, ends a line for Unicode.
func endsLine(r rune) bool { return r == 0x85 || r == 0x2028 || r == 0x2029 }

func appendOdd(dst []byte, r rune) []byte {
	if !endsLine(r) {
		return append(dst, "\ufffd"...)
	}
	return append(dst, '\\', 'u', hexDigits[r>>12], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}
