package segment

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/wire"
)

// Record is one record with offset and timestamp made absolute. Key and Value
// alias the batch; nil is null, which an empty one is not.
type Record struct {
	Offset    int64
	Timestamp int64 // milliseconds since 1970; -1 for none
	Key       []byte
	Value     []byte
	Headers   Headers
}

// Headers are the headers of a record, as they lie on the wire.
type Headers struct {
	Count int
	rest  []byte
}

// Next takes the next header off; false when there is none left. Headers of
// records that a Walker gave are whole. The value nil is null.
func (h *Headers) Next() (key, value []byte, ok bool) {
	if h.Count == 0 {
		return nil, nil, false
	}
	h.Count--
	c := cursor{b: h.rest}
	key, _ = c.bytes()
	value, _ = c.bytes()
	h.rest = h.rest[c.pos:]
	return key, value, true
}

// maxUnpacked is how many bytes the records of one batch may have unpacked.
// Brokers take batches of 1 MiB unless they are told otherwise.
const maxUnpacked = 24 << 20

// Walker goes over the records of batches, one batch after the other. It
// keeps one buffer for what it inflates.
type Walker struct {
	Record Record // behind Next
	Index  int    // of that record in its batch

	batch   *Batch
	cursor  cursor
	base    int64 // position of the cursor's bytes in the file; -1 when inflated
	shift   int64 // what offsets of inner messages lack
	legacy  bool
	number  int // records met
	last    int64
	highest int64 // largest timestamp met
	err     Finding
	failed  bool
	scratch []byte
	codecs  *record.Codecs
	limit   int  // bytes that records may take unpacked
	over    bool // those of this batch would take more
}

// NewWalker makes a walker that unpacks with the given codecs.
func NewWalker(codecs *record.Codecs) *Walker { return &Walker{codecs: codecs, limit: maxUnpacked} }

// Start begins with the records of a batch, whose Bytes must stay as they are.
func (w *Walker) Start(b *Batch) {
	*w = Walker{batch: b, scratch: w.scratch, codecs: w.codecs, limit: w.limit, legacy: b.Legacy(), Index: -1, last: -1, highest: -1}
	if b.Bytes == nil {
		w.fail(TooLarge, 0, "its records are not looked at: it has %s, more than %d", bytesOf(b.Size), MaxHeld)
		return
	}
	w.base = b.Position
	w.cursor = cursor{b: b.Bytes}
	switch {
	case b.Codec != record.None:
		w.inflate()
	case !b.Legacy():
		w.cursor.pos = record.HeaderLen
	}
	if b.Wrapper() && !w.failed {
		h := b.wrapper()
		w.shift = h.Absolute(0, lastInner(w.cursor.b))
	}
}

// inflate puts the unpacked records in place of the batch's bytes.
func (w *Walker) inflate() {
	b := w.batch
	packed, ok := b.packed()
	if !ok {
		w.fail(BadRecords, keyAt(b.Magic), "a wrapper without a value")
		return
	}
	if len(packed) == 0 && b.Count == 0 { // compaction leaves such
		w.cursor = cursor{}
		return
	}
	data, err := w.expand(packed)
	w.scratch = data // room that was made in vain serves the next batch
	if err != nil {
		w.over = isLimit(err)
		w.fail(BadRecords, int(b.Size)-len(packed), "%s: %v", b.Codec, err)
		return
	}
	w.base = -1
	w.cursor = cursor{b: data}
}

func (w *Walker) expand(packed []byte) ([]byte, error) {
	if !w.legacy {
		return w.codecs.Expand(w.scratch[:0], packed, w.batch.Codec, w.limit)
	}
	h := w.batch.wrapper()
	return w.codecs.ExpandMessages(w.scratch[:0], packed, &h, w.limit)
}

// wrapper is what a wrapper's header says of the messages in it.
func (b *Batch) wrapper() record.MessageHeader {
	return record.MessageHeader{Magic: b.Magic, Offset: b.LastOffset, Attributes: record.Attributes(b.Codec)}
}

func isLimit(err error) bool {
	var over *record.LimitError
	return errors.As(err, &over)
}

// packed is the compressed part of a batch; false for a wrapper that has none.
func (b *Batch) packed() ([]byte, bool) {
	if !b.Legacy() {
		return b.Bytes[record.HeaderLen:], true
	}
	c := cursor{b: b.Bytes, pos: keyAt(b.Magic)}
	_, okKey := c.bytes32()
	value, okValue := c.bytes32()
	return value, okKey && okValue && value != nil
}

// keyAt is where the key of a message begins: in front of two lengths.
func keyAt(magic int8) int { return record.LeastSize(magic) - 8 }

// Complete finds out what the header of a wrapper does not say: its first
// offset and the number of its messages. They stay unknown when it is damaged.
func (w *Walker) Complete(b *Batch) {
	if !b.Wrapper() || !b.Valid() || b.Bytes == nil {
		return
	}
	first := int64(Unknown)
	w.Start(b)
	for w.Next() {
		if w.number == 1 {
			first = w.Record.Offset
		}
	}
	if _, bad := w.Err(); !bad && w.number > 0 {
		b.BaseOffset, b.Count = first, int32(w.number)
	}
}

// lastInner is the last offset of a message set; 0 for none.
func lastInner(set []byte) (last int64) {
	for len(set) >= record.LogOverhead {
		last = offsetOf(set)
		size := record.ClaimedSize(set)
		if size <= record.LogOverhead || size > int64(len(set)) {
			break
		}
		set = set[size:]
	}
	return last
}

// Next reads the next record; false at the end or at damage: Err.
func (w *Walker) Next() bool {
	if w.failed {
		return false
	}
	w.Index++
	if w.legacy {
		return w.nextMessage()
	}
	if w.number == int(w.batch.Count) {
		if n := len(w.cursor.b) - w.cursor.pos; n > 0 {
			w.fail(BadRecords, w.cursor.pos, "%s left over behind %d records", bytesOf(int64(n)), w.number)
		}
		return false
	}
	return w.nextRecord()
}

// Err is what stopped the walk in front of the end of the batch; ok is false
// when nothing did.
func (w *Walker) Err() (f Finding, ok bool) { return w.err, w.failed }

// Unpacked reports whether the records lay in compressed bytes, where they
// have no position in the file.
func (w *Walker) Unpacked() bool { return w.base < 0 }

// fail notes what is wrong at a place of the walked bytes.
func (w *Walker) fail(kind FindingKind, at int, format string, args ...any) bool {
	text := fmt.Sprintf(format, args...)
	if w.Index >= 0 {
		text = fmt.Sprintf("record %d: %s", w.Index, text)
	}
	position := w.batch.Position
	if w.base >= 0 {
		position += int64(at)
	} else {
		text = fmt.Sprintf("unpacked byte 0x%04x: %s", at, text)
	}
	w.err, w.failed = Finding{position, kind, text}, true
	return false
}

// nextRecord reads a record of magic 2.
func (w *Walker) nextRecord() bool {
	c, start := &w.cursor, w.cursor.pos
	size, ok := c.varint()
	if !ok || size < 0 || int(size) > len(c.b)-c.pos {
		return w.fail(BadRecords, start, "expected its size, found %s", c.found(ok, int(size)))
	}
	end := c.pos + int(size)
	all := c.b
	c.b = all[:end]
	good := c.skip(1) // attributes, not in use
	delta, ok1 := c.varlong()
	offset, ok2 := c.varint()
	r := &w.Record
	var ok3, ok4 bool
	r.Key, ok3 = c.bytes()
	r.Value, ok4 = c.bytes()
	good = good && ok1 && ok2 && ok3 && ok4 && c.headers(&r.Headers)
	c.b = all
	switch {
	case !good:
		return w.fail(BadRecords, start, "its fields do not fit into its %s", bytesOf(int64(size)))
	case c.pos != end:
		return w.fail(BadRecords, c.pos, "%s left over behind its headers", bytesOf(int64(end-c.pos)))
	}
	w.number++
	r.Offset = w.batch.BaseOffset + int64(offset)
	r.Timestamp = w.batch.BaseTimestamp + delta
	if w.batch.LogAppendTime {
		r.Timestamp = w.batch.MaxTimestamp
	}
	w.highest = max(w.highest, r.Timestamp)
	return true
}

// nextMessage reads a message of magic 0 or 1.
func (w *Walker) nextMessage() bool {
	c := &w.cursor
	b := c.b[c.pos:]
	if len(b) == 0 {
		return false
	}
	h, ok := record.ReadMessageHeader(b)
	if !ok || h.Size() < int64(record.LeastSize(h.Magic)) || h.Size() > int64(len(b)) {
		return w.fail(BadRecords, c.pos, "expected a message of magic 0 or 1, found %s", bytesOf(int64(len(b))))
	}
	start, size := c.pos, int(h.Size())
	b = b[:size]
	if sum := record.MessageChecksum(b); w.Unpacked() && sum != h.CRC {
		return w.fail(BadCRC, start+record.MessageCRCAt, "crc: expected 0x%08x, found 0x%08x", sum, h.CRC)
	}
	r := &w.Record
	*r = Record{Offset: h.Offset + w.shift, Timestamp: h.Timestamp}
	if w.batch.LogAppendTime {
		r.Timestamp = w.batch.MaxTimestamp
	}
	in := cursor{b: b, pos: keyAt(h.Magic)}
	var ok1, ok2 bool
	r.Key, ok1 = in.bytes32()
	r.Value, ok2 = in.bytes32()
	if !ok1 || !ok2 || in.pos != size {
		return w.fail(BadRecords, start, "key and value do not fill its %s", bytesOf(int64(size)))
	}
	c.pos += size
	w.number++
	w.highest = max(w.highest, r.Timestamp)
	return true
}

// cursor reads the pieces of a record.
type cursor struct {
	b   []byte
	pos int
}

func (c *cursor) skip(n int) bool {
	c.pos += n
	return c.pos <= len(c.b)
}

func (c *cursor) varint() (int32, bool) {
	if c.pos < len(c.b) && c.b[c.pos] < 0x80 {
		u := int32(c.b[c.pos])
		c.pos++
		return u>>1 ^ -(u & 1), true
	}
	v, n := wire.ReadVarint(c.b, c.pos)
	if n <= 0 {
		return 0, false
	}
	c.pos += n
	return v, true
}

func (c *cursor) varlong() (int64, bool) {
	v, n := wire.ReadVarlong(c.b, c.pos)
	if n <= 0 {
		return 0, false
	}
	c.pos += n
	return v, true
}

// bytes reads a varint length and that many bytes; nil for null.
func (c *cursor) bytes() ([]byte, bool) {
	n, ok := c.varint()
	if !ok || n < -1 || int(n) > len(c.b)-c.pos {
		return nil, false
	}
	if n < 0 {
		return nil, true
	}
	start := c.pos
	c.pos += int(n)
	return c.b[start:c.pos:c.pos], true
}

// bytes32 is bytes with an int32 length.
func (c *cursor) bytes32() ([]byte, bool) {
	if len(c.b)-c.pos < 4 {
		return nil, false
	}
	n := int(int32(binary.BigEndian.Uint32(c.b[c.pos:])))
	c.pos += 4
	if n < -1 || n > len(c.b)-c.pos {
		return nil, false
	}
	if n < 0 {
		return nil, true
	}
	start := c.pos
	c.pos += n
	return c.b[start:c.pos:c.pos], true
}

// headers steps over headers and checks them on the way.
func (c *cursor) headers(h *Headers) bool {
	n, ok := c.varint()
	if !ok || n < 0 || int(n) > len(c.b)-c.pos {
		return false
	}
	h.Count, h.rest = int(n), c.b[c.pos:]
	for range n {
		key, ok := c.bytes()
		if !ok || key == nil {
			return false
		}
		if _, ok := c.bytes(); !ok {
			return false
		}
	}
	return true
}

// found says what stands in place of a size.
func (c *cursor) found(ok bool, n int) string {
	switch {
	case !ok:
		return "no varint that ends"
	case n < 0:
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d with %s left", n, bytesOf(int64(len(c.b)-c.pos)))
}
