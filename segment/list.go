package segment

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"github.com/kscope/kscope/record"
)

// Range is a range of numbers, both ends included.
type Range struct{ From, To int64 }

// Everything is the range that leaves nothing out.
func Everything() Range { return Range{math.MinInt64, math.MaxInt64} }

func (r Range) holds(n int64) bool      { return n >= r.From && n <= r.To }
func (r Range) meets(lo, hi int64) bool { return lo <= r.To && hi >= r.From }

// Filter selects what a Lister shows. NewFilter leaves nothing out.
type Filter struct {
	Offsets Range
	Times   Range  // milliseconds since 1970
	At      int64  // position of a byte of the file; -1 for all
	Key     []byte // of records; nil for all
	Max     int64  // batches, records or entries of all files together; 0 for all
}

// NewFilter makes a filter that leaves nothing out.
func NewFilter() Filter { return Filter{Offsets: Everything(), Times: Everything(), At: -1} }

// Piece is a part of a file that is shown byte by byte: one batch, some
// entries of an index, a gap.
type Piece struct {
	Kind     Kind
	Data     []byte
	Position int64 // of its first byte in the file
	Index    int64 // how many batches, entries or lines come before it
	Gap      *Gap  // that the piece is, or is a part of; nil for others
	Head     bool  // Data is the header alone of a batch that is too large to hold
	// Findings are remarks that reading the piece by itself does not bring: how
	// a batch stands among others, what a gap may be.
	Findings []string
}

// Lister shows what files hold.
type Lister struct {
	Out    io.Writer
	Form   Form
	Deep   bool // records instead of batches
	Filter Filter
	// Piece, if set, is given the parts of files instead of writing lines.
	Piece func(Piece) error
	// Progress, if set, is told now and then how many bytes of a file are done.
	Progress func(done int64)
	Codecs   *record.Codecs

	buf     []byte
	remarks []string // for the next piece
	shown   int64
	damaged bool
	walker  *Walker
}

// flushAt is the size in bytes at which a lister writes out what it has.
const flushAt = 32 << 10

// maxRemarks is how many findings are kept for one piece.
const maxRemarks = 100

// maxSmall is the size in bytes of the largest file that is read whole: those
// that are no logs and no indexes.
const maxSmall = 32 << 20

// Full reports whether Filter.Max has been reached.
func (l *Lister) Full() bool { return l.Filter.Max > 0 && l.shown >= l.Filter.Max }

// Damaged reports whether anything was wrong with the files so far.
func (l *Lister) Damaged() bool { return l.damaged }

// File shows one file. Errors are those of reading and writing; what is wrong
// with the contents is shown.
func (l *Lister) File(f *File) error {
	if l.walker == nil {
		l.walker = NewWalker(l.Codecs)
	}
	if l.Piece == nil {
		l.buf = l.Form.Head(l.buf, f.Kind, l.Deep)
	}
	var err error
	switch {
	case f.Kind == Log:
		err = l.log(f)
	case f.Kind.Index():
		err = l.index(f)
	default:
		err = l.small(f)
	}
	if flush := l.flush(0); err == nil {
		err = flush
	}
	return err
}

func (l *Lister) line(item any) { l.buf = l.Form.Append(l.buf, item) }

func (l *Lister) finding(f Finding) {
	l.damaged = l.damaged || !f.Remark()
	switch {
	case l.Piece == nil:
		shown := f // only what is found costs memory
		l.line(&shown)
	case f.Kind != BadCRC && len(l.remarks) < maxRemarks: // a CRC is looked at again
		l.remarks = append(l.remarks, f.Text)
	}
}

// piece shows a part of a file with what was found about it.
func (l *Lister) piece(p Piece) error {
	p.Findings, l.remarks = l.remarks, l.remarks[:0]
	return l.Piece(p)
}

// flush writes out lines when there are more than a number of bytes of them.
func (l *Lister) flush(above int) error {
	if len(l.buf) <= above {
		return nil
	}
	_, err := l.Out.Write(l.buf)
	l.buf = l.buf[:0]
	return err
}

// log goes over the batches of a log.
func (l *Lister) log(f *File) error {
	r := NewReader(f, f.Size)
	c := Checker{Base: f.Name.Base, Based: f.Name.Base >= 0 && !f.Name.Snapshot()}
	l.start(r, f)
	for !l.Full() {
		step := r.Next()
		if step == AtEnd {
			return r.Err()
		}
		if l.Progress != nil {
			l.Progress(r.Position())
		}
		var err error
		if step == AtGap {
			err = l.gap(r)
		} else {
			if l.beyond(&r.Batch) {
				return nil
			}
			err = l.batch(r, &c)
		}
		if err == nil {
			err = l.flush(flushAt)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// start goes to the first offset that is wanted, if the segment's index knows
// the way.
func (l *Lister) start(r *Reader, f *File) {
	if l.Filter.Offsets.From <= f.Base() || f.Name.Base < 0 {
		return
	}
	if index := f.Sibling(".index"); index != nil {
		r.StartAtOffset(index, index.Size, f.Base(), l.Filter.Offsets.From)
		index.Close()
	}
}

// beyond reports whether nothing that is wanted can follow.
func (l *Lister) beyond(b *Batch) bool {
	return b.Valid() && b.first() > l.Filter.Offsets.To || l.Filter.At >= 0 && b.Position > l.Filter.At
}

func (l *Lister) gap(r *Reader) error {
	g := &r.Gap
	if at := l.Filter.At; at >= 0 && (at < g.From || at >= g.To) {
		return nil
	}
	l.damaged = true
	if l.Piece == nil {
		l.line(g)
		return nil
	}
	l.remarks = append(l.remarks, fmt.Sprintf("%s without a batch: %s", bytesOf(g.Bytes()), g.Text))
	for pos := g.From; pos < g.To; {
		b := r.bytes(pos, min(chunk, g.To-pos))
		if len(b) == 0 {
			break
		}
		if err := l.piece(Piece{Kind: Log, Data: b, Position: pos, Index: r.Batch.Index, Gap: g}); err != nil {
			return err
		}
		pos += int64(len(b))
	}
	return nil
}

func (l *Lister) batch(r *Reader, c *Checker) error {
	b := &r.Batch
	l.walker.Complete(b)
	wanted := l.wants(b)
	c.Batch(b, func(f Finding) {
		if wanted {
			l.finding(f)
		}
	})
	switch {
	case !wanted:
		return nil
	case l.Piece != nil:
		l.shown++
		if b.Bytes == nil { // too large, which is a remark
			return l.piece(Piece{Kind: Log, Data: r.bytes(b.Position, record.HeaderLen), Position: b.Position, Index: b.Index - 1, Head: true})
		}
		return l.piece(Piece{Kind: Log, Data: b.Bytes, Position: b.Position, Index: b.Index - 1})
	case !l.Deep:
		l.shown++
		l.line(b)
		return nil
	}
	return l.records(b)
}

// wants reports whether a batch may hold what is wanted.
func (l *Lister) wants(b *Batch) bool {
	f := &l.Filter
	if f.At >= 0 && (f.At < b.Position || f.At >= b.End()) {
		return false
	}
	if !b.Valid() && (b.first() < 0 || b.LastOffset < b.first()) {
		return true // its offsets tell nothing
	}
	lowest := b.BaseTimestamp
	if l.Deep || b.DeleteHorizon >= 0 || b.Legacy() {
		lowest = math.MinInt64 // only its records tell
	}
	first := b.BaseOffset
	if first == Unknown {
		first = math.MinInt64
	}
	return f.Offsets.meets(first, b.LastOffset) && (f.Times == Everything() || f.Times.meets(min(lowest, b.MaxTimestamp), b.MaxTimestamp))
}

func (l *Lister) records(b *Batch) error {
	w, f := l.walker, &l.Filter
	if b.Bytes == nil {
		return nil // too large, which has been remarked
	}
	w.Start(b)
	for w.Next() {
		r := &w.Record
		if !f.Offsets.holds(r.Offset) || !f.Times.holds(r.Timestamp) || f.Key != nil && (r.Key == nil || !bytes.Equal(r.Key, f.Key)) {
			continue
		}
		l.line(w)
		if err := l.flush(flushAt); err != nil {
			return err
		}
		if l.shown++; l.Full() {
			return nil
		}
	}
	if bad, ok := w.Err(); ok {
		l.finding(bad)
	}
	return nil
}

// index goes over the entries of an index.
func (l *Lister) index(f *File) error {
	e := NewEntries(f, f.Size, f.Kind, f.Base())
	var before Entry
	for !l.Full() && e.Next() {
		if l.Piece == nil && l.wantsEntry(&e.Entry) {
			l.line(&e.Entry)
			l.shown++
		}
		if text := e.Entry.wrong(&before); text != "" {
			l.finding(Finding{e.Entry.Position, BadIndex, text})
		}
		before = e.Entry
		if err := l.flush(flushAt); err != nil {
			return err
		}
	}
	if n, cut := e.Tail(); cut {
		l.finding(Finding{f.Size - n, BadLength, cutEntry(f.Kind, n)})
	}
	if err := e.Err(); err != nil || l.Piece == nil {
		return err
	}
	return l.pieces(f, int64(f.Kind.entryLen()))
}

func (l *Lister) wantsEntry(e *Entry) bool {
	f := &l.Filter
	if f.At >= 0 && (f.At < e.Position || f.At >= e.Position+int64(e.Size)) {
		return false
	}
	switch e.Kind {
	case TxnIndex:
		return f.Offsets.meets(e.FirstOffset, e.LastOffset)
	case TimeIndex:
		return f.Offsets.holds(e.Offset) && f.Times.holds(e.Timestamp)
	}
	return f.Offsets.holds(e.Offset)
}

// pieces gives a file of entries of one size in parts that hold whole entries.
func (l *Lister) pieces(f *File, entry int64) error {
	w := window{src: f, size: f.Size}
	size := chunk / 16 / entry * entry
	for pos := int64(0); pos < w.size && !l.Full(); pos += size {
		b := w.bytes(pos, min(size, w.size-pos))
		if len(b) == 0 {
			break
		}
		if at := l.Filter.At; at >= 0 && (at < pos || at >= pos+size) {
			continue
		}
		if err := l.piece(Piece{Kind: f.Kind, Data: b, Position: pos, Index: pos / entry}); err != nil {
			return err
		}
	}
	return w.err
}

// small shows a file that is read whole.
func (l *Lister) small(f *File) error {
	b, err := f.All(maxSmall)
	if err != nil {
		return err
	}
	each, eachLine := func(p Producer) { l.line(&p) }, func(t Line) { l.line(&t) }
	if l.Piece != nil {
		each, eachLine = func(Producer) {}, func(Line) {}
	}
	switch {
	case f.Kind == ProducerSnapshot && len(b) > 0:
		ReadProducers(b, each, l.finding)
	case f.Kind.Text():
		ReadText(f.Kind, b, eachLine, l.finding)
	}
	if l.Piece != nil && len(b) > 0 {
		return l.piece(Piece{Kind: f.Kind, Data: b})
	}
	return nil
}
