package nested

import (
	"fmt"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// readRecords reads batches, with keys and values as their topic has them.
// Users' data is read by layouts that do not ask for them, which costs less.
func (n *Nester) readRecords(t *tape.Tape) {
	layouts, topic, first := n.codec.Records, n.topicOf(t), t.Next()
	name := ""
	if topic == nil {
		topic, name = n.byForm(t.Upcoming())
	}
	if topic != n.plain {
		layouts = n.records()
	}
	before, at := t.Nester, t.Pos()
	t.Nester = topic
	layouts.Read(t)
	t.Nester = before
	if name != "" {
		t.NoteAt(first, at, "keys and values are shown as those of "+name+", whose form they have")
	}
}

// metadataTopicID is the id of the metadata log in every cluster.
// Source: org.apache.kafka.common.Uuid.METADATA_TOPIC_ID.
var metadataTopicID = [16]byte{15: 1}

// topicOf is the topic that the records here belong to, as a field around them
// tells, or the options; nil when neither does: ids are given anew in every
// cluster, but for that of the metadata log.
func (n *Nester) topicOf(t *tape.Tape) *Topic {
	topics := n.topics()
	topic, told := topics[n.opt.Topic], n.opt.Topic != ""
	if r, ok := t.Enclosing("Topic", "Name", "TopicName", "TopicId"); ok {
		b, _ := t.Bytes(r)
		switch k := t.Op(r).Kind; {
		case k.IsString():
			topic, told = topics[string(b)], true
		case k == layout.UUID && [16]byte(b) == metadataTopicID:
			topic = topics[catalog.MetadataTopic]
		}
	}
	if topic == nil && told {
		return n.plain
	}
	return topic
}

// Nest makes Topic a tape.Nester for the batches of one topic.
func (p *Topic) Nest(t *tape.Tape, what string) {
	if len(t.Upcoming()) == 0 || len(t.Findings) >= mostNotes { // cut in front of it, or hopeless
		return
	}
	switch what {
	case tape.RecordsField:
		p.nester.records().Read(t)
	case record.KeyField:
		s, err := p.Key(t.Upcoming())
		p.read(t, s, err)
	case record.ValueField:
		s, err := p.Value(keyBeside(t), t.Upcoming())
		p.read(t, s, err)
	case record.ControlValueField:
		s, err := p.nester.Control(keyBeside(t), t.Upcoming())
		p.read(t, s, err)
	default:
		p.nester.Nest(t, what)
	}
}

// read reads the key or value here by its message; without one it stays bytes.
func (p *Topic) read(t *tape.Tape, s *message.Spec, err error) {
	switch {
	case err != nil:
		note(t, "shown as bytes: "+err.Error())
	case s != nil:
		fault := attempt(t, func(t *tape.Tape) error { s.Run(t); return nil })
		if fault != nil {
			note(t, "shown as bytes: "+fault.words(s.String()))
		}
	}
}

// keyBeside is the key of the record whose value is to be read; nil for none.
func keyBeside(t *tape.Tape) []byte {
	r, ok := t.Enclosing("key")
	if !ok {
		return nil
	}
	b, _ := t.Bytes(r)
	return b
}

// newControlKey describes the key of a control record.
// Source: org.apache.kafka.common.record.ControlRecordType.
func newControlKey() form {
	return run(layout.Literal("ControlRecordKey", "", "what a control record is", layout.Record,
		layout.Part{Name: "version", Type: "int16", Kind: layout.Int16, About: "version of the key: 0"},
		layout.Part{Name: "type", Type: "int16", Kind: layout.Int16, About: "type of the control record, which says what its value is"}))
}

// Control finds the message that the value of a control record is. The error
// says why there is none: a type or version that is not known.
func (n *Nester) Control(key, value []byte) (*message.Spec, error) {
	number, ok := record.ControlType(key)
	if !ok {
		return nil, tooShort("the key of a control record", record.ControlKeyLen, len(key))
	}
	if c, ok := n.controlRecord(number); ok {
		return n.specOf(c.Message, value)
	}
	return nil, fmt.Errorf("control record type %d is not known", number)
}

// ControlName is what Kafka's tools call the type that the key of a control
// record names, UNKNOWN(7) where it has no name; "" when the key is none.
func (n *Nester) ControlName(key []byte) string {
	number, ok := record.ControlType(key)
	if !ok {
		return ""
	}
	if c, ok := n.controlRecord(number); ok {
		return c.Name
	}
	return fmt.Sprintf("UNKNOWN(%d)", number)
}

func (n *Nester) controlRecord(number int16) (catalog.ControlRecord, bool) {
	for _, c := range n.codec.Catalog.ControlRecords() {
		if c.Type == number {
			return c, true
		}
	}
	return catalog.ControlRecord{}, false
}
