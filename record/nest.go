package record

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/kscope/kscope/tape"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Nest makes Layouts a tape.Nester for records fields.
func (l *Layouts) Nest(t *tape.Tape, what string) {
	if what == tape.RecordsField {
		l.Read(t)
	}
}

// Read reads batches up to the tape's limit.
func (l *Layouts) Read(t *tape.Tape) {
	for t.Pos() < t.Limit() && t.Err == nil {
		l.next(t)
	}
}

// next reads one batch, or covers what is left if that is no whole batch.
func (l *Layouts) next(t *tape.Tape) {
	b := t.Upcoming()
	if len(b) <= magicAt {
		t.Run(l.Partial)
		return
	}
	if magic := b[magicAt]; magic != 2 {
		t.Run(l.Opaque)
		t.Note(fmt.Sprintf("records of magic %d are shown as bytes", magic))
		return
	}
	size := int(int32(binary.BigEndian.Uint32(b[lengthAt:])))
	if size < HeaderLen-afterLength {
		at := t.Pos() + lengthAt
		t.Run(l.Opaque)
		t.Note(fmt.Sprintf("offset 0x%04x: batchLength: expected at least %d, found %d", at, HeaderLen-afterLength, size))
		return
	}
	if size += afterLength; size > len(b) {
		t.Run(l.Partial)
		return
	}
	l.batch(t, b[:size])
}

func (l *Layouts) batch(t *tape.Tape, b []byte) {
	body := l.Batch
	codec := Codec(b[attributesAt+1] & codecMask)
	if codec != None {
		body = l.Compressed
	}
	stored, sum := binary.BigEndian.Uint32(b[crcAt:]), Checksum(b)
	at, node := t.Pos(), t.Next()
	t.Contain(at+len(b), func() {
		if codec == None {
			t.Run(body)
			return
		}
		l.compressed(t, codec, int(int32(binary.BigEndian.Uint32(b[countAt:]))))
	})
	if stored != sum {
		crc, _ := body.Find(0, "crc") // all fields in front of it are one node each
		t.NoteAt(node+crc, at+crcAt, fmt.Sprintf("offset 0x%04x: crc: expected %d (0x%08x) for bytes 0x%04x to 0x%04x, found %d (0x%08x)",
			at+crcAt, sum, sum, at+attributesAt, at+len(b)-1, stored, stored))
	}
}

// Checksum is the CRC-32C that a batch of magic 2 should hold. The batch must
// have its whole header.
func Checksum(batch []byte) uint32 { return crc32.Checksum(batch[attributesAt:], castagnoli) }
