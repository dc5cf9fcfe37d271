package tape

import "github.com/kscope/kscope/layout"

// Formats whose later fields depend on earlier ones are read in pieces: a
// layout up to one of its fields, that field, then Close.

// RunUntil reads an instance of l up to its op, a field of the root struct. The
// root stays open: what is read next becomes its contents, until Close. It
// reports whether that went well.
func (t *Tape) RunUntil(l *layout.Layout, op int) bool {
	base, ok := t.use(l)
	return ok && t.Err == nil && t.run(l.Ops[:op], base)
}

// RunLeaf makes all up to the limit a leaf, the Raw op of l; also of nothing.
func (t *Tape) RunLeaf(l *layout.Layout, op int) {
	if base, ok := t.use(l); ok && t.Err == nil {
		t.leaf(base|uint32(op), t.limit)
	}
}

// RunInto reads the length-prefixed field op of l, whose contents read indexes.
// It need not read all or anything; an empty field or null is not given to it.
// RunInto reports whether the field itself could be read.
func (t *Tape) RunInto(l *layout.Layout, op int, read func()) bool {
	base, ok := t.use(l)
	if !ok || t.Err != nil {
		return false
	}
	ref := base | uint32(op)
	n, size, ok := t.length(&l.Ops[op], ref)
	if !ok {
		return false
	}
	end := t.pos + size + max(n, 0)
	switch {
	case end > t.limit:
		return t.fail(ref, fault{code: BadLength, size: size, need: n, have: t.limit - t.pos - size})
	case n <= 0:
		t.leaf(ref, end)
	default:
		t.nest(ref, size, end, read)
	}
	return t.Err == nil
}
