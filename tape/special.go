package tape

import "github.com/kscope/kscope/layout"

// Ops of the special layout, which is the first on every tape.
const (
	opTrailing uint32 = iota
	opUndecoded
	opUnknownTag
	opTagData
)

// special holds what may occur in any message without a schema naming it.
var special = &layout.Layout{
	Name: "special",
	Ops: []layout.Op{
		opTrailing:   {Kind: layout.Raw, End: 1},
		opUndecoded:  {Kind: layout.Raw, End: 2},
		opUnknownTag: {Kind: layout.Tagged, End: 3},
		opTagData:    {Kind: layout.Raw, End: 4},
	},
	Info: []layout.Info{
		opTrailing:   {Name: "trailing", Type: "bytes", About: "bytes behind the end of what was expected here"},
		opUndecoded:  {Name: "undecoded", Type: "bytes", About: "bytes that were not read"},
		opUnknownTag: {Name: "unknown", Type: "tagged_field", About: "tagged field that this schema does not know", Layer: layout.TagLayer},
		opTagData:    {Name: "data", Type: "bytes", About: "contents of an unknown tagged field", Layer: layout.TagLayer},
	},
}

// lengthInfo describes the part in front of an array's elements, by the kind
// of the integer that holds it.
var lengthInfo = map[layout.Kind]*layout.Info{
	layout.Uvarint: {Name: "length", Type: "uvarint"},
	layout.Varint:  {Name: "length", Type: "varint"},
	layout.Int32:   {Name: "length", Type: "int32"},
	layout.Int16:   {Name: "length", Type: "int16"},
}

// Parts of tagged fields and nullable structs.
var (
	countInfo = &layout.Info{Name: "count", Type: "uvarint", About: "number of tagged fields in this struct", Layer: layout.TagLayer}
	tagInfo   = &layout.Info{Name: "tag", Type: "uvarint", About: "number of this tagged field", Layer: layout.TagLayer}
	sizeInfo  = &layout.Info{Name: "size", Type: "uvarint", About: "bytes that the tagged field's value takes", Layer: layout.TagLayer}
	markInfo  = &layout.Info{Name: "present", Type: "int8", About: "marker of a nullable struct: -1 null, 1 present"}
	mark2Info = &layout.Info{Name: "present", Type: "uvarint", About: "marker of a nullable struct in a tagged field: 0 null, 1 present"}
)
