package tape

import (
	"encoding/binary"
	"math"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/wire"
)

// Int is the value of an integer, bool or varint at r; for a container with a
// prefix it is the prefix as written.
func (t *Tape) Int(r Ref) int64 {
	off, end := t.Span(r)
	return ReadInt(t.Op(r).Kind, t.DataOf(int(r.node))[:end], off)
}

// ReadInt reads an integer, bool or varint of the given kind, or the bits of a
// float64, at offset off, where one is known to be.
func ReadInt(k layout.Kind, b []byte, off int) int64 {
	switch k {
	case layout.Bool, layout.Int8:
		return int64(int8(b[off]))
	case layout.Int16:
		return int64(int16(binary.BigEndian.Uint16(b[off:])))
	case layout.Uint16:
		return int64(binary.BigEndian.Uint16(b[off:]))
	case layout.Int32:
		return int64(int32(binary.BigEndian.Uint32(b[off:])))
	case layout.Uint32:
		return int64(binary.BigEndian.Uint32(b[off:]))
	case layout.Int64, layout.Float64:
		return int64(binary.BigEndian.Uint64(b[off:]))
	case layout.Varint:
		v, _ := wire.ReadVarint(b, off)
		return int64(v)
	case layout.Varlong:
		v, _ := wire.ReadVarlong(b, off)
		return v
	}
	v, _ := wire.ReadUvarint(b, off)
	return int64(v)
}

// Float is the value of a float64 at r.
func (t *Tape) Float(r Ref) float64 {
	off, _ := t.Span(r)
	return math.Float64frombits(binary.BigEndian.Uint64(t.DataOf(int(r.node))[off:]))
}

// Count is the number of elements of an array, of tagged fields, or of bytes
// in a length-prefixed value.
func (t *Tape) Count(r Ref) (n int, null bool) {
	node := t.Nodes[r.node]
	op, data := t.op(node.Op), t.DataOf(int(r.node))
	if op.Kind == layout.Tags {
		u, _ := wire.ReadUvarint(data, int(node.Off))
		return int(u), false
	}
	v := ReadInt(op.Kind.Prefix(), data, int(node.Off))
	if op.Kind.Compact() {
		v--
	}
	return max(int(v), 0), v < 0
}

// Bytes is the contents of a length-prefixed value, a uuid or a raw leaf,
// without the prefix. It aliases the data of the
// space that r lies in.
func (t *Tape) Bytes(r Ref) (b []byte, null bool) {
	off, end := t.Span(r)
	op, data := t.Op(r), t.DataOf(int(r.node))
	if !op.Kind.IsBytes() {
		return data[off:end], false
	}
	if _, null := t.Count(r); null {
		return nil, true
	}
	return data[off+prefixSize(&op, data, off) : end], false
}

// IsNull reports whether r is a null of any kind.
func (t *Tape) IsNull(r Ref) bool {
	op := t.Op(r)
	switch {
	case r.IsPart():
		return false
	case op.Kind.IsBytes(), op.Kind.IsArray():
		_, null := t.Count(r)
		return null
	case op.Kind == layout.NullableStruct:
		return int8(t.DataOf(int(r.node))[t.Nodes[r.node].Off]) < 0
	case op.Kind == layout.TaggedStruct:
		v, _ := wire.ReadUvarint(t.DataOf(int(r.node)), int(t.Nodes[r.node].Off))
		return v == 0
	}
	return false
}
