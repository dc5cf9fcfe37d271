package view

import (
	"io"

	"github.com/kscope/kscope/tape"
)

// Tree writes the object tree: one line for each thing on the wire,
//
//	NAME TYPE = VALUE (NOTE) [OFFSET, SIZE] DESCRIPTION
//
// with what it is in drawn in front. A finding is a line "! TEXT" below its
// thing; the error, if there is one, ends the tree as "!! offset 0x0014: ...",
// with a "hint:" line where the cause is known. Offsets in unpacked data have
// the number of its byte space in front: [1:0x0000, 24B].
func Tree(w io.Writer, d *Doc, o Options) error {
	p := newPen(w, o.markup())
	err := tree(p, d, o)
	return p.close(err)
}

func tree(p *pen, d *Doc, o Options) error {
	t := newTreePrinter(p, d, o)
	if err := walk(d, o, t); err != nil {
		return err
	}
	t.line.failure(d.Tape.Err)
	return nil
}

func newTreePrinter(p *pen, d *Doc, o Options) *treePrinter {
	t := &treePrinter{line: line{p, newValues(d, o.Full)}}
	if o.Anchor != "" && p.mark == htmlText {
		t.anchors = &anchors{prefix: o.Anchor, marks: d.Marks, used: map[string]bool{}}
	}
	return t
}

type treePrinter struct {
	line    line
	anchors *anchors // nil without
}

func (t *treePrinter) thing(it *item) {
	p := t.line.pen
	p.buf = append(p.buf, it.lead...)
	if t.anchors != nil {
		t.anchors.open(&t.line, it)
	} else {
		p.rangeTag("k-node", it.space, it.off, it.end)
	}
	t.line.write(it)
	p.rangeEnd()
	p.newline()
}

func (t *treePrinter) finding(lead []byte, f tape.Finding) {
	t.line.finding(lead, f)
	t.line.pen.newline()
}

func (t *treePrinter) gap(lead []byte, n int) {
	t.line.gap(lead, n)
	t.line.pen.newline()
}

// line writes the part of a tree's line that is not drawing.
type line struct {
	pen    *pen
	values values
}

func (l *line) write(it *item) {
	p := l.pen
	l.name(it)
	if it.info.Type != "" {
		p.raw(" ")
		p.text(it.info.Type)
	}
	value, note := l.values.append(p.held[:0], it)
	if len(value) > 0 {
		p.raw(" = ")
		p.text(string(value))
	}
	l.notes(l.values.word(it), string(note))
	p.held = l.values.about(value[:0], it)
	p.raw(" ")
	l.span(it)
	if len(p.held) > 0 {
		p.raw(" ")
		p.text(string(p.held))
	}
}

// notes writes what is known about a value: its word and its encoding.
func (l *line) notes(word, note string) {
	if word == "" && note == "" {
		return
	}
	p := l.pen
	p.raw(" (")
	p.text(word)
	if word != "" && note != "" {
		p.raw(", ")
	}
	p.text(note)
	p.raw(")")
}

func (l *line) name(it *item) {
	p := l.pen
	s := nameStyle(l.values.t.Layer(it.ref), it.children)
	p.begin(s)
	switch {
	case it.chosen:
		p.text(string(appendPath(nil, it.path)))
	case it.info.Element:
		p.text(it.info.Name)
		p.raw("[")
		p.num(int64(it.index))
		p.raw("]")
	default:
		p.text(it.info.Name)
	}
	p.end(s)
}

func (l *line) span(it *item) {
	p := l.pen
	p.begin(styleFaint)
	p.buf = append(p.buf, '[')
	if it.space != 0 {
		p.num(int64(it.space))
		p.raw(":")
	}
	p.buf = appendOffset(p.buf, it.base+it.off)
	p.raw(", ")
	p.num(int64(it.end - it.off))
	p.raw("B]")
	p.end(styleFaint)
}

func (l *line) finding(lead []byte, f tape.Finding) {
	l.pen.buf = append(l.pen.buf, lead...)
	l.pen.styled(styleError, "! "+f.Text)
}

func (l *line) gap(lead []byte, n int) {
	l.pen.buf = append(l.pen.buf, lead...)
	l.pen.styled(styleFaint, string(appendMore(nil, n)))
}

// failure writes the error that ended reading, if there is one.
func (l *line) failure(err *tape.Error) {
	if err == nil {
		return
	}
	l.pen.styled(styleError, "!! "+err.Error())
	l.pen.newline()
	if err.Hint != "" {
		l.pen.styled(styleError, "hint: "+err.Hint)
		l.pen.newline()
	}
}
