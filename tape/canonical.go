package tape

import (
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/wire"
)

// NotCanonical lists what was read without error but would be written in other
// bytes: over-long varints, bools other than 0 and 1, text that is not UTF-8,
// tagged fields out of order or with their default, bytes left over, and what is
// damaged in a batch. Views show these remarks; JSON keeps such bytes as a whole.
func (t *Tape) NotCanonical() []Finding {
	c := canon{t: t}
	for _, f := range t.Findings {
		if f.Err != nil { // its bytes are not all there, or say something else
			c.found = append(c.found, f)
		}
	}
	var ops []layout.Op // of the layout that was met last, which begins at first
	var first uint32
	c.data = t.Data
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Op-first >= uint32(len(ops)) {
			var l *layout.Layout
			l, first = t.Program(n.Op)
			ops = l.Ops
		}
		op := &ops[n.Op-first]
		if op.Kind == layout.Struct || op.Kind.IsInt() || op.Kind == layout.UUID {
			continue // any bits will do
		}
		if len(t.spaces) > 0 {
			c.data = t.DataOf(i)
		}
		if !c.plain(n, op) {
			c.node(uint32(i), op.Kind)
		}
	}
	return c.found
}

// plain reports at a glance that nothing can be odd about what most messages
// are full of: no tagged fields, and few elements of which any bits will do.
func (c *canon) plain(n *Node, op *layout.Op) bool {
	switch op.Kind {
	case layout.Tags:
		return c.data[n.Off] == 0
	case layout.CompactArray:
		return c.data[n.Off] < 0x80 && !(op.Run && (op.Width == 1 || op.Width == 8)) // bools or floats
	}
	return false
}

type canon struct {
	t     *Tape
	data  []byte // of the space that the node lies in
	found []Finding
}

func (c *canon) note(i uint32, off uint32, format string, args ...any) {
	c.found = append(c.found, Finding{Node: int(i), Offset: int(off), Text: fmt.Sprintf(format, args...)})
}

// damage says of what was noted last that no writer may write it.
func (c *canon) damage() { c.found[len(c.found)-1].Damage = true }

// node looks at one node; of other fixed kinds than those of fixed, any bits
// will do.
func (c *canon) node(i uint32, k layout.Kind) {
	t := c.t
	n := &t.Nodes[i]
	switch k {
	case layout.Struct: // its fields speak for themselves
	case layout.Bool, layout.Float64:
		c.fixed(i, n.Off, k)
	case layout.NullableStruct:
		if b := c.data[n.Off]; b != 1 && b != 0xff {
			c.note(i, n.Off, "marker %d is neither -1 (null) nor 1 (present)", int8(b))
		}
	case layout.TaggedStruct:
		c.varint(i, n.Off, layout.Uvarint)
		if v, _ := wire.ReadUvarint(c.data, int(n.Off)); v > 1 {
			c.note(i, n.Off, "marker %d is neither 0 (null) nor 1 (present)", v)
		}
	case layout.Tags:
		c.varint(i, n.Off, layout.Uvarint)
		c.tags(i)
	case layout.String, layout.CompactString, layout.VarString:
		c.varint(i, n.Off, k.Prefix())
		c.text(i)
	case layout.Array, layout.CompactArray, layout.VarArray:
		c.varint(i, n.Off, k.Prefix())
		c.run(i, t.op(n.Op))
	case layout.Bytes, layout.CompactBytes, layout.Records, layout.CompactRecords, layout.VarBytes, layout.Sized:
		c.varint(i, n.Off, k.Prefix())
	case layout.Raw:
		if t.info(n.Op).Key == "" && n.Op != opTagData {
			c.note(i, n.Off, "%d bytes left over", n.End-n.Off)
		}
	default:
		c.varint(i, n.Off, k)
	}
}

// fixed remarks on a value that shares its meaning with other bits.
func (c *canon) fixed(i, off uint32, k layout.Kind) {
	switch k {
	case layout.Bool:
		if b := c.data[off]; b > 1 {
			c.note(i, off, "bool %d is neither 0 nor 1", b)
		}
	case layout.Float64:
		bits := binary.BigEndian.Uint64(c.data[off:])
		if math.IsNaN(math.Float64frombits(bits)) && bits != layout.NaNBits {
			c.note(i, off, "NaN with other bits than usual")
		}
	}
}

// run looks at the elements of a run, which have no nodes.
func (c *canon) run(i uint32, op *layout.Op) {
	n := &c.t.Nodes[i]
	if !op.Run || n.Next > i+1 {
		return
	}
	elem, _ := c.t.Lookup(n.Op + 1)
	if elem.Kind != layout.Bool && elem.Kind != layout.Float64 {
		return
	}
	for off := n.Off + uint32(prefixSize(op, c.data, int(n.Off))); off < n.End; off += uint32(op.Width) {
		c.fixed(i, off, elem.Kind)
	}
}

// varint remarks on a variable-length integer that is longer than its value
// needs.
func (c *canon) varint(i uint32, off uint32, k layout.Kind) {
	if c.data[off] < 0x80 {
		return // one byte is as short as it gets
	}
	var used, least int
	switch k {
	case layout.Uvarint:
		v, n := wire.ReadUvarint(c.data, int(off))
		used, least = n, wire.SizeUvarint(v)
	case layout.Varint:
		v, n := wire.ReadVarint(c.data, int(off))
		used, least = n, wire.SizeVarint(v)
	case layout.Varlong:
		v, n := wire.ReadVarlong(c.data, int(off))
		used, least = n, wire.SizeVarlong(v)
	}
	if used > least {
		c.note(i, off, "varint of %d bytes where %d would do", used, least)
	}
}

func (c *canon) text(i uint32) {
	b, _ := c.t.Bytes(c.t.At(int(i)))
	switch off := c.t.Nodes[i].End - uint32(len(b)); {
	case !utf8.Valid(b):
		at := firstInvalid(b)
		c.note(i, off+uint32(at), "byte 0x%02x is not UTF-8", b[at])
	case len(b) > math.MaxInt16:
		c.note(i, off, "string of %d bytes is longer than Kafka writes (%d)", len(b), math.MaxInt16)
	}
}

func firstInvalid(b []byte) int {
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
	return len(b)
}

// tags checks the tagged fields of one struct: ascending tags, shortest forms,
// no defaults.
func (c *canon) tags(i uint32) {
	t := c.t
	last := int64(-1)
	for j, end := i+1, t.Nodes[i].Next; j < end; j = t.Nodes[j].Next {
		n := &t.Nodes[j]
		_, info := t.Lookup(n.Op)
		tag, used := wire.ReadUvarint(c.data, int(n.Off))
		c.varint(j, n.Off, layout.Uvarint)
		c.varint(j, n.Off+uint32(used), layout.Uvarint)
		switch {
		case int64(tag) == last:
			c.note(j, n.Off, "tag %d comes twice", tag)
			c.damage()
		case int64(tag) < last:
			c.note(j, n.Off, "tag %d comes after tag %d", tag, last)
			c.damage()
		}
		last = int64(tag)
		if info.Field != nil && n.Next > j+1 {
			v := &t.Nodes[j+1]
			if string(c.data[v.Off:v.End]) == string(info.Wire) {
				c.note(j, n.Off, "%s has its default and need not be there", info.Field.Name)
			}
		}
	}
}
