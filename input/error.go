package input

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// Error says where in the input text something is wrong. Line and Col count from 1,
// Col in characters; Offset is in bytes from the start of the text. Line is 0 when
// the whole input is meant (it is empty, or fits no format).
type Error struct {
	Line, Col int
	Offset    int
	Msg       string
}

// Error gives one line, as in: input line 3, column 14: "0g" is not a hex byte.
func (e *Error) Error() string {
	if e.Line == 0 {
		return "input: " + e.Msg
	}
	return fmt.Sprintf("input line %d, column %d: %s", e.Line, e.Col, e.Msg)
}

// fault is an error inside a document: at counts in its plain text, because a
// parser knows neither lines nor what the document's encoding was.
type fault struct {
	at  int
	msg string
}

func (f *fault) Error() string { return f.msg }

func failf(at int, format string, args ...any) error {
	return &fault{at: at, msg: fmt.Sprintf(format, args...)}
}

// quote shows the token that begins s, cut where it gets long.
func quote(s []byte) string {
	const most = 24
	if len(s) > most {
		cut := most
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		return strconv.Quote(string(s[:cut]) + "…")
	}
	return strconv.Quote(string(s))
}

// word returns the token that begins s: up to a blank or a separator.
func word(s []byte) []byte {
	for i, c := range s {
		if i > 0 && (isBlank(c) || c == ',' || c == ';' || c == ':') {
			return s[:i]
		}
	}
	return s
}

// oneChar returns the character that begins s.
func oneChar(s []byte) []byte {
	_, n := utf8.DecodeRune(s)
	return s[:n]
}
