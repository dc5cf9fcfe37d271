package tape

import (
	"slices"

	"github.com/kscope/kscope/layout"
)

// Enclosing finds a field by one of its names among what has been read in front
// of the position: in the innermost struct that is open, then in the one around
// it, and so on, out of every field that nests another. It is for a Nester, to
// which such fields say what the bytes are. Tagged fields and fields that come
// later are not found.
func (t *Tape) Enclosing(names ...string) (r Ref, ok bool) {
	for k := len(t.open) - 1; k >= 0; k-- {
		if !t.op(t.open[k].op).Kind.IsStruct() {
			continue
		}
		if r, ok := t.fieldOf(k, names); ok {
			return r, true
		}
	}
	return Ref{}, false
}

// fieldOf looks for a field in the struct that is open at depth k.
func (t *Tape) fieldOf(k int, names []string) (r Ref, ok bool) {
	end := uint32(t.count)
	if k+1 < len(t.open) {
		end = t.open[k+1].node
	}
	for i := t.open[k].node + 1; i < end; i = t.Nodes[i].Next {
		if int(i) >= len(t.Nodes) {
			t.blind = true
			return Ref{}, false
		}
		if slices.Contains(names, t.info(t.Nodes[i].Op).Name) {
			return Ref{node: i}, true
		}
	}
	return Ref{}, false
}

// Nesting is how many fields that hold something else are open: how deep bytes
// lie in bytes.
func (t *Tape) Nesting() (depth int) {
	for _, f := range t.open {
		if k := t.op(f.op).Kind; k.IsBytes() || k == layout.Raw {
			depth++
		}
	}
	return depth
}
