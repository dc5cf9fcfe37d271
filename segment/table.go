package segment

import (
	"strconv"

	"github.com/kscope/kscope/message"
)

// Table is the form for people: columns, with what is wrong on lines of their
// own that begin with "!".
type Table struct {
	Value ValueForm
	Full  bool // keys and values of any length whole
	// Decoder reads keys and values that are messages, with AutoValue.
	Decoder *Decoder

	clock clock
}

// Head appends the names of the columns; text files have none.
func (t *Table) Head(dst []byte, k Kind, deep bool) []byte {
	switch {
	case k == Log && deep:
		return append(dst, "    OFFSET  TIMESTAMP                 KEY               VALUE  HEADERS\n"...)
	case k == Log:
		return append(dst, "  POSITION  OFFSETS              COUNT  MAGIC  CODEC   TIMESTAMP                 PRODUCER            FLAGS  EPOCH      SIZE  CRC\n"...)
	case k == OffsetIndex:
		return append(dst, "    OFFSET    POSITION\n"...)
	case k == TimeIndex:
		return append(dst, "    OFFSET  TIMESTAMP\n"...)
	case k == TxnIndex:
		return append(dst, "  PRODUCER  FIRST OFFSET  LAST OFFSET  LAST STABLE OFFSET\n"...)
	case k == ProducerSnapshot:
		return append(dst, "  PRODUCER  EPOCH  LAST SEQUENCE  LAST OFFSET  OFFSET DELTA  TIMESTAMP                 COORDINATOR EPOCH  OPEN TRANSACTION\n"...)
	}
	return dst
}

// Append appends an item as one line.
func (t *Table) Append(dst []byte, item any) []byte {
	switch item := item.(type) {
	case *Batch:
		dst = t.batch(dst, item)
	case *Walker:
		dst = t.record(dst, item)
	case *Entry:
		dst = t.entry(dst, item)
	case *Producer:
		dst = t.producer(dst, item)
	case *Line:
		dst = appendPlain(append(dst, "  "...), item.Text)
	case *Gap:
		f := item.Finding()
		return t.Append(dst, &f)
	case *Finding:
		dst = append(dst, "! offset 0x"...)
		dst = appendHexNumber(dst, uint64(item.Position))
		dst = append(append(dst, ": "...), item.Text...)
	}
	return append(dst, '\n')
}

func (t *Table) batch(dst []byte, b *Batch) []byte {
	dst = right(dst, b.Position, 10)
	dst = append(dst, "  "...)
	start := len(dst)
	if b.BaseOffset == Unknown {
		dst = append(dst, '?')
	} else {
		dst = strconv.AppendInt(dst, b.BaseOffset, 10)
	}
	if b.LastOffset != b.BaseOffset {
		dst = strconv.AppendInt(append(dst, '-'), b.LastOffset, 10)
	}
	dst = pad(dst, start, 19)
	if b.Count < 0 {
		dst = append(dst, "      ?"...)
	} else {
		dst = right(dst, int64(b.Count), 7)
	}
	dst = right(dst, int64(b.Magic), 7)
	dst = append(dst, "  "...)
	start = len(dst)
	dst = pad(append(dst, b.Codec.String()...), start, 8)
	start = len(dst)
	dst = pad(t.clock.append(dst, b.MaxTimestamp), start, 26)
	start = len(dst)
	dst = pad(appendProducer(dst, b), start, 20)
	start = len(dst)
	dst = pad(appendFlags(dst, b), start, 5)
	dst = right(dst, int64(b.LeaderEpoch), 7)
	dst = right(dst, b.Size, 10)
	if b.Valid() {
		return append(dst, "  ok"...)
	}
	return append(dst, "  wrong"...)
}

// appendProducer appends id, epoch and first sequence number.
func appendProducer(dst []byte, b *Batch) []byte {
	if b.ProducerID < 0 {
		return append(dst, '-')
	}
	dst = append(strconv.AppendInt(dst, b.ProducerID, 10), '/')
	dst = append(strconv.AppendInt(dst, int64(b.ProducerEpoch), 10), '/')
	return strconv.AppendInt(dst, int64(b.BaseSequence), 10)
}

// appendFlags appends a letter for each attribute that is set.
func appendFlags(dst []byte, b *Batch) []byte {
	start := len(dst)
	if b.Transactional {
		dst = append(dst, 'T')
	}
	if b.Control {
		dst = append(dst, 'C')
	}
	if b.DeleteHorizon >= 0 {
		dst = append(dst, 'D')
	}
	if b.LogAppendTime {
		dst = append(dst, 'L')
	}
	if len(dst) == start {
		dst = append(dst, '-')
	}
	return dst
}

func (t *Table) record(dst []byte, w *Walker) []byte {
	r := &w.Record
	dst = append(right(dst, r.Offset, 10), "  "...)
	start := len(dst)
	dst = append(pad(t.clock.append(dst, r.Timestamp), start, 24), "  "...)
	start = len(dst)
	if w.batch.Control {
		dst = append(dst, t.Decoder.control(r.Key)...)
	} else {
		dst = t.value(dst, t.Decoder.key(w), r.Key)
	}
	dst = append(pad(dst, start, 16), "  "...)
	dst = t.value(dst, t.Decoder.value(w), r.Value)
	headers := r.Headers
	for i := 0; ; i++ {
		key, value, ok := headers.Next()
		if !ok {
			return dst
		}
		dst = append(dst, "  "...)
		dst = appendPlain(dst, key)
		dst = appendValue(append(dst, '='), value, t.Value, t.Full)
	}
}

// value appends a key or value: NAME@VERSION and JSON of one that is a message.
func (t *Table) value(dst []byte, s *message.Spec, b []byte) []byte {
	if s != nil && t.Value.auto() {
		start := len(dst)
		dst = append(append(dst, s.String()...), ' ')
		if dst, ok := t.Decoder.append(dst, s, b); ok {
			return dst
		}
		dst = dst[:start]
	}
	return appendValue(dst, b, t.Value, t.Full)
}

func (t *Table) entry(dst []byte, e *Entry) []byte {
	switch e.Kind {
	case OffsetIndex:
		return right(right(dst, e.Offset, 10), e.LogPosition, 12)
	case TimeIndex:
		return t.clock.append(append(right(dst, e.Offset, 10), "  "...), e.Timestamp)
	}
	dst = right(right(dst, e.ProducerID, 10), e.FirstOffset, 14)
	return right(right(dst, e.LastOffset, 13), e.LastStableOffset, 20)
}

func (t *Table) producer(dst []byte, p *Producer) []byte {
	dst = right(right(dst, p.ID, 10), int64(p.Epoch), 7)
	dst = right(right(dst, int64(p.LastSequence), 15), p.LastOffset, 13)
	dst = append(right(dst, int64(p.OffsetDelta), 14), "  "...)
	start := len(dst)
	dst = pad(t.clock.append(dst, p.Timestamp), start, 24)
	dst = right(dst, int64(p.CoordinatorEpoch), 19)
	if p.TxnFirstOffset < 0 {
		return append(dst, "                 -"...)
	}
	return right(dst, p.TxnFirstOffset, 18)
}

const blanks = "                        " // as many as the widest column has

// right appends a number, at the right end of a column.
func right(dst []byte, n int64, width int) []byte {
	var digits [20]byte
	s := strconv.AppendInt(digits[:0], n, 10)
	if missing := width - len(s); missing > 0 {
		dst = append(dst, blanks[:missing]...)
	}
	return append(dst, s...)
}

// pad fills a column that began at start up to its width.
func pad(dst []byte, start, width int) []byte {
	for missing := width - (len(dst) - start); missing > 0; missing -= len(blanks) {
		dst = append(dst, blanks[:min(missing, len(blanks))]...)
	}
	return dst
}

// appendPlain appends text without quotes where it needs none.
func appendPlain(dst, b []byte) []byte {
	if printable(b) {
		for i, c := range b {
			if c < ' ' {
				return append(dst, strconv.Quote(string(b))...)
			}
			if i == len(b)-1 {
				return append(dst, b...)
			}
		}
	}
	return appendQuoted(dst, b)
}

func appendHexNumber(dst []byte, n uint64) []byte {
	for digits := n; digits < 0x1000; digits = digits<<4 | 0xf {
		if digits == 0 {
			return append(dst, "0000"...)
		}
		dst = append(dst, '0')
	}
	return strconv.AppendUint(dst, n, 16)
}
