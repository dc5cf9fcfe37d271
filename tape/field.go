package tape

import "github.com/kscope/kscope/layout"

// OpenField begins a container that is a struct op of l, until Close. It is for
// formats whose fields come in any order: the layout names them, and a parser
// says which comes next.
func (t *Tape) OpenField(l *layout.Layout, op int) {
	base, ok := t.use(l)
	if !ok || t.Err != nil {
		return
	}
	ref := base | uint32(op)
	t.push(ref, t.emit(ref, t.pos), uint32(op))
}

// Field reads the next n bytes as one leaf, a Raw op of l. The bytes must lie
// in front of the limit.
func (t *Tape) Field(l *layout.Layout, op, n int) {
	base, ok := t.use(l)
	if !ok || t.Err != nil {
		return
	}
	t.leaf(base|uint32(op), t.pos+n)
}
