package tape

import (
	"iter"
	"strings"

	"github.com/kscope/kscope/layout"
)

// Find gives the thing at a path such as Topics[0].Partitions[3].LeaderEpoch;
// ok is false when there is none. Case does not matter. Names are looked for
// in the body; those of headers begin with RequestHeader or ResponseHeader.
func (t *Tape) Find(path string) (r Ref, ok bool) {
	w := finder{t: t, want: path}
	for root := range t.Roots() {
		if w.down(root, "", -1) {
			return w.found, true
		}
	}
	return Ref{}, false
}

type finder struct {
	t     *Tape
	want  string
	found Ref
}

// down looks for the path in r, which is element i of what has the path so
// far, or no element when i < 0.
func (f *finder) down(r Ref, so path, i int) bool {
	op := f.t.Op(r)
	p := f.t.pathOf(r, so, i)
	switch {
	case strings.EqualFold(string(p), f.want) && p != so:
		f.found = r
		return true
	case op.Kind == layout.Tags:
		p = so // names of tagged fields stand beside those of other fields
	case len(p) > len(f.want), !strings.EqualFold(string(p), f.want[:len(p)]):
		return false
	}
	for c, at := range f.t.counted(r) {
		if f.down(c, p, at) {
			return true
		}
	}
	return false
}

// pathOf is the path of r, which is element i of what has the path so far, or no
// element when i < 0. Parts have that of what they are a part of.
func (t *Tape) pathOf(r Ref, so path, i int) path {
	switch {
	case i >= 0:
		return so.index(i)
	case r.IsPart():
		return so
	}
	op := t.Op(r)
	return so.enter(&op, t.Info(r), t.Nodes[r.node].Op&opMask == 0)
}

// counted gives what r contains, elements with their index, other things with
// -1.
func (t *Tape) counted(r Ref) iter.Seq2[Ref, int] {
	return func(yield func(Ref, int) bool) {
		kind := t.Op(r).Kind
		holds := kind.IsArray() || kind.IsBytes() || kind == layout.Raw
		n := 0
		for c := range t.Children(r) {
			at := -1
			if holds && t.Info(c).Element {
				at = n
				n++
			}
			if !yield(c, at) {
				return
			}
		}
	}
}

// PathAt is the path of the innermost thing that holds the byte at an offset of
// the tape's data, parts by their names: records[1].key, records.length. It is
// "" when nothing with a name does, and does not lead into unpacked data.
func (t *Tape) PathAt(offset int) string {
	for r := range t.Roots() {
		if off, end := t.Span(r); off <= offset && offset < end {
			return string(t.pathAt(r, t.pathOf(r, "", -1), offset))
		}
	}
	return ""
}

func (t *Tape) pathAt(r Ref, p path, offset int) path {
	if _, unpacked := t.Opens(r.Node()); unpacked {
		return p
	}
	for c, at := range t.counted(r) {
		off, end := t.Span(c)
		switch {
		case offset < off || offset >= end:
		case c.IsPart() && at < 0:
			return p + "." + path(t.Info(c).Name)
		default:
			return t.pathAt(c, t.pathOf(c, p, at), offset)
		}
	}
	return p
}
