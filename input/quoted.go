package input

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// atString is true where a quote begins, with the letters that may stand before it.
func (c *cursor) atString() bool {
	_, _, ok := c.opening()
	return ok
}

// opening looks at the prefix and quote of a string: its size, and whether
// backslashes are plain in it.
func (c *cursor) opening() (size int, raw, ok bool) {
	i := c.pos
	for i < len(c.text) && i-c.pos < 2 && strings.IndexByte(c.prefixes, c.text[i]) >= 0 {
		raw = raw || c.text[i]|0x20 == 'r'
		i++
	}
	for raw && c.format == FormatRust && i < len(c.text) && c.text[i] == '#' {
		i++
	}
	if i >= len(c.text) || strings.IndexByte(c.quotes, c.text[i]) < 0 {
		return 0, false, false
	}
	return i - c.pos, raw || c.text[i] == '`', true
}

// strings reads strings side by side, as C and Python join them, or joined by '+'.
func (c *cursor) strings() error {
	for {
		if err := c.oneString(); err != nil {
			return err
		}
		end, joined := c.pos, c.adjacent
		c.skipBlanks()
		if c.peek() == '+' || c.has("\\\n") || c.has("\\\r\n") {
			joined = true
			c.pos++
			c.skipBlanks()
		}
		if !joined || !c.atString() {
			c.pos = end
			return nil
		}
	}
}

func (c *cursor) oneString() error {
	start := c.pos
	size, raw, _ := c.opening()
	hashes := bytes.Count(c.text[c.pos:c.pos+size], []byte("#"))
	c.pos += size
	q := c.text[c.pos]
	closing := string(q) + strings.Repeat("#", hashes)
	c.pos++
	for c.pos < len(c.text) {
		ch := c.text[c.pos]
		switch {
		case ch == q && c.has(closing):
			c.pos += len(closing)
			return nil
		case ch == '\\' && !raw:
			if err := c.escape(); err != nil {
				return err
			}
		case ch == '\n' && q != '`' && c.format != FormatRust:
			return failf(start, "the string that begins here is not closed on its line")
		default:
			c.data = append(c.data, ch)
			c.pos++
		}
	}
	return failf(start, "the string that begins here is not closed: its end is missing")
}

// bare reads escapes that no quotes enclose; line ends are where somebody wrapped them.
func (c *cursor) bare() error {
	for c.pos < len(c.text) {
		switch ch := c.text[c.pos]; {
		case ch == '\\':
			if err := c.escape(); err != nil {
				return err
			}
		case ch == '\n' || ch == '\r':
			c.pos++
		default:
			c.data = append(c.data, ch)
			c.pos++
		}
	}
	return nil
}

// escape reads what stands behind a backslash.
func (c *cursor) escape() error {
	start := c.pos
	c.pos++
	if c.pos == len(c.text) {
		return failf(start, "a backslash at the end of the text")
	}
	ch := c.text[c.pos]
	c.pos++
	switch {
	case ch == 'x':
		return c.hexEscape(start)
	case ch == 'u' && (c.escapes.short || c.escapes.braces):
		return c.unicode(start, 4)
	case ch == 'U' && c.escapes.long:
		return c.unicode(start, 8)
	case isDigit(ch) && ch < '8' && c.escapes.octMost > 0:
		c.pos--
		return c.octalEscape(start)
	case c.escapes.join && (ch == '\n' || ch == '\r'):
		if ch == '\r' && c.peek() == '\n' {
			c.pos++
		}
		if c.escapes.joinTrim {
			c.pos += blankRun(c.text[c.pos:])
		}
		return nil
	}
	return c.simpleEscape(start, ch)
}

func (c *cursor) simpleEscape(start int, ch byte) error {
	for i := 0; i+1 < len(c.escapes.simple); i += 2 {
		if c.escapes.simple[i] == ch {
			c.data = append(c.data, c.escapes.simple[i+1])
			return nil
		}
	}
	if !c.escapes.unknown {
		_, n := utf8.DecodeRune(c.text[start+1:])
		return failf(start, "%s is not an escape of %s", quote(c.text[start:start+1+n]), c.format)
	}
	c.data = append(c.data, '\\')
	c.pos--
	return nil
}

func (c *cursor) hexEscape(start int) error {
	if c.escapes.braces && c.peek() == '{' {
		return c.unicode(start, 2)
	}
	n := hexRun(c.text[c.pos:])
	if most := c.escapes.hexMost; most > 0 {
		n = min(n, most)
		if n < most {
			return failf(start, "%s needs %d hex digits", quote(c.text[start:c.pos+n]), most)
		}
	}
	digits := bytes.TrimLeft(c.text[c.pos:c.pos+n], "0")
	if n == 0 || len(digits) > 2 {
		return failf(start, "%s is not one byte: C reads every hex digit behind \\x, so close the string before digits that do not belong to it",
			quote(c.text[start:c.pos+n]))
	}
	v := byte(0)
	for _, d := range digits {
		v = v<<4 | byte(nibble(d))
	}
	c.pos += n
	c.data = append(c.data, v)
	return nil
}

func (c *cursor) octalEscape(start int) error {
	n, v := 0, 0
	for n < c.escapes.octMost && c.pos < len(c.text) && isDigit(c.text[c.pos]) && c.text[c.pos] < '8' {
		v = v*8 + int(c.text[c.pos]-'0')
		c.pos++
		n++
	}
	if n < c.escapes.octLeast {
		return failf(start, "%s needs %d octal digits", quote(c.text[start:c.pos]), c.escapes.octLeast)
	}
	if v > 255 {
		return failf(start, "%s does not fit into a byte", quote(c.text[start:c.pos]))
	}
	c.data = append(c.data, byte(v))
	return nil
}

// unicode reads a character of so many hex digits, or of one to six in braces.
func (c *cursor) unicode(start, digits int) error {
	n, end := 0, 0
	if c.escapes.braces {
		if c.peek() == '{' {
			c.pos++
		}
		n = hexRun(c.text[c.pos:])
		if n == 0 || n > 6 || c.pos+n == len(c.text) || c.text[c.pos+n] != '}' {
			return failf(start, "%s needs one to six hex digits in braces", quote(c.text[start:min(len(c.text), c.pos+1)]))
		}
		end = 1
	} else if n = min(hexRun(c.text[c.pos:]), digits); n < digits {
		return failf(start, "%s needs %d hex digits", quote(c.text[start:c.pos+n]), digits)
	}
	v, err := strconv.ParseUint(string(c.text[c.pos:c.pos+n]), 16, 32)
	if err != nil || !utf8.ValidRune(rune(min(v, 1<<30))) {
		return failf(start, "%s is not a character", quote(c.text[start:c.pos+n+end]))
	}
	c.pos += n + end
	if c.escapes.latin && v <= 0xff {
		c.data = append(c.data, byte(v))
		return nil
	}
	c.data = utf8.AppendRune(c.data, rune(v))
	return nil
}
