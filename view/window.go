package view

import (
	"io"
	"iter"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// Parts of views, for who shows so much of a document as there is room for: a
// message of 50 KB has lines and bytes that no reader sees at once.

// GridRows writes some rows of the grid of a byte space in HTML, from row from
// up to but without row to, 16 bytes each. The heads of columns are left out.
func GridRows(w io.Writer, d *Doc, space, from, to int) error {
	p := newPen(w, htmlText)
	g := newGridPrinter(p, d.Tape, space)
	g.first = from * rowLen
	g.style = stylePlain
	last := min(to*rowLen, len(g.data))
	leaves(d.Tape, space, openerOf(d.Tape, space), func(off, end int, l layout.Layer) {
		if off, end = max(off, g.first), min(end, last); off < end {
			g.leaf(off, end, l)
		}
	})
	return p.close(nil)
}

// openerOf is the node that a byte space was unpacked from, 0 for the input.
func openerOf(t *tape.Tape, space int) int {
	for number, node := range t.Openers() {
		if number == space {
			return node
		}
	}
	return 0
}

// Outline writes windows of one tree. It counts the lines of larger things once
// and passes over those that it does not show, so that a window costs little
// more than what is in it. It is not safe for concurrent use.
type Outline struct {
	doc   *Doc
	opt   Options
	lines map[int]int // of the contents of nodes
}

// NewOutline makes the outline of a tree that the options describe.
func NewOutline(d *Doc, o Options) *Outline { return &Outline{d, o, map[int]int{}} }

// Write writes some lines of the tree in HTML, from line from up to but without
// line to, and gives how many lines the whole tree has.
func (x *Outline) Write(w io.Writer, from, to int) (total int, err error) {
	p := newPen(w, htmlText)
	t := newTreePrinter(p, x.doc, x.opt)
	out := &window{out: t, from: from, to: to, lines: x.lines}
	if err := walk(x.doc, x.opt, out); err != nil {
		return 0, p.close(err)
	}
	if e := x.doc.Tape.Err; e != nil {
		if out.next() {
			t.line.failure(e)
		}
		if e.Hint != "" {
			out.at++
		}
	}
	return out.at, p.close(nil)
}

// window lets through what a printer writes for some lines.
type window struct {
	out          printer
	from, to, at int         // at is the line to come
	lines        map[int]int // of the contents of nodes that were counted
}

// next counts a line and reports whether it is to be written.
func (w *window) next() bool {
	w.at++
	return w.from < w.at && w.at <= w.to
}

// fewest is how many lines are worth to be remembered.
const fewest = 32

// passes reports whether the contents of a node lie outside of the window, and
// goes on behind them then. count gives how many lines they have.
func (w *window) passes(node int, count func(node int) int) bool {
	n, known := w.lines[node]
	if !known {
		if n = count(node); n >= fewest {
			w.lines[node] = n
		}
	}
	if w.at < w.to && w.from < w.at+n {
		return false
	}
	w.at += n
	return true
}

func (w *window) thing(it *item) {
	if w.next() {
		w.out.thing(it)
	}
}

func (w *window) finding(lead []byte, f tape.Finding) {
	if w.next() {
		w.out.finding(lead, f)
	}
}

func (w *window) gap(lead []byte, n int) {
	if w.next() {
		w.out.gap(lead, n)
	}
}

// Line is what a line of a tree shows.
type Line struct {
	Number   int // of the line, from 0 on
	Ref      tape.Ref
	Space    int // byte space that Off and End count in
	Off, End int
	Leaf     bool   // it has no contents
	Path     []byte // as nodes have it; good until the next line
}

// Lines gives the lines of a tree that show things, in order: where to find
// what a tree shows, without writing it.
func Lines(d *Doc, o Options) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		_ = walk(d, o, &lister{yield: yield}) // a path that leads nowhere has no lines
	}
}

// lister is a printer that gives lines away.
type lister struct {
	yield func(Line) bool
	at    int // the line to come
	path  []byte
	ended bool
}

func (l *lister) thing(it *item) {
	l.path = appendPath(l.path[:0], it.path)
	if !l.ended {
		l.ended = !l.yield(Line{l.at, it.ref, it.space, it.off, it.end, !it.children || it.opens != 0, l.path})
	}
	l.at++
}

func (l *lister) finding([]byte, tape.Finding) { l.at++ }

func (l *lister) gap([]byte, int) { l.at++ }
