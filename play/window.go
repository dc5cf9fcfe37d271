package play

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/kscope/kscope/view"
)

// window is what there is room for: rows of the grid of a byte space and lines
// of the tree, from the first number up to but without the second.
type window struct {
	Space int    `json:"space"`
	Rows  [2]int `json:"rows"`
	Lines [2]int `json:"lines"`
	Full  bool   `json:"full"` // long values whole
}

// viewed is what a window shows.
type viewed struct {
	Grid  string `json:"grid"`
	Tree  string `json:"tree"`
	Lines int    `json:"lines"` // how many there are
}

func (e *Engine) view(w *window) (*viewed, error) {
	if e.open == nil {
		return nil, errNothing
	}
	return e.open.view(w)
}

func (o *opened) view(w *window) (*viewed, error) {
	if w.Space < 0 || w.Space > len(o.Tape.Spaces()) {
		return nil, in("space", fmt.Errorf("there is no byte space %d", w.Space))
	}
	var grid, tree bytes.Buffer
	if err := view.GridRows(&grid, o.doc, w.Space, max(0, w.Rows[0]), w.Rows[1]); err != nil {
		return nil, err
	}
	lines, err := o.outline(w.Full).Write(&tree, w.Lines[0], w.Lines[1])
	return &viewed{grid.String(), tree.String(), lines}, err
}

// place names a thing: by its line in the tree, or by its path. The byte at an
// offset stands for the innermost thing that has it.
type place struct {
	Line   *int   `json:"line"`
	Path   string `json:"path"`
	Space  int    `json:"space"`
	Offset *int   `json:"offset"`
}

// placed is where a thing is.
type placed struct {
	Line  int    `json:"line"`
	Path  string `json:"path"`
	Space int    `json:"space"`
	Off   int    `json:"off"`
	End   int    `json:"end"`
}

func (e *Engine) locate(p *place) (*placed, error) {
	found, err := e.find(p)
	if err != nil {
		return nil, err
	}
	return &placed{found.Number, string(found.Path), found.Space, found.Off, found.End}, nil
}

// find gives the line of the thing at a place.
func (e *Engine) find(p *place) (found view.Line, err error) {
	if e.open == nil {
		return found, errNothing
	}
	fits, field, what := p.test()
	known := false
	for l := range view.Lines(e.open.doc, e.open.options()) {
		if !fits(&l) {
			continue
		}
		found, known = l, true
		found.Path = bytes.Clone(l.Path)
		if p.Offset == nil {
			break // else the innermost, which comes last
		}
	}
	if !known {
		return found, in(field, fmt.Errorf("the tree has nothing at %s", what))
	}
	return found, nil
}

// test gives what tells whether a line is the one, and in which field of a
// request and in which words it is named.
func (p *place) test() (fits func(*view.Line) bool, field, what string) {
	switch {
	case p.Line != nil:
		return func(l *view.Line) bool { return l.Number == *p.Line }, "line", fmt.Sprintf("line %d", *p.Line)
	case p.Offset != nil:
		return func(l *view.Line) bool {
			return l.Space == p.Space && l.Off <= *p.Offset && *p.Offset < l.End
		}, "offset", fmt.Sprintf("offset 0x%04x", *p.Offset)
	}
	return func(l *view.Line) bool { return strings.EqualFold(string(l.Path), p.Path) }, "path", fmt.Sprintf("path %q", p.Path)
}
