package segment

import (
	"fmt"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/record"
)

// Checker holds the batches of one log against each other and against the base
// offset of the segment. The zero value begins a log of unknown base.
type Checker struct {
	Base  int64 // smallest offset that the segment may hold, as its name says
	Based bool  // Base is known

	last  int64 // last offset of the batch before
	epoch int32 // highest leader epoch so far
	begun bool
}

// maxDelta is how far offsets of a segment may lie from its base: indexes keep
// the distance as int32.
const maxDelta = 1<<31 - 1

// Batch gives what is wrong with a batch and its place behind the ones before,
// the CRC first.
func (c *Checker) Batch(b *Batch, found func(Finding)) {
	at := func(place int, kind FindingKind, format string, args ...any) {
		found(Finding{b.Position + int64(place), kind, fmt.Sprintf(format, args...)})
	}
	if !b.Valid() {
		place := record.CRCAt
		if b.Legacy() {
			place = record.MessageCRCAt
		}
		from, _ := record.CRCOver(b.Magic)
		at(place, BadCRC, "%s", prose.WrongCRC(b.Computed, b.CRC, b.Position+int64(from), b.End()-1))
	}
	if b.Size > MaxHeld {
		at(record.LengthAt, TooLarge, "%s: %d, more than the %d bytes that are held: its records are not looked at", record.LengthField(b.Magic), b.Size-record.LogOverhead, MaxHeld)
	}
	b.fields(at)
	c.order(b, at)
}

// fields checks what a header says by itself.
func (b *Batch) fields(at func(int, FindingKind, string, ...any)) {
	place := record.AttributesAt
	if b.Legacy() {
		place = record.MessageAttributesAt
	}
	if !b.Codec.Known() || b.Legacy() && b.Codec == record.Zstd {
		at(place, BadHeader, "attributes: codec %d is none of magic %d", b.Codec, b.Magic)
	}
	if b.Unused != 0 {
		at(place, BadHeader, "attributes: bits 0x%x have no meaning", b.Unused)
	}
	if b.Legacy() {
		return
	}
	delta := b.LastOffset - b.BaseOffset
	room := int64(-1) // of the smallest records
	if b.Codec == record.None {
		room = (b.Size - record.HeaderLen) / smallestRecord
	}
	switch {
	case delta < 0:
		at(record.LastOffsetDeltaAt, BadHeader, "lastOffsetDelta: expected 0 or more, found %d", delta)
	case b.Count < 0:
		at(record.CountAt, BadHeader, "recordsCount: expected 0 or more, found %d", b.Count)
	case int64(b.Count) > delta+1:
		at(record.CountAt, BadHeader, "recordsCount: %d records do not fit into the %d offsets that lastOffsetDelta gives", b.Count, delta+1)
	case room >= 0 && int64(b.Count) > room:
		at(record.CountAt, BadHeader, "recordsCount: %d records do not fit into %s", b.Count, bytesOf(b.Size-record.HeaderLen))
	}
}

const smallestRecord = 7 // bytes: size, attributes, two deltas, null key, null value, no headers

// order checks offsets and epochs.
func (c *Checker) order(b *Batch, at func(int, FindingKind, string, ...any)) {
	first, field := b.first(), "baseOffset"
	if b.Legacy() {
		field = "offset"
	}
	switch {
	case first < 0:
		at(0, BadOffset, "%s: expected 0 or more, found %d", field, first)
	case c.Based && first < c.Base:
		at(0, BadOffset, "%s: %d lies below %d, where the segment begins", field, first, c.Base)
	case c.Based && b.LastOffset-c.Base > maxDelta:
		at(0, BadOffset, "%s: %d lies more than %d above %d, where the segment begins", field, first, maxDelta, c.Base)
	case c.begun && first <= c.last:
		at(0, BadOffset, "%s: expected more than %d, the last offset before it, found %d", field, c.last, first)
	}
	if b.EpochKnown() {
		if b.LeaderEpoch < c.epoch {
			at(record.EpochAt, BadEpoch, "partitionLeaderEpoch: expected %d or more, as before it, found %d", c.epoch, b.LeaderEpoch)
		}
		c.epoch = b.LeaderEpoch
	}
	c.last, c.begun = b.LastOffset, true
}
