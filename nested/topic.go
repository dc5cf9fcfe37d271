package nested

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/wire"
)

// Topic tells what the keys and values of one topic's records are. As a
// tape.Nester it reads batches of that topic. It is safe for concurrent use.
type Topic struct {
	nester  *Nester
	records catalog.TopicRecords // zero for users' data
	types   func() map[int][]recordType
}

// recordType is one message, or pair of messages, that has a type's number:
// the schemas of some releases number versions where others number types.
type recordType struct {
	entry   catalog.Entry // of the key, or of the framed value
	key     string
	version int16 // of the key
	value   string
}

func newTopic(n *Nester, records catalog.TopicRecords) *Topic {
	p := &Topic{nester: n, records: records}
	p.types = sync.OnceValue(p.readTypes)
	return p
}

// Topic finds what is known of an internal topic; ok is false for topics that
// hold users' data.
func (n *Nester) Topic(name string) (p *Topic, ok bool) {
	p, ok = n.topics()[name]
	return p, ok
}

// Key finds the message that the key of a record is, to be read as a payload.
// It is nil where keys say nothing; the error says that the type is not known.
func (p *Topic) Key(key []byte) (*message.Spec, error) {
	if p.records.Family != catalog.CoordinatorRecords {
		return nil, nil
	}
	types, err := p.coordinatorTypes(key)
	if err != nil {
		return nil, err
	}
	return p.nester.spec(types[0].key, types[0].version)
}

// Value finds the message that the value of a record is, to be read as a
// payload. It is nil for users' data; the error says why nothing is known of
// the value: no key, a type or version that no release has.
func (p *Topic) Value(key, value []byte) (*message.Spec, error) {
	switch p.records.Family {
	case catalog.CoordinatorRecords:
		return p.coordinatorValue(key, value)
	case catalog.MetadataRecords:
		return p.framed(value)
	}
	return nil, nil
}

func (p *Topic) coordinatorTypes(key []byte) ([]recordType, error) {
	if len(key) < 2 {
		return nil, tooShort("a key in "+p.records.Topic, 2, len(key))
	}
	number := int(int16(binary.BigEndian.Uint16(key)))
	types := p.types()[number]
	if len(types) == 0 {
		return nil, fmt.Errorf("record type %d of %s is not known", number, p.records.Topic)
	}
	return types, nil
}

// coordinatorValue takes the first of the type's messages that has the version.
func (p *Topic) coordinatorValue(key, value []byte) (*message.Spec, error) {
	types, err := p.coordinatorTypes(key)
	if err != nil {
		return nil, err
	}
	var first error
	for _, r := range types {
		s, err := p.nester.specOf(r.value, value)
		if err == nil {
			return s, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// maxFrameVersion is the highest version of the frame around metadata records:
// 0 in Kafka 2.8, 1 since.
const maxFrameVersion = 1

// framed finds the message that a value names in its first numbers: frame
// version, type and version.
func (p *Topic) framed(value []byte) (*message.Spec, error) {
	var n [3]uint32
	at := 0
	for i := range n {
		v, size := wire.ReadUvarint(value, at)
		if size <= 0 {
			return nil, errors.New("a value that does not begin with its type and version")
		}
		n[i] = v
		at += size
	}
	frame, number, version := n[0], n[1], n[2]
	if frame > maxFrameVersion {
		return nil, fmt.Errorf("frame version %d is not known", frame)
	}
	types := p.types()[int(number)]
	if len(types) == 0 {
		return nil, fmt.Errorf("record type %d of %s is not known", number, p.records.Topic)
	}
	if version > schema.MaxVersion {
		return nil, fmt.Errorf("%s has no version %d", types[0].value, version)
	}
	return p.nester.spec(types[0].value, int16(version))
}

// readTypes collects the topic's records by their number, the likeliest first.
func (p *Topic) readTypes() map[int][]recordType {
	c := p.nester.codec.Catalog
	types := map[int][]recordType{}
	add := func(number int, r recordType) { types[number] = append(types[number], r) }
	for _, e := range c.Messages() {
		stem, isKey := strings.CutSuffix(e.Name, "Key")
		switch {
		case p.records.Family != catalog.CoordinatorRecords:
			if e.Type == schema.Metadata && p.records.Has(e.Name, c.Topics()) {
				add(e.Key, recordType{entry: e, value: e.Name})
			}
		case !isKey || !p.records.Has(stem, c.Topics()):
		case e.Type == schema.CoordinatorKey:
			add(e.Key, recordType{e, e.Name, 0, stem + "Value"})
		case e.Type == schema.Data: // its versions are the numbers of types
			for v := e.Versions().Lo; v <= e.Versions().Hi; v++ {
				add(int(v), recordType{e, e.Name, v, stem + "Value"})
			}
		}
	}
	for _, list := range types {
		slices.SortStableFunc(list, p.compare)
	}
	return types
}

// compare puts those first that the codec's release has, then those of newer
// releases.
func (p *Topic) compare(a, b recordType) int {
	_, hasA := a.entry.At(p.nester.codec.Release)
	_, hasB := b.entry.At(p.nester.codec.Release)
	lastA, lastB := a.entry.Newest().Last, b.entry.Newest().Last
	switch {
	case hasA != hasB && hasA, hasA == hasB && lastB.Before(lastA):
		return -1
	case hasA != hasB, lastA.Before(lastB):
		return 1
	}
	return 0
}
