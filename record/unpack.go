package record

import (
	"errors"
	"fmt"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// Compressed records are unpacked into a byte space of their own. What a few
// bytes may grow to is bounded three times: by what a batch may take, by what
// its size makes likely, and by what all of an input may take.
const (
	freeBytes  = 1 << 20 // may come of any batch
	mostRatio  = 1024    // bytes that each further one may grow to; deflate ends there
	totalFree  = 64 << 20
	totalRatio = 16
	mostNodes  = 8 << 20 // in unpacked data, and one for each byte of the input
)

// limit is how many bytes n compressed ones may become.
func (l *Layouts) limit(t *tape.Tape, n int) int {
	left := totalFree + totalRatio*len(t.Data) - t.Unpacked()
	return max(min(l.Most, freeBytes+mostRatio*n, left), 0)
}

// compressed reads a batch whose records are compressed.
func (l *Layouts) compressed(t *tape.Tape, h *BatchHeader) {
	if !t.RunUntil(l.Compressed, l.leaf) {
		return
	}
	node, at := t.Next(), t.Pos()
	packed, codec := t.Upcoming(), h.Attributes.Codec()
	fill := func(dst []byte) ([]byte, error) {
		if len(packed) == 0 && h.Count == 0 {
			return dst, nil // a batch that compaction has emptied
		}
		return l.Codecs.Expand(dst, packed, codec, l.limit(t, len(packed)))
	}
	found, item := 0, l.items[h.Attributes.variant().of()]
	err := t.Unpack(l.Compressed, l.leaf, fill, func() { found = records(t, item, int(h.Count)) })
	t.Close()
	switch {
	case err != nil:
		refused(t, node, at, "compressedRecords", codec, err)
	case found >= 0 && found != int(h.Count):
		t.DamageAt(node-1, at-4, fmt.Sprintf("offset 0x%04x: recordsCount: expected %d, as many as were unpacked, found %d", t.Place(at-4), found, h.Count))
	}
}

// refused says why data at an offset stays packed.
func refused(t *tape.Tape, node, at int, field string, codec Codec, err error) {
	place := fmt.Sprintf("offset 0x%04x: %s: ", t.Place(at), field)
	var over *LimitError
	switch {
	case !codec.Known(): // nothing says that such data is damaged
		t.NoteAt(node, at, fmt.Sprintf("%s%v, so the records stay packed", place, err))
	case errors.As(err, &over):
		t.DamageAt(node, at, fmt.Sprintf("%sexpected %s data of a sensible size, found some that %v", place, codec, err))
	default:
		t.DamageAt(node, at, fmt.Sprintf("%sexpected %s data, found %v", place, codec, err))
	}
}

// records reads as many records as the batch claims, up to the limit, and says
// how many there were; -1 after an error.
func records(t *tape.Tape, item *layout.Layout, count int) int {
	n := 0
	for n < count && t.Pos() < t.Limit() {
		if crowded(t) {
			t.Fail(tape.TooLarge, "at most "+prose.Count(mostNodes, "thing")+" in unpacked data", "more")
		}
		if !t.Run(item) {
			return -1
		}
		n++
	}
	return n
}
