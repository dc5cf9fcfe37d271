package segment

import (
	"fmt"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/wire"
)

// Most batches are sound, and verifying them is mostly this: one loop over
// their records that keeps nothing. Whatever it does not like is left to the
// Walker, which says what is wrong.

// Check walks all records of a batch and gives the first thing that is wrong
// with them.
func (w *Walker) Check(b *Batch, found func(Finding)) (records int64) {
	w.Start(b)
	if w.over && w.limit < maxUnpacked { // for others to do
		return 0
	}
	if w.sound() {
		return int64(b.Count)
	}
	last := b.BaseOffset - 1
	for w.Next() {
		r := &w.Record
		if r.Offset <= last && b.BaseOffset != Unknown || r.Offset > b.LastOffset {
			found(Finding{b.Position, BadOffset, fmt.Sprintf("record %d: offset %d, expected one from %d to %d", w.Index, r.Offset, last+1, b.LastOffset)})
			return int64(w.number)
		}
		last = r.Offset
	}
	if f, bad := w.Err(); bad {
		found(f)
		return int64(w.number)
	}
	if !b.Legacy() && b.Count > 0 && w.highest > b.MaxTimestamp && !b.LogAppendTime {
		found(Finding{b.Position + record.MaxTimestampAt, BadTimestamp, fmt.Sprintf("maxTimestamp: expected %d or more, the largest of its records, found %d", w.highest, b.MaxTimestamp)})
	}
	return int64(w.number)
}

// sound walks all records of a batch of magic 2. It reports false when anything
// is wrong with them, or may be.
func (w *Walker) sound() bool {
	b := w.batch
	if w.failed || w.legacy {
		return false
	}
	data, pos := w.cursor.b, w.cursor.pos
	before, most := int64(-1), b.LastOffset-b.BaseOffset
	latest := b.MaxTimestamp - b.BaseTimestamp
	if b.LogAppendTime {
		latest = maxTime
	}
	for range b.Count {
		size, at := varlongAt(data, pos)
		end := at + int(size)
		if size < smallestRecord-1 || end > len(data) || end < at {
			return false
		}
		r := data[:end]
		time, at := varlongAt(r, at+1) // behind the attributes
		offset, at := varlongAt(r, at)
		if at = skipBytes(r, at); at < 0 {
			return false
		}
		if at = skipBytes(r, at); at < 0 || at >= end || time > latest || offset <= before || offset > most {
			return false
		}
		before = offset
		if r[at] != 0 { // it has headers
			c := cursor{b: r, pos: at}
			var h Headers
			if !c.headers(&h) {
				return false
			}
			at = c.pos - 1
		}
		if at+1 != end {
			return false
		}
		pos = end
	}
	return pos == len(data)
}

// varlongAt reads a zig-zag varint and gives the place behind it, which lies
// behind all bytes when there is none, or one of more than five bytes, which
// only timestamps may have.
func varlongAt(b []byte, at int) (v int64, next int) {
	if at >= 0 && at < len(b) && b[at] < 0x80 {
		u := int64(b[at])
		return u>>1 ^ -(u & 1), at + 1
	}
	return longVarlong(b, at)
}

func longVarlong(b []byte, at int) (v int64, next int) {
	if at+1 < len(b) && b[at+1] < 0x80 {
		u := int64(b[at]&0x7f) | int64(b[at+1])<<7
		return u>>1 ^ -(u & 1), at + 2
	}
	v, n := wire.ReadVarlong(b, at)
	if n <= 0 || n > 5 {
		return 0, len(b) + 1
	}
	return v, at + n
}

// skipBytes gives the place behind a length and that many bytes; -1 when they
// do not fit.
func skipBytes(b []byte, at int) int {
	n, next := varlongAt(b, at)
	if n < -1 || n > int64(len(b)-next) {
		return -1
	}
	return next + int(max(n, 0))
}
