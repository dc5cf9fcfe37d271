package tape

import (
	"encoding/binary"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/wire"
)

// How the program runs: ops are taken in order, and containers that are open
// stand on an explicit stack, so that the depth of a schema costs no Go stack.
// The common cases (fixed sizes, short compact lengths, struct ends, empty tag
// sections) are in the loop itself; the rest are methods.

// Run reads one instance of l from the tape's position on, up to its limit. It
// reports whether that went well; if not, Err says why, all open containers
// are closed and the rest of the input is an undecoded leaf.
func (t *Tape) Run(l *layout.Layout) bool {
	if t.Err != nil {
		return false
	}
	base, ok := t.use(l)
	if !ok {
		return t.fail(0, fault{code: TooLarge, expected: "at most " + prose.Count(maxUsed, "layout") + " in one input", found: "more"})
	}
	return t.run(l.Ops, base)
}

// run keeps position, limit and node count in locals, because this loop is
// where the time goes; step sees and changes them through the tape.
func (t *Tape) run(ops []layout.Op, base uint32) bool {
	nodes, n, pos, data := t.Nodes[:cap(t.Nodes)], t.count, t.pos, t.data[:t.limit]
	for pc := uint32(0); pc < uint32(len(ops)); {
		op := &ops[pc]
		end := -1
		switch op.Kind {
		case layout.Bool, layout.Int8, layout.Int16, layout.Uint16, layout.Int32, layout.Uint32,
			layout.Int64, layout.Float64, layout.UUID:
			end = fits(data, pos+int(op.Width))
		case layout.CompactString:
			end = shortCompact(data, pos)
		case layout.String:
			end = shortString(data, pos)
		case layout.CompactArray:
			if op.Run {
				end = shortRun(data, pos, int(op.Width))
			}
		case layout.Tags:
			if pos < len(data) && data[pos] == 0 {
				end = pos + 1
			}
		case layout.Struct:
			if n < len(nodes) {
				t.push(base|pc, uint32(n), pc)
				nodes[n] = Node{base | pc, uint32(pos), uint32(pos), uint32(n + 1)}
				n++
				pc++
				continue
			}
		case layout.End:
			if f := &t.open[len(t.open)-1]; f.limit == 0 && int(f.node) < len(nodes) {
				nodes[f.node].End, nodes[f.node].Next = uint32(pos), uint32(n)
				t.open = t.open[:len(t.open)-1]
				pc++
				continue
			}
		case layout.Next:
			if f := &t.open[len(t.open)-1]; f.left > 1 {
				f.left--
				pc = f.pc + 1
				continue
			}
		}
		if end >= 0 {
			if n < len(nodes) {
				nodes[n] = Node{base | pc, uint32(pos), uint32(end), uint32(n + 1)}
			}
			n++
			pos, pc = end, op.End
			continue
		}
		t.Nodes, t.count, t.pos = nodes[:min(n, len(nodes))], n, pos
		next, ok := t.step(op, base, pc, ops)
		if !ok {
			return false
		}
		n, pos, pc, data = t.count, t.pos, next, t.data[:t.limit]
	}
	t.Nodes, t.count, t.pos = nodes[:min(n, len(nodes))], n, pos
	return true
}

// fits gives end back if the data reaches that far, else -1.
func fits(data []byte, end int) int {
	if end > len(data) {
		return -1
	}
	return end
}

// shortCompact gives the end of a compact string that is not null and whose
// length takes one byte; -1 leaves every other case to step.
func shortCompact(data []byte, pos int) int {
	if pos >= len(data) || data[pos] == 0 || data[pos] >= 0x80 {
		return -1
	}
	return fits(data, pos+int(data[pos]))
}

// shortString is shortCompact for an int16 length.
func shortString(data []byte, pos int) int {
	if pos+2 > len(data) || data[pos] != 0 {
		return -1
	}
	return fits(data, pos+2+int(data[pos+1]))
}

// shortRun is shortCompact for an array of elements of the given width.
func shortRun(data []byte, pos, width int) int {
	if pos >= len(data) || data[pos] == 0 || data[pos] >= 0x80 {
		return -1
	}
	return fits(data, pos+1+int(data[pos]-1)*width)
}

// step runs the op at pc, which has no fixed size, and says where to go on.
func (t *Tape) step(op *layout.Op, base, pc uint32, ops []layout.Op) (next uint32, ok bool) {
	if t.count >= MaxNodes {
		return 0, t.fail(base|pc, fault{code: TooLarge, expected: "at most " + prose.Count(MaxNodes, "thing") + " in one input", found: "more"})
	}
	switch op.Kind {
	case layout.Bool, layout.Int8, layout.Int16, layout.Uint16, layout.Int32, layout.Uint32,
		layout.Int64, layout.Float64, layout.UUID:
		return 0, t.short(base|pc, int(op.Width))
	case layout.Struct:
		t.push(base|pc, t.emit(base|pc, t.pos), pc)
		return pc + 1, true
	case layout.End:
		t.pop()
		return pc + 1, true
	case layout.CompactString, layout.CompactBytes, layout.String, layout.Bytes, layout.VarString, layout.VarBytes,
		layout.Records, layout.CompactRecords:
		return pc + 1, t.bytes(op, base|pc)
	case layout.Array, layout.CompactArray:
		return t.array(op, base, pc)
	case layout.VarArray:
		next, ok = t.array(op, base, pc)
		return t.terse(ops, base, next, ok)
	case layout.Next:
		return t.element(pc)
	case layout.Tags:
		return t.tags(op, base, pc, ops)
	case layout.TagEnd:
		return t.tagEnd(base, ops)
	case layout.NullableStruct, layout.TaggedStruct:
		return t.nullable(op, base, pc)
	case layout.Sized:
		next, ok = t.sized(base, pc)
		return t.terse(ops, base, next, ok)
	case layout.Raw:
		t.leaf(base|pc, t.limit)
		return pc + 1, true
	}
	return pc + 1, t.varint(op, base|pc)
}

// pop closes the innermost container, with its limit if it had its own.
func (t *Tape) pop() {
	last := len(t.open) - 1
	if outer := t.open[last].limit; outer != 0 {
		if t.pos < t.limit {
			t.leaf(opTrailing, t.limit)
		}
		t.limit = int(outer)
	}
	t.patch(t.open[last].node)
	t.open = t.open[:last]
}

// bytes reads a length prefix and steps over the contents.
func (t *Tape) bytes(op *layout.Op, ref uint32) bool {
	n, size, ok := t.length(op, ref)
	if !ok {
		return false
	}
	if n < 0 {
		t.leaf(ref, t.pos+size)
		return true
	}
	end := t.pos + size + n
	what := ""
	if t.Nester != nil && n > 0 && !op.Kind.IsString() {
		what = t.info(ref).Nest
	}
	nests := what != ""
	if end > t.limit {
		short := fault{code: BadLength, size: size, need: n, have: t.limit - t.pos - size}
		if nests && n <= t.room(t.pos+size) {
			t.nest(ref, size, t.limit, func() { t.Nester.Nest(t, what) }) // the frame promises the rest: a cut, not a wrong length
		}
		return t.fail(ref, short)
	}
	if nests {
		t.nest(ref, size, end, func() { t.Nester.Nest(t, what) })
		return t.Err == nil
	}
	t.leaf(ref, end)
	return true
}

// nest lets read index the contents of a field. What it does not read is a leaf
// of its own, unless it read nothing: then the field is the leaf.
func (t *Tape) nest(ref uint32, size, end int, read func()) {
	node := t.emit(ref, t.pos)
	t.push(ref, node, 0)
	t.pos += size
	before := t.SetLimit(end)
	read()
	if t.Err != nil {
		return
	}
	if t.pos < end && t.count > int(node)+1 {
		t.leaf(opUndecoded, end)
	}
	t.pos, t.limit = end, before
	t.pop()
}

// length reads the integer in front of contents: the number of bytes or
// elements, -1 for null, and the size of the integer itself. It does not move.
func (t *Tape) length(op *layout.Op, ref uint32) (n, size int, ok bool) {
	if op.Kind.Compact() {
		u, size := wire.ReadUvarint(t.data[:t.limit], t.pos)
		if size <= 0 {
			return 0, 0, t.badVarint(ref, size)
		}
		n = int(u) - 1
		if n < 0 && !op.Nullable {
			return 0, 0, t.fail(ref, fault{code: UnexpectedNull, size: size})
		}
		return n, size, true
	}
	switch op.Kind.Prefix() {
	case layout.Int16:
		if t.limit-t.pos < 2 {
			return 0, 0, t.short(ref, 2)
		}
		n, size = int(int16(binary.BigEndian.Uint16(t.data[t.pos:]))), 2
	case layout.Varint:
		v, used := wire.ReadVarint(t.data[:t.limit], t.pos)
		if used <= 0 {
			return 0, 0, t.badVarint(ref, used)
		}
		n, size = int(v), used
	default:
		if t.limit-t.pos < 4 {
			return 0, 0, t.short(ref, 4)
		}
		n, size = int(int32(binary.BigEndian.Uint32(t.data[t.pos:]))), 4
	}
	if n < -1 {
		return 0, 0, t.fail(ref, fault{code: BadLength, size: size, need: n, have: t.limit - t.pos - size})
	}
	if n == -1 && !op.Nullable {
		return 0, 0, t.fail(ref, fault{code: UnexpectedNull, size: size})
	}
	return n, size, true
}

// varint steps over one variable-length integer.
func (t *Tape) varint(op *layout.Op, ref uint32) bool {
	var n int
	data := t.data[:t.limit]
	switch op.Kind {
	case layout.Uvarint:
		_, n = wire.ReadUvarint(data, t.pos)
	case layout.Varint:
		_, n = wire.ReadVarint(data, t.pos)
	default:
		_, n = wire.ReadVarlong(data, t.pos)
	}
	if n <= 0 {
		return t.badVarint(ref, n)
	}
	t.leaf(ref, t.pos+n)
	return true
}
