package segment

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"github.com/kscope/kscope/record"
)

// How reading goes on behind damage: every following position is looked at
// once, cheap tests first, and the first entry whose CRC holds is taken. CRCs
// have a budget that grows with the bytes passed, so that bytes made to look
// like headers cost no more than a constant for each of them.
const (
	sumBudget = 64 << 20 // bytes of CRC that every gap may cost
	sumFactor = 16       // further ones for each byte passed
)

// What bytes that may begin an entry are told by at first sight.
const (
	newestMagic = 2
	leastEntry  = 26 // bytes of the smallest of any magic, a message of magic 0
)

// gap finds the next entry behind the present position and says what lies
// between.
func (r *Reader) gap() {
	f := r.fault
	if f.cause == WrongCRC {
		f.size, f.offset = r.Batch.Size, r.Batch.first()
	}
	from := r.pos
	to := r.scan(from + 1)
	r.pos = to
	r.Gap = Gap{From: from, To: to, Cause: f.cause}
	r.explain(&f)
}

// scan gives the position of the first good entry from a position on, the size
// of the file when there is none.
func (r *Reader) scan(pos int64) int64 {
	budget := int64(sumBudget)
	for pos+record.Preamble <= r.size && r.err == nil {
		w := r.rest(pos, record.Preamble)
		i, found := candidate(w, r.size-pos)
		if budget += int64(i) * sumFactor; !found {
			pos += int64(max(i, 1))
			continue
		}
		pos += int64(i)
		if r.good(pos, &budget) {
			return pos
		}
		pos++
	}
	return r.size
}

// candidate looks for bytes that may begin an entry. It gives the index of
// those, or of the first byte that it could not judge.
func candidate(w []byte, left int64) (i int, found bool) {
	for ; i+record.Preamble <= len(w); i++ {
		if w[i+record.MagicAt] > newestMagic {
			continue
		}
		if size := record.ClaimedSize(w[i:]); size >= leastEntry && size <= left-int64(i) {
			return i, true
		}
	}
	return i, false
}

// good reports whether a whole entry with the right CRC begins at a position,
// and one that can stand behind what was read so far: a record may hold a
// batch in its value.
func (r *Reader) good(pos int64, budget *int64) bool {
	var head [record.HeaderLen]byte
	h := head[:r.peek(head[:], pos)]
	if headFault(h, r.size-pos) != "" {
		return false
	}
	var b Batch
	b.parse(h, pos)
	if !b.sane() || b.Size > *budget || b.first() <= r.last && !r.follows(&b) {
		return false
	}
	if *budget -= b.Size; !r.holds(pos, b.Size) {
		*budget -= chunk // what reading costs
	}
	if b.Size <= MaxHeld {
		all := r.bytes(pos, b.Size)
		return int64(len(all)) == b.Size && b.checksum(all) == b.CRC
	}
	return r.sum(&b) == b.CRC
}

// explain puts into words what the gap is.
func (r *Reader) explain(f *fault) {
	g := &r.Gap
	toEnd := g.To >= r.size
	switch {
	case toEnd && g.Bytes() < record.LengthAt && f.len < record.Preamble: // offsets begin with zeros
		g.Text = fmt.Sprintf("the file ends %s into a header: the last write was cut", bytesOf(g.Bytes()))
	case r.zeros(g.From, g.To):
		g.Cause = Zeros
		g.Text = "zeros where a batch should be: a write that never reached the disk"
		if toEnd {
			g.Text = "zeros up to the end of the file: space that was reserved, or a write that never reached the disk"
		}
	case f.cause == WrongCRC:
		g.Text = fmt.Sprintf("a batch whose CRC is wrong (expected 0x%08x, found 0x%08x), and none follows where it says to end, at 0x%04x",
			r.Batch.Computed, r.Batch.CRC, r.Batch.End())
		if !toEnd {
			g.Text += fmt.Sprintf("; the next one begins at 0x%04x", g.To)
		}
	case f.len < record.Preamble:
		g.Text = fmt.Sprintf("the file ends %s into a header: the last write was cut", bytesOf(int64(f.len)))
	case r.foreign(f):
		g.Cause = Foreign
		g.Text = "no batch: " + describe(f.head[:min(int64(f.len), g.Bytes())])
	case f.cause == WrongMagic:
		g.Text = fmt.Sprintf("magic: expected 0, 1 or 2, found %d", int8(f.head[record.MagicAt]))
	case f.cause == HalfWritten && toEnd:
		g.Text = fmt.Sprintf("a batch of %s from offset %d on, of which %d are there: the last write was cut", bytesOf(f.size), f.offset, g.Bytes())
	default:
		g.Cause = WrongLength
		magic := int8(f.head[record.MagicAt])
		field, length := record.LengthField(magic), f.size-record.LogOverhead
		g.Text = fmt.Sprintf("%s: expected at least %d in magic %d, found %d", field, record.LeastSize(magic)-record.LogOverhead, magic, length)
		if f.size > r.size-g.From {
			g.Text = fmt.Sprintf("%s: found %d, which leads behind the end of the file", field, length)
		}
		if !toEnd {
			g.Text += fmt.Sprintf("; the next batch begins %d bytes further", g.Bytes())
		}
	}
}

// foreign reports whether neither magic nor offset speaks for a batch that was
// damaged.
func (r *Reader) foreign(f *fault) bool {
	near := f.offset >= 0 && f.offset > r.last && f.offset-max(r.last, 0) < 1<<31
	return !near && (f.cause == WrongMagic || f.cause == WrongLength || f.size < leastEntry || f.offset < 0)
}

// describe says what bytes look like that are not a log's.
func describe(b []byte) string {
	switch {
	case isText(b):
		return fmt.Sprintf("text, beginning with %q", b[:min(len(b), 24)])
	case bytes.HasPrefix(b, []byte{0x1f, 0x8b}):
		return "a gzip file"
	case bytes.HasPrefix(b, []byte("PK\x03\x04")):
		return "a zip file"
	case bytes.HasPrefix(b, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return "a zstd file"
	}
	return fmt.Sprintf("foreign bytes, beginning with %x", b[:min(len(b), 16)])
}

func isText(b []byte) bool {
	for len(b) > 0 {
		c, n := utf8.DecodeRune(b)
		if c == utf8.RuneError && n == 1 && len(b) > utf8.UTFMax || c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
			return false
		}
		b = b[n:]
	}
	return true
}

// zeros reports whether all bytes between two positions are zero.
func (w *window) zeros(from, to int64) bool { return w.zerosUpTo(from, to) == to }

// zerosUpTo gives the position of the first byte that is not zero, from one
// position up to another.
func (w *window) zerosUpTo(from, to int64) int64 {
	for from < to {
		b := w.bytes(from, min(chunk, to-from))
		n := leadingZeros(b)
		from += int64(n)
		if n == 0 || n < len(b) {
			break
		}
	}
	return from
}

func allZero(b []byte) bool { return leadingZeros(b) == len(b) }

// leadingZeros is how many bytes at the beginning are zero.
func leadingZeros(b []byte) (n int) {
	for n+8 <= len(b) && binary.LittleEndian.Uint64(b[n:]) == 0 {
		n += 8
	}
	for n < len(b) && b[n] == 0 {
		n++
	}
	return n
}

func offsetOf(h []byte) int64 { return int64(binary.BigEndian.Uint64(h)) }
