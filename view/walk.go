package view

import (
	"bytes"
	"sort"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

// How views walk: one walker goes over the tape in wire order and hands each
// thing to a printer, which writes a line and keeps nothing. The Go stack grows
// with the nesting of layouts, which is bounded, not with the input.

// item is one thing on the wire, as printers see it.
type item struct {
	ref      tape.Ref
	op       layout.Op
	info     *layout.Info
	off, end int
	base     int  // what off lacks to be a place in the file
	space    int  // byte space that off and end count in
	opens    int  // byte space that its contents lie in, if not in its own; else 0
	index    int  // among the elements of its container
	root     bool // it is the outermost of its layout, and no element
	tagged   bool // it is the value of a known tagged field
	children bool
	chosen   bool   // it is what a pattern selected
	last     bool   // nothing follows it in its container
	odd      string // what is not canonical about a tagged field
	outer    *item  // its container; nil for what is in none
	path     []seg  // its own step included
	lead     []byte // what a tree draws in front of it
}

// printer writes what a walker meets.
type printer interface {
	// thing writes one thing; its contents come next.
	thing(it *item)
	// finding writes a remark on the thing that was written last. What a tree
	// draws in front of it is lead, here and below.
	finding(lead []byte, f tape.Finding)
	// gap says that n elements are left out.
	gap(lead []byte, n int)
}

// walker goes over a tape.
type walker struct {
	doc    *Doc
	t      *tape.Tape
	limit  int
	out    printer
	sel    *selector // nil when everything is shown
	found  []tape.Finding
	segs   []seg
	lead   []byte
	chosen bool    // inside of what the pattern selected
	window *window // nil when contents cannot be passed over
}

// walk shows a document, or the part of it that the options select.
func walk(d *Doc, o Options, out printer) error {
	w := &walker{doc: d, t: d.Tape, limit: o.Limit, out: out, found: findings(d)}
	if o.Path == "" && o.Limit <= 0 {
		w.window, _ = out.(*window)
	}
	if o.Path != "" {
		var err error
		if w.sel, err = newSelector(o.Path); err != nil {
			return err
		}
	}
	elements := d.First
	for r := range w.t.Roots() {
		it := w.item(r, nil, elements)
		if it.info.Element {
			elements++
		}
		it.last = true
		w.visit(&it, true)
	}
	if w.sel != nil && w.sel.matched == 0 {
		return w.sel.missing()
	}
	return nil
}

func (w *walker) item(r tape.Ref, outer *item, index int) item {
	it := item{ref: r, op: w.t.Op(r), info: w.t.Info(r), outer: outer, index: index, children: w.t.HasChildren(r)}
	it.off, it.end = w.t.Span(r)
	if outer != nil {
		it.space = outer.space
		if outer.opens != 0 && !r.IsPart() {
			it.space = outer.opens
		}
	}
	if it.space == 0 {
		it.base = w.t.Base
	}
	if it.children {
		if number, ok := w.t.Opens(r.Node()); ok {
			it.opens = number
		}
	}
	_, op := w.t.Layout(r)
	it.root = op == 0 && !r.IsPart() && !it.info.Element && it.op.Kind.IsStruct()
	return it
}

// visit shows a thing and its contents, or looks for what is selected there.
// Paths pass the section of tagged fields: these stand beside other fields.
func (w *walker) visit(it *item, root bool) {
	depth, lead := len(w.segs), len(w.lead)
	if it.op.Kind == layout.Tagged && depth > 0 {
		section := w.segs[depth-1]
		w.segs = w.segs[:depth-1]
		defer func() { w.segs = append(w.segs[:depth-1], section) }()
	}
	if s, ok := pathSeg(it); ok {
		w.segs = append(w.segs, s)
	}
	switch w.judge(it) {
	case match:
		w.chosen, it.chosen = true, true
		w.show(it, true)
		w.inner(it)
		w.chosen = false
	case inside:
		w.show(it, root)
		w.inner(it)
	case above:
		w.contents(it)
	}
	w.segs, w.lead = w.segs[:depth], w.lead[:lead]
}

// inner visits the contents of a thing that is shown, unless they are known to
// lie outside of the window.
func (w *walker) inner(it *item) {
	if w.window == nil || !it.children || !w.window.passes(it.ref.Node(), w.lines) {
		w.contents(it)
	}
}

// lines is how many lines the contents of a node have: one for each thing and
// for each finding, if nothing is left out.
func (w *walker) lines(node int) int {
	return w.t.Within(w.t.At(node)) + len(w.findingsAt(node+1, int(w.t.Nodes[node].Next)))
}

// judge says what a thing is to the selection.
func (w *walker) judge(it *item) verdict {
	if w.sel == nil || w.chosen {
		return inside
	}
	v := w.sel.compare(w.segs, it.children)
	if v == elsewhere && it.op.Kind == layout.Tags && it.children {
		return above
	}
	return v
}

// show writes a thing and its findings, and leaves w.lead as its contents need
// it.
func (w *walker) show(it *item, root bool) {
	outer := len(w.lead)
	if !root {
		w.lead = append(w.lead, branch...)
	}
	it.path, it.lead = w.segs, w.lead
	w.out.thing(it)
	switch {
	case root:
	case it.last:
		w.lead = append(w.lead[:outer], blank...)
	default:
		w.lead = append(w.lead[:outer], bar...)
	}
	if it.ref.IsPart() {
		return
	}
	for _, f := range w.findingsAt(it.ref.Node(), it.ref.Node()+1) {
		w.out.finding(w.lead, f)
	}
}

const (
	branch = "+-- "
	bar    = "|   "
	blank  = "    "
)

// findingsAt gives the findings on the nodes from one index up to another.
func (w *walker) findingsAt(from, to int) []tape.Finding {
	if len(w.found) == 0 {
		return nil
	}
	i := sort.Search(len(w.found), func(i int) bool { return w.found[i].Node >= from })
	j := i
	for j < len(w.found) && w.found[j].Node < to {
		j++
	}
	return w.found[i:j]
}

// contents visits what is in a container. It holds each thing back until it is
// known whether another follows.
func (w *walker) contents(it *item) {
	if !it.children {
		return
	}
	first, after := w.cut(it)
	tagged := it.op.Kind == layout.Tagged && it.info.Field != nil
	var held item
	have, left, elements, before := false, 0, 0, -1
	for r := range w.t.Children(it.ref) {
		next := w.item(r, it, elements)
		next.tagged = tagged && !r.IsPart()
		if next.op.Kind == layout.Tagged {
			before = w.order(&next, before)
		}
		if repeats(&next) {
			elements++
			if i := elements - 1; i >= first && i < after && !w.marked(r) {
				left++
				continue
			}
		}
		if have {
			w.visit(&held, false)
		}
		if left > 0 {
			w.gap(left)
			left = 0
		}
		held, have = next, true
	}
	held.last = left == 0
	if have {
		w.visit(&held, false)
	}
	if left > 0 {
		w.gap(left)
	}
}

// order notes what is odd about a tagged field behind the one whose tag is
// before, and gives its tag. Kafka writes tags in order and leaves out fields
// that have their default.
func (w *walker) order(it *item, before int) (tag int) {
	data := w.t.SpaceData(it.space)
	u, _ := wire.ReadUvarint(data, it.off)
	tag = int(u)
	var value []byte
	for r := range w.t.Children(it.ref) {
		if !r.IsPart() {
			off, end := w.t.Span(r)
			value = data[off:end]
		}
	}
	switch {
	case tag == before:
		it.odd = "repeated"
	case tag < before:
		it.odd = "out of order"
	case it.info.Wire != nil && bytes.Equal(value, it.info.Wire):
		it.odd = "its default"
	}
	return tag
}

func (w *walker) gap(n int) {
	outer := len(w.lead)
	w.lead = append(w.lead, branch...)
	w.out.gap(w.lead, n)
	w.lead = w.lead[:outer]
}

// repeats reports whether a thing is one of arbitrarily many in its container.
func repeats(it *item) bool { return it.info.Element || it.op.Kind == layout.Tagged }

// cut says which elements of a container are left out: from first on, up to
// after.
func (w *walker) cut(it *item) (first, after int) {
	if w.limit <= 0 || w.sel != nil && !w.chosen {
		return 0, 0
	}
	n := 0
	for r := range w.t.Children(it.ref) {
		if w.t.Info(r).Element || w.t.Op(r).Kind == layout.Tagged {
			n++
		}
	}
	if n <= w.limit {
		return 0, 0
	}
	return (w.limit + 1) / 2, n - w.limit/2
}

// marked reports whether there is a finding on an element or in it.
func (w *walker) marked(r tape.Ref) bool {
	if r.IsPart() {
		return false
	}
	return len(w.findingsAt(r.Node(), int(w.t.Nodes[r.Node()].Next))) > 0
}
