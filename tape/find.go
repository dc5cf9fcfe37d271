package tape

import (
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
	p := so
	if i >= 0 {
		p = so.index(i)
	} else if !r.IsPart() {
		p = so.enter(&op, f.t.Info(r), f.t.Nodes[r.node].Op&opMask == 0)
	}
	switch {
	case strings.EqualFold(string(p), f.want) && p != so:
		f.found = r
		return true
	case op.Kind == layout.Tags:
		p = so // names of tagged fields stand beside those of other fields
	case len(p) > len(f.want), !strings.EqualFold(string(p), f.want[:len(p)]):
		return false
	}
	counted := op.Kind.IsArray() || op.Kind.IsBytes() || op.Kind == layout.Raw
	n := 0
	for c := range f.t.Children(r) {
		at := -1
		if counted && f.t.Info(c).Element {
			at = n
			n++
		}
		if f.down(c, p, at) {
			return true
		}
	}
	return false
}
