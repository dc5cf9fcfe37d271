package jsonform

import (
	"encoding/base64"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/kscope/kscope/layout"
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

// AppendFloat appends a float64 as Kafka's JSON library does: as a number with a
// point or an exponent, or as one of the words "NaN", "Infinity", "-Infinity",
// because JSON has no such numbers.
func AppendFloat(dst []byte, x float64) []byte {
	switch {
	case math.IsNaN(x):
		return append(dst, `"NaN"`...)
	case math.IsInf(x, 1):
		return append(dst, `"Infinity"`...)
	case math.IsInf(x, -1):
		return append(dst, `"-Infinity"`...)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, x, 'g', -1, 64)
	for _, c := range dst[start:] {
		if c == '.' || c == 'e' {
			return dst
		}
	}
	return append(dst, ".0"...) // stays a float for readers that tell
}

// AppendTags appends tagged fields that no schema names, as _taggedFields has
// them: [{"tag":7,"data":"base64"}].
func AppendTags(dst []byte, tags []layout.ExtraTag) []byte {
	dst = append(dst, '[')
	for i, t := range tags {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendTag(dst, t.Tag, t.Data)
	}
	return append(dst, ']')
}

func appendTag(dst []byte, tag uint32, data []byte) []byte {
	dst = strconv.AppendUint(append(dst, `{"tag":`...), uint64(tag), 10)
	return append(appendBase64(append(dst, `,"data":`...), data), '}')
}

func appendBase64(dst, b []byte) []byte {
	return append(base64.StdEncoding.AppendEncode(append(dst, '"'), b), '"')
}
