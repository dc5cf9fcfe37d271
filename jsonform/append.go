package jsonform

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

// Options say what Append leaves out of the JSON or puts into it.
type Options struct {
	OpaqueRecords bool // records fields as base64, also where batches were read
	// Unpacked leaves compressed records out where they could be unpacked; encoding
	// then compresses the records again, to other bytes perhaps.
	Unpacked bool
}

// Append appends the JSON of the struct at node, which is the root of a body,
// to dst. The JSON has no white space.
func Append(dst []byte, t *tape.Tape, node int, opt Options) []byte {
	a := appender{t: t, data: t.DataOf(node), out: dst, opt: opt}
	op, _ := a.lookup(t.Nodes[node].Op)
	a.value(uint32(node), op)
	return a.out
}

// AppendValue appends the JSON of the thing at r, of whatever kind it is: what
// Set takes in its place.
func AppendValue(dst []byte, t *tape.Tape, r tape.Ref, opt Options) []byte {
	if !r.IsPart() {
		return Append(dst, t, r.Node(), opt)
	}
	off, _ := t.Span(r)
	a := appender{t: t, data: t.DataOf(r.Node()), out: dst, opt: opt}
	a.fixed(t.Op(r).Kind, off)
	return a.out
}

type appender struct {
	t    *tape.Tape
	data []byte // of the space that is being walked
	out  []byte
	opt  Options

	first uint32 // the layout that was looked into last, from this op on
	ops   []layout.Op
	info  []layout.Info
}

// lookup is Tape.Lookup; neighbours mostly belong to one layout.
func (a *appender) lookup(ref uint32) (*layout.Op, *layout.Info) {
	i := ref - a.first
	if i >= uint32(len(a.ops)) || i >= uint32(len(a.info)) {
		l, first := a.t.Program(ref)
		a.first, a.ops, a.info = first, l.Ops, l.Info
		i = ref - first
	}
	return &a.ops[i], &a.info[i]
}

// value appends the JSON of one node. Containers recurse: how deep is up to
// the schema, not to the input.
func (a *appender) value(i uint32, op *layout.Op) {
	n := &a.t.Nodes[i]
	switch k := op.Kind; k {
	case layout.Int32:
		a.out = appendInt(a.out, int64(int32(binary.BigEndian.Uint32(a.data[n.Off:]))))
	case layout.Bool, layout.Int8, layout.Int16, layout.Uint16, layout.Uint32,
		layout.Int64, layout.Float64, layout.UUID:
		a.fixed(k, int(n.Off))
	case layout.String, layout.CompactString, layout.VarString:
		a.string(i)
	case layout.Array, layout.CompactArray, layout.VarArray:
		a.array(i, op)
	case layout.Struct, layout.NullableStruct, layout.TaggedStruct, layout.Sized:
		a.object(i, op)
	case layout.Records, layout.CompactRecords:
		if n.Next > i+1 && !a.opt.OpaqueRecords {
			a.list(i)
			break
		}
		a.bytes(i)
	case layout.Bytes, layout.CompactBytes, layout.VarBytes:
		a.bytes(i)
	case layout.Raw:
		a.out = appendBase64(a.out, a.data[n.Off:n.End])
	default:
		a.out = appendInt(a.out, tape.ReadInt(k, a.data, int(n.Off)))
	}
}

// appendInt appends a number; most are of one digit.
func appendInt(out []byte, n int64) []byte {
	if uint64(n) < 10 {
		return append(out, '0'+byte(n))
	}
	return strconv.AppendInt(out, n, 10)
}

func (a *appender) object(i uint32, op *layout.Op) {
	n := &a.t.Nodes[i]
	if op.Nullable && a.t.IsNull(a.t.At(int(i))) {
		a.out = append(a.out, "null"...)
		return
	}
	a.out = append(a.out, '{')
	comma := false
	for c := i + 1; c < n.Next; c = a.t.Nodes[c].Next {
		op, info := a.lookup(a.t.Nodes[c].Op)
		if op.Kind == layout.Tags {
			comma = a.tags(c, comma)
			continue
		}
		if info.Key == "" {
			continue // trailing or undecoded bytes
		}
		in, unpacked := uint32(0), false
		if info.Contents != "" && a.t.Nodes[c].Next > c+1 {
			in, unpacked = a.opener(c)
		}
		if !unpacked || !info.Packed || !a.opt.Unpacked {
			a.member(info.Member, comma)
			a.value(c, op)
			comma = true
		}
		if unpacked {
			a.member(info.Contents, comma)
			a.contents(in)
			comma = true
		}
	}
	a.out = append(a.out, '}')
}

// opener is the node whose space has what was unpacked from a field: its own,
// or the one in it; false when it could not be unpacked.
func (a *appender) opener(i uint32) (uint32, bool) {
	for _, n := range [2]uint32{i, i + 1} {
		if a.t.Nodes[n].Next > n+1 {
			if _, ok := a.t.Opens(int(n)); ok {
				return n, true
			}
		}
	}
	return 0, false
}

// contents appends what was unpacked from a node, without bytes that were left
// over: the field itself has them.
func (a *appender) contents(i uint32) {
	number, _ := a.t.Opens(int(i))
	outer := a.data
	a.data = a.t.SpaceData(number)
	a.out = append(a.out, '[')
	first := len(a.out)
	for c, end := i+1, a.t.Nodes[i].Next; c < end; c = a.t.Nodes[c].Next {
		op, info := a.lookup(a.t.Nodes[c].Op)
		if info.Key == "" {
			continue
		}
		if len(a.out) > first {
			a.out = append(a.out, ',')
		}
		a.value(c, op)
	}
	a.out = append(a.out, ']')
	a.data = outer
}

// What the unknown tagged fields of a struct are called.
const (
	tagsKey    = "_taggedFields"
	tagsMember = `,"` + tagsKey + `":`
)

// member appends a name that has comma and colon with it; the object's first
// goes without the comma.
func (a *appender) member(name string, comma bool) {
	if !comma {
		name = name[1:]
	}
	a.out = append(a.out, name...)
}

// tags appends the tagged fields of a struct: known ones as fields of their
// own unless they have their default, others under _taggedFields.
func (a *appender) tags(i uint32, comma bool) bool {
	end := a.t.Nodes[i].Next
	unknown := 0
	for c := i + 1; c < end; c = a.t.Nodes[c].Next {
		n := &a.t.Nodes[c]
		_, info := a.lookup(n.Op)
		if info.Field == nil {
			unknown++
			continue
		}
		if n.Next == c+1 { // cut before its value
			continue
		}
		v := &a.t.Nodes[c+1]
		if string(a.data[v.Off:v.End]) == string(info.Wire) {
			continue
		}
		op, field := a.lookup(v.Op)
		a.member(field.Member, comma)
		a.value(c+1, op)
		comma = true
	}
	if unknown == 0 {
		return comma
	}
	a.member(tagsMember, comma)
	sep := byte('[')
	for c := i + 1; c < end; c = a.t.Nodes[c].Next {
		n := &a.t.Nodes[c]
		if _, info := a.lookup(n.Op); info.Field != nil {
			continue
		}
		tag, used := wire.ReadUvarint(a.data, int(n.Off))
		_, more := wire.ReadUvarint(a.data, int(n.Off)+used)
		a.out = appendTag(append(a.out, sep), tag, a.data[int(n.Off)+used+more:n.End])
		sep = ','
	}
	a.out = append(a.out, ']')
	return true
}

func (a *appender) array(i uint32, op *layout.Op) {
	n := &a.t.Nodes[i]
	if n.Next > i+1 {
		a.list(i)
		return
	}
	off := int(n.Off)
	switch first := a.data[off]; {
	case op.Kind.Compact():
		u, used := wire.ReadUvarint(a.data, off)
		if u == 0 {
			a.out = append(a.out, "null"...)
			return
		}
		off += used
	case op.Kind == layout.VarArray: // never a run, never null
		off = int(n.End)
	case first >= 0x80: // the sign of an int32
		a.out = append(a.out, "null"...)
		return
	default:
		off += 4
	}
	a.run(n, op, off)
}

// run appends the elements of a run: they fill the node from off on.
func (a *appender) run(n *tape.Node, op *layout.Op, off int) {
	elem, _ := a.lookup(n.Op + 1)
	a.out = append(a.out, '[')
	for first := off; off < int(n.End); off += int(op.Width) {
		if off > first {
			a.out = append(a.out, ',')
		}
		if elem.Kind == layout.Int32 { // replicas, partitions: nearly all there are
			a.out = appendInt(a.out, int64(int32(binary.BigEndian.Uint32(a.data[off:]))))
			continue
		}
		a.fixed(elem.Kind, off)
	}
	a.out = append(a.out, ']')
}

func (a *appender) list(i uint32) {
	a.out = append(a.out, '[')
	for c, end := i+1, a.t.Nodes[i].Next; c < end; c = a.t.Nodes[c].Next {
		if c > i+1 {
			a.out = append(a.out, ',')
		}
		op, _ := a.lookup(a.t.Nodes[c].Op)
		a.value(c, op)
	}
	a.out = append(a.out, ']')
}

func (a *appender) fixed(k layout.Kind, off int) {
	switch k {
	case layout.Int32:
		a.out = appendInt(a.out, int64(int32(binary.BigEndian.Uint32(a.data[off:]))))
	case layout.Bool:
		a.out = strconv.AppendBool(a.out, a.data[off] != 0)
	case layout.UUID:
		a.out = append(a.out, '"')
		a.out = wire.AppendUUIDText(a.out, a.data[off:off+wire.UUIDLen])
		a.out = append(a.out, '"')
	case layout.Float64:
		a.out = AppendFloat(a.out, math.Float64frombits(uint64(tape.ReadInt(k, a.data, off))))
	default:
		a.out = appendInt(a.out, tape.ReadInt(k, a.data, off))
	}
}

func (a *appender) bytes(i uint32) {
	b, null := a.t.Bytes(a.t.At(int(i)))
	if null {
		a.out = append(a.out, "null"...)
		return
	}
	a.out = appendBase64(a.out, b)
}

func (a *appender) string(i uint32) {
	b, null := a.t.Bytes(a.t.At(int(i)))
	if null {
		a.out = append(a.out, "null"...)
		return
	}
	a.out = AppendString(a.out, b)
}
