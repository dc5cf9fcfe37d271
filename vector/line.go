package vector

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/kscope/kscope/jsonform"
)

// line is a JSON object with its members in order.
type line struct{ members []member }

type member struct {
	key   string
	value []byte // JSON text; nil for none
}

// parseLine splits a line into members without looking into their values.
func parseLine(text []byte) (*line, *Error) {
	text = bytes.TrimSpace(text)
	if !json.Valid(text) {
		return &line{}, syntaxError(text)
	}
	if text[0] != '{' {
		return &line{}, &Error{Expected: "a JSON object", Found: "another JSON value", Hint: lineHint}
	}
	l := &line{}
	for i := skipBlanks(text, 1); text[i] != '}'; i = skipBlanks(text, i) {
		if text[i] == ',' {
			i = skipBlanks(text, i+1)
		}
		m, end, fault := readMember(text, i)
		if fault == nil && isKnown(m.key) && l.get(m.key) != nil {
			fault = &Error{Offset: i, Expected: "each key once", Found: strconv.Quote(m.key) + " again", Hint: lineHint}
		}
		if fault != nil {
			return l, fault
		}
		l.members = append(l.members, m)
		i = end
	}
	return l, nil
}

// readMember reads the key at offset i and its value, and gives the offset
// behind them.
func readMember(text []byte, i int) (m member, end int, fault *Error) {
	end = skipValue(text, i)
	if err := json.Unmarshal(text[i:end], &m.key); err != nil {
		return m, 0, &Error{Offset: i, Expected: "a key", Found: err.Error(), Hint: lineHint}
	}
	i = skipBlanks(text, skipBlanks(text, end)+1)
	end = skipValue(text, i)
	m.value = text[i:end]
	return m, end, nil
}

// isKnown reports whether a key has a meaning here; others may come twice.
func isKnown(key string) bool {
	switch key {
	case "message", "version", "unit", "hex", "json", "correlationId", "clientId", "_taggedFields", "error", "lossless":
		return true
	}
	return false
}

const lineHint = "the offset counts in the line, which is no vector line"

func syntaxError(text []byte) *Error {
	e := &Error{Expected: "a JSON object", Found: "text that is no JSON", Hint: lineHint}
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(text, new(json.RawMessage)), &syntax) {
		e.Offset, e.Found = max(0, int(syntax.Offset)-1), syntax.Error()
	}
	return e
}

// skipBlanks gives the offset of the first byte from i on that is no blank.
func skipBlanks(b []byte, i int) int {
	for b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == '\n' {
		i++
	}
	return i
}

// skipValue gives the offset behind the value that begins at i. The text is
// known to be valid JSON, so brackets match and strings end.
func skipValue(b []byte, i int) int {
	for depth := 0; ; {
		switch b[i] {
		case '"':
			i = skipString(b, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\t', '\r', '\n':
			i++
		default:
			for bytes.IndexByte([]byte(",:]} \t\r\n"), b[i]) < 0 {
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
}

func skipString(b []byte, i int) int {
	for i++; ; i++ {
		n := bytes.IndexByte(b[i:], '"')
		i += n
		slashes := 0
		for b[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i + 1
		}
	}
}

func (l *line) get(key string) []byte {
	for i := range l.members {
		if l.members[i].key == key {
			return l.members[i].value
		}
	}
	return nil
}

// set replaces a value in place, or adds a member at the end.
func (l *line) set(key string, value []byte) {
	for i := range l.members {
		if l.members[i].key == key {
			l.members[i].value = value
			return
		}
	}
	l.members = append(l.members, member{key, value})
}

// clear takes a value away; a new one comes to the same place.
func (l *line) clear(key string) {
	for i := range l.members {
		if l.members[i].key == key {
			l.members[i].value = nil
		}
	}
}

// appendTo appends the line's JSON.
func (l *line) appendTo(dst []byte) []byte {
	dst = append(dst, '{')
	start := len(dst)
	for _, m := range l.members {
		if m.value == nil {
			continue
		}
		if len(dst) > start {
			dst = append(dst, ',')
		}
		dst = jsonform.AppendString(dst, []byte(m.key))
		dst = append(append(dst, ':'), m.value...)
	}
	return append(dst, '}')
}

// text reads a member that must be a string; ok is false when it is absent.
func (l *line) text(key string) (s string, ok bool, fault *Error) {
	raw := l.get(key)
	if raw == nil {
		return "", false, nil
	}
	if raw[0] != '"' {
		return "", false, &Error{Expected: key + " as a string", Found: shorten(raw)}
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", false, &Error{Expected: key + " as a string", Found: err.Error()}
	}
	return s, true, nil
}

// number reads a member that must be an integer of that many bits.
func (l *line) number(key string, bits int) (n int64, ok bool, fault *Error) {
	raw := l.get(key)
	if raw == nil {
		return 0, false, nil
	}
	n, err := strconv.ParseInt(string(raw), 10, bits)
	if err != nil {
		return 0, false, &Error{Expected: fmt.Sprintf("%s as an integer of %d bits", key, bits), Found: shorten(raw)}
	}
	return n, true, nil
}

// shorten cuts a value that an error shows.
func shorten(b []byte) string {
	const most = 40
	if len(b) <= most {
		return string(b)
	}
	return string(bytes.ToValidUTF8(b[:most], nil)) + "…"
}
