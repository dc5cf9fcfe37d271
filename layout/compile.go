package layout

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kscope/kscope/schema"
)

// Compile makes the layout of version v of m. The version need not be among
// m.Valid, because a joined history also holds versions that the newest
// release refuses; an error says which field has a type that is not known.
func Compile(m *schema.Message, v int16) (*Layout, error) {
	c := compiler{
		msg: m, version: v, flexible: m.FlexibleAt(v), layer: LayerOf(m.Type),
		out: &Layout{Name: m.Name, Version: v, Schema: m},
	}
	root := Info{Name: m.Name, Type: "struct", About: fmt.Sprintf("message body, version %d", v), Layer: c.layer}
	if _, err := c.structOp(Struct, root, m.Fields); err != nil {
		return nil, fmt.Errorf("%s version %d: %w", m.Name, v, err)
	}
	return c.out, nil
}

// Key is the JSON name of a field: Kafka lowers the first letter only.
func Key(name string) string {
	if name == "" {
		return ""
	}
	return strings.ToLower(name[:1]) + name[1:]
}

func member(name string) string { return `,"` + Key(name) + `":` }

// maxDepth bounds the nesting of structs, so that a schema loaded at run time
// whose structs contain themselves ends in an error.
const maxDepth = 32

type compiler struct {
	msg      *schema.Message
	version  int16
	flexible bool
	layer    Layer
	depth    int
	out      *Layout
}

func (c *compiler) add(op Op, info Info) int {
	c.out.Ops = append(c.out.Ops, op)
	c.out.Info = append(c.out.Info, info)
	return len(c.out.Ops) - 1
}

func (c *compiler) close(op int) { c.out.Ops[op].End = uint32(len(c.out.Ops)) }

// structOp emits a struct of the given kind with its fields and returns its
// smallest size.
func (c *compiler) structOp(kind Kind, info Info, fields []*schema.Field) (uint32, error) {
	if c.depth++; c.depth > maxDepth {
		return 0, fmt.Errorf("structs nest deeper than %d", maxDepth)
	}
	defer func() { c.depth-- }()
	at := c.add(Op{Kind: kind, Nullable: kind != Struct}, info)
	var size uint32
	var tagged []*schema.Field
	for _, f := range fields {
		switch {
		case !f.Versions.Has(c.version):
			c.out.Info[at].Absent = append(c.out.Info[at].Absent, f)
		case c.flexible && f.Tagged.Has(c.version):
			tagged = append(tagged, f)
		default:
			n, err := c.field(f, false)
			if err != nil {
				return 0, fmt.Errorf("%s: %w", f.Name, err)
			}
			size += n
		}
	}
	if c.flexible {
		if err := c.tags(tagged, info.Layer); err != nil {
			return 0, err
		}
		size++
	}
	c.add(Op{Kind: End}, Info{})
	c.close(at)
	if kind != Struct {
		size = 1 // the smallest instance is the null marker alone
	}
	c.out.Ops[at].Min = size
	return size, nil
}

func (c *compiler) tags(fields []*schema.Field, layer Layer) error {
	about := "number of tagged fields in this struct"
	if layer == Header {
		about = "number of tagged fields in the header"
	}
	slices.SortFunc(fields, func(a, b *schema.Field) int { return a.Tag - b.Tag }) // Kafka writes them so
	at := c.add(Op{Kind: Tags, Min: 1}, Info{Name: "tagged_fields", Type: "uvarint", About: about, Layer: TagLayer})
	for _, f := range fields {
		info := Info{Name: f.Name, Type: "tagged_field", About: f.About, Layer: TagLayer, Field: f}
		t := c.add(Op{Kind: Tagged, Min: 2, Tag: uint32(f.Tag)}, info)
		if _, err := c.field(f, true); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		c.add(Op{Kind: TagEnd}, Info{})
		c.close(t)
		c.out.Info[t].Wire = c.out.defaultWire(t + 1)
	}
	c.close(at)
	return nil
}

// field emits one field and returns its smallest size.
func (c *compiler) field(f *schema.Field, tagged bool) (uint32, error) {
	def, err := DefaultOf(f, c.version)
	if err != nil {
		return 0, err
	}
	info := Info{
		Name: f.Name, Type: f.Type.String(), About: f.About, Key: Key(f.Name), Member: member(f.Name),
		Layer: c.layer, Field: f, Default: def,
	}
	flexible := c.flexible
	if f.Flexible != nil {
		flexible = f.Flexible.Has(c.version)
	}
	nullable := f.Nullable.Has(c.version)
	if f.Type.Array {
		return c.array(f, info, flexible, nullable)
	}
	if f.Type.IsStruct() {
		kind := Struct
		if nullable {
			kind = NullableStruct
			if tagged {
				kind = TaggedStruct
			}
		}
		return c.structOp(kind, info, c.msg.FieldsOf(f))
	}
	return c.primitive(f.Type.Elem, info, flexible, nullable)
}

func (c *compiler) array(f *schema.Field, info Info, flexible, nullable bool) (uint32, error) {
	op := Op{Kind: Array, Nullable: nullable}
	if flexible {
		op.Kind = CompactArray
	}
	at := c.add(op, info)
	elem := Info{Name: f.Name, Type: f.Type.Elem, Layer: c.layer, Field: f, Element: true}
	var least uint32
	var err error
	if f.Type.IsStruct() {
		elem.Name = f.Type.Elem
		least, err = c.structOp(Struct, elem, c.msg.FieldsOf(f))
	} else {
		least, err = c.primitive(f.Type.Elem, elem, flexible, false)
	}
	if err != nil {
		return 0, err
	}
	if e := c.out.Ops[at+1]; e.Kind.Fixed() {
		c.out.Ops[at].Run, c.out.Ops[at].Width = true, e.Width
	} else {
		c.add(Op{Kind: Next}, Info{})
	}
	c.out.Ops[at].Min = least
	c.close(at)
	return minOf(op.Kind), nil
}

var primitives = map[string]struct{ plain, flexible Kind }{
	"bool": {Bool, Bool}, "int8": {Int8, Int8}, "int16": {Int16, Int16}, "uint16": {Uint16, Uint16},
	"int32": {Int32, Int32}, "uint32": {Uint32, Uint32}, "int64": {Int64, Int64},
	"float64": {Float64, Float64}, "uuid": {UUID, UUID},
	"string": {String, CompactString}, "bytes": {Bytes, CompactBytes}, "records": {Records, CompactRecords},
}

func (c *compiler) primitive(name string, info Info, flexible, nullable bool) (uint32, error) {
	kinds, ok := primitives[name]
	if !ok {
		return 0, fmt.Errorf("type %q is not known", name)
	}
	op := Op{Kind: kinds.plain, Nullable: nullable}
	if flexible {
		op.Kind = kinds.flexible
	}
	if op.Kind.IsRecords() {
		info.Nest = RecordsField
	}
	op.Width = uint8(op.Kind.Width())
	op.Min = minOf(op.Kind)
	c.close(c.add(op, info))
	return op.Min, nil
}

// minOf is the smallest size of a value without contents: its width, or the
// length prefix of an empty one.
func minOf(k Kind) uint32 {
	switch {
	case k.Fixed():
		return uint32(k.Width())
	case k == Raw:
		return 0
	case !k.IsBytes() && !k.IsArray():
		return 1
	}
	switch k.Prefix() {
	case Int16:
		return 2
	case Int32:
		return 4
	}
	return 1
}
