package layout

import (
	"fmt"
	"hash/crc32"

	"github.com/kscope/kscope/schema"
)

// Op is one step of a layout.
type Op struct {
	Kind     Kind
	Nullable bool
	Run      bool   // array whose elements all have Width bytes
	Width    uint8  // size of a fixed kind; of one element of a run
	Min      uint32 // smallest size on the wire; of one element for arrays
	End      uint32 // index of the op behind this one's contents
	Tag      uint32 // tag number of a Tagged op
}

// Info is what an op's thing is called and what it means.
type Info struct {
	Name    string // field name, or struct name for elements and roots
	Type    string // as schemas write it: int32, []TopicData, struct
	About   string // description; may be empty
	Key     string // lowerCamel name, as Kafka's JSON has it
	Member  string // ,"key": as it stands in an object, so that JSON is written and compared in one piece
	Layer   Layer
	Field   *schema.Field // nil for what no schema field stands behind
	Default Default       // what an absent value stands for
	// Wire holds, for a Tagged op, the bytes of the field's default value.
	Wire []byte
	// Absent lists, for a struct, the fields of other versions: values given
	// for them are refused or dropped by Kafka's rules.
	Absent   []*schema.Field
	Nest     string  // what a length-prefixed field holds, for a tape's Nester; "" for bytes that are only bytes
	Contents string  // as Member, the name under which JSON has what a Nester unpacked from the field; "" for none
	Measure  Measure // what the value says about bytes around it
	Relation Relation
	// Show gives the bytes of a Raw leaf in words: text, whose Type is string, or
	// what values of an encoding without kinds say. Nil shows bytes.
	Show   func(b []byte) string
	Secret bool // of a Raw leaf: views tell its size only
	Packed bool // JSON may have the contents alone: whoever writes the field packs them
	// Element marks what repeats: its name carries an index.
	Element bool
}

// RecordsField is the Nest of records fields.
const RecordsField = "records"

// InPath reports whether paths name the thing: not what has no name, and of
// roots only frames and headers, because messages and bodies go without saying.
func (i *Info) InPath(root bool) bool {
	return i.Name != "" && (!root || i.Layer == Frame || i.Layer == Header)
}

// FieldType is the type of the field behind the op, by its schema or, in a
// literal, by its name. An element has the type of its array.
func (i *Info) FieldType() schema.FieldType {
	if i.Field != nil {
		return i.Field.Type
	}
	return schema.ParseFieldType(i.Type)
}

// Measure is what a field of a literal says about the bytes around it; edits
// keep it true.
type Measure uint8

// The measures.
const (
	NoMeasure Measure = iota
	Extent            // int32: how many bytes lie between the field and the end of its struct
	CRC32C            // uint32: CRC-32C of the bytes between the field and the end of its struct
	CRC32             // uint32: the same, with the CRC-32 of IEEE 802.3
	Frames            // struct: holds the Extent of the struct that it is in
)

// Polynomial is that of a checksum, in the form that hash/crc32 has; 0 for
// other measures.
func (m Measure) Polynomial() uint32 {
	switch m {
	case CRC32C:
		return crc32.Castagnoli
	case CRC32:
		return crc32.IEEE
	}
	return 0
}

// Layout is the program of one message version.
type Layout struct {
	Name    string // message name
	Version int16
	Ops     []Op
	Info    []Info          // beside Ops
	Schema  *schema.Message // nil for literals
}

// Min is the smallest number of bytes that the layout can take.
func (l *Layout) Min() int { return int(l.Ops[0].Min) }

// Find gives the index of the op that reads the named field of the struct
// whose op is parent; ok is false when this version lacks it.
func (l *Layout) Find(parent int, name string) (op int, ok bool) {
	for i := range l.Fields(parent) {
		if l.Info[i].Name == name {
			return i, true
		}
	}
	return 0, false
}

// Layer is the part of a message that a byte belongs to.
type Layer uint8

// The layers, in the order of a message.
const (
	NoLayer Layer = iota // trailing and undecoded bytes
	Frame
	Header
	Request
	Batch
	Record
	Response
	TagLayer
	Body // of a message that is neither request nor response
)

var layerNames = [...]string{"undecoded", "frame", "rpc header", "request body", "RecordBatch", "Record", "response body", "tagged_fields", "body"}

// String is the name that legends show.
func (l Layer) String() string {
	if int(l) >= len(layerNames) {
		return fmt.Sprintf("layer %d", uint8(l))
	}
	return layerNames[l]
}

// LayerOf is the layer of a message's body.
func LayerOf(t schema.Type) Layer {
	switch t {
	case schema.Request:
		return Request
	case schema.Response:
		return Response
	case schema.Header:
		return Header
	}
	return Body
}
