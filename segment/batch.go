package segment

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/kscope/kscope/record"
)

// How entries of a log begin. Every magic has offset and size in the same
// place, and itself at byte 16.
// Sources: org.apache.kafka.common.record.DefaultRecordBatch, LegacyRecord.
const (
	sizeAt   = 8
	headSize = 12 // bytes that the size does not count
	magicAt  = 16
	preamble = 17 // bytes that tell what an entry is

	batchHeader  = 61 // bytes of a batch without records
	messageMagic = 2  // messages of a set have a lower magic
)

// Places in a batch of magic 2.
const (
	epochAt      = 12
	crcAt        = 17
	attributesAt = 21 // the CRC covers everything from here on
	lastDeltaAt  = 23
	baseTimeAt   = 27
	maxTimeAt    = 35
	producerAt   = 43
	prodEpochAt  = 51
	sequenceAt   = 53
	countAt      = 57
)

// Places in a message of magic 0 or 1.
const (
	messageCRCAt        = 12 // covers everything behind it
	messageAttributesAt = 17
	messageTimeAt       = 18 // of magic 1
	messageHead0        = 26 // bytes of a message of magic 0 with neither key nor value
	messageHead1        = 34
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
func (b *Batch) Legacy() bool { return b.Magic < messageMagic }

// Wrapper reports whether the entry is a message that wraps compressed ones.
func (b *Batch) Wrapper() bool { return b.Legacy() && b.Codec != record.None }

// EpochKnown reports whether the batch tells the epoch of its leader.
func (b *Batch) EpochKnown() bool { return !b.Legacy() && b.LeaderEpoch >= 0 }

// End is the position of the byte behind the batch.
func (b *Batch) End() int64 { return b.Position + b.Size }

// crcStart is where the bytes that the CRC covers begin.
func (b *Batch) crcStart() int {
	if b.Legacy() {
		return magicAt
	}
	return attributesAt
}

// smallest is the size of the smallest entry of a magic; 0 for no magic.
func smallest(magic int8) int64 {
	switch magic {
	case 0:
		return messageHead0
	case 1:
		return messageHead1
	case 2:
		return batchHeader
	}
	return 0
}

// entrySize is the whole size that an entry claims. The bytes have a preamble.
func entrySize(b []byte) int64 {
	return int64(int32(binary.BigEndian.Uint32(b[sizeAt:]))) + headSize
}

// parse reads the header of an entry. The bytes have the smallest size of
// their magic, which is known.
func (b *Batch) parse(h []byte, position int64) {
	index := b.Index
	*b = Batch{Position: position, Index: index, Size: entrySize(h), Magic: int8(h[magicAt]), DeleteHorizon: -1, LeaderEpoch: -1,
		ProducerID: -1, ProducerEpoch: -1, BaseSequence: -1, BaseTimestamp: -1, MaxTimestamp: -1}
	b.BaseOffset = int64(binary.BigEndian.Uint64(h))
	if b.Legacy() {
		b.message(h)
		return
	}
	b.LeaderEpoch = int32(binary.BigEndian.Uint32(h[epochAt:]))
	b.CRC = binary.BigEndian.Uint32(h[crcAt:])
	a := binary.BigEndian.Uint16(h[attributesAt:])
	b.Codec, b.Unused = record.Codec(a&7), a&^0x7f
	b.LogAppendTime, b.Transactional, b.Control = a&8 != 0, a&16 != 0, a&32 != 0
	b.LastOffset = b.BaseOffset + int64(int32(binary.BigEndian.Uint32(h[lastDeltaAt:])))
	b.BaseTimestamp = int64(binary.BigEndian.Uint64(h[baseTimeAt:]))
	b.MaxTimestamp = int64(binary.BigEndian.Uint64(h[maxTimeAt:]))
	if a&64 != 0 {
		b.DeleteHorizon = b.BaseTimestamp
	}
	b.ProducerID = int64(binary.BigEndian.Uint64(h[producerAt:]))
	b.ProducerEpoch = int16(binary.BigEndian.Uint16(h[prodEpochAt:]))
	b.BaseSequence = int32(binary.BigEndian.Uint32(h[sequenceAt:]))
	b.Count = int32(binary.BigEndian.Uint32(h[countAt:]))
}

func (b *Batch) message(h []byte) {
	b.CRC = binary.BigEndian.Uint32(h[messageCRCAt:])
	a := h[messageAttributesAt]
	b.Codec, b.Unused = record.Codec(a&7), uint16(a&^0x0f)
	b.LastOffset, b.Count = b.BaseOffset, 1
	if b.Codec != record.None {
		b.BaseOffset, b.Count = Unknown, -1
	}
	if b.Magic == 1 {
		b.LogAppendTime = a&8 != 0
		b.BaseTimestamp = int64(binary.BigEndian.Uint64(h[messageTimeAt:]))
		b.MaxTimestamp = b.BaseTimestamp
	}
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

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// table is the polynomial of the batch's CRC.
func (b *Batch) table() *crc32.Table {
	if b.Legacy() {
		return crc32.IEEETable
	}
	return castagnoli
}
