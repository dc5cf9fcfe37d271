package site

import (
	"slices"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// recordsData is what the page of records shows.
type recordsData struct {
	Pages   []batchPage
	Topics  []topic
	Control []catalog.ControlRecord
	Headers []string // that have pages
	Nested  []held
	Other   []schemaOnly
}

// topic is an internal topic with the kinds of its records.
type topic struct {
	catalog.TopicRecords
	Records []recordKind
}

// Coordinator reports whether its records have keys that say what they are.
func (t topic) Coordinator() bool { return t.Family == catalog.CoordinatorRecords }

// Anchor is the topic's id.
func (t topic) Anchor() string { return topicID(t.Topic) }

// Dir is the folder of the page with one record of each kind.
func (t topic) Dir() string { return batchPage{Name: t.Anchor()}.Dir() }

// topicID is the id of a topic, and its folder below records/.
func topicID(topic string) string { return strings.TrimLeft(topic, "_") }

// recordKind is one kind of records: a key and a value, or a value alone.
type recordKind struct {
	Type       int
	Key, Value string // names of messages; the key "" of metadata records
	Versions   string
	Releases   string
	Purpose    string
}

// schemaOnly is a message in no topic, request or response.
type schemaOnly struct{ Name, Versions, Purpose string }

func (s *Site) records() ([]file, error) {
	p := s.sheet("records", "records.html", func(p *page) (any, error) { return s.recordsData(p), nil })
	pages, err := s.batchPages()
	return append(pages, p.file(s)), err
}

func (s *Site) recordsData(p *page) recordsData {
	d := recordsData{Pages: s.batchTable(), Topics: s.topics(), Control: s.controlRecords()}
	d.Pages = slices.DeleteFunc(d.Pages, func(b batchPage) bool {
		return slices.ContainsFunc(d.Topics, func(t topic) bool { return t.Anchor() == b.Name })
	})
	for _, n := range s.codec.Catalog.AllNested() {
		d.Nested = append(d.Nested, s.held(p, n))
	}
	for _, x := range s.subjects() {
		spec, err := s.codec.Spec(x.messages[0], x.newest)
		if err == nil && spec.Type == schema.Header {
			d.Headers = append(d.Headers, x.name)
		}
		if err == nil && (spec.Type == schema.Data || spec.Type == schema.Header) && !d.inTopic(x.name) {
			d.Other = append(d.Other, schemaOnly{x.name, versionRange(x.versions), s.codec.Catalog.Purpose(x.name)})
		}
	}
	return d
}

func (d recordsData) inTopic(name string) bool {
	return slices.ContainsFunc(d.Topics, func(t topic) bool {
		return slices.ContainsFunc(t.Records, func(r recordKind) bool { return r.Key == name || r.Value == name })
	})
}

// topics lists the internal topics with all kinds of records that any release
// has.
func (s *Site) topics() (all []topic) {
	named, subjects := s.codec.Catalog.Topics(), s.subjects()
	for _, t := range named {
		x := topic{TopicRecords: t}
		for _, subject := range subjects {
			spec, err := s.codec.Spec(subject.messages[0], subject.newest)
			if err != nil {
				continue
			}
			if name, kind, ok := recordOf(spec, t.Family, subjects); ok && t.Has(name, named) {
				kind.Versions, kind.Releases = versionRange(subject.versions), s.releasesOf(subject)
				kind.Purpose = s.codec.Catalog.Purpose(kind.Value)
				x.Records = append(x.Records, kind)
			}
		}
		slices.SortStableFunc(x.Records, func(a, b recordKind) int { return a.Type - b.Type })
		all = append(all, x)
	}
	return all
}

// recordOf says of the value of which kind of records a message is, and what
// topics call it. Before 4.1 schemas of coordinator records have no type of
// their own: there the version of the key is the record's type.
func recordOf(value *message.Spec, f catalog.Family, all []*subject) (name string, kind recordKind, ok bool) {
	if f == catalog.MetadataRecords {
		return value.Name, recordKind{Type: value.APIKey, Value: value.Name}, value.Type == schema.Metadata
	}
	stem, isValue := strings.CutSuffix(value.Name, "Value")
	key := slices.IndexFunc(all, func(x *subject) bool { return x.name == stem+"Key" })
	if !isValue || key < 0 {
		return "", recordKind{}, false
	}
	kind = recordKind{Type: value.APIKey, Key: stem + "Key", Value: value.Name}
	if kind.Type == schema.NoKey {
		kind.Type = int(all[key].newest)
	}
	return stem, kind, true
}
