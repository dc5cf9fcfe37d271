package tape

import (
	"iter"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/wire"
)

// Ref names one thing on a tape: a node, or a part of one.
type Ref struct {
	node uint32
	part uint32 // 0 for the node itself, else 1 + the part's number
}

// Node is the index of the node that r is, or is a part of.
func (r Ref) Node() int { return int(r.node) }

// At names the node with the given index.
func (t *Tape) At(node int) Ref { return Ref{node: uint32(node)} }

// IsPart reports whether r is a part, which has no children.
func (r Ref) IsPart() bool { return r.part != 0 }

func (t *Tape) op(ref uint32) *layout.Op     { return &t.layouts[ref>>opBits].Ops[ref&opMask] }
func (t *Tape) info(ref uint32) *layout.Info { return &t.layouts[ref>>opBits].Info[ref&opMask] }

// Lookup gives op and words behind a node's Op.
func (t *Tape) Lookup(ref uint32) (*layout.Op, *layout.Info) {
	l := t.layouts[ref>>opBits]
	return &l.Ops[ref&opMask], &l.Info[ref&opMask]
}

// Program gives the layout that a node's Op belongs to and the Op of its first
// op, for those who look up many of one layout.
func (t *Tape) Program(ref uint32) (l *layout.Layout, first uint32) {
	return t.layouts[ref>>opBits], ref &^ opMask
}

// Layout gives the layout that r was read by, and its op in there.
func (t *Tape) Layout(r Ref) (l *layout.Layout, op int) {
	ref := t.Nodes[r.node].Op
	if r.part > 1 && t.op(ref).Run {
		ref++
	}
	return t.layouts[ref>>opBits], int(ref & opMask)
}

// Roots gives the outermost things, in wire order.
func (t *Tape) Roots() iter.Seq[Ref] { return t.siblings(0, uint32(len(t.Nodes))) }

func (t *Tape) siblings(from, to uint32) iter.Seq[Ref] {
	return func(yield func(Ref) bool) {
		for i := from; i < to; i = t.Nodes[i].Next {
			if !yield(Ref{node: i}) {
				return
			}
		}
	}
}

// Children gives the contents of r in wire order: its parts, then its nodes.
func (t *Tape) Children(r Ref) iter.Seq[Ref] {
	return func(yield func(Ref) bool) {
		if r.IsPart() {
			return
		}
		for i := range t.parts(r) {
			if !yield(Ref{r.node, uint32(i) + 1}) {
				return
			}
		}
		t.siblings(r.node+1, t.Nodes[r.node].Next)(yield)
	}
}

// Walk gives r and everything in it, in wire order, each with its depth below r.
func (t *Tape) Walk(r Ref) iter.Seq2[Ref, int] {
	return func(yield func(Ref, int) bool) { t.walk(r, 0, yield) }
}

// walk recurses as deep as layouts nest, which the input cannot choose.
func (t *Tape) walk(r Ref, depth int, yield func(Ref, int) bool) bool {
	if !yield(r, depth) {
		return false
	}
	for c := range t.Children(r) {
		if !t.walk(c, depth+1, yield) {
			return false
		}
	}
	return true
}

// Within is how many things are in r, at any depth: those that Walk gives below
// it, counted without a look at each.
func (t *Tape) Within(r Ref) (n int) {
	if r.IsPart() {
		return 0
	}
	for i := r.node; i < t.Nodes[r.node].Next; i++ {
		n += 1 + t.parts(Ref{node: i})
	}
	return n - 1 // r itself
}

// HasChildren reports whether r is a container with something in it.
func (t *Tape) HasChildren(r Ref) bool {
	return !r.IsPart() && (t.Nodes[r.node].Next > r.node+1 || t.parts(r) > 0)
}

// parts is how many parts a node has.
func (t *Tape) parts(r Ref) int {
	n := t.Nodes[r.node]
	op := t.op(n.Op)
	switch {
	case op.Kind.IsArray():
		count, null := t.Count(r)
		if null {
			return 0
		}
		// A cut input may end behind the count of a run.
		if size := count * int(op.Width); op.Run && n.Next == r.node+1 && size > 0 &&
			int(n.Off)+prefixSize(op, t.DataOf(int(r.node)), int(n.Off))+size == int(n.End) {
			return 1 + count
		}
		return 1
	case op.Kind == layout.Tagged:
		return 2
	case op.Kind == layout.Tags, op.Kind == layout.Sized, op.Kind.IsBytes(),
		op.Kind == layout.NullableStruct, op.Kind == layout.TaggedStruct:
		if n.Next > r.node+1 {
			return 1
		}
	}
	return 0
}

// Op is what r was read by. Elements of runs have the op of their kind; other
// parts have one without contents.
func (t *Tape) Op(r Ref) layout.Op {
	ref := t.Nodes[r.node].Op
	op := t.op(ref)
	if !r.IsPart() {
		return *op
	}
	if op.Run && r.part > 1 {
		return *t.op(ref + 1)
	}
	kind := layout.Uvarint
	switch {
	case op.Kind == layout.NullableStruct:
		kind = layout.Int8
	case op.Kind.IsArray(), op.Kind.IsBytes(), op.Kind == layout.Sized:
		kind = op.Kind.Prefix()
	}
	return layout.Op{Kind: kind, Width: uint8(kind.Width())}
}

// Info is what r is called.
func (t *Tape) Info(r Ref) *layout.Info {
	ref := t.Nodes[r.node].Op
	if !r.IsPart() {
		return t.info(ref)
	}
	op := t.op(ref)
	switch {
	case op.Run && r.part > 1:
		return t.info(ref + 1)
	case op.Kind == layout.Tagged && r.part == 1:
		return tagInfo
	case op.Kind == layout.Tagged:
		return sizeInfo
	case op.Kind == layout.Tags:
		return countInfo
	case op.Kind == layout.NullableStruct:
		return markInfo
	case op.Kind == layout.TaggedStruct:
		return mark2Info
	}
	return lengthInfo[op.Kind.Prefix()]
}

// Layer is the part of the message that r belongs to. Parts belong to the
// layer of their node.
func (t *Tape) Layer(r Ref) layout.Layer { return t.info(t.Nodes[r.node].Op).Layer }

// Span is where r begins and ends: the offsets of its first byte and of the
// byte behind its last.
func (t *Tape) Span(r Ref) (off, end int) {
	n := t.Nodes[r.node]
	if !r.IsPart() {
		return int(n.Off), int(n.End)
	}
	op := t.op(n.Op)
	off = int(n.Off)
	data := t.DataOf(int(r.node))
	head := prefixSize(op, data, off)
	switch {
	case r.part == 1:
		return off, off + head
	case op.Kind == layout.Tagged:
		off += head
		_, size := wire.ReadUvarint(data, off)
		return off, off + size
	}
	off += head + int(op.Width)*int(r.part-2)
	return off, off + int(op.Width)
}

// prefixSize is the size of the integer that a container begins with.
func prefixSize(op *layout.Op, data []byte, off int) int {
	if op.Kind == layout.NullableStruct {
		return 1
	}
	if op.Kind == layout.Tags || op.Kind == layout.Tagged || op.Kind == layout.TaggedStruct || op.Kind.Compact() {
		_, n := wire.ReadUvarint(data, off)
		return n
	}
	switch op.Kind.Prefix() {
	case layout.Int16:
		return 2
	case layout.Varint:
		_, n := wire.ReadVarint(data, off)
		return n
	}
	return 4
}

// Index is the place of an element of a run among its siblings; other things
// are counted by whoever walks over them.
func (r Ref) Index() int { return int(r.part) - 2 }
