package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// Message sets of magic 0 and 1 have no batches: each message stands alone, or
// is the wrapper of a compressed message set, which its value is. Offsets of
// messages in a wrapper are their own in magic 0; in magic 1 they count, and
// the wrapper has the offset of the last.

// Offsets in a message.
const (
	MessageCRCAt        = 12 // it covers everything behind it
	MessageAttributesAt = 17
	messageTimestampAt  = 18 // in magic 1
)

// messageLayouts are the layouts of messages of one magic.
type messageLayouts struct {
	plain   *layout.Layout
	wrapper *layout.Layout // its value holds messages
	inner   *layout.Layout // in a wrapper
	stamped *layout.Layout // in a wrapper whose timestamp counts for all
	partial *layout.Layout
	whole   *layout.Layout // all members that the JSON may have

	crc, value int // ops
}

func newMessageLayouts(magic int) (m messageLayouts) {
	wrapped := layout.Part{Name: "value", Type: "bytes", Kind: layout.Bytes, Nullable: true, Contents: "messages", Packed: true, Relation: codec, About: "messages, compressed"}
	inside := layout.Part{Name: "messages", Type: "[]Message", Kind: layout.Array, Parts: []layout.Part{{Name: "Message", Type: "Message", Kind: layout.Struct}}}
	head := messageParts(magic)
	keyed := with(head, messageKey, messageValue)
	m.plain = message("message", keyed)
	m.wrapper = message("message that wraps others", with(head, messageKey, wrapped))
	m.partial = message("beginning of a message: a Fetch response may end inside one", with(head, cut))
	m.whole = message("", with(keyed, inside, cut))
	m.inner, m.stamped = m.plain, m.plain
	if magic > 0 {
		relative := with(keyed)
		relative[0].Relation = layout.Relation{Kind: layout.Countdown, To: "offset", As: "offset"}
		m.inner = message("message", relative)
		stamped := with(relative)
		stamped[5].Relation = layout.Relation{Kind: layout.Overridden, To: "timestamp", As: "timestamp"}
		m.stamped = message("message", stamped)
	}
	m.crc, _ = m.plain.Find(0, "crc")
	m.value, _ = m.wrapper.Find(0, "value")
	return m
}

func message(about string, parts []layout.Part) *layout.Layout {
	return element(layout.Literal("Message", "Message", about, layout.Batch, parts...))
}

var (
	messageKey   = layout.Part{Name: "key", Type: "bytes", Kind: layout.Bytes, Nullable: true, Default: layout.Default{Null: true}, Layer: layout.Record, About: "key of the message; null for none"}
	messageValue = layout.Part{Name: "value", Type: "bytes", Kind: layout.Bytes, Nullable: true, Layer: layout.Record, About: "value of the message; null is a tombstone"}
)

// messageParts are the fields of a message in front of its key.
// Source: org.apache.kafka.common.record.LegacyRecord.
func messageParts(magic int) []layout.Part {
	attributes := "codec (bits 0-2)"
	if magic > 0 {
		attributes += ", timestamp type (3)"
	}
	parts := []layout.Part{
		{Name: "offset", Type: "int64", Kind: layout.Int64, About: "offset of the message; of a wrapper, that of its last message"},
		{Name: "messageSize", Type: "int32", Kind: layout.Int32, Measure: layout.Extent, About: "bytes that follow this field"},
		{Name: "crc", Type: "uint32", Kind: layout.Uint32, Measure: layout.CRC32, About: "CRC-32 of everything from the magic on"},
		{Name: "magic", Type: "int8", Kind: layout.Int8, Default: layout.Default{Int: int64(magic)}, About: "format version of the message"},
		{Name: "attributes", Type: "int8", Kind: layout.Int8, About: attributes},
	}
	if magic > 0 {
		parts = append(parts, layout.Part{Name: "timestamp", Type: "int64", Kind: layout.Int64, Default: layout.Default{Int: -1}, About: "timestamp in milliseconds; of a wrapper, the largest of its messages, or when the broker appended it"})
	}
	return parts
}

// MessageChecksum is the CRC-32 that a message of magic 0 or 1 should hold. It
// must have its magic.
func MessageChecksum(message []byte) uint32 { return crc32.ChecksumIEEE(message[MagicAt:]) }

// MessageHeader is what a message of magic 0 or 1 says in front of its key.
type MessageHeader struct {
	Offset     int64 // in a wrapper of magic 1: see Absolute
	Length     int32 // of the message from behind this field on: 12 bytes less than all
	CRC        uint32
	Magic      int8
	Attributes Attributes
	Timestamp  int64 // milliseconds since 1970; -1 for none, as in magic 0
}

// messageFlags are the attributes that Kafka uses in messages.
const messageFlags = codecMask | appendFlag

// Unknown gives the bits of the attributes that Kafka does not use.
func (h *MessageHeader) Unknown() uint16 { return uint16(h.Attributes) &^ messageFlags }

// ReadMessageHeader reads the header that a message begins with; ok is false
// when the bytes are fewer than the smallest message of their magic, or the
// magic is neither 0 nor 1.
func ReadMessageHeader(b []byte) (h MessageHeader, ok bool) {
	if len(b) < Preamble || b[MagicAt] > 1 || len(b) < LeastSize(int8(b[MagicAt])) {
		return h, false
	}
	be := binary.BigEndian
	h = MessageHeader{
		Offset: int64(be.Uint64(b)), Length: int32(be.Uint32(b[LengthAt:])), CRC: be.Uint32(b[MessageCRCAt:]),
		Magic: int8(b[MagicAt]), Attributes: Attributes(b[MessageAttributesAt]), Timestamp: -1,
	}
	if h.Magic == 1 {
		h.Timestamp = int64(be.Uint64(b[messageTimestampAt:]))
	}
	return h, true
}

// Size is how many bytes the whole message takes.
func (h *MessageHeader) Size() int64 { return int64(h.Length) + LogOverhead }

// Absolute is the offset of a message in a wrapper of which h is the header:
// given the message's own, and that of the last message in there. Brokers
// before 0.10 and some clients wrote absolute ones in magic 1 too; then the
// last one is the wrapper's, and nothing changes.
func (h *MessageHeader) Absolute(inner, last int64) int64 {
	if h.Magic == 0 {
		return inner
	}
	return h.Offset - last + inner
}

// message reads one message, b, and what it wraps. The outer header is that of
// the wrapper around it, nil for none.
func (l *Layouts) message(t *tape.Tape, b []byte, outer *MessageHeader) {
	h, _ := ReadMessageHeader(b)
	m := &l.messages[h.Magic]
	body := m.plain
	switch {
	case outer != nil && outer.Attributes.LogAppendTime():
		body = m.stamped
	case outer != nil:
		body = m.inner
	case h.Attributes.Codec() != None:
		body = m.wrapper
	}
	at, node := t.Pos(), t.Next()
	t.Contain(at+len(b), func() {
		if body == m.wrapper {
			l.wrapper(t, m, &h)
			return
		}
		t.Run(body)
	})
	if sum := MessageChecksum(b); sum != h.CRC {
		wrongCRC(t, node+m.crc, at+MessageCRCAt, at+MagicAt, at+len(b), sum, h.CRC)
	}
}

// wrapper reads a message whose value is a compressed message set.
func (l *Layouts) wrapper(t *tape.Tape, m *messageLayouts, h *MessageHeader) {
	if !t.RunUntil(m.wrapper, m.value) {
		return
	}
	t.RunInto(m.wrapper, m.value, func() {
		node, at := t.Next(), t.Pos()
		packed := t.Upcoming()
		fill := func(dst []byte) ([]byte, error) {
			return l.Codecs.ExpandMessages(dst, packed, h, l.limit(t, len(packed)))
		}
		if err := t.Unpack(l.set, 0, fill, func() { l.read(t, h) }); err != nil {
			refused(t, node, at, "value", h.Attributes.Codec(), err)
		}
	})
	t.Close()
}

// ExpandMessages appends the messages that the value of a wrapper holds, of which
// h is the header, to dst; see [Codecs.Expand].
func (c *Codecs) ExpandMessages(dst, value []byte, h *MessageHeader, limit int) ([]byte, error) {
	codec := h.Attributes.Codec()
	switch {
	case codec == Zstd:
		return dst, fmt.Errorf("zstd, which came with magic 2, in magic %d", h.Magic)
	case codec == LZ4 && h.Magic == 0:
		return c.expandLZ4Magic0(dst, value, limit)
	}
	return c.Expand(dst, value, codec, limit)
}

// AppendMessages appends messages as the value of the wrapper of which h is the
// header; see [Codecs.Append].
func (c *Codecs) AppendMessages(dst, set []byte, h *MessageHeader) ([]byte, error) {
	switch codec := h.Attributes.Codec(); {
	case codec == None:
		return dst, errors.New("attributes name no codec to compress them by")
	case codec == Zstd:
		return dst, fmt.Errorf("zstd came with magic 2, not %d", h.Magic)
	case codec == LZ4 && h.Magic == 0:
		return c.appendLZ4Magic0(dst, set)
	default:
		return c.Append(dst, set, codec)
	}
}
