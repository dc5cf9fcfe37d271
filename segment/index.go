package segment

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/kscope/kscope/internal/prose"
)

// Sizes in the files that stand beside a segment.
const (
	offsetEntryLen   = 8
	timeEntryLen     = 12
	abortedEntryLen  = 34
	producerEntryLen = 46
	snapshotHead     = 10 // version, CRC, count
	snapshotCRCAt    = 2
	snapshotCRCStart = 6 // the CRC covers everything from here on
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// entryLen is the size in bytes of an index entry; 0 for what is no index.
func (k Kind) entryLen() int {
	switch k {
	case OffsetIndex:
		return offsetEntryLen
	case TimeIndex:
		return timeEntryLen
	case TxnIndex:
		return abortedEntryLen
	case ProducerSnapshot:
		return producerEntryLen
	}
	return 0
}

// Entry is one entry of an index; which fields it has depends on the kind.
type Entry struct {
	Kind     Kind
	Position int64 // of the entry in its file
	Size     int

	Offset int64 // of offset and time indexes, absolute

	LogPosition int64 // of offset indexes: where a batch begins in the log
	Timestamp   int64 // of time indexes: the largest up to that offset

	Version          int16 // of transaction indexes, also below
	ProducerID       int64
	FirstOffset      int64 // of the transaction
	LastOffset       int64 // of the marker that aborted it
	LastStableOffset int64 // of the partition behind that marker
}

// parseEntry reads an entry; base is the base offset of the segment.
func parseEntry(k Kind, b []byte, base int64) Entry {
	e := Entry{Kind: k, Size: k.entryLen(), Offset: -1}
	switch k {
	case OffsetIndex:
		e.Offset = base + int64(int32(binary.BigEndian.Uint32(b)))
		e.LogPosition = int64(int32(binary.BigEndian.Uint32(b[4:])))
	case TimeIndex:
		e.Timestamp = int64(binary.BigEndian.Uint64(b))
		e.Offset = base + int64(int32(binary.BigEndian.Uint32(b[8:])))
	case TxnIndex:
		e.Version = int16(binary.BigEndian.Uint16(b))
		e.ProducerID = int64(binary.BigEndian.Uint64(b[2:]))
		e.FirstOffset = int64(binary.BigEndian.Uint64(b[10:]))
		e.LastOffset = int64(binary.BigEndian.Uint64(b[18:]))
		e.LastStableOffset = int64(binary.BigEndian.Uint64(b[26:]))
	}
	return e
}

// after reports whether an entry can stand behind another.
func (e *Entry) after(before *Entry) bool {
	switch e.Kind {
	case OffsetIndex:
		return e.Offset > before.Offset && e.LogPosition > before.LogPosition
	case TimeIndex:
		return e.Timestamp > before.Timestamp && e.Offset >= before.Offset
	}
	return e.LastOffset > before.LastOffset
}

// sane reports whether an entry by itself can be one.
func (e *Entry) sane() bool {
	switch e.Kind {
	case OffsetIndex:
		return e.Offset >= 0 && e.LogPosition >= 0
	case TimeIndex:
		return e.Offset >= 0 && e.Timestamp >= 0 && e.Timestamp < maxTime
	}
	return e.Version == 0 && e.ProducerID >= 0 && e.FirstOffset >= 0 && e.FirstOffset <= e.LastOffset && e.LastStableOffset >= 0
}

// maxTime is the largest timestamp that is believed where others are possible:
// the year 9999, in milliseconds.
const maxTime = 253402300800000

// Entries goes over the entries of an index.
type Entries struct {
	Entry Entry // behind Next

	window
	kind  Kind
	base  int64
	pos   int64
	tail  int64 // bytes at the end that hold no entry
	cut   bool
	solid int64 // a byte in front of this is known not to be zero
}

// NewEntries reads the first size bytes of an index of the given kind. Base is
// the base offset of its segment, which the name of the file tells.
func NewEntries(src io.ReaderAt, size int64, k Kind, base int64) *Entries {
	return &Entries{window: window{src: src, size: size}, kind: k, base: base}
}

// Next reads the next entry. It ends in front of zeros that go up to the end
// of the file: Kafka reserves the space of an index and cuts it to size when
// the segment is closed.
func (e *Entries) Next() bool {
	n := int64(e.kind.entryLen())
	left := e.size - e.pos
	if left <= 0 || e.err != nil {
		return false
	}
	if left < n {
		e.tail, e.cut = left, true
		return false
	}
	b := e.bytes(e.pos, n)
	if int64(len(b)) < n {
		return false
	}
	zero := allZero(b)
	e.Entry = parseEntry(e.kind, b, e.base)
	e.Entry.Position = e.pos
	if zero && e.kind != TxnIndex && e.pos >= e.solid {
		if e.solid = e.zerosUpTo(e.pos, e.size); e.solid == e.size {
			e.tail = left
			return false
		}
	}
	e.pos += n
	return true
}

// Tail is how many bytes lie behind the last entry: reserved ones or, when cut
// is true, fewer than an entry has.
func (e *Entries) Tail() (bytes int64, cut bool) { return e.tail, e.cut }

// Err is the error of the file system that ended reading; nil for none.
func (e *Entries) Err() error { return e.err }

// Producer is one entry of a producer snapshot.
type Producer struct {
	Position         int64 // of the entry in its file
	ID               int64
	Epoch            int16
	LastSequence     int32
	LastOffset       int64
	OffsetDelta      int32 // between first and last offset of the last batch
	Timestamp        int64 // milliseconds since 1970
	CoordinatorEpoch int32
	TxnFirstOffset   int64 // of the open transaction; -1 for none
}

func parseProducer(b []byte, position int64) Producer {
	return Producer{
		Position:         position,
		ID:               int64(binary.BigEndian.Uint64(b)),
		Epoch:            int16(binary.BigEndian.Uint16(b[8:])),
		LastSequence:     int32(binary.BigEndian.Uint32(b[10:])),
		LastOffset:       int64(binary.BigEndian.Uint64(b[14:])),
		OffsetDelta:      int32(binary.BigEndian.Uint32(b[22:])),
		Timestamp:        int64(binary.BigEndian.Uint64(b[26:])),
		CoordinatorEpoch: int32(binary.BigEndian.Uint32(b[34:])),
		TxnFirstOffset:   int64(binary.BigEndian.Uint64(b[38:])),
	}
}

// ReadProducers goes over a producer snapshot, which is small: entries go to
// each, what is wrong to found.
func ReadProducers(b []byte, each func(Producer), found func(Finding)) {
	size := int64(len(b))
	if len(b) < snapshotHead {
		found(Finding{size, BadLength, fmt.Sprintf("expected the %d bytes of version, CRC and count, found %s", snapshotHead, bytesOf(size))})
		return
	}
	if v := int16(binary.BigEndian.Uint16(b)); v != 1 {
		found(Finding{0, BadHeader, fmt.Sprintf("version: expected 1, found %d", v)})
		return
	}
	stored, sum := binary.BigEndian.Uint32(b[snapshotCRCAt:]), crc32.Checksum(b[snapshotCRCStart:], castagnoli)
	if stored != sum {
		found(Finding{snapshotCRCAt, BadCRC, prose.WrongCRC(sum, stored, snapshotCRCStart, size-1)})
	}
	count := int64(int32(binary.BigEndian.Uint32(b[snapshotCRCStart:])))
	pos := snapshotHead
	for ; count > 0 && pos+producerEntryLen <= len(b); pos += producerEntryLen {
		each(parseProducer(b[pos:], int64(pos)))
		count--
	}
	if rest := len(b) - pos; count != 0 || rest != 0 {
		found(Finding{int64(pos), BadLength, fmt.Sprintf("count: %d entries are missing, %s left over", count, bytesOf(int64(rest)))})
	}
}

// wrong says what is wrong with an entry behind another; "" for nothing. The
// zero entry stands for none.
func (e *Entry) wrong(before *Entry) string {
	switch {
	case !e.sane():
		return "an entry that cannot be: " + e.words()
	case before.Kind != "" && !e.after(before):
		return fmt.Sprintf("expected more than %s, found %s", before.words(), e.words())
	}
	return ""
}

// words gives what an entry says.
func (e *Entry) words() string {
	switch e.Kind {
	case OffsetIndex:
		return fmt.Sprintf("offset %d at position %d", e.Offset, e.LogPosition)
	case TimeIndex:
		return fmt.Sprintf("timestamp %d at offset %d", e.Timestamp, e.Offset)
	}
	return fmt.Sprintf("producer %d, offsets %d to %d", e.ProducerID, e.FirstOffset, e.LastOffset)
}

func cutEntry(k Kind, n int64) string {
	return fmt.Sprintf("the file ends in an entry: %s of %d", bytesOf(n), k.entryLen())
}
