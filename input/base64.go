package input

import (
	"bytes"
	"encoding/base64"
)

// claimsBase64 wants more than the alphabet, because words have that too: a possible
// length, lines of one width, and letters that are not just hex with a slip in it.
func claimsBase64(text []byte) bool {
	body, _ := inner(text)
	n := len(bytes.TrimRight(body, "="))
	pad := len(body) - n
	if meantAsHex(body[:n], pad) {
		return false
	}
	width, line, chars := 0, 0, 0
	for i := 0; i < n; i++ {
		switch c := body[i]; {
		case c == '\n':
			if width == 0 {
				width = line
			}
			if line != width {
				return false
			}
			line = 0
		case isBlank(c):
			if line > 0 && c != '\r' {
				return false
			}
		case !isBase64(c):
			return false
		default:
			line++
			chars++
		}
	}
	if width > 0 && line > width || chars%4 == 1 || pad > 0 && (chars+pad)%4 != 0 {
		return false
	}
	return chars > 0 && pad <= 2 && (pad > 0 || chars >= 4 && !isWord(body))
}

// isWord is true of letters only, capitals apart from each other: a name of the kind
// that Kafka gives to messages, more likely than base64.
func isWord(body []byte) bool {
	capital := false
	for _, c := range body {
		upper := 'A' <= c && c <= 'Z'
		if !isLetter(c) || upper && capital {
			return false
		}
		capital = upper
	}
	return true
}

// meantAsHex is true of text that is hex, or would be but for a few characters. 'A'
// does not count as a hex digit in long text, for it is what base64 makes of zeros.
func meantAsHex(body []byte, pad int) bool {
	hex, other, digits, upper, lower := 0, 0, 0, 0, 0
	for _, c := range body {
		switch {
		case isBlank(c):
		case !isHex(c):
			other++
		case isDigit(c):
			digits++
			hex++
		case c == 'A':
			upper++
		case c < 'a':
			upper++
			hex++
		default:
			lower++
			hex++
		}
	}
	if other == 0 && pad == 0 {
		plain := digits > 0 && (upper == 0 || lower == 0)
		return plain || len(body)%4 != 0
	}
	if pad == 0 && claimsHex(body) {
		return true
	}
	return pad == 0 && digits > 0 && hex+other >= 16 && hex*10 >= (hex+other)*9
}

func isBase64(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '+' || c == '/' || c == '-' || c == '_'
}

func parseBase64(text []byte) (reading, error) {
	body, at := inner(text)
	chars := make([]byte, 0, len(body))
	pad := 0
	var first byte // the first character that only one of the two alphabets has
	for i, c := range body {
		switch {
		case isBlank(c):
			continue
		case c == '=':
			pad++
			continue
		case !isBase64(c):
			return reading{}, failf(at+i, "%s is not a base64 character", quote(oneChar(body[i:])))
		case pad > 0:
			return reading{}, failf(at+i, "base64 goes on behind its padding")
		}
		if !isLetter(c) && !isDigit(c) {
			if first == 0 {
				first = c
			}
			if isURLChar(c) != isURLChar(first) {
				return reading{}, failf(at+i, "%q and %q belong to different base64 alphabets", first, c)
			}
		}
		chars = append(chars, toStandard(c))
	}
	if len(chars)%4 == 1 {
		return reading{}, failf(at+len(body), "base64 of %d characters: one is too many or some are missing", len(chars))
	}
	if pad > 2 || pad > 0 && (len(chars)+pad)%4 != 0 {
		return reading{}, failf(at+len(body), "base64 of %d characters does not take %d of padding", len(chars), pad)
	}
	return decodeBase64(chars)
}

func decodeBase64(chars []byte) (reading, error) {
	var got reading
	data := make([]byte, base64.RawStdEncoding.DecodedLen(len(chars)))
	if _, err := base64.RawStdEncoding.Strict().Decode(data, chars); err != nil {
		if _, err := base64.RawStdEncoding.Decode(data, chars); err != nil {
			return got, err
		}
		got.note = "the last base64 character has bits that no byte takes"
	}
	got.data = data
	return got, nil
}

func isURLChar(c byte) bool { return c == '-' || c == '_' }

func toStandard(c byte) byte {
	switch c {
	case '-':
		return '+'
	case '_':
		return '/'
	}
	return c
}
