package view

import (
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

// CatalogNames is the Names that a catalog gives: what a field's values stand
// for is a fact of the catalog, the words are its errors, APIs and named
// values. It is not safe for concurrent use.
type CatalogNames struct {
	catalog  *catalog.Catalog
	meanings map[*layout.Layout][]catalog.Meaning // one for each op
	topics   map[[wire.UUIDLen]byte]string
}

// NewNames makes names for documents of any layouts. Topic ids are looked up in
// the messages told (see Learn): a request and its response, say.
func NewNames(c *catalog.Catalog, told ...*tape.Tape) *CatalogNames {
	n := &CatalogNames{c, map[*layout.Layout][]catalog.Meaning{}, map[[wire.UUIDLen]byte]string{}}
	for _, t := range told {
		n.Learn(t)
	}
	return n
}

// meaning is what the values that an op reads stand for. Layouts are looked
// through when they are met first, because what lies in data may be of any.
func (n *CatalogNames) meaning(l *layout.Layout, op int) *catalog.Meaning {
	found, ok := n.meanings[l]
	if !ok {
		found = n.catalog.Meanings(l)
		n.meanings[l] = found
	}
	return &found[op]
}

// Number names errors other than 0, APIs, points in time in UTC, values that
// have names, and what a set of bits holds.
func (n *CatalogNames) Number(l *layout.Layout, op int, value int64) string {
	m := n.meaning(l, op)
	switch m.Kind {
	case "":
		return ""
	case catalog.ErrorCodeValue:
		if value == 0 {
			return ""
		}
	case catalog.TimestampMs:
		if value <= 0 {
			return ""
		}
		return time.UnixMilli(value).UTC().Format("2006-01-02T15:04:05.000Z")
	}
	return n.catalog.ValueName(*m, value)
}

// UUID names topics that Learn or AddTopic has told of.
func (n *CatalogNames) UUID(l *layout.Layout, op int, id []byte) string {
	if len(n.topics) == 0 || len(id) != wire.UUIDLen || n.meaning(l, op).Kind != catalog.TopicID {
		return ""
	}
	return n.topics[[wire.UUIDLen]byte(id)]
}

// AddTopic tells the name of a topic.
func (n *CatalogNames) AddTopic(id [wire.UUIDLen]byte, name string) { n.topics[id] = name }

// topicName is the entity type of fields that hold a topic's name.
const topicName = "topicName"

// Learn takes the names of topics from a message that has ids and names of
// topics side by side, as answers to Metadata do.
func (n *CatalogNames) Learn(t *tape.Tape) {
	for i := range t.Nodes {
		if r := t.At(i); t.Op(r).Kind.IsStruct() {
			n.learn(t, r)
		}
	}
}

func (n *CatalogNames) learn(t *tape.Tape, r tape.Ref) {
	var id, name []byte
	for c := range t.Children(r) {
		info := t.Info(c)
		l, op := t.Layout(c)
		switch {
		case c.IsPart() || info.Element:
		case t.Op(c).Kind == layout.UUID && n.meaning(l, op).Kind == catalog.TopicID:
			id, _ = t.Bytes(c)
		case info.Field != nil && info.Field.EntityType == topicName && t.Op(c).Kind.IsString():
			name, _ = t.Bytes(c)
		}
	}
	if zero := [wire.UUIDLen]byte{}; len(name) > 0 && id != nil && string(id) != string(zero[:]) {
		n.AddTopic([wire.UUIDLen]byte(id), string(name))
	}
}
