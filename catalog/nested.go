package catalog

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kscope/kscope/internal/facts"
)

// Nested says what a field of bytes holds.
type Nested struct {
	Message string // of which the field is
	Path    string // of the field, names with dots between them
	Form    string // a message of the catalog, or a word such as records
	When    []Condition
	Source  string
}

// Field is the path with the message in front: JoinGroupRequest.Protocols.Metadata.
func (n *Nested) Field() string { return n.Message + "." + n.Path }

// IsMessage reports whether the form is a message, with its int16 version in
// front.
func (n *Nested) IsMessage() bool { return n.Form[0] >= 'A' && n.Form[0] <= 'Z' }

// Condition is met when the nearest of some fields around the bytes has a value.
type Condition struct {
	Fields []string // names that the field has in one message or another
	Value  string   // text, or a number in decimal
	Open   bool     // it is also met when there is no such field, or nothing in it
}

// Family is how records of internal topics say what they are.
type Family string

// The families.
const (
	CoordinatorRecords Family = "coordinator" // int16 type in the key, int16 version in the value
	MetadataRecords    Family = "metadata"    // uvarints frame version, type and version in the value
)

// MetadataTopic is the topic of KRaft's metadata log, which has one partition.
const MetadataTopic = "__cluster_metadata"

// TopicRecords says what the records of an internal topic are.
type TopicRecords struct {
	Topic  string
	Family Family
	// Names are those of the records: what stands before Key and Value in the
	// messages of coordinator records, else messages. Empty for all that no other
	// topic names.
	Names  []string
	Source string
}

// ControlRecord says what a type of control records is.
type ControlRecord struct {
	Type    int16  // in the key
	Name    string // of the type, as Kafka's tools print it: ABORT
	Message string // its value, which begins with an int16 version
	Source  string
}

// Has reports whether records of the name, of which others belong to other
// topics, are in the topic.
func (r *TopicRecords) Has(name string, others []TopicRecords) bool {
	if len(r.Names) > 0 {
		return slices.Contains(r.Names, name)
	}
	return !slices.ContainsFunc(others, func(o TopicRecords) bool { return slices.Contains(o.Names, name) })
}

// nested is what nested.txt says.
type nested struct {
	fields  map[string][]Nested // by message
	topics  []TopicRecords
	control []ControlRecord
}

func readNested() *nested {
	n := &nested{fields: map[string][]Nested{}}
	must(facts.Lines("nested.txt", readData("nested.txt"), n.line))
	return n
}

func (n *nested) line(l facts.Line) error {
	text, source, ok := strings.Cut(l.Text, "#")
	words := strings.Fields(text)
	source = strings.TrimSpace(source)
	if !ok || source == "" || len(words) < 2 {
		return l.Errorf("expected a field, its form, perhaps conditions, and a source")
	}
	switch words[0] {
	case "topic":
		return n.topic(l, words[1:], source)
	case "control":
		return n.controlRecord(l, words[1:], source)
	}
	return n.field(l, words, source)
}

func (n *nested) topic(l facts.Line, words []string, source string) error {
	families := []Family{CoordinatorRecords, MetadataRecords}
	if len(words) < 3 || !slices.Contains(families, Family(words[1])) {
		return l.Errorf("expected topic NAME coordinator|metadata STEM...")
	}
	t := TopicRecords{Topic: words[0], Family: Family(words[1]), Source: source}
	if words[2] != "*" {
		t.Names = words[2:]
	}
	n.topics = append(n.topics, t)
	return nil
}

func (n *nested) controlRecord(l facts.Line, words []string, source string) error {
	if len(words) != 3 {
		return l.Errorf("expected control TYPE NAME MESSAGE")
	}
	number, err := strconv.ParseInt(words[0], 10, 16)
	if err != nil {
		return l.Errorf("%q is no type of 16 bits", words[0])
	}
	n.control = append(n.control, ControlRecord{int16(number), words[1], words[2], source})
	return nil
}

func (n *nested) field(l facts.Line, words []string, source string) error {
	message, rest, ok := strings.Cut(words[0], ".")
	if !ok {
		return l.Errorf("%q is not Message.Path", words[0])
	}
	field := Nested{Message: message, Path: rest, Form: words[1], Source: source}
	if len(words) > 2 && words[2] != "when" {
		return l.Errorf("expected when, found %q", words[2])
	}
	for _, word := range words[min(3, len(words)):] {
		names, value, ok := strings.Cut(word, "=")
		if !ok {
			return l.Errorf("%q is not Field=value", word)
		}
		names, open := strings.CutSuffix(names, "?")
		field.When = append(field.When, Condition{strings.Split(names, "|"), value, open})
	}
	n.fields[message] = append(n.fields[message], field)
	return nil
}

// Nested lists what fields of a message hold, those of one field in the order
// in which they are to be tried. It does not look the message up.
func (c *Catalog) Nested(message string) []Nested { return c.nested().fields[message] }

// AllNested lists what fields of any message hold, in the order of their
// paths, and of one field in the order in which they are to be tried.
func (c *Catalog) AllNested() []Nested {
	var all []Nested
	for _, message := range sortedKeys(c.nested().fields) {
		all = append(all, c.nested().fields[message]...)
	}
	return all
}

// Topics lists the internal topics whose records are known.
func (c *Catalog) Topics() []TopicRecords { return c.nested().topics }

// ControlRecords lists the types of control records.
func (c *Catalog) ControlRecords() []ControlRecord { return c.nested().control }
