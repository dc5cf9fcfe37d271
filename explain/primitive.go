package explain

import (
	"slices"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// The primitives that bytes can be read as. Arrays are of single bytes, which
// is the least that any array can be, so that a count alone can be looked at.
var primitives = []struct {
	name string
	part layout.Op
	elem bool
}{
	{"bool", layout.Op{Kind: layout.Bool}, false},
	{"int8", layout.Op{Kind: layout.Int8}, false},
	{"int16", layout.Op{Kind: layout.Int16}, false},
	{"uint16", layout.Op{Kind: layout.Uint16}, false},
	{"int32", layout.Op{Kind: layout.Int32}, false},
	{"uint32", layout.Op{Kind: layout.Uint32}, false},
	{"int64", layout.Op{Kind: layout.Int64}, false},
	{"float64", layout.Op{Kind: layout.Float64}, false},
	{"uuid", layout.Op{Kind: layout.UUID}, false},
	{"string", layout.Op{Kind: layout.String}, false},
	{"nullable_string", layout.Op{Kind: layout.String, Nullable: true}, false},
	{"compact_string", layout.Op{Kind: layout.CompactString}, false},
	{"compact_nullable_string", layout.Op{Kind: layout.CompactString, Nullable: true}, false},
	{"bytes", layout.Op{Kind: layout.Bytes}, false},
	{"nullable_bytes", layout.Op{Kind: layout.Bytes, Nullable: true}, false},
	{"compact_bytes", layout.Op{Kind: layout.CompactBytes}, false},
	{"compact_nullable_bytes", layout.Op{Kind: layout.CompactBytes, Nullable: true}, false},
	{"uvarint", layout.Op{Kind: layout.Uvarint}, false},
	{"varint", layout.Op{Kind: layout.Varint}, false},
	{"varlong", layout.Op{Kind: layout.Varlong}, false},
	{"array", layout.Op{Kind: layout.Array, Nullable: true}, true},
	{"compact_array", layout.Op{Kind: layout.CompactArray, Nullable: true}, true},
	{"tagged_fields", layout.Op{Kind: layout.Tags}, false},
}

// primitiveAliases are the names that Kafka's protocol guide has for the same.
var primitiveAliases = map[string]string{
	"boolean": "bool", "unsigned_varint": "uvarint", "tag_buffer": "tagged_fields", "tags": "tagged_fields",
	"compact_records": "compact_nullable_bytes",
}

func primitiveNames() []string {
	var names []string
	for _, p := range primitives {
		names = append(names, p.name)
	}
	return names
}

// primitive makes the layout of one value of a primitive type.
func primitive(name string) (*layout.Layout, bool) {
	if real, ok := primitiveAliases[name]; ok {
		name = real
	}
	i := slices.IndexFunc(primitives, func(p struct {
		name string
		part layout.Op
		elem bool
	}) bool {
		return p.name == name
	})
	if i < 0 {
		return nil, false
	}
	p := primitives[i]
	op := p.part
	op.Width, op.End = uint8(op.Kind.Width()), 1
	op.Min = 1
	l := &layout.Layout{Name: name, Info: []layout.Info{{Name: "value", Type: name, Key: "value", Layer: layout.Body}}}
	if op.Kind == layout.Tags {
		l.Info[0] = layout.Info{Name: "tagged_fields", Type: "uvarint", Layer: layout.TagLayer}
	}
	l.Ops = []layout.Op{op}
	if p.elem {
		l.Ops[0].Run, l.Ops[0].Width, l.Ops[0].End = true, 1, 2
		l.Ops = append(l.Ops, layout.Op{Kind: layout.Int8, Width: 1, Min: 1, End: 2})
		l.Info = append(l.Info, layout.Info{Name: "value", Type: "int8", Layer: layout.Body, Element: true})
	}
	return l, true
}

func (x *Explainer) readPrimitive(data []byte, name string) *Reading {
	l, _ := primitive(name)
	t := &tape.Tape{Nester: x.codec.Records}
	t.Decode(l, data)
	return &Reading{Tape: t, Unit: message.Unit(name), Root: -1}
}
