package tape

import (
	"errors"
	"iter"
	"slices"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
)

// Space is data that was unpacked out of a node: a byte space of its own, in
// which the nodes below that node lie.
type Space struct {
	Data  []byte
	first uint32 // first node in it
	end   uint32 // node behind the last in it
	outer int    // space that the node it was unpacked from lies in
}

// Spaces are the byte spaces besides the tape's own data, which is space 0; the
// first of the slice is space 1.
func (t *Tape) Spaces() []Space { return t.spaces }

// SpaceOf is the number of the byte space that a node lies in.
func (t *Tape) SpaceOf(node int) int {
	if len(t.spaces) == 0 {
		return 0
	}
	at, exact := slices.BinarySearchFunc(t.spaces, uint32(node), func(s Space, n uint32) int { return int(s.first) - int(n) })
	if !exact {
		at--
	}
	for at >= 0 && t.spaces[at].end != 0 && uint32(node) >= t.spaces[at].end { // 0: still being read
		at = t.spaces[at].outer - 1
	}
	return at + 1
}

// DataOf is the data that a node's offsets count in.
func (t *Tape) DataOf(node int) []byte { return t.SpaceData(t.SpaceOf(node)) }

// SpaceData is the data of the space with that number.
func (t *Tape) SpaceData(number int) []byte {
	if number == 0 {
		return t.Data
	}
	return t.spaces[number-1].Data
}

// Opens gives the space that was unpacked out of a node: its number, and false
// when the node's contents lie where it lies itself.
func (t *Tape) Opens(node int) (number int, ok bool) {
	if len(t.spaces) == 0 || t.Nodes[node].Next == uint32(node)+1 {
		return 0, false
	}
	at, ok := slices.BinarySearchFunc(t.spaces, uint32(node)+1, func(s Space, n uint32) int { return int(s.first) - int(n) })
	return at + 1, ok
}

// Openers gives the byte spaces besides the tape's own data, by their numbers,
// each with the node that it was unpacked out of. Spaces without anything in
// them are left out.
func (t *Tape) Openers() iter.Seq2[int, int] {
	return func(yield func(number, node int) bool) {
		for i, s := range t.spaces {
			node := int(s.first) - 1
			if t.Nodes[node].Next != s.first && !yield(i+1, node) {
				return
			}
		}
	}
}

// Unpack makes the bytes up to the limit one Raw leaf, op of l, and that leaf a
// container in whose own byte space read then reads. The space's data is what
// fill appends to a buffer, which the tape uses again when it is read anew. An
// error of fill is returned, with the buffer, and the bytes stay a leaf; an error
// of read stays in the space.
func (t *Tape) Unpack(l *layout.Layout, op int, fill func(dst []byte) ([]byte, error), read func()) error {
	base, ok := t.use(l)
	if !ok {
		return errTooMany
	}
	ref := base | uint32(op)
	node := t.emit(ref, t.pos)
	outer, limit, missing := t.current, t.limit, t.missing
	data, err := fill(t.buffer())
	if err != nil {
		t.keep(data)
		t.pos = limit
		t.patch(node)
		return err
	}
	t.push(ref, node, 0)
	t.spaces = append(t.spaces, Space{Data: data, first: node + 1, outer: outer})
	t.unpacked += len(data)
	number := len(t.spaces)
	before := t.data
	t.current, t.data, t.pos, t.limit, t.missing = number, data, 0, len(data), 0
	t.Contain(len(data), read)
	t.spaces[number-1].end = uint32(t.count)
	t.current, t.data, t.pos, t.limit, t.missing = outer, before, limit, limit, missing
	t.pop()
	return nil
}

var errTooMany = errors.New("too many layouts in one input")

// Unpacked is how many bytes have been unpacked into spaces so far.
func (t *Tape) Unpacked() int { return t.unpacked }

// buffer is room from an earlier reading for the next space.
func (t *Tape) buffer() []byte {
	if n := len(t.spaces); n < cap(t.spaces) {
		return t.spaces[:n+1][n].Data[:0]
	}
	return nil
}

// keep leaves room that was made in vain to the next space.
func (t *Tape) keep(data []byte) {
	if n := len(t.spaces); cap(data) > 0 {
		t.spaces = append(t.spaces, Space{Data: data})[:n]
	}
}

// Attempt runs read with the limit at end. If it fails, everything that it
// read is forgotten and the error returned; the position is then as before.
func (t *Tape) Attempt(end int, read func()) *Error {
	floor, bound, limit := t.floor, t.bound, t.limit
	pos, count, findings, spaces, unpacked := t.pos, t.count, len(t.Findings), len(t.spaces), t.unpacked
	t.floor, t.bound, t.limit = len(t.open), end, end
	read()
	err := t.Err
	if err == nil && t.pos < end {
		err = &Error{Code: BadLength, Offset: t.pos, Expected: "the end", Found: prose.Count(end-t.pos, "more byte"), base: t.Place(0)}
	}
	if err != nil {
		t.Err, t.open, t.pos = nil, t.open[:t.floor], pos
		t.count, t.Nodes = count, t.Nodes[:min(count, len(t.Nodes))]
		t.Findings, t.spaces = t.Findings[:findings], t.spaces[:spaces]
		t.unpacked = unpacked
	}
	t.floor, t.bound, t.limit = floor, bound, limit
	return err
}
