package nested

import (
	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// Records that come alone, a segment's bytes or a pasted batch, say nothing of
// their topic. Those of Kafka's own topics are told by their form all the same:
// their keys and values begin with numbers that say which record of which
// version they are, and as such they fit to the last byte. All records of a
// batch must, and of one topic only.

// TopicOf is the internal topic whose form the first batch of records in a
// segment's first bytes has; "" when they have that of none, or of several.
func (n *Nester) TopicOf(batches []byte) (name string) {
	_, name = n.byForm(batches)
	return name
}

// sampleBytes is how much a batch that is looked at to tell its topic may take
// unpacked.
const sampleBytes = 4 << 20

// newSamples makes the layouts that such batches are read with.
func newSamples() *record.Layouts {
	l := record.NewMarkedLayouts()
	l.Most = sampleBytes
	return l
}

// byForm is the topic of batches around which nothing names one; the plain one
// unless their form is unmistakable.
func (n *Nester) byForm(batches []byte) (topic *Topic, name string) {
	topic = n.plain
	batch := firstRecords(batches)
	if batch == nil {
		return topic, ""
	}
	t := tape.Tape{}
	t.Read(batch, n.samples().Read)
	if t.Err != nil || len(t.Findings) > 0 {
		return topic, ""
	}
	for other, p := range n.topics() {
		switch {
		case !p.fitsAll(&t):
		case name != "":
			return n.plain, ""
		default:
			topic, name = p, other
		}
	}
	return topic, name
}

// firstRecords is the first batch that holds data and is as it was written.
func firstRecords(batches []byte) []byte {
	for {
		size, sound := record.Entry(batches)
		if size == 0 || !sound {
			return nil
		}
		h, ok := record.ReadHeader(batches)
		if !ok {
			return nil
		}
		if !h.Attributes.Control() && h.Count > 0 {
			return batches[:size]
		}
		batches = batches[size:]
	}
}

// fitsAll reports whether every record of a batch is one of the topic's. Those
// of the metadata log have no key, those of coordinators all have one.
func (p *Topic) fitsAll(t *tape.Tape) bool {
	var key []byte
	for i := range t.Nodes {
		r := t.At(i)
		b, null := t.Bytes(r)
		switch t.Info(r).Nest {
		case record.KeyField:
			if null != (p.records.Family != catalog.CoordinatorRecords) {
				return false
			}
			if s, err := p.Key(b); !null && !p.fits(s, err, b) {
				return false
			}
			key = b
		case record.ValueField:
			if null && key == nil {
				return false
			}
			if s, err := p.Value(key, b); !null && !p.fits(s, err, b) {
				return false
			}
		}
	}
	return true
}

func (p *Topic) fits(s *message.Spec, err error, b []byte) bool {
	if err != nil || s == nil {
		return false
	}
	t := tape.Tape{Nester: p.nester.codec.Records}
	s.Read(&t, b, message.Payload)
	return t.Err == nil && len(t.NotCanonical()) == 0
}
