package mock

import (
	"iter"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// batch is a batch of a partition's log.
type batch struct {
	data   []byte
	last   int64 // offset
	newest int64 // timestamp
}

// checked reads what a Produce request has for a partition, which must be one
// sound batch; else the name of an error says what brokers say.
func (b *Broker) checked(records []byte) (h record.BatchHeader, code string) {
	h, ok := record.ReadHeader(records)
	switch {
	case ok && h.Size() < record.HeaderLen:
		return h, "CORRUPT_MESSAGE"
	case !ok || h.Size() != int64(len(records)):
		return h, "INVALID_RECORD" // cut, more than one, or of another magic
	case record.Checksum(records) != h.CRC:
		return h, "CORRUPT_MESSAGE"
	case h.Attributes.Control() || h.Count < 1 || h.Count != h.LastOffsetDelta+1:
		return h, "INVALID_RECORD"
	}
	t := &tape.Tape{}
	t.Read(records, b.records.Read)
	for _, f := range t.Findings {
		if f.Damage {
			return h, "INVALID_RECORD"
		}
	}
	return h, ""
}

// stamps gives the offsets and timestamps of a batch's records.
func (b *Broker) stamps(data []byte) iter.Seq2[int64, int64] {
	return func(yield func(offset, timestamp int64) bool) {
		h, ok := record.ReadHeader(data)
		if !ok {
			return
		}
		t := &tape.Tape{}
		t.Read(data, b.records.Read)
		timestamp := int64(0)
		for r := range t.Walk(t.At(0)) {
			switch t.Info(r).Name {
			case "timestampDelta":
				timestamp = h.Timestamp(t.Int(r))
			case "offsetDelta":
				if h.Attributes.LogAppendTime() {
					timestamp = h.MaxTimestamp
				}
				if !yield(h.Offset(int32(t.Int(r))), timestamp) {
					return
				}
			}
		}
	}
}
