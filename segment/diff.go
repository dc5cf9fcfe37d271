package segment

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/kscope/kscope/tape"
)

// Divergence is where two logs part.
type Divergence struct {
	Offset    int64     // of the batch in which they do
	Files     [2]string // in which the places are
	Positions [2]int64  // of the first byte that differs, or of what has no counterpart
	Epochs    [2]int32  // of the batches there; -1 where there is none
	Text      string
}

// Diff finds the first place where two logs, such as the segments of two
// replicas, part by offset, epoch or byte; nil when there is none. Offsets that
// only one of them reaches back to are passed over, and told in a note.
type Diff struct {
	Nester tape.Nester // names the fields of bytes that differ

	Batches int64 // that are the same
	Last    int64 // last offset that is; -1 for none
	Note    string
}

// Logs compares two logs, each of which is one or more segments in order.
func (d *Diff) Logs(a, b []*File) (*Divergence, error) {
	d.Last = -1
	x, y := &side{rest: a}, &side{rest: b}
	x.next()
	y.next()
	d.align(x, y)
	for x.step == AtBatch && y.step == AtBatch {
		if !bytes.Equal(x.Batch.Bytes, y.Batch.Bytes) || x.Batch.Bytes == nil {
			if diverged := d.batches(&x.Batch, &y.Batch); diverged != nil {
				diverged.Files = [2]string{x.file, y.file}
				return diverged, nil
			}
		}
		d.Batches++
		d.Last = x.Batch.LastOffset
		x.next()
		y.next()
	}
	if err := errors.Join(x.err, y.err); err != nil {
		return nil, err
	}
	return d.ends(x, y), nil
}

// side is one of the two logs.
type side struct {
	*Reader
	rest []*File // that are not begun yet
	file string
	step Step
	err  error
}

func (s *side) next() {
	if s.step = AtEnd; s.Reader != nil {
		s.step = s.Reader.Next()
	}
	for s.step == AtEnd && s.err == nil && len(s.rest) > 0 {
		s.Reader, s.file = NewReader(s.rest[0], s.rest[0].Size), s.rest[0].Path
		s.rest = s.rest[1:]
		s.step = s.Reader.Next()
		s.err = s.Reader.Err()
	}
}

// align passes over batches of one log that end in front of the first of the
// other.
func (d *Diff) align(x, y *side) {
	if x.step != AtBatch || y.step != AtBatch || x.Batch.first() == y.Batch.first() {
		return
	}
	first, late, other := x, &y.Batch, "the first log"
	if x.Batch.first() > y.Batch.first() {
		first, late, other = y, &x.Batch, "the second log"
	}
	from, start := first.Batch.first(), late.first()
	for first.step == AtBatch && first.Batch.LastOffset < start {
		first.next()
	}
	if first.step != AtBatch {
		return
	}
	d.Note = fmt.Sprintf("%s begins at offset %d; compared from offset %d on, where the other begins", other, from, start)
}

// batches says where two batches differ that stand in the same place; nil when
// they do not.
func (d *Diff) batches(a, b *Batch) *Divergence {
	v := &Divergence{Offset: a.first(), Positions: [2]int64{a.Position, b.Position}, Epochs: [2]int32{a.LeaderEpoch, b.LeaderEpoch}}
	switch {
	case a.first() != b.first():
		v.Offset = min(a.first(), b.first())
		v.Text = fmt.Sprintf("offsets: the first log goes on with offset %d, the second with %d", a.first(), b.first())
	case a.LeaderEpoch != b.LeaderEpoch:
		v.Text = fmt.Sprintf("epochs: the batch is of leader epoch %d in the first log, of %d in the second", a.LeaderEpoch, b.LeaderEpoch)
	case a.LastOffset != b.LastOffset:
		v.Text = fmt.Sprintf("offsets: the batch ends with offset %d in the first log, with %d in the second", a.LastOffset, b.LastOffset)
	case a.Bytes == nil || b.Bytes == nil:
		if a.Size == b.Size && a.CRC == b.CRC && a.Computed == b.Computed {
			return nil
		}
		v.Text = "bytes: the batches differ, and are too large to say where"
	default:
		at := firstDifference(a.Bytes, b.Bytes)
		v.Positions[0] += int64(at)
		v.Positions[1] += int64(at)
		v.Text = "bytes: " + d.bytes(a.Bytes, b.Bytes, at)
	}
	return v
}

func firstDifference(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// bytes names the byte that differs and the field that it lies in.
func (d *Diff) bytes(a, b []byte, at int) string {
	found := func(b []byte) string {
		if at >= len(b) {
			return "the end of the batch"
		}
		return fmt.Sprintf("0x%02x", b[at])
	}
	text := fmt.Sprintf("%s in the first log, %s in the second", found(a), found(b))
	if at < len(a) {
		if path := d.field(a, at); path != "" {
			text += ", in " + path
		}
	}
	return text
}

// field is the path of the leaf that a byte of a batch lies in.
func (d *Diff) field(batch []byte, at int) string {
	if d.Nester == nil {
		return ""
	}
	t := &tape.Tape{Nester: d.Nester}
	t.Read(batch, func(t *tape.Tape) { t.Nester.Nest(t, tape.RecordsField) })
	return t.PathAt(at)
}

// ends says how two logs differ that are the same up to the end of one, or up
// to damage.
func (d *Diff) ends(x, y *side) *Divergence {
	if x.step == AtEnd && y.step == AtEnd {
		return nil
	}
	v := &Divergence{Offset: d.Last + 1, Files: [2]string{x.file, y.file}, Positions: [2]int64{x.place(), y.place()}, Epochs: [2]int32{x.epoch(), y.epoch()}}
	v.Text = fmt.Sprintf("the first log %s, the second %s", x.words(), y.words())
	return v
}

func (s *side) place() int64 {
	switch s.step {
	case AtBatch:
		return s.Batch.Position
	case AtGap:
		return s.Gap.From
	}
	if s.Reader == nil {
		return 0
	}
	return s.Position()
}

func (s *side) epoch() int32 {
	if s.step == AtBatch {
		return s.Batch.LeaderEpoch
	}
	return -1
}

func (s *side) words() string {
	switch s.step {
	case AtBatch:
		return fmt.Sprintf("goes on with offset %d", s.Batch.first())
	case AtGap:
		return fmt.Sprintf("has a gap of %s (%s)", bytesOf(s.Gap.Bytes()), s.Gap.Text)
	}
	return "ends"
}
