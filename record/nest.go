package record

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Nest makes Layouts a tape.Nester for records fields, and for chunks of files
// that begin with a whole entry.
func (l *Layouts) Nest(t *tape.Tape, what string) {
	switch what {
	case tape.RecordsField:
		l.Read(t)
	case ChunkField:
		if _, sound := Entry(t.Upcoming()); sound {
			l.Read(t)
		}
	}
}

// Read reads batches and messages up to the tape's limit.
func (l *Layouts) Read(t *tape.Tape) { l.read(t, nil) }

// read reads entries of any magic up to the limit: what a records field has,
// or what lies in a wrapper message.
func (l *Layouts) read(t *tape.Tape, outer *MessageHeader) {
	magic := byte(2) // of the entry before, for one that ends in front of it
	if outer != nil {
		magic = byte(outer.Magic)
	}
	for t.Pos() < t.Limit() && t.Err == nil {
		b := t.Upcoming()
		if len(b) > MagicAt {
			magic = b[MagicAt]
		}
		l.next(t, b, magic, outer)
	}
}

// next reads one entry, or covers what is left if that is no whole one.
func (l *Layouts) next(t *tape.Tape, b []byte, magic byte, outer *MessageHeader) {
	switch {
	case magic > 2 || outer != nil && magic > 1:
		at, node, most := t.Pos()+MagicAt, t.Next(), 2
		if outer != nil {
			most = 1
		}
		t.Run(l.Opaque)
		t.DamageAt(node, at, fmt.Sprintf("offset 0x%04x: magic: expected 0 to %d, found %d", t.Place(at), most, int8(magic)))
		return
	case outer != nil && crowded(t):
		t.Fail(tape.TooLarge, "at most "+prose.Count(mostNodes, "thing")+" in unpacked data", "more")
		return
	}
	least := LeastSize(int8(magic))
	if len(b) <= MagicAt { // cut in front of it: any format may be meant
		least = LeastSize(0)
	}
	if len(b) < LogOverhead {
		l.cut(t, magic, prose.Count(len(b), "byte")+" of an entry that is cut in front of its size, as a Fetch response may end")
		return
	}
	size := int(int32(binary.BigEndian.Uint32(b[LengthAt:]))) + LogOverhead
	if size < least {
		at, node := t.Pos()+LengthAt, t.Next()
		t.Run(l.Opaque)
		t.DamageAt(node, at, fmt.Sprintf("offset 0x%04x: %s: expected at least %d, found %d", t.Place(at), LengthField(int8(magic)), least-LogOverhead, size-LogOverhead))
		return
	}
	switch {
	case size > len(b):
		l.cut(t, magic, fmt.Sprintf("%s of the %s of an entry that is cut, as a Fetch response may end", prose.Number(len(b)), prose.Count(size, "byte")))
	case magic < 2:
		l.message(t, b[:size], outer)
	default:
		l.batch(t, b[:size])
	}
}

// crowded reports whether unpacked data has given all the nodes that it may.
func crowded(t *tape.Tape) bool { return t.Next() > mostNodes+len(t.Data) }

// cut reads the beginning of an entry: the fields of its header that are whole,
// then a leaf, even of nothing, because it tells that something is missing.
func (l *Layouts) cut(t *tape.Tape, magic byte, note string) {
	body := l.partial
	if magic < 2 {
		body = l.messages[magic].partial
	}
	node, op, left := t.Next(), 1, len(t.Upcoming())
	for ; body.Ops[op].Kind != layout.Raw && int(body.Ops[op].Width) <= left; op = int(body.Ops[op].End) {
		left -= int(body.Ops[op].Width)
	}
	leaf, _ := body.Find(0, cut.Name)
	if t.RunUntil(body, op) {
		t.RunLeaf(body, leaf)
		t.Close()
		t.NoteAt(node, t.Pos(), note)
	}
}

func (l *Layouts) batch(t *tape.Tape, b []byte) {
	h, _ := ReadHeader(b)
	at, node := t.Pos(), t.Next()
	t.Contain(at+len(b), func() {
		if h.Attributes.Codec() != None {
			l.compressed(t, &h)
			return
		}
		t.Run(l.batches[h.Attributes.variant().of()])
	})
	if sum := Checksum(b); sum != h.CRC {
		wrongCRC(t, node+l.crc, at+CRCAt, at+AttributesAt, at+len(b), sum, h.CRC)
	}
}

// wrongCRC notes that the CRC at an offset is not that of the bytes between two.
func wrongCRC(t *tape.Tape, node, at, from, to int, sum, stored uint32) {
	text := prose.WrongCRC(sum, stored, int64(t.Place(from)), int64(t.Place(to-1)))
	t.DamageAt(node, at, fmt.Sprintf("offset 0x%04x: %s", t.Place(at), text))
}

// Checksum is the CRC-32C that a batch of magic 2 should hold. The batch must
// have its whole header.
func Checksum(batch []byte) uint32 { return crc32.Checksum(batch[AttributesAt:], castagnoli) }
