package segment

import (
	"errors"
	"hash/crc32"
	"io"

	"github.com/kscope/kscope/record"
)

// Sizes of a reader's window.
const (
	chunk = 1 << 20 // bytes read at once
	// MaxHeld is the size in bytes of the largest batch that a reader holds.
	// Larger ones are checked in pieces and shown by their header alone.
	MaxHeld = 24 << 20
)

// Step is what Reader.Next came to.
type Step uint8

// The steps of reading.
const (
	AtEnd   Step = iota // of the file, or at an error of the file system: Err
	AtBatch             // Batch says what it is
	AtGap               // Gap says what is there instead of a batch
)

// Reader goes over the batches of a log: a segment or a snapshot. It holds one
// window of the file, so its memory does not grow with the file, and allocates
// nothing per batch. It is not safe for concurrent use.
type Reader struct {
	Batch Batch // behind AtBatch, until the next step
	Gap   Gap   // behind AtGap

	window
	pos   int64 // of what Next looks at
	last  int64 // last offset of the batch before; -1 for none
	fault fault
}

// NewReader reads the first size bytes of src.
func NewReader(src io.ReaderAt, size int64) *Reader {
	return &Reader{window: window{src: src, size: size}, last: -1}
}

// Size is how many bytes there are to read.
func (r *Reader) Size() int64 { return r.size }

// Position is where the next step begins.
func (r *Reader) Position() int64 { return r.pos }

// Err is the error of the file system that ended reading; nil when the file
// was read to its end.
func (r *Reader) Err() error { return r.err }

// StartAt goes on at a position, which should be the beginning of a batch; if
// it is not, what lies up to the next batch is a gap.
func (r *Reader) StartAt(position int64) {
	r.pos, r.last = max(0, position), -1
}

// Next reads the next batch, or finds where the next one begins.
func (r *Reader) Next() Step {
	if r.pos >= r.size || r.err != nil {
		return AtEnd
	}
	if r.entry(r.pos) && (r.Batch.Valid() || r.follows(&r.Batch)) {
		r.last, r.pos = r.Batch.LastOffset, r.Batch.End()
		r.Batch.Index++
		if r.err != nil {
			return AtEnd
		}
		return AtBatch
	}
	if r.err != nil {
		return AtEnd
	}
	r.gap()
	return AtGap
}

// fault is why no batch begins at a position.
type fault struct {
	cause  Cause
	head   [record.HeaderLen]byte
	len    int   // bytes of head that are there
	size   int64 // that the entry claims
	offset int64 // that it claims to begin at
}

// entry reads the entry at a position into Batch, its CRC computed. It reports
// false, with the fault, when no whole entry can be there.
func (r *Reader) entry(pos int64) bool {
	left := r.size - pos
	h := r.bytes(pos, min(left, record.HeaderLen))
	if cause := headFault(h, left); cause != "" {
		r.noteFault(cause, h)
		return false
	}
	b := &r.Batch
	b.parse(h, pos)
	if b.Size > MaxHeld {
		b.Computed = r.sum(b)
	} else if b.Bytes = r.bytes(pos, b.Size); b.Bytes != nil {
		b.Computed = b.checksum(b.Bytes)
	}
	if !b.Valid() {
		r.noteFault(WrongCRC, h[:0])
	}
	return r.err == nil
}

func (r *Reader) noteFault(cause Cause, h []byte) {
	r.fault = fault{cause: cause}
	r.fault.len = copy(r.fault.head[:], h)
	if r.fault.len >= record.Preamble {
		r.fault.size, r.fault.offset = record.ClaimedSize(h), offsetOf(h)
	}
}

// headFault says why the bytes of a header begin no whole entry, with left
// bytes in the file from there on; "" when they do.
func headFault(h []byte, left int64) Cause {
	if len(h) < record.Preamble {
		return HalfWritten
	}
	least := int64(record.LeastSize(int8(h[record.MagicAt])))
	size := record.ClaimedSize(h)
	switch {
	case least == 0:
		return WrongMagic
	case size < least:
		return WrongLength
	case size > left:
		return HalfWritten
	}
	return ""
}

// follows reports whether what lies behind an entry goes on from it: the end
// of the file, zeros, or a header that can be the next.
func (r *Reader) follows(b *Batch) bool {
	left := r.size - b.End()
	if left == 0 {
		return true
	}
	last, end := b.LastOffset, b.End()
	var head [record.HeaderLen]byte
	h := head[:r.peek(head[:], end)]
	if allZero(h) {
		return true
	}
	switch headFault(h, left) {
	case "":
	case WrongLength, HalfWritten: // it may be damaged too, as long as its offset goes on
		if len(h) < record.HeaderLen || offsetOf(h)-last >= maxDelta {
			return false
		}
	default:
		return false
	}
	var next Batch
	next.parse(h, end)
	return next.sane() && next.first() > last
}

// first is the lowest offset that the header tells.
func (b *Batch) first() int64 {
	if b.BaseOffset == Unknown {
		return b.LastOffset
	}
	return b.BaseOffset
}

// window is a part of a file in memory.
type window struct {
	src  io.ReaderAt
	size int64 // of the file
	err  error
	buf  []byte
	at   int64 // position of its first byte
}

// bytes gives n bytes from a position on, fewer when the file has become
// shorter, nil when it cannot be read. They are good until the next call.
func (w *window) bytes(pos, n int64) []byte {
	if w.holds(pos, n) {
		return w.buf[pos-w.at:][:n]
	}
	return w.load(pos, n)
}

// holds reports whether bytes would give these without reading.
func (w *window) holds(pos, n int64) bool {
	return pos >= w.at && pos+n <= w.at+int64(len(w.buf))
}

// rest gives what is in memory from a position on, and reads on when that is
// less than least.
func (w *window) rest(pos, least int64) []byte {
	if w.holds(pos, least) {
		return w.buf[pos-w.at:]
	}
	return w.load(pos, min(chunk, w.size-pos))
}

func (w *window) load(pos, n int64) []byte {
	want := min(max(n, chunk), w.size-pos)
	kept := 0
	old := w.buf
	if int64(cap(w.buf)) < want {
		w.buf = make([]byte, 0, want)
	}
	if off := pos - w.at; off >= 0 && off < int64(len(old)) {
		kept = copy(w.buf[:want], old[off:])
	}
	w.at, w.buf = pos, w.buf[:want]
	got, err := w.src.ReadAt(w.buf[kept:], pos+int64(kept))
	w.buf = w.buf[:kept+got]
	if int64(len(w.buf)) < want {
		if err != nil && !errors.Is(err, io.EOF) {
			w.err = err
			return nil
		}
		w.size = pos + int64(len(w.buf)) // it has become shorter
	}
	return w.buf[:min(n, int64(len(w.buf)))]
}

// peek copies what lies at a position without moving the window, and gives how
// much that is.
func (w *window) peek(dst []byte, pos int64) int {
	dst = dst[:min(int64(len(dst)), max(0, w.size-pos))]
	if w.holds(pos, int64(len(dst))) {
		return copy(dst, w.buf[pos-w.at:])
	}
	n, err := w.src.ReadAt(dst, pos)
	if n < len(dst) && err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n
}

// sum computes the CRC of a batch in pieces.
func (w *window) sum(b *Batch) (crc uint32) {
	from, table := record.CRCOver(b.Magic)
	for pos := b.Position + int64(from); pos < b.End(); {
		piece := w.bytes(pos, min(chunk, b.End()-pos))
		if len(piece) == 0 {
			return crc
		}
		crc = crc32.Update(crc, table, piece)
		pos += int64(len(piece))
	}
	return crc
}
