package schema

import "strings"

// Type is what a message is for; the values are those of Kafka's JSON.
type Type string

// The types of messages in Kafka's schema files.
const (
	Request          Type = "request"
	Response         Type = "response"
	Header           Type = "header"
	Data             Type = "data"
	Metadata         Type = "metadata"
	CoordinatorKey   Type = "coordinator-key"
	CoordinatorValue Type = "coordinator-value"
)

// NoKey is the APIKey of a message whose schema gives none.
const NoKey = -1

// NoTag is the Tag of a field that is never tagged.
const NoTag = -1

// Message is one schema file: every version of one message.
type Message struct {
	Name       string
	Type       Type
	APIKey     int      // API key, metadata record type or coordinator record type; NoKey without one
	Listeners  []string // of a request: broker, controller, zkBroker
	Valid      Versions // None for a removed API
	Flexible   Versions // versions with compact lengths and tagged fields
	Deprecated Versions
	// LatestUnstable marks the highest valid version as one that brokers
	// serve only with unstable versions enabled.
	LatestUnstable bool
	Fields         []*Field
	Structs        []*Struct // common structs, used by name
	Notes          []string  // what each version changed, one line each, for the `//` lines of the printed form
}

// Struct is a named list of fields that several fields of a message share.
type Struct struct {
	Name     string
	Versions Versions
	Fields   []*Field
}

// Field is one field of a message or struct, over all versions.
type Field struct {
	Name       string
	Type       FieldType
	Versions   Versions  // versions that have the field
	Nullable   Versions  // versions in which it may be null
	Tagged     Versions  // versions in which it is a tagged field
	Tag        int       // NoTag, or the tag number
	Flexible   *Versions // overrides the message's, as client_id does
	Default    string    // as written; HasDefault tells "" from absent
	HasDefault bool
	Ignorable  bool // may be dropped in versions that lack the field
	MapKey     bool
	ZeroCopy   bool
	EntityType string
	About      string   // description; empty in schemas that carry none
	Fields     []*Field // of an inline struct
}

// FieldType is a primitive or struct name, perhaps as an array of it.
type FieldType struct {
	Array bool
	Elem  string // int32, string, ... or the name of a struct
}

// ParseFieldType reads "int32", "[]string" or "[]TopicData".
func ParseFieldType(s string) FieldType {
	elem, array := strings.CutPrefix(s, "[]")
	return FieldType{Array: array, Elem: elem}
}

// String gives the notation that ParseFieldType reads.
func (t FieldType) String() string {
	if t.Array {
		return "[]" + t.Elem
	}
	return t.Elem
}

// IsStruct reports whether the (element) type is a struct: Kafka's struct
// names begin with a capital, its primitives do not.
func (t FieldType) IsStruct() bool {
	return t.Elem != "" && t.Elem[0] >= 'A' && t.Elem[0] <= 'Z'
}

// Struct finds a common struct by name; nil when there is none.
func (m *Message) Struct(name string) *Struct {
	for _, s := range m.Structs {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// FieldsOf gives the fields of a struct-typed field: its own, or those of the
// common struct that its type names. It is nil for other types.
func (m *Message) FieldsOf(f *Field) []*Field {
	if !f.Type.IsStruct() {
		return nil
	}
	if len(f.Fields) > 0 {
		return f.Fields
	}
	if s := m.Struct(f.Type.Elem); s != nil {
		return s.Fields
	}
	return nil
}

// FlexibleAt reports whether version v of the message is a flexible one.
func (m *Message) FlexibleAt(v int16) bool { return m.Flexible.Has(v) }

// APIName is the message's name without Request or Response.
func (m *Message) APIName() string {
	switch m.Type {
	case Request:
		return strings.TrimSuffix(m.Name, "Request")
	case Response:
		return strings.TrimSuffix(m.Name, "Response")
	}
	return m.Name
}
