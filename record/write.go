package record

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/kscope/kscope/layout"
)

// How an entry is written: its header as given, then what it holds. Sizes and
// sums are computed where they are not given, and always where records have
// been packed anew, because then those that are given are of other bytes.

// AppendBatch makes Layouts a layout.BatchWriter: it writes a batch, or a
// message where magic says 0 or 1.
//
// Records that are given beside compressedRecords, or messages beside the value
// of their wrapper, decide: where the compressed bytes hold just them, these
// are written as they are; else, and where there are none, the records are
// compressed by the codec that the attributes name, and length, CRC and count
// are computed, whatever was given for them. Otherwise length and CRC are
// computed where the source gives none, and kept where it does, so that damaged
// batches can be written too.
func (l *Layouts) AppendBatch(w *layout.Writer, src layout.Source) error {
	e := entry{l: l, w: w, src: src, start: len(w.Buf)}
	var v layout.Value
	if err := src.Value(l.whole, 0, &v); err != nil {
		return err
	}
	if v.State != layout.Given {
		return errors.New("a batch may not be null")
	}
	if v.Bytes != nil { // no batch that can be read: bytes as they are
		w.Buf = append(w.Buf, v.Bytes...)
		return nil
	}
	whole, magic, err := e.format()
	if err != nil {
		return err
	}
	e.whole = whole
	part, err := e.ask(cut.Name)
	switch {
	case err != nil:
	case part.State == layout.Given:
		err = e.beginning(part.Bytes)
	case magic < 2:
		err = e.message(magic)
	default:
		err = e.batch()
	}
	if err != nil {
		return err
	}
	return src.Close(whole, 0)
}

// entry is a batch or message that is being written.
type entry struct {
	l     *Layouts
	w     *layout.Writer
	src   layout.Source
	whole *layout.Layout // its members
	start int            // where it begins
}

// ask gives the value of a member, which is valid until the next is asked for.
func (e *entry) ask(name string) (v layout.Value, err error) {
	op, _ := e.whole.Find(0, name)
	err = e.src.Value(e.whole, op, &v)
	return v, err
}

// given reports whether there is a value for a member.
func (e *entry) given(name string) (bool, error) {
	v, err := e.ask(name)
	return v.State != layout.Absent, err
}

// format finds out what entry it is: by its magic, or, where an entry was cut
// in front of that, by what its first field is called.
func (e *entry) format() (whole *layout.Layout, magic int, err error) {
	e.whole = e.l.whole
	v, err := e.ask("magic")
	if err != nil {
		return nil, 0, err
	}
	if v.State == layout.Absent {
		e.whole = e.l.messages[1].whole
		old, err := e.given("offset")
		if err != nil || !old {
			return e.l.whole, 2, err
		}
		return e.whole, 1, nil
	}
	if v.Int == 0 || v.Int == 1 {
		return e.l.messages[v.Int].whole, int(v.Int), nil
	}
	return e.l.whole, 2, nil
}

// fields writes the members up to the one that is named.
func (e *entry) fields(until string) error {
	for op := range e.whole.Fields(0) {
		if e.whole.Info[op].Name == until {
			break
		}
		if err := e.w.Field(e.whole, op, e.src); err != nil {
			return err
		}
	}
	return nil
}

func (e *entry) field(name string) error {
	op, _ := e.whole.Find(0, name)
	return e.w.Field(e.whole, op, e.src)
}

// beginning writes an entry that is cut: the fields that are given, then part.
func (e *entry) beginning(part []byte) error {
	part = slices.Clone(part)
	for op := range e.whole.Fields(0) {
		name := e.whole.Info[op].Name
		if !e.whole.Ops[op].Kind.Fixed() {
			break
		}
		ok, err := e.given(name)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if err := e.w.Field(e.whole, op, e.src); err != nil {
			return err
		}
	}
	e.w.Buf = append(e.w.Buf, part...)
	return nil
}

// seal computes length and CRC where they are to be: all is true where what is
// given for them is of other bytes.
func (e *entry) seal(all bool, length string, sumAt int, sum func([]byte) uint32) error {
	b := e.w.Buf[e.start:]
	ok, err := e.given(length)
	if err != nil {
		return err
	}
	if all || !ok {
		binary.BigEndian.PutUint32(b[LengthAt:], uint32(len(b)-LogOverhead))
	}
	if ok, err = e.given("crc"); err != nil {
		return err
	}
	if all || !ok {
		binary.BigEndian.PutUint32(b[sumAt:], sum(b))
	}
	return nil
}

// batch writes a batch of magic 2.
func (e *entry) batch() error {
	if err := e.fields(recordsCount.Name); err != nil {
		return err
	}
	h := Attributes(binary.BigEndian.Uint16(e.w.Buf[e.start+AttributesAt:]))
	bytes, err := e.ask(packed.Name)
	if err != nil {
		return err
	}
	kept, compressed := slices.Clone(bytes.Bytes), bytes.State == layout.Given
	count, err := e.ask(recordsCount.Name)
	if err != nil {
		return err
	}
	records, err := e.given("records")
	if err != nil {
		return err
	}
	if compressed && !records {
		return e.sealed(false, e.field(recordsCount.Name), kept)
	}
	at := len(e.w.Buf)
	if err := e.field("records"); err != nil {
		return err
	}
	if h.Codec() == None || !records {
		return e.sealed(compressed, nil, nil)
	}
	list := slices.Clone(e.w.Buf[at:])
	e.w.Buf = e.w.Buf[:at]
	if compressed && e.l.sameRecords(kept, list, h.Codec(), count) {
		if count.State == layout.Absent {
			e.w.Buf = append(e.w.Buf, list[:4]...)
			return e.sealed(false, nil, kept)
		}
		return e.sealed(false, e.field(recordsCount.Name), kept)
	}
	e.w.Buf = append(e.w.Buf, list[:4]...)
	if e.w.Buf, err = e.l.Codecs.Append(e.w.Buf, list[4:], h.Codec()); err != nil {
		return layout.At("records", err)
	}
	return e.sealed(true, nil, nil)
}

// sealed ends a batch with the bytes of its records, if they are not there yet.
func (e *entry) sealed(all bool, err error, records []byte) error {
	if err != nil {
		return err
	}
	e.w.Buf = append(e.w.Buf, records...)
	return e.seal(all, "batchLength", CRCAt, Checksum)
}

// message writes a message of magic 0 or 1.
func (e *entry) message(magic int) error {
	if err := e.fields("value"); err != nil {
		return err
	}
	h := MessageHeader{Magic: int8(magic), Offset: int64(binary.BigEndian.Uint64(e.w.Buf[e.start:])), Attributes: Attributes(e.w.Buf[e.start+MessageAttributesAt])}
	value, err := e.ask("value")
	if err != nil {
		return err
	}
	kept, had := slices.Clone(value.Bytes), value.State == layout.Given
	messages, err := e.ask("messages")
	if err != nil {
		return err
	}
	if messages.State != layout.Given {
		if err := e.field("value"); err != nil {
			return err
		}
		return e.seal(false, "messageSize", MessageCRCAt, MessageChecksum)
	}
	set, err := e.messages()
	if err != nil {
		return err
	}
	anew := !had || !e.l.sameMessages(kept, set, &h)
	at := len(e.w.Buf)
	e.w.Buf = append(e.w.Buf, 0, 0, 0, 0)
	if anew {
		e.w.Buf, err = e.l.Codecs.AppendMessages(e.w.Buf, set, &h)
	} else {
		e.w.Buf = append(e.w.Buf, kept...)
	}
	if err != nil {
		return layout.At("messages", err)
	}
	binary.BigEndian.PutUint32(e.w.Buf[at:], uint32(len(e.w.Buf)-at-4))
	return e.seal(anew, "messageSize", MessageCRCAt, MessageChecksum)
}

// messages gives the bytes of the messages in a wrapper, which the source has
// been asked for.
func (e *entry) messages() ([]byte, error) {
	at := len(e.w.Buf)
	op, _ := e.whole.Find(0, "messages")
	_, err := e.w.Each(e.whole, op, e.src, func() error { return e.l.AppendBatch(e.w, e.src) })
	set := slices.Clone(e.w.Buf[at:])
	e.w.Buf = e.w.Buf[:at]
	if err != nil {
		return nil, layout.At("messages", err)
	}
	return set, nil
}

// AppendEmpty appends a batch without records, as it would stand at offset 0
// with all numbers zero but magic, length and CRC.
func AppendEmpty(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, make([]byte, HeaderLen)...)
	b := dst[start:]
	binary.BigEndian.PutUint32(b[LengthAt:], HeaderLen-LogOverhead)
	b[MagicAt] = 2
	binary.BigEndian.PutUint32(b[CRCAt:], Checksum(b))
	return dst
}

// AppendSample appends a batch of magic 2 with two records, numbered from n on:
// one with key, value and headers, one a tombstone.
func AppendSample(dst []byte, n int) []byte {
	start := len(dst)
	dst = append(dst, AppendEmpty(nil)...)
	b := dst[start:]
	binary.BigEndian.PutUint64(b, uint64(n)*2)
	binary.BigEndian.PutUint32(b[LastOffsetDeltaAt:], 1)
	binary.BigEndian.PutUint64(b[BaseTimestampAt:], sampleTime)
	binary.BigEndian.PutUint64(b[MaxTimestampAt:], sampleTime+1)
	binary.BigEndian.PutUint32(b[CountAt:], 2)
	dst = append(dst, "\x28\x00\x00\x00\x06key\x0avalue\x02\x06hdr\x02x"...)
	dst = append(dst, "\x12\x00\x02\x02\x06key\x01\x00"...)
	b = dst[start:]
	binary.BigEndian.PutUint32(b[LengthAt:], uint32(len(b)-LogOverhead))
	binary.BigEndian.PutUint32(b[CRCAt:], Checksum(b))
	return dst
}

// sampleTime is when Kafka 0.11, which brought batches of magic 2, came out:
// 2017-06-28, in milliseconds.
const sampleTime = 1498608000000
