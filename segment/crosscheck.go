package segment

import (
	"fmt"
	"path/filepath"

	"github.com/kscope/kscope/record"
)

// How indexes are held against their log: batches come in order, and so do
// the entries of each index, so one pass over all of them is enough.

// indexCheck holds the entries of one index against the batches that pass by.
type indexCheck struct {
	file    *File
	entries *Entries
	found   func(*File, Finding)
	next    Entry // that no batch has reached yet
	more    bool  // there is one
}

func newIndexCheck(f *File, base int64, found func(*File, Finding)) indexCheck {
	c := indexCheck{file: f, entries: NewEntries(f, f.Size, f.Kind, base), found: found}
	c.advance()
	return c
}

// advance reads the next entry, and skips those that cannot be.
func (c *indexCheck) advance() {
	before := c.next
	for {
		if c.more = c.entries.Next(); !c.more {
			break
		}
		c.next = c.entries.Entry
		text := c.next.wrong(&before)
		if text == "" {
			break
		}
		c.bad(&c.next, "%s", text)
	}
}

func (c *indexCheck) bad(e *Entry, format string, args ...any) {
	c.found(c.file, Finding{e.Position, BadIndex, fmt.Sprintf(format, args...)})
}

// end reports entries behind the end of the log, and what is wrong with the
// end of the index.
func (c *indexCheck) end(size int64) {
	for ; c.more; c.advance() {
		c.bad(&c.next, "%s: the log ends at position %d in front of it", c.next.words(), size)
	}
	if n, cut := c.entries.Tail(); cut {
		c.found(c.file, Finding{c.file.Size - n, BadLength, cutEntry(c.file.Kind, n)})
	}
	if err := c.entries.Err(); err != nil {
		c.found(c.file, Finding{c.entries.pos, NotRead, err.Error()})
	}
}

// offsetCheck checks an offset index. An entry names a position where a batch
// begins, and the last offset of what was appended there in one go: that of
// this batch, or of one that was appended together with it.
// Source: org.apache.kafka.storage.internals.log.LogSegment.append.
type offsetCheck struct {
	indexCheck
	open    Entry // whose last offset has not been met yet
	waiting bool
}

func (c *offsetCheck) batch(b *Batch) {
	for c.more && c.next.LogPosition < b.Position {
		c.bad(&c.next, "%s: no batch begins there; one does at %d", c.next.words(), b.Position)
		c.advance()
	}
	if c.more && c.next.LogPosition == b.Position {
		c.unmet()
		if c.open, c.waiting = c.next, true; c.open.Offset < b.LastOffset && b.Valid() {
			c.bad(&c.open, "%s: the batch there ends with offset %d", c.open.words(), b.LastOffset)
			c.waiting = false
		}
		c.advance()
	}
	if c.waiting && (b.LastOffset == c.open.Offset || !b.Valid()) {
		c.waiting = false
	}
}

func (c *offsetCheck) unmet() {
	if c.waiting {
		c.bad(&c.open, "%s: no batch that begins there or behind ends with that offset", c.open.words())
	}
	c.waiting = false
}

func (c *offsetCheck) end(size int64) {
	c.unmet()
	c.indexCheck.end(size)
}

// timeCheck checks a time index. An entry has the largest timestamp so far and
// the offset of the batch, or of the record, that brought it.
// Source: org.apache.kafka.storage.internals.log.TimeIndex.
type timeCheck struct {
	indexCheck
	highest int64
}

func (c *timeCheck) batch(b *Batch) {
	if !b.Valid() {
		return
	}
	before := c.highest
	c.highest = max(c.highest, b.MaxTimestamp)
	for ; c.more && c.next.Offset <= b.LastOffset; c.advance() {
		e := &c.next
		switch {
		case b.BaseOffset != Unknown && e.Offset < b.BaseOffset:
			c.bad(e, "%s: no batch holds that offset", e.words())
		case e.Timestamp != b.MaxTimestamp:
			c.bad(e, "%s: the largest timestamp of the batch with that offset, at position %d, is %d", e.words(), b.Position, b.MaxTimestamp)
		case before > e.Timestamp:
			c.bad(e, "%s: a batch in front of it has the larger timestamp %d", e.words(), before)
		}
	}
}

// maxOpen is how many producers with open transactions are kept in mind.
const maxOpen = 1 << 18

// abortCheck checks a transaction index against the markers in the log.
// Source: org.apache.kafka.storage.internals.log.TransactionIndex.
type abortCheck struct {
	indexCheck
	open map[int64]int64 // first offset that was seen of a producer's transaction
}

func (c *abortCheck) batch(b *Batch) {
	if !b.Transactional || !b.Valid() {
		return
	}
	if !b.Control {
		if _, known := c.open[b.ProducerID]; !known && b.Count > 0 && len(c.open) < maxOpen {
			c.open[b.ProducerID] = b.BaseOffset
		}
		return
	}
	first, data := c.open[b.ProducerID]
	delete(c.open, b.ProducerID)
	for c.more && c.next.LastOffset < b.BaseOffset {
		c.bad(&c.next, "%s: no abort marker with the last of them", c.next.words())
		c.advance()
	}
	aborts := aborts(b)
	switch e := &c.next; {
	case !c.more || e.LastOffset > b.LastOffset:
		if aborts && data {
			c.found(c.file, Finding{c.entries.pos, BadIndex,
				fmt.Sprintf("no entry for the transaction of producer %d from offset %d on, which the marker at %d aborts", b.ProducerID, first, b.LastOffset)})
		}
		return
	case !aborts:
		c.bad(e, "%s: the marker at the last of them is no abort marker", e.words())
	case e.ProducerID != b.ProducerID:
		c.bad(e, "%s: the marker at the last of them is of producer %d", e.words(), b.ProducerID)
	case data && e.FirstOffset > first:
		c.bad(e, "%s: the transaction begins at offset %d", e.words(), first)
	case e.LastStableOffset > c.stable(b):
		c.bad(e, "%s: last stable offset: expected %d or less, found %d", e.words(), c.stable(b), e.LastStableOffset)
	}
	c.advance()
}

// mostCompared is how many open transactions are looked at for each marker.
const mostCompared = 1000

// stable is the largest offset that can be the last stable one behind a marker:
// where the first of the other open transactions begins. Some may have begun in
// other segments.
func (c *abortCheck) stable(marker *Batch) int64 {
	stable := marker.LastOffset + 1
	if len(c.open) > mostCompared {
		return stable
	}
	for _, first := range c.open {
		stable = min(stable, first)
	}
	return stable
}

// epochCheck holds the epochs of batches against the list of leader epochs in
// the directory.
// Source: org.apache.kafka.storage.internals.epoch.LeaderEpochFileCache.
type epochCheck struct {
	log    *File
	found  func(*File, Finding)
	epochs []Epoch
}

// newEpochCheck reads the list beside a log; ok is false when there is none.
func newEpochCheck(log *File, found func(*File, Finding)) (c *epochCheck, ok bool) {
	f, err := Open(filepath.Join(filepath.Dir(log.Path), epochFile))
	if err != nil {
		return nil, false
	}
	defer f.Close()
	b, err := f.All(maxSmall)
	if err != nil {
		return nil, false
	}
	c = &epochCheck{log: log, found: found}
	ReadText(EpochCheckpoint, b, func(l Line) {
		if e, ok := l.Epoch(); ok {
			c.epochs = append(c.epochs, e)
		}
	}, func(Finding) { ok = true }) // what is wrong with the file is told for the file
	return c, !ok
}

// batch passes epochs above those of the list: a broker that stopped at once
// may not have written them yet.
func (c *epochCheck) batch(b *Batch) {
	if !b.Valid() || !b.EpochKnown() {
		return
	}
	for len(c.epochs) > 1 && c.epochs[1].Start <= b.BaseOffset {
		c.epochs = c.epochs[1:]
	}
	if len(c.epochs) == 0 || c.epochs[0].Start > b.BaseOffset {
		return
	}
	e := c.epochs[0]
	if b.LeaderEpoch == e.Epoch || len(c.epochs) == 1 && b.LeaderEpoch > e.Epoch {
		return
	}
	c.found(c.log, Finding{b.Position + record.EpochAt, BadEpoch, fmt.Sprintf("partitionLeaderEpoch: %s has epoch %d from offset %d on, found %d",
		epochFile, e.Epoch, e.Start, b.LeaderEpoch)})
}

func (c *epochCheck) end(int64) {}
func (c *epochCheck) close()    {}

// snapshotCheck looks for the end of a snapshot of metadata. Releases that
// write a header write a footer too, behind all else.
// Source: org.apache.kafka.snapshot.RecordsSnapshotWriter.
type snapshotCheck struct {
	log    *File
	found  func(*File, Finding)
	begun  bool
	header bool  // it begins with one
	footer bool  // the last batch is one
	last   int64 // position where the last batch ends
}

func (c *snapshotCheck) batch(b *Batch) {
	c.header = c.header || !c.begun && controls(b, record.SnapshotHeader)
	c.begun, c.footer, c.last = true, controls(b, record.SnapshotFooter), b.End()
}

func (c *snapshotCheck) end(size int64) {
	if c.header && !c.footer && c.last == size {
		c.found(c.log, Finding{size, BadRecords, "expected a snapshot footer at the end: the snapshot was not written to its end"})
	}
}

func (c *snapshotCheck) close() {}

// aborts reports whether a batch's first control record is a marker that aborts.
func aborts(b *Batch) bool { return controls(b, record.AbortMarker) }

// controls reports whether a batch's first control record is of a type.
func controls(b *Batch, want int16) bool {
	if !b.Control || b.Bytes == nil {
		return false
	}
	c := cursor{b: b.Bytes, pos: record.HeaderLen}
	_, ok := c.varint() // size
	if !ok || !c.skip(1) {
		return false
	}
	c.varlong()
	c.varint()
	key, _ := c.bytes()
	number, ok := record.ControlType(key)
	return ok && number == want
}
