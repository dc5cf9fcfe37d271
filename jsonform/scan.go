package jsonform

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Error is JSON that cannot become a message, with its place.
type Error struct {
	Line, Col int    // of the place in the JSON, from 1 on
	Path      string // of the field, when it is one
	Msg       string
}

// Error gives place and reason on one line.
func (e *Error) Error() string {
	where := fmt.Sprintf("json line %d, column %d: ", e.Line, e.Col)
	if e.Path != "" {
		where += e.Path + ": "
	}
	return where + e.Msg
}

// scanner reads JSON text from front to back.
type scanner struct {
	b   []byte
	pos int
}

// syntaxError is a place in the text and what is wrong there.
type syntaxError struct {
	pos   int
	msg   string
	other bool // not in the value that was asked for
}

func (e *syntaxError) Error() string { return e.msg }

// elsewhere marks an error that was met on the way to a value, so that the
// value's path is not blamed.
func elsewhere(err error) error {
	var e *syntaxError
	if errors.As(err, &e) {
		e.other = true
	}
	return err
}

func (s *scanner) errorf(format string, args ...any) error {
	return &syntaxError{pos: s.pos, msg: fmt.Sprintf(format, args...)}
}

// peek skips white space and gives the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos < len(s.b) && s.b[s.pos] > ' ' {
		return s.b[s.pos]
	}
	return s.space()
}

// space is what peek does where white space, the end or a control character
// stands; apart, so that peek itself can be inlined.
func (s *scanner) space() byte {
	for s.pos < len(s.b) {
		c := s.b[s.pos]
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
		s.pos++
	}
	return 0
}

// eat skips white space and the byte c.
func (s *scanner) eat(c byte) error {
	if s.peek() != c {
		return s.errorf("expected %q, found %s", c, s.found())
	}
	s.pos++
	return nil
}

// found describes what stands at the present position, for errors.
func (s *scanner) found() string {
	if s.peek() == 0 && s.pos >= len(s.b) {
		return "the end"
	}
	end := s.pos
	for end < len(s.b) && end < s.pos+24 && bytes.IndexByte([]byte(",]}\n"), s.b[end]) < 0 {
		end++
	}
	if end == s.pos {
		end++
	}
	return string(bytes.ToValidUTF8(s.b[s.pos:end], []byte("\ufffd")))
}

// word eats a literal such as null, if it stands here.
func (s *scanner) word(w string) bool {
	s.peek()
	if len(s.b)-s.pos < len(w) || string(s.b[s.pos:s.pos+len(w)]) != w {
		return false
	}
	s.pos += len(w)
	return true
}

// number eats a JSON number and gives its text.
func (s *scanner) number() ([]byte, error) {
	s.peek()
	start := s.pos
	for s.pos < len(s.b) {
		switch c := s.b[s.pos]; {
		case c >= '0' && c <= '9', c == '-', c == '+', c == '.', c == 'e', c == 'E':
			s.pos++
			continue
		}
		break
	}
	if s.pos == start {
		return nil, s.errorf("expected a number, found %s", s.found())
	}
	return s.b[start:s.pos], nil
}

// integer eats a JSON number that is an integer of 64 bits.
func (s *scanner) integer() (int64, error) {
	c := s.peek()
	at, b := s.pos, s.b
	if digit := c - '0'; digit <= 9 && at+1 < len(b) && !numeric(b[at+1]) { // most are of one digit
		s.pos++
		return int64(digit), nil
	}
	negative := at < len(b) && b[at] == '-'
	if negative {
		at++
	}
	const safe = 18 // digits that cannot overflow
	var n int64
	digits := at
	for at < len(b) && b[at]-'0' <= 9 && at-digits < safe {
		n = n*10 + int64(b[at]-'0')
		at++
	}
	zeros := at-digits > 1 && b[digits] == '0'
	if at > digits && !zeros && (at == len(b) || !numeric(b[at])) {
		s.pos = at
		if negative {
			n = -n
		}
		return n, nil
	}
	return s.oddInteger()
}

// oddInteger is what integer does with numbers that are long, or none.
func (s *scanner) oddInteger() (int64, error) {
	start := s.pos
	text, err := s.number()
	if err != nil {
		s.pos = start
		return 0, s.errorf("expected an integer, found %s", s.found())
	}
	digits := bytes.TrimPrefix(text, []byte("-"))
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || len(digits) > 1 && digits[0] == '0' {
		s.pos = start
		return 0, s.errorf("expected an integer of 64 bits, found %s", text)
	}
	return n, nil
}

func numeric(c byte) bool {
	return c-'0' <= 9 || c == '.' || c == 'e' || c == 'E' || c == '-' || c == '+'
}

// text eats a JSON string and gives its contents, which alias the input when
// nothing in it is escaped and lie in buf otherwise.
func (s *scanner) text(buf []byte) (text, grown []byte, err error) {
	if s.peek() != '"' {
		return nil, buf, s.errorf("expected a string, found %s", s.found())
	}
	start := s.pos + 1
	for i := start; i < len(s.b); i++ {
		switch c := s.b[i]; {
		case c == '"':
			s.pos = i + 1
			return s.b[start:i], buf, nil
		case c == '\\':
			return s.escaped(start, i, buf)
		case c < ' ':
			s.pos = i
			return nil, buf, s.errorf("control character 0x%02x in a string", c)
		}
	}
	return nil, buf, s.errorf("string does not end")
}

func (s *scanner) escaped(start, i int, buf []byte) (text, grown []byte, err error) {
	out := append(buf[:0], s.b[start:i]...)
	for i < len(s.b) {
		c := s.b[i]
		switch {
		case c == '"':
			s.pos = i + 1
			return out, out, nil
		case c == '\\':
			var n int
			if out, n = unescape(out, s.b[i:]); n == 0 {
				s.pos = i
				return nil, out, s.errorf("escape is not one of JSON's")
			}
			i += n
		case c < ' ':
			s.pos = i
			return nil, out, s.errorf("control character 0x%02x in a string", c)
		default:
			out = append(out, c)
			i++
		}
	}
	return nil, out, s.errorf("string does not end")
}

// unescape appends what the escape at the start of b stands for, and gives its
// length; 0 when it is none.
func unescape(out, b []byte) ([]byte, int) {
	if len(b) < 2 {
		return out, 0
	}
	if i := bytes.IndexByte([]byte(`"\/bfnrt`), b[1]); i >= 0 {
		return append(out, "\"\\/\b\f\n\r\t"[i]), 2
	}
	r, ok := unicodeEscape(b)
	if !ok {
		return out, 0
	}
	if utf16.IsSurrogate(r) {
		if low, ok := unicodeEscape(b[6:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return utf8.AppendRune(out, pair), 12
			}
		}
	}
	return utf8.AppendRune(out, r), 6
}

func unicodeEscape(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(n), err == nil
}

// maxNesting bounds the depth of values that are skipped.
const maxNesting = 1000

// skip eats one JSON value of any kind.
func (s *scanner) skip(depth int) error {
	if depth > maxNesting {
		return s.errorf("nested deeper than %d", maxNesting)
	}
	switch s.peek() {
	case '{':
		return s.object(func() error { return s.skip(depth + 1) })
	case '[':
		s.pos++
		for first := true; s.peek() != ']'; first = false {
			if !first {
				if err := s.eat(','); err != nil {
					return err
				}
			}
			if err := s.skip(depth + 1); err != nil {
				return err
			}
		}
		s.pos++
		return nil
	case '"':
		_, _, err := s.text(nil)
		return err
	}
	if s.word("null") || s.word("true") || s.word("false") {
		return nil
	}
	if _, err := s.number(); err != nil {
		return s.errorf("expected a value, found %s", s.found())
	}
	return nil
}

// object eats an object; value is called behind each key's colon.
func (s *scanner) object(value func() error) error {
	if err := s.eat('{'); err != nil {
		return err
	}
	for first := true; s.peek() != '}'; first = false {
		if !first {
			if err := s.eat(','); err != nil {
				return err
			}
		}
		if _, _, err := s.text(nil); err != nil {
			return err
		}
		if err := s.eat(':'); err != nil {
			return err
		}
		if err := value(); err != nil {
			return err
		}
	}
	s.pos++
	return nil
}
