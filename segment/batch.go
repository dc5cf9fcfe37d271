package segment

import (
	"hash/crc32"

	"github.com/kscope/kscope/record"
)

// Unknown stands for an offset that only the inside of compressed messages of
// magic 0 or 1 tells.
const Unknown = -1

// Batch is what the header of one entry of a log says: a batch of magic 2, or
// a message of magic 0 or 1, perhaps one that wraps others. Times are in
// milliseconds since 1970, -1 for none.
type Batch struct {
	Position int64 // of the first byte in the file
	Size     int64 // in bytes, header included
	Index    int64 // how many batches were read before it

	BaseOffset int64 // Unknown for compressed messages
	LastOffset int64
	Count      int32 // of records; -1 for compressed messages, which do not tell

	Magic         int8
	Codec         record.Codec
	LogAppendTime bool // the broker set the timestamps, all to MaxTimestamp
	Transactional bool
	Control       bool  // holds control records, which clients do not see
	DeleteHorizon int64 // when markers and tombstones may go; -1 for none

	LeaderEpoch   int32 // -1 for messages
	ProducerID    int64 // -1 for none, also below
	ProducerEpoch int16
	BaseSequence  int32

	BaseTimestamp int64 // what records count their timestamps from
	MaxTimestamp  int64

	CRC      uint32 // as stored
	Computed uint32 // as it should be
	Unused   uint16 // attribute bits without a meaning that are set

	// Bytes is the whole batch, until the next one is read; nil when it is
	// larger than the reader holds.
	Bytes []byte
}

// Valid reports whether the CRC is right.
func (b *Batch) Valid() bool { return b.CRC == b.Computed }

// Legacy reports whether the entry is a message of magic 0 or 1.
func (b *Batch) Legacy() bool { return b.Magic < 2 }

// Wrapper reports whether the entry is a message that wraps compressed ones.
func (b *Batch) Wrapper() bool { return b.Legacy() && b.Codec != record.None }

// EpochKnown reports whether the batch tells the epoch of its leader.
func (b *Batch) EpochKnown() bool { return !b.Legacy() && b.LeaderEpoch >= 0 }

// End is the position of the byte behind the batch.
func (b *Batch) End() int64 { return b.Position + b.Size }

// checksum is the CRC that an entry with the batch's header should have.
func (b *Batch) checksum(entry []byte) uint32 {
	from, table := record.CRCOver(b.Magic)
	return crc32.Checksum(entry[from:], table)
}

// parse reads the header of an entry. The bytes have the least size of their
// magic, which is known.
func (b *Batch) parse(head []byte, position int64) {
	*b = Batch{Position: position, Index: b.Index, Size: record.ClaimedSize(head), Magic: int8(head[record.MagicAt])}
	if h, ok := record.ReadHeader(head); ok {
		b.header(&h)
		return
	}
	h, _ := record.ReadMessageHeader(head)
	b.message(&h)
}

func (b *Batch) header(h *record.BatchHeader) {
	a := h.Attributes
	b.BaseOffset, b.LastOffset, b.Count = h.BaseOffset, h.LastOffset(), h.Count
	b.Codec, b.Unused = a.Codec(), a.Unknown()
	b.LogAppendTime, b.Transactional, b.Control = a.LogAppendTime(), a.Transactional(), a.Control()
	if b.DeleteHorizon = -1; a.DeleteHorizon() {
		b.DeleteHorizon = h.BaseTimestamp
	}
	b.LeaderEpoch, b.ProducerID, b.ProducerEpoch, b.BaseSequence = h.LeaderEpoch, h.ProducerID, h.ProducerEpoch, h.BaseSequence
	b.BaseTimestamp, b.MaxTimestamp, b.CRC = h.BaseTimestamp, h.MaxTimestamp, h.CRC
}

func (b *Batch) message(h *record.MessageHeader) {
	b.BaseOffset, b.LastOffset, b.Count = h.Offset, h.Offset, 1
	b.Codec, b.Unused = h.Attributes.Codec(), h.Unknown()
	if b.Codec != record.None {
		b.BaseOffset, b.Count = Unknown, -1
	}
	b.LogAppendTime = h.Magic == 1 && h.Attributes.LogAppendTime()
	b.DeleteHorizon, b.LeaderEpoch, b.ProducerID, b.ProducerEpoch, b.BaseSequence = -1, -1, -1, -1, -1
	b.BaseTimestamp, b.MaxTimestamp, b.CRC = h.Timestamp, h.Timestamp, h.CRC
}

// sane reports whether a header can be one at all: numbers that nothing but
// damage or foreign bytes make are refused.
func (b *Batch) sane() bool {
	if !b.Codec.Known() || b.Unused != 0 || b.LastOffset < 0 {
		return false
	}
	if b.Legacy() {
		return b.Codec != record.Zstd
	}
	delta := b.LastOffset - b.BaseOffset
	return b.BaseOffset >= 0 && delta >= 0 && b.Count >= 0 && int64(b.Count) <= delta+1 && b.LeaderEpoch >= -1 && b.ProducerID >= -1
}
