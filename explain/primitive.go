package explain

import (
	"slices"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// primitiveType is a type of which bytes can be one value.
type primitiveType struct {
	name     string
	kind     layout.Kind
	nullable bool
}

var primitives = []primitiveType{
	{"bool", layout.Bool, false},
	{"int8", layout.Int8, false},
	{"int16", layout.Int16, false},
	{"uint16", layout.Uint16, false},
	{"int32", layout.Int32, false},
	{"uint32", layout.Uint32, false},
	{"int64", layout.Int64, false},
	{"float64", layout.Float64, false},
	{"uuid", layout.UUID, false},
	{"string", layout.String, false},
	{"nullable_string", layout.String, true},
	{"compact_string", layout.CompactString, false},
	{"compact_nullable_string", layout.CompactString, true},
	{"bytes", layout.Bytes, false},
	{"nullable_bytes", layout.Bytes, true},
	{"compact_bytes", layout.CompactBytes, false},
	{"compact_nullable_bytes", layout.CompactBytes, true},
	{"uvarint", layout.Uvarint, false},
	{"varint", layout.Varint, false},
	{"varlong", layout.Varlong, false},
	{"array", layout.Array, true},
	{"compact_array", layout.CompactArray, true},
	{"tagged_fields", layout.Tags, false},
}

// primitiveAliases are the names that Kafka's protocol guide has for the same.
var primitiveAliases = map[string]string{
	"boolean": "bool", "unsigned_varint": "uvarint", "tag_buffer": "tagged_fields", "tags": "tagged_fields",
	"compact_records": "compact_nullable_bytes",
}

// primitive makes the layout of one value of a primitive type.
func primitive(name string) (*layout.Layout, bool) {
	if known, ok := primitiveAliases[name]; ok {
		name = known
	}
	i := slices.IndexFunc(primitives, func(p primitiveType) bool { return p.name == name })
	if i < 0 {
		return nil, false
	}
	return primitives[i].layout(), true
}

// layout is one op, and for arrays another for the elements: these are single
// bytes, the least that any array can have, so that a count alone can be looked
// at.
func (p primitiveType) layout() *layout.Layout {
	op := layout.Op{Kind: p.kind, Nullable: p.nullable, Width: uint8(p.kind.Width()), Min: 1, End: 1}
	info := layout.Info{Name: "value", Type: p.name, Key: "value", Layer: layout.Body}
	if p.kind == layout.Tags {
		info = layout.Info{Name: "tagged_fields", Type: "uvarint", Layer: layout.TagLayer}
	}
	l := &layout.Layout{Name: p.name, Ops: []layout.Op{op}, Info: []layout.Info{info}}
	if p.kind.IsArray() {
		l.Ops[0].Run, l.Ops[0].Width, l.Ops[0].End = true, 1, 2
		l.Ops = append(l.Ops, layout.Op{Kind: layout.Int8, Width: 1, Min: 1, End: 2})
		l.Info = append(l.Info, layout.Info{Name: "value", Type: "int8", Layer: layout.Body, Element: true})
	}
	return l
}

func (x *Explainer) readPrimitive(data []byte, name string) *Reading {
	l, _ := primitive(name)
	t := &tape.Tape{Nester: x.codec.Records}
	t.Decode(l, data)
	return &Reading{Tape: t, Unit: message.Unit(name), Root: -1}
}
