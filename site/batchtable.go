package site

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/sample"
)

// batchTable lists the pages of batches: what writers of records meet, and a
// page for each internal topic.
func (s *Site) batchTable() []batchPage {
	one := func() batchRecord {
		return batchRecord{Key: []byte("key"), Value: []byte("value"), Headers: []batchHeader{{"header", []byte("text")}}}
	}
	three := func() []batchRecord {
		return []batchRecord{one(), {Key: []byte("key"), Headers: []batchHeader{}}, {Value: []byte("no key"), Headers: []batchHeader{}}}
	}
	inTransaction := batchOf(transactional, one())
	inTransaction.ProducerID, inTransaction.ProducerEpoch, inTransaction.BaseSequence = 7, 0, 0
	part := func(b shownBatch) func() []batchPart {
		return oneBatch(batchPart{summary: "RecordBatch v2", entries: []any{b}})
	}
	pages := []batchPage{
		{"empty", "An empty batch", "61 bytes of header and no records. Compaction leaves such batches behind, so that sequence numbers and offsets stay known.",
			part(batchOf(0))},
		{"one", "A batch with one record", "A record has its size in front, then varints: attributes, time and offset less those of the batch, key, value, headers.",
			part(batchOf(0, one()))},
		{"many", "A batch with three records", "Times and offsets count from those of the batch. The second record is a tombstone: its value is null. The third has no key.",
			part(batchOf(0, three()...))},
		{"compressed", "Compressed batches", "Bits 0 to 2 of the attributes name the codec. All that lies behind the count of records is compressed as one; " +
			"the header is not, and the CRC is over the compressed bytes. The grids at the end are the bytes unpacked.", func() []batchPart { return s.compressed(one()) }},
		{"transactional", "A transaction: records and marker", "Bit 4 of the attributes, and a producer id, mark a batch as part of a transaction. " +
			"The marker that ends it is a batch of one control record, written by the broker.", func() []batchPart { return s.transaction(inTransaction) }},
		{"control", "Control records", "Bit 5 of the attributes: these records are for brokers and clients, not for applications. The key says the type, the value is a message of its own.",
			s.controls},
		{"message-sets", "Message sets v0 and v1", "What brokers wrote before 0.11, and what old clients still send: messages one behind the other, each with a CRC of its own, no headers, no producers. " +
			"A compressed set is the value of one message.", messageSets},
		{"cut", "A batch that is cut", "A broker fills a Fetch response to the byte, so that its last batch may end anywhere. That is legal; a client drops it and asks again.",
			oneBatch(batchPart{summary: "the first 75 bytes of a RecordBatch v2", entries: []any{batchOf(0, one())}, twist: func(b []byte) []byte { return b[:75] }})},
		{"damaged", "A batch whose CRC is wrong", "One bit of the value is flipped. The CRC covers everything from the attributes on; offset, leader epoch and magic can change without it.",
			oneBatch(batchPart{summary: "RecordBatch v2, one bit changed", entries: []any{batchOf(0, one())},
				twist: func(b []byte) []byte { b[bytes.Index(b, []byte("value"))] ^= 1; return b }})},
	}
	return append(pages, s.topicPages()...)
}

func (s *Site) compressed(r batchRecord) (parts []batchPart) {
	r.Value = bytes.Repeat(r.Value, 24)
	for c := record.Gzip; c.Known(); c++ {
		parts = append(parts, batchPart{title: c.String(), summary: "RecordBatch v2, " + c.String(), entries: []any{batchOf(int16(c), r)}})
	}
	return parts
}

// transaction is a batch of a transaction and the marker that ends it.
func (s *Site) transaction(b shownBatch) []batchPart {
	entries := []any{b}
	for _, c := range s.markers() {
		if c.Type != record.AbortMarker {
			marker := s.controlBatch(c)
			marker.BaseOffset = b.BaseOffset + int64(b.LastOffsetDelta) + 1
			entries = append(entries, marker)
		}
	}
	return []batchPart{{title: "Batches", summary: "two RecordBatches v2", entries: entries}}
}

// markers are the control records that end transactions: those that say the
// same as the one that aborts them.
func (s *Site) markers() (all []catalog.ControlRecord) {
	types := s.controlRecords()
	abort := slices.IndexFunc(types, func(c catalog.ControlRecord) bool { return c.Type == record.AbortMarker })
	for _, c := range types {
		if abort >= 0 && c.Message == types[abort].Message {
			all = append(all, c)
		}
	}
	return all
}

func (s *Site) controls() (parts []batchPart) {
	for _, c := range s.controlRecords() {
		parts = append(parts, batchPart{title: c.Name, summary: "control type " + strconv.Itoa(int(c.Type)) + ", value " + c.Message, entries: []any{s.controlBatch(c)}})
	}
	return parts
}

// controlRecords are the types whose message the site's release has.
func (s *Site) controlRecords() []catalog.ControlRecord {
	return slices.DeleteFunc(slices.Clone(s.codec.Catalog.ControlRecords()), func(c catalog.ControlRecord) bool {
		_, err := s.codec.Resolve(c.Message)
		return err != nil
	})
}

// controlBatch is a batch with one control record; those that end transactions
// have a producer.
func (s *Site) controlBatch(c catalog.ControlRecord) shownBatch {
	key := binary.BigEndian.AppendUint16(make([]byte, 2), uint16(c.Type))
	b := batchOf(control, batchRecord{Key: key, Value: s.payload(c.Message), Headers: []batchHeader{}})
	if slices.Contains(s.markers(), c) {
		b.Attributes |= transactional
		b.ProducerID, b.ProducerEpoch = 7, 0
	}
	return b
}

// payload is the smallest sample of a message's newest version, with what
// stands in front of it in records; nil for no name.
func (s *Site) payload(name string) []byte {
	if name == "" {
		return nil
	}
	specs, err := s.codec.Resolve(name)
	if err != nil {
		return nil
	}
	b, err := specs[0].Append(nil, sample.Source(sample.Smallest), message.Payload, message.Header{})
	if err != nil {
		return nil
	}
	return b
}

func messageSets() (parts []batchPart) {
	for magic := range int8(2) {
		version := "v" + strconv.Itoa(int(magic))
		var at *int64
		if magic > 0 {
			time := int64(sampleTime)
			at = &time
		}
		message := oldMessage{Offset: 5, Magic: magic, Timestamp: at, Key: []byte("key"), Value: []byte("value")}
		inner := []oldMessage{message, message}
		inner[1].Offset++
		if magic > 0 { // offsets count from the wrapper's last on
			inner[0].Offset, inner[1].Offset = 0, 1
		}
		wrapper := oldMessage{Offset: 6, Magic: magic, Attributes: int8(record.Gzip), Timestamp: at, Messages: inner}
		parts = append(parts,
			batchPart{title: version, summary: "a message of magic " + strconv.Itoa(int(magic)), entries: []any{message}},
			batchPart{title: version + "-gzip", summary: "two messages of magic " + strconv.Itoa(int(magic)) + ", compressed by gzip", entries: []any{wrapper}})
	}
	return parts
}

// topicPages show one batch of each internal topic.
func (s *Site) topicPages() (pages []batchPage) {
	for _, t := range s.codec.Catalog.Topics() {
		pages = append(pages, batchPage{topicID(t.Topic), t.Topic,
			"One record of each kind that the topic holds, smallest samples all, in one batch.",
			func() []batchPart { return s.topicBatch(t.Topic) }})
	}
	return pages
}

func (s *Site) topicBatch(name string) []batchPart {
	var records []batchRecord
	for _, t := range s.topics() {
		if t.Topic != name {
			continue
		}
		for _, r := range t.Records {
			records = append(records, batchRecord{Key: s.payload(r.Key), Value: s.payload(r.Value), Headers: []batchHeader{}})
		}
	}
	return oneBatch(batchPart{summary: "RecordBatch v2", entries: []any{batchOf(0, records...)}, topic: name})()
}

// oneBatch is a page with one section.
func oneBatch(p batchPart) func() []batchPart {
	p.title = "Batch"
	return func() []batchPart { return []batchPart{p} }
}
