package view

import (
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// markup is the form in which a pen marks styles.
type markup uint8

const (
	plainText markup = iota
	ansiText
	htmlText
)

// flushAt is the size in bytes at which a pen writes out what it has.
const flushAt = 32 << 10

// pen writes styled text through a buffer. After an error of the writer it
// does nothing more.
type pen struct {
	w    io.Writer
	buf  []byte
	err  error
	mark markup
	bare bool   // elements do not say which bytes they stand for
	held []byte // scratch for one value
}

func newPen(w io.Writer, m markup) *pen {
	return &pen{w: w, mark: m, buf: make([]byte, 0, flushAt+4096)}
}

// flush writes out what is in the buffer.
func (p *pen) flush() error {
	if p.err == nil && len(p.buf) > 0 {
		_, p.err = p.w.Write(p.buf)
	}
	p.buf = p.buf[:0]
	return p.err
}

// close flushes and gives the first error: the writer's, because others may
// follow from it, else the one given.
func (p *pen) close(err error) error {
	if write := p.flush(); write != nil {
		return write
	}
	return err
}

// room flushes when the buffer is full enough.
func (p *pen) room() {
	if len(p.buf) >= flushAt {
		p.flush()
	}
}

// newline ends a line.
func (p *pen) newline() {
	p.buf = append(p.buf, '\n')
	p.room()
}

// raw writes s as it is: markup, or text that no markup can be in.
func (p *pen) raw(s string) { p.buf = append(p.buf, s...) }

// text writes s, escaped for the text of HTML. Control characters become blanks, so that
// neither a description nor an error can leave its line or speak to a terminal.
func (p *pen) text(s string) {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == 0x7f || c == '<' || c == '>' || c == '&' {
			p.buf = append(p.buf, s[:i]...)
			p.escape(s[i:])
			return
		}
	}
	p.buf = append(p.buf, s...)
}

func (p *pen) escape(s string) {
	for _, r := range s {
		switch {
		case unicode.IsControl(r):
			p.buf = append(p.buf, ' ')
		case p.mark == htmlText && r == '<':
			p.raw("&lt;")
		case p.mark == htmlText && r == '>':
			p.raw("&gt;")
		case p.mark == htmlText && r == '&':
			p.raw("&amp;")
		default:
			p.buf = utf8.AppendRune(p.buf, r)
		}
	}
}

// attribute writes an attribute with any value.
func (p *pen) attribute(name, value string) {
	p.raw(" " + name + `="`)
	for i, part := range strings.Split(value, `"`) {
		if i > 0 {
			p.raw("&#34;")
		}
		p.text(part)
	}
	p.raw(`"`)
}

func (p *pen) num(n int64) { p.buf = strconv.AppendInt(p.buf, n, 10) }

// begin starts a style, which end ends. Styles don't nest. HTML has short names
// for them, and no quotes where it needs none, because marks of single words
// make up most of a page.
func (p *pen) begin(s style) {
	switch {
	case p.mark == htmlText && s == styleFaint:
		p.raw("<i>")
	case p.mark == htmlText:
		p.raw("<b class=")
		p.raw(looks[s].class)
		p.raw(">")
	case p.mark == ansiText && looks[s].sgr != "":
		p.raw("\x1b[")
		p.raw(looks[s].sgr)
		p.raw("m")
	}
}

func (p *pen) end(s style) {
	switch {
	case p.mark == htmlText && s == styleFaint:
		p.raw("</i>")
	case p.mark == htmlText:
		p.raw("</b>")
	case p.mark == ansiText && looks[s].sgr != "":
		p.raw("\x1b[0m")
	}
}

// styled writes text in one style.
func (p *pen) styled(s style, text string) {
	p.begin(s)
	p.text(text)
	p.end(s)
}

// rangeTag opens an HTML element that stands for the bytes from off to end of
// a byte space; other forms have nothing of the kind.
func (p *pen) rangeTag(class string, space, off, end int) {
	if p.mark != htmlText {
		return
	}
	p.raw("<span class=")
	p.raw(class)
	p.rangeOf(space, off, end)
	p.raw(">")
}

// rangeOf writes the attributes of an element that stands for bytes.
func (p *pen) rangeOf(space, off, end int) {
	if space != 0 {
		p.raw(" data-space=")
		p.num(int64(space))
	}
	if p.bare {
		return
	}
	p.raw(" data-off=")
	p.num(int64(off))
	p.raw(" data-end=")
	p.num(int64(end))
}

func (p *pen) rangeEnd() {
	if p.mark == htmlText {
		p.raw("</span>")
	}
}

// pad writes n blanks.
func (p *pen) pad(n int) {
	for range n {
		p.buf = append(p.buf, ' ')
	}
}
