package view

import (
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// Which lesson goes with a thing. It is chosen by what layouts say, kinds and
// parts, and by whether the value is zero, null, empty or something else.

// why gives the id of the lesson on how a thing's bytes are read.
func (v *values) why(it *item) string {
	k := it.op.Kind
	switch {
	case it.ref.IsPart() && !it.info.Element:
		return v.whyPart(it)
	case it.opens != 0:
		return "pack"
	case k == layout.Tags:
		return pick(it.children, "tc", "tc0")
	case k == layout.Tagged:
		return pick(it.info.Field != nil, "tf", "tu")
	case k.IsStruct():
		return v.whyStruct(it)
	case k.IsArray():
		return v.whyArray(it)
	case k.IsBytes():
		return v.whyBytes(it)
	case k == layout.Raw:
		return whyRaw(it)
	}
	return v.whyNumber(it)
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// whyPart is that of a length, count, tag, size or marker.
func (v *values) whyPart(it *item) string {
	switch c := v.container(it); {
	case c.Kind == layout.Tags:
		return "tn"
	case c.Kind == layout.Tagged:
		off, _ := v.t.Span(v.t.At(it.ref.Node()))
		return pick(it.off == off, "tg", "ts")
	case c.Kind == layout.NullableStruct:
		return "pm"
	case c.Kind == layout.TaggedStruct:
		return "pmu"
	case c.Kind == layout.Sized:
		return "lsz"
	case c.Kind.IsBytes():
		return whyLength(c.Kind)
	case c.Kind.Compact():
		return pick(v.t.Int(it.ref) == 1, "nc1", "nc")
	case c.Kind == layout.VarArray:
		return "nv"
	}
	return pick(v.t.Int(it.ref) == 0, "ni0", "ni")
}

// whyLength is that of a length in front of contents.
func whyLength(k layout.Kind) string {
	switch k.Prefix() {
	case layout.Uvarint:
		return "lc"
	case layout.Varint:
		return "lv"
	}
	return "lb"
}

func (v *values) whyStruct(it *item) string {
	l, op := v.t.Layout(it.ref)
	switch null := v.t.IsNull(it.ref); {
	case it.op.Kind == layout.NullableStruct:
		return pick(null, "sn0", "sn")
	case it.op.Kind == layout.TaggedStruct:
		return pick(null, "stn0", "stn")
	case it.op.Kind == layout.Sized:
		return "sz"
	case it.root && it.info.Layer == layout.Frame:
		return "frame"
	case it.root && it.info.Layer == layout.Header:
		return pick(it.outer != nil && v.whyMessage(it.outer) == "rec", "pre", "head")
	case it.root && l.Schema != nil:
		return "body"
	case it.root && it.outer == nil:
		return v.whyMessage(it)
	}
	return pick(hasTags(l, op), "stf", "st")
}

// whyMessage is that of what has a header, if any, and a body in it.
func (v *values) whyMessage(it *item) string {
	n := 0
	for c := range v.t.Children(it.ref) {
		if v.t.Layer(c) == layout.Frame {
			return "msg"
		}
		n++
	}
	return pick(n == 1, "one", "rec")
}

// hasTags reports whether a struct ends in tagged fields.
func hasTags(l *layout.Layout, op int) bool {
	i := op + 1
	for k := l.Ops[i].Kind; k != layout.End && k != layout.Tags; k = l.Ops[i].Kind {
		i = int(l.Ops[i].End)
	}
	return l.Ops[i].Kind == layout.Tags
}

func (v *values) whyArray(it *item) string {
	switch _, null := v.t.Count(it.ref); {
	case null:
		return pick(it.op.Kind.Compact(), "arc0", "ari0")
	case it.op.Run:
		return "run"
	}
	return "ar"
}

func (v *values) whyBytes(it *item) string {
	k := it.op.Kind
	b, null := v.t.Bytes(it.ref)
	switch {
	case null && k.IsRecords():
		return "rs0"
	case k.IsRecords() && len(b) > 0:
		return "rs"
	case it.children:
		return "nest"
	case k.Prefix() == layout.Uvarint:
		return whyCompact(k, len(b), null)
	case k.Prefix() == layout.Int16 && v.besideTags(it):
		return "sh"
	}
	id := "b"
	switch k.Prefix() {
	case layout.Varint:
		id = "v"
	case layout.Int16:
		id = "s"
	}
	switch {
	case null:
		return id + "x"
	case len(b) == 0:
		return id + "0"
	}
	return id
}

func whyCompact(k layout.Kind, n int, null bool) string {
	switch {
	case null:
		return "c0"
	case n == 0:
		return "c1"
	}
	return pick(k.IsString(), "c", "cb")
}

// besideTags reports whether the struct that a thing is in has tagged fields,
// and so compact strings.
func (v *values) besideTags(it *item) bool {
	if it.outer == nil {
		return false
	}
	l, op := v.t.Layout(it.outer.ref)
	return it.outer.op.Kind.IsStruct() && hasTags(l, op)
}

func whyRaw(it *item) string {
	switch {
	case it.info.Secret:
		return "hide"
	case it.info.Show != nil:
		return "say"
	case it.info.Layer == layout.NoLayer:
		return "rest"
	case it.info.Layer == layout.TagLayer:
		return "td"
	}
	return "raw"
}

func (v *values) whyNumber(it *item) string {
	switch it.info.Measure {
	case layout.Extent:
		return pick(it.info.Layer == layout.Frame, "size", "ext")
	case layout.CRC32C:
		return "crc"
	case layout.CRC32:
		return "crcz"
	}
	switch it.info.Relation.Kind {
	case layout.Delta:
		return "dl"
	case layout.Countdown:
		return "cd"
	case layout.Overridden:
		return "ov"
	case layout.Told:
		return "told"
	}
	return v.whyPlain(it)
}

// fixed are the lessons of kinds with a fixed size; what is behind them says
// whether the value is zero or negative.
var fixed = map[layout.Kind]string{
	layout.Bool: "t", layout.Int8: "i8", layout.Int16: "i16", layout.Uint16: "u16", layout.Int32: "i32",
	layout.Uint32: "u32", layout.Int64: "i64", layout.Float64: "f", layout.UUID: "u",
}

func (v *values) whyPlain(it *item) string {
	k, long := it.op.Kind, it.end-it.off > 1
	data := v.t.SpaceData(it.space)[it.off:it.end]
	zero := isZero(data)
	switch k {
	case layout.Uvarint:
		return pick(long, "uvm", "uv")
	case layout.Varint, layout.Varlong:
		if zero {
			return "zzz"
		}
		return pick(long, "zzm", "zz")
	}
	id := fixed[k]
	switch {
	case zero:
		return id + "z"
	case k.IsInt() && tape.ReadInt(k, data, 0) < 0:
		return id + "n"
	}
	return id
}

func isZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}
