package input

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// headRoom is how far into the text the words in front of a literal may reach.
const headRoom = 1024

// cursor reads one literal: a list of numbers and characters, or strings side by side.
//
//	literal = head value tail
//	value   = list | string { [ "+" | "\" ] string }
//	list    = ( "[" | "{" | "(" | "<<" ) { element [ "," ] } close
//	element = [ "(" type ")" ] [ "-" ] number [ suffix ] | "'" character "'" | string
//	tail    = { ")" | "]" | ";" | "," | ".name()" }
type cursor struct {
	*dialect
	text []byte
	pos  int
	data []byte

	negative, high bool // a list has had a value below zero, above 127
}

// parseWith reads text as a literal of d.
func parseWith(d *dialect, text []byte) (reading, error) {
	c := cursor{dialect: d, text: text, pos: headEnd(d, text)}
	return c.value()
}

func headEnd(d *dialect, text []byte) int {
	if d.head == nil {
		return blankRun(text)
	}
	if m := d.head.FindIndex(text[:min(len(text), headRoom)]); m != nil {
		return m[1]
	}
	return blankRun(text)
}

// value reads from the start of the value to the end of the text.
func (c *cursor) value() (reading, error) {
	c.skipBlanks()
	for c.pos+1 < len(c.text) && c.peek() == '(' && !c.isTuple() {
		c.pos++
		c.skipBlanks()
	}
	var err error
	switch {
	case c.atString():
		err = c.strings()
	case c.pos < len(c.text) && strings.IndexByte("[{(<", c.peek()) >= 0:
		err = c.list()
	default:
		err = failf(c.pos, "%s does not begin a %s literal", quote(word(c.text[c.pos:])), c.format)
	}
	if err == nil {
		err = c.tail()
	}
	return c.reading(), err
}

func (c *cursor) reading() reading {
	got := reading{data: c.data}
	if c.negative && c.high {
		got.note = "signed and unsigned bytes in one list"
	}
	return got
}

// parseDecimals reads a list that nothing encloses.
func parseDecimals(d *dialect, text []byte) (reading, error) {
	c := cursor{dialect: d, text: bytes.TrimRight(text, "; \t\r\n")}
	err := c.elements(noEnd)
	return c.reading(), err
}

// isTuple tells a list in round brackets from brackets around the value.
func (c *cursor) isTuple() bool {
	i := c.pos + 1
	i += blankRun(c.text[i:])
	return i < len(c.text) && (isDigit(c.text[i]) || c.text[i] == '-' || c.text[i] == ')')
}

func (c *cursor) peek() byte {
	if c.pos < len(c.text) {
		return c.text[c.pos]
	}
	return 0
}

func (c *cursor) has(s string) bool { return bytes.HasPrefix(c.text[c.pos:], []byte(s)) }

// skipBlanks passes over blanks and comments.
func (c *cursor) skipBlanks() {
	for {
		c.pos += blankRun(c.text[c.pos:])
		if c.has("/*") && len(c.comments) > 0 && c.comments[0] == "//" {
			end := bytes.Index(c.text[c.pos:], []byte("*/"))
			if end < 0 {
				return
			}
			c.pos += end + 2
			continue
		}
		if !c.atComment() {
			return
		}
		end := bytes.IndexByte(c.text[c.pos:], '\n')
		if end < 0 {
			end = len(c.text) - c.pos
		}
		c.pos += end
	}
}

func (c *cursor) atComment() bool {
	for _, mark := range c.comments {
		if c.has(mark) {
			return true
		}
	}
	return false
}

var (
	methodCall = regexp.MustCompile(`^\.[\w.]+\([\w.]*\)`)
	xxdLength  = regexp.MustCompile(`^unsigned int \w+ = (\d+)`)
)

// tail accepts what may close the statement that the literal stands in.
func (c *cursor) tail() error {
	for {
		c.skipBlanks()
		if c.pos == len(c.text) {
			return nil
		}
		rest := c.text[c.pos:min(len(c.text), c.pos+headRoom)]
		switch ch := c.peek(); {
		case ch == '.' && methodCall.Match(rest):
			c.pos += len(methodCall.Find(rest))
		case ch == 'u' && xxdLength.Match(rest):
			m := xxdLength.FindSubmatch(rest)
			if n, err := strconv.Atoi(string(m[1])); err != nil || n != len(c.data) {
				return failf(c.pos, "the list has %d bytes, this says %s", len(c.data), m[1])
			}
			c.pos += len(m[0])
		case strings.IndexByte(")]};,", ch) >= 0:
			c.pos++
		default:
			return failf(c.pos, "%s behind the end of the literal", quote(word(rest)))
		}
	}
}

// closing is the bracket that ends a list, by the one that begins it.
func closing(open byte) string {
	switch open {
	case '[':
		return "]"
	case '{':
		return "}"
	case '(':
		return ")"
	}
	return ">>"
}

// list reads a list from its opening bracket to its closing one.
func (c *cursor) list() error {
	start := c.pos
	end := closing(c.peek())
	if end == ">>" && !c.has("<<") {
		return failf(start, "%s does not begin a list", quote(word(c.text[start:])))
	}
	c.pos += len(end)
	if err := c.elements(end); err != nil || c.pos < len(c.text) {
		c.pos += len(end)
		return err
	}
	return failf(start, "the list that begins here is not closed: its end is missing")
}

// noEnd is no bracket, and not in any text.
const noEnd = "\x00"

// elements reads up to the bracket end, or to the end of the text.
func (c *cursor) elements(end string) error {
	comma := true // an element may come without one in front
	for {
		c.skipBlanks()
		switch {
		case c.pos >= len(c.text) || c.has(end):
			return nil
		case c.has("..."), c.has("…"):
			return failf(c.pos, "the list was shortened here: bytes are left out")
		case c.peek() == ',':
			if comma {
				return failf(c.pos, "a comma with no byte in front of it")
			}
			comma = true
			c.pos++
		default:
			if err := c.element(); err != nil {
				return err
			}
			comma = false
		}
	}
}

var cast = regexp.MustCompile(`^\(\s*[A-Za-z_][\w ]*\)\s*`)

func (c *cursor) element() error {
	if c.peek() == '(' {
		c.pos += len(cast.Find(c.text[c.pos:min(len(c.text), c.pos+64)]))
	}
	if c.atString() {
		return c.oneString()
	}
	start := c.pos
	if c.peek() == '-' || c.peek() == '+' {
		c.pos++
	}
	for c.pos < len(c.text) && isNumeric(c.text[c.pos]) {
		c.pos++
	}
	tok := c.text[start:c.pos]
	if c.has(":8") {
		c.pos += 2
	}
	v, err := c.number(string(tok[:min(len(tok), 40)]))
	if err != nil || len(tok) == 0 {
		shown := word(c.text[start:])
		if len(tok) > 0 {
			shown = tok
		}
		return failf(start, "%s is not a byte", quote(shown))
	}
	if v < -128 || v > 255 {
		return failf(start, "%s does not fit into a byte", quote(tok))
	}
	c.negative = c.negative || v < 0
	c.high = c.high || v > 127
	c.data = append(c.data, byte(v))
	return nil
}

func isNumeric(c byte) bool { return isDigit(c) || isLetter(c) || c == '_' || c == '#' }

func (c *cursor) number(s string) (int64, error) {
	s = strings.ToLower(strings.ReplaceAll(s, "_", ""))
	sign := int64(1)
	switch {
	case strings.HasPrefix(s, "-"):
		sign, s = -1, s[1:]
	case strings.HasPrefix(s, "+"):
		s = s[1:]
	}
	for _, suffix := range c.suffixes {
		if t, cut := strings.CutSuffix(s, suffix); cut && t != "" {
			s = t
			break
		}
	}
	digits, base := c.base(s)
	v, err := strconv.ParseUint(digits, base, 16)
	if err != nil {
		if ne, ok := err.(*strconv.NumError); ok && ne.Err == strconv.ErrRange {
			return 1 << 16, nil
		}
		return 0, fmt.Errorf("not a number: %w", err)
	}
	return sign * int64(v), nil
}

// base takes the mark of its base off a number.
func (c *cursor) base(s string) (string, int) {
	for _, mark := range []struct {
		text string
		base int
	}{{"0x", 16}, {"16#", 16}, {"0b", 2}, {"0o", 8}} {
		if digits, marked := strings.CutPrefix(s, mark.text); marked {
			return digits, mark.base
		}
	}
	if c.octal && len(s) > 1 && s[0] == '0' {
		return s, 8
	}
	return s, 10
}
