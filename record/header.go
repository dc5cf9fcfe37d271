package record

import (
	"encoding/binary"
	"hash/crc32"
)

// HeaderLen is the size in bytes of a batch without records.
const HeaderLen = 61

// Offsets in an entry of any magic.
const (
	LengthAt = 8
	MagicAt  = 16

	// LogOverhead is how many bytes of an entry its length does not count.
	LogOverhead = 12
	// Preamble is how many bytes of an entry tell its size and its magic.
	Preamble = MagicAt + 1
)

// Offsets in a batch of magic 2.
const (
	EpochAt           = 12
	CRCAt             = 17
	AttributesAt      = 21 // the CRC covers everything from here on
	LastOffsetDeltaAt = 23
	BaseTimestampAt   = 27
	MaxTimestampAt    = 35
	ProducerIDAt      = 43
	ProducerEpochAt   = 51
	BaseSequenceAt    = 53
	CountAt           = 57
)

// Attributes are the attributes of a batch; those of a message of magic 0 or 1
// are the lower eight bits.
type Attributes int16

// Bits of attributes.
const (
	appendFlag        = 1 << 3
	TransactionalFlag = 1 << 4
	ControlFlag       = 1 << 5
	horizonFlag       = 1 << 6
	knownFlags        = 0x7f
)

// Codec is how the records are compressed.
func (a Attributes) Codec() Codec { return Codec(a & codecMask) }

// LogAppendTime reports whether the broker's clock set the timestamps
// (LogAppendTime), not the producer's (CreateTime).
func (a Attributes) LogAppendTime() bool { return a&appendFlag != 0 }

// Transactional reports whether the batch is part of a transaction.
func (a Attributes) Transactional() bool { return a&TransactionalFlag != 0 }

// Control reports whether the batch holds control records, which consumers do
// not get to see.
func (a Attributes) Control() bool { return a&ControlFlag != 0 }

// DeleteHorizon reports whether the base timestamp is the time from which on
// compaction may drop the batch's tombstones or marker.
func (a Attributes) DeleteHorizon() bool { return a&horizonFlag != 0 }

// Unknown gives the bits that Kafka does not use.
func (a Attributes) Unknown() uint16 { return uint16(a) &^ knownFlags }

// TimestampType is CREATE_TIME or LOG_APPEND_TIME, as Kafka's tools write it.
func (a Attributes) TimestampType() string {
	if a.LogAppendTime() {
		return "LOG_APPEND_TIME"
	}
	return "CREATE_TIME"
}

func (a Attributes) variant() variant {
	return variant{append: a.LogAppendTime(), control: a.Control()}
}

// BatchHeader is the header of a batch of magic 2. Times are in milliseconds
// since 1970.
type BatchHeader struct {
	BaseOffset      int64
	Length          int32 // of the batch from behind this field on: 12 bytes less than all
	LeaderEpoch     int32
	Magic           int8
	CRC             uint32 // as stored
	Attributes      Attributes
	LastOffsetDelta int32
	BaseTimestamp   int64
	MaxTimestamp    int64
	ProducerID      int64 // -1 for none, also below
	ProducerEpoch   int16
	BaseSequence    int32
	Count           int32 // of records
}

// ReadHeader reads the header that a batch of magic 2 begins with; ok is false
// when the bytes are fewer than HeaderLen or have another magic.
func ReadHeader(b []byte) (h BatchHeader, ok bool) {
	if len(b) < HeaderLen || b[MagicAt] != 2 {
		return h, false
	}
	be := binary.BigEndian
	return BatchHeader{
		BaseOffset:      int64(be.Uint64(b)),
		Length:          int32(be.Uint32(b[LengthAt:])),
		LeaderEpoch:     int32(be.Uint32(b[EpochAt:])),
		Magic:           int8(b[MagicAt]),
		CRC:             be.Uint32(b[CRCAt:]),
		Attributes:      Attributes(be.Uint16(b[AttributesAt:])),
		LastOffsetDelta: int32(be.Uint32(b[LastOffsetDeltaAt:])),
		BaseTimestamp:   int64(be.Uint64(b[BaseTimestampAt:])),
		MaxTimestamp:    int64(be.Uint64(b[MaxTimestampAt:])),
		ProducerID:      int64(be.Uint64(b[ProducerIDAt:])),
		ProducerEpoch:   int16(be.Uint16(b[ProducerEpochAt:])),
		BaseSequence:    int32(be.Uint32(b[BaseSequenceAt:])),
		Count:           int32(be.Uint32(b[CountAt:])),
	}, true
}

// Size is how many bytes the whole batch takes.
func (h *BatchHeader) Size() int64 { return int64(h.Length) + LogOverhead }

// Offset is that of the record with the given delta.
func (h *BatchHeader) Offset(delta int32) int64 { return h.BaseOffset + int64(delta) }

// LastOffset is the offset of the last record, one that compaction has removed
// included.
func (h *BatchHeader) LastOffset() int64 { return h.Offset(h.LastOffsetDelta) }

// Timestamp is that of the record with the given delta.
func (h *BatchHeader) Timestamp(delta int64) int64 {
	if h.Attributes.LogAppendTime() {
		return h.MaxTimestamp
	}
	return h.BaseTimestamp + delta
}

// LeastSize is the size in bytes of the smallest entry of a magic: a batch
// without records, or a message without key and value. It is 0 for a magic that
// no release has.
func LeastSize(magic int8) int {
	switch magic {
	case 0:
		return 26
	case 1:
		return 34
	case 2:
		return HeaderLen
	}
	return 0
}

// LengthField is what the length of entries of a magic is called.
func LengthField(magic int8) string {
	if magic < 2 {
		return "messageSize"
	}
	return "batchLength"
}

// ClaimedSize is the size in bytes that an entry of any magic says to have, its
// first 12 bytes included. The bytes must be a Preamble at least.
func ClaimedSize(entry []byte) int64 {
	return int64(int32(binary.BigEndian.Uint32(entry[LengthAt:]))) + LogOverhead
}

// CRCOver tells what the CRC of an entry of a magic is computed over, which is
// everything from an offset on, and by which polynomial.
func CRCOver(magic int8) (from int, table *crc32.Table) {
	if magic < 2 {
		return MagicAt, crc32.IEEETable
	}
	return AttributesAt, castagnoli
}

// Entry is the size in bytes of the batch or message, of any magic, that b
// begins with, and whether its CRC is right; 0 when there is none or b ends
// inside it.
func Entry(b []byte) (size int, sound bool) {
	if len(b) < Preamble {
		return 0, false
	}
	magic, claimed := int8(b[MagicAt]), ClaimedSize(b)
	least := LeastSize(magic)
	if least == 0 || claimed < int64(least) || claimed > int64(len(b)) {
		return 0, false
	}
	stored := b[CRCAt:]
	if magic < 2 {
		stored = b[MessageCRCAt:]
	}
	from, table := CRCOver(magic)
	return int(claimed), crc32.Checksum(b[from:claimed], table) == binary.BigEndian.Uint32(stored)
}
