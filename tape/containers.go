package tape

import (
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/wire"
)

// array reads a count and opens the array, unless it is null, empty or a run.
func (t *Tape) array(op *layout.Op, base, pc uint32) (next uint32, ok bool) {
	n, size, ok := t.length(op, base|pc)
	if !ok {
		return 0, false
	}
	if n <= 0 {
		t.leaf(base|pc, t.pos+size)
		return op.End, true
	}
	room := t.room(t.pos + size)
	if least := max(int(op.Min), 1); n > room/least {
		return 0, t.fail(base|pc, fault{code: BadCount, size: size, need: n, have: room, least: least})
	}
	if end := t.pos + size + n*int(op.Width); op.Run && end <= t.limit {
		t.leaf(base|pc, end)
		return op.End, true
	}
	f := t.push(base|pc, t.emit(base|pc, t.pos), pc)
	f.left, f.total = uint32(n), uint32(n)
	t.pos += size
	if op.Run {
		return 0, t.cutRun(op, base|pc+1)
	}
	return pc + 1, true
}

// cutRun reads the elements of a run of which the input holds only the first:
// each becomes a node, up to the one that is cut.
func (t *Tape) cutRun(op *layout.Op, elem uint32) bool {
	f := &t.open[len(t.open)-1]
	for t.pos+int(op.Width) <= t.limit {
		t.leaf(elem, t.pos+int(op.Width))
		f.left--
	}
	return t.short(elem, int(op.Width))
}

// element goes back for another element of the innermost array, or closes it.
func (t *Tape) element(pc uint32) (next uint32, ok bool) {
	f := &t.open[len(t.open)-1]
	if f.left--; f.left > 0 {
		return f.pc + 1, true
	}
	t.pop()
	return pc + 1, true
}

// tags reads a count of tagged fields that is not zero, or an over-long zero.
func (t *Tape) tags(op *layout.Op, base, pc uint32, ops []layout.Op) (next uint32, ok bool) {
	n, size := wire.ReadUvarint(t.data[:t.limit], t.pos)
	if size <= 0 {
		return 0, t.badVarint(base|pc, size)
	}
	if n == 0 {
		t.leaf(base|pc, t.pos+size)
		return op.End, true
	}
	const least = 2 // a tag and a size of zero
	if room := t.room(t.pos + size); int(n) > room/least {
		return 0, t.fail(base|pc, fault{code: BadCount, size: size, need: int(n), have: room, least: least})
	}
	f := t.push(base|pc, t.emit(base|pc, t.pos), pc)
	f.left, f.total = n, n
	t.pos += size
	return t.nextTag(base, ops)
}

// nextTag reads the head of a tagged field and opens it. Fields whose tag the
// layout does not know are stepped over as raw bytes.
func (t *Tape) nextTag(base uint32, ops []layout.Op) (next uint32, ok bool) {
	for {
		f := &t.open[len(t.open)-1]
		if f.left == 0 {
			end := ops[f.pc].End
			t.pop()
			return end, true
		}
		f.left--
		tagsPC := f.pc
		tag, size, head, ok := t.tagHead(base | tagsPC)
		if !ok {
			return 0, false
		}
		if pc := findTag(ops, tagsPC, tag); pc != 0 {
			t.openTag(base|pc, pc, head, size)
			return pc + 1, true
		}
		t.openTag(opUnknownTag, 0, head, size)
		if end := t.pos + size; end > t.limit {
			return 0, t.fail(opTagData, fault{code: BadLength, need: size, have: t.limit - t.pos})
		} else if size > 0 {
			t.leaf(opTagData, end)
		}
		t.pop()
	}
}

func (t *Tape) openTag(ref, pc uint32, head, size int) {
	t.push(ref, t.emit(ref, t.pos), pc).limit = uint32(t.limit)
	t.pos += head
	t.limit = min(t.pos+size, t.limit)
}

// tagHead reads tag and size of a tagged field; head is their length in bytes.
func (t *Tape) tagHead(ref uint32) (tag uint32, size, head int, ok bool) {
	data := t.data[:t.limit]
	tag, n := wire.ReadUvarint(data, t.pos)
	if n <= 0 {
		return 0, 0, 0, t.badVarint(ref, n)
	}
	u, m := wire.ReadUvarint(data, t.pos+n)
	if m <= 0 {
		return 0, 0, 0, t.fail(ref, fault{code: BadVarint, skip: n, size: m, have: t.limit - t.pos - n})
	}
	head = n + m
	if room := t.room(t.pos + head); int(u) > room {
		return 0, 0, 0, t.fail(ref, fault{code: BadLength, skip: n, need: int(u), have: room, tag: true})
	}
	return tag, int(u), head, true
}

// findTag gives the Tagged op for a tag number; 0 when there is none.
func findTag(ops []layout.Op, tags, tag uint32) uint32 {
	for pc := tags + 1; pc < ops[tags].End; pc = ops[pc].End {
		if ops[pc].Tag == tag {
			return pc
		}
	}
	return 0
}

// tagEnd checks that a tagged field's value has filled the size it was given.
func (t *Tape) tagEnd(base uint32, ops []layout.Op) (next uint32, ok bool) {
	f := t.open[len(t.open)-1]
	if t.pos != t.limit {
		left := t.limit - t.pos
		return 0, t.fail(base|(f.pc+1), fault{code: TagSize, have: left})
	}
	t.pop()
	return t.nextTag(base, ops)
}

// nullable reads the marker of a nullable struct. As Kafka's own readers do, it
// takes any negative int8 for null and any other for present.
func (t *Tape) nullable(op *layout.Op, base, pc uint32) (next uint32, ok bool) {
	if t.pos >= t.limit {
		return 0, t.short(base|pc, 1)
	}
	null, size := int8(t.data[t.pos]) < 0, 1
	if op.Kind == layout.TaggedStruct {
		u, n := wire.ReadUvarint(t.data[:t.limit], t.pos)
		if n <= 0 {
			return 0, t.badVarint(base|pc, n)
		}
		null, size = u == 0, n
	}
	if null {
		t.leaf(base|pc, t.pos+size)
		return op.End, true
	}
	t.push(base|pc, t.emit(base|pc, t.pos), pc)
	t.pos += size
	return pc + 1, true
}

// sized reads the size of what follows and opens it as a struct. What its
// fields leave over becomes a trailing leaf inside it.
func (t *Tape) sized(base, pc uint32) (next uint32, ok bool) {
	n, size := wire.ReadVarint(t.data[:t.limit], t.pos)
	if size <= 0 {
		return 0, t.badVarint(base|pc, size)
	}
	if room := t.limit - t.pos - size; n < 0 || int(n) > room {
		return 0, t.fail(base|pc, fault{code: BadLength, size: size, need: int(n), have: room})
	}
	t.push(base|pc, t.emit(base|pc, t.pos), pc).limit = uint32(t.limit)
	t.pos += size
	t.limit = t.pos + int(n)
	return pc + 1, true
}
