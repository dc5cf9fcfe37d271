package view

import (
	"strconv"
	"unicode/utf8"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

// values writes what things on a tape say, as trees show it.
type values struct {
	t     *tape.Tape
	names Names
	full  bool
	// sample makes lengths speak of sample elements.
	sample bool
	tail   tail
}

func newValues(d *Doc, full bool) values {
	return values{t: d.Tape, names: d.Names, full: full, sample: d.Sample}
}

// append appends the value of a thing and, apart, what is to be said about its
// encoding. Both may be empty.
func (v *values) append(dst []byte, it *item) (value, note []byte) {
	k := it.op.Kind
	switch {
	case it.root:
	case it.ref.IsPart():
		return v.number(dst, it)
	case k.IsStruct():
		if v.t.IsNull(it.ref) {
			return append(dst, "null"...), nil
		}
		return append(dst, "struct"...), nil
	case it.opens != 0:
		b, _ := v.t.Bytes(it.ref)
		return prose.AppendCount(dst, len(b), "byte"), v.unpackedNote(it)
	case k.IsArray():
		n, null := v.t.Count(it.ref)
		if null {
			return append(dst, "null"...), nil
		}
		return prose.AppendCount(dst, n, "element"), nil
	case k == layout.Tagged:
		return strconv.AppendUint(append(dst, "tag "...), uint64(v.tag(it)), 10), []byte(it.odd)
	case k.IsBytes():
		return v.bytes(dst, it)
	case k == layout.Raw:
		return v.raw(dst, it), nil
	default:
		return v.number(dst, it)
	}
	return dst, nil
}

// raw appends what a raw leaf says: words where its layout has some, else its
// bytes, and of a secret the size alone.
func (v *values) raw(dst []byte, it *item) []byte {
	b, _ := v.t.Bytes(it.ref)
	switch {
	case it.info.Secret:
		return append(prose.AppendCount(append(dst, "hidden ("...), len(b), "byte"), ')')
	case it.info.Show != nil && it.info.Type == stringType:
		return appendQuoted(dst, []byte(it.info.Show(b)), v.full)
	case it.info.Show != nil:
		return appendCut(dst, it.info.Show(b), v.full)
	case it.info.Type == textType && isText(b):
		return appendQuoted(dst, b, v.full)
	}
	return appendHex(dst, b, v.full)
}

// stringType is the type of what Show gives as text, to be quoted.
const stringType = "string"

// textType is the type of bytes without a length that should be text.
const textType = "text"

// tag is the number of a tagged field.
func (v *values) tag(it *item) uint32 {
	n, _ := wire.ReadUvarint(v.t.SpaceData(it.space), it.off)
	return n
}

// unpackedNote tells how much there is in the space that a thing opens.
func (v *values) unpackedNote(it *item) []byte {
	return append(prose.AppendCount(nil, len(v.t.SpaceData(it.opens)), "byte"), " unpacked"...)
}

// number appends a value without a length prefix.
func (v *values) number(dst []byte, it *item) (value, note []byte) {
	switch k := it.op.Kind; k {
	case layout.Float64:
		return strconv.AppendFloat(dst, v.t.Float(it.ref), 'g', -1, 64), nil
	case layout.UUID:
		id, _ := v.t.Bytes(it.ref)
		return wire.AppendUUIDHex(dst, id), nil
	case layout.Bool:
		n := v.t.Int(it.ref)
		if n != 0 && n != 1 {
			note = append([]byte("byte "), strconv.Itoa(int(uint8(n)))...)
		}
		return strconv.AppendBool(dst, n != 0), note
	}
	n := v.t.Int(it.ref)
	return strconv.AppendInt(dst, n, 10), v.numberNote(it, n)
}

func (v *values) numberNote(it *item, n int64) []byte {
	if isLength(it) {
		if container := v.container(it); container.Kind.Compact() {
			return overLong([]byte("compact, n+1"), it.op.Kind, n, it.end-it.off)
		}
	}
	if it.op.Kind == layout.Tags && it.children {
		return nil // its count is a part, which says it
	}
	return overLong(nil, it.op.Kind, n, it.end-it.off)
}

// overLong adds to a note that a varint is longer than its value needs.
func overLong(note []byte, k layout.Kind, n int64, size int) []byte {
	least := size
	switch k {
	case layout.Uvarint, layout.Tags:
		least = wire.SizeUvarint(uint32(n))
	case layout.Varint:
		least = wire.SizeVarint(int32(n))
	case layout.Varlong:
		least = wire.SizeVarlong(n)
	}
	if size > least {
		note = addNote(note, "over-long")
	}
	return note
}

func addNote(note []byte, s string) []byte {
	if len(note) > 0 {
		note = append(note, ", "...)
	}
	return append(note, s...)
}

// bytes appends a length-prefixed value: a string or text in quotes, other
// bytes as hex. A field that has been looked into shows its size only, because
// its contents are things of their own.
func (v *values) bytes(dst []byte, it *item) (value, note []byte) {
	b, null := v.t.Bytes(it.ref)
	k := it.op.Kind
	note = v.lengthNote(it, len(b), null)
	switch {
	case null:
		return append(dst, "null"...), note
	case k.IsString():
		if !utf8.Valid(b) {
			note = addNote(note, "invalid UTF-8")
		}
		return appendQuoted(dst, b, v.full), note
	case it.children:
		return prose.AppendCount(dst, len(b), "byte"), note
	case isText(b):
		return appendQuoted(dst, b, v.full), note
	}
	return appendHex(dst, b, v.full), note
}

func (v *values) lengthNote(it *item, n int, null bool) []byte {
	size := it.end - it.off - n
	note := make([]byte, 0, 32)
	if null {
		n = -1
	}
	switch k := it.op.Kind; {
	case k.Compact():
		note = strconv.AppendInt(append(note, "compact, len+1="...), int64(n+1), 10)
		return overLong(note, layout.Uvarint, int64(n+1), size)
	case k.Prefix() == layout.Int16:
		note = append(note, "int16"...)
	case k.Prefix() == layout.Varint:
		note = overLong(strconv.AppendInt(append(note, "varint len="...), int64(n), 10), layout.Varint, int64(n), size)
		return note
	default:
		note = append(note, "int32"...)
	}
	return strconv.AppendInt(append(note, " len="...), int64(n), 10)
}

// container is the op of the node that a part belongs to.
func (v *values) container(it *item) layout.Op { return v.t.Op(v.t.At(it.ref.Node())) }

// isLength reports whether a thing is the length or count in front of contents.
func isLength(it *item) bool {
	return it.ref.IsPart() && !it.info.Element && it.info.Name == "length"
}

// about appends the description of a thing.
func (v *values) about(dst []byte, it *item) []byte {
	if it.op.Kind == layout.Tagged && it.info.Field != nil {
		return dst // stands with the field's value
	}
	if !isLength(it) {
		return append(dst, it.info.About...)
	}
	op := v.container(it)
	switch {
	case op.Kind.IsBytes():
		b, _ := v.t.Bytes(v.t.At(it.ref.Node()))
		return appendFollows(dst, len(b), "byte")
	case op.Kind == layout.Sized:
		return appendFollows(dst, int(v.t.Int(it.ref)), "byte")
	}
	n, _ := v.t.Count(v.t.At(it.ref.Node()))
	switch {
	case v.sample && n == 1:
		return append(dst, "one sample element follows"...)
	case v.sample && n > 1:
		return appendFollows(dst, n, "sample element")
	}
	return appendFollows(dst, n, "element")
}

func appendFollows(dst []byte, n int, unit string) []byte {
	dst = prose.AppendCount(dst, n, unit)
	if n == 1 {
		return append(dst, " follows"...)
	}
	return append(dst, " follow"...)
}
