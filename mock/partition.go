package mock

import (
	"encoding/binary"
	"math"
	"slices"
	"sort"

	"github.com/kscope/kscope/record"
)

// partition is the log of a partition, in memory.
type partition struct {
	most    int   // bytes of batches
	start   int64 // offset of the first record that is there
	next    int64 // offset of the record that comes next
	bytes   int
	batches []batch
	// recent are the latest batches of each producer id, to tell those that come
	// again.
	recent map[int64][]sequence
	// open has the first offset of each transaction that has not ended, by its
	// producer id; aborted are those that ended so.
	open    map[int64]int64
	aborted []abort
}

// sequence is a batch that a producer sent.
type sequence struct {
	epoch       int16
	first, last int32
	offset      int64
}

// remembered is how many batches of a producer are known: as many as an
// idempotent one may have on the way.
const remembered = 5

// append appends a batch that has been checked and gives the offset of its first
// record, or says by the name of an error why it does not.
func (p *partition) append(h *record.BatchHeader, data []byte) (base int64, code string) {
	if offset, code := p.repeated(h); code != "" || offset >= 0 {
		return offset, code
	}
	base = p.next
	p.add(h, data)
	return base, ""
}

// repeated finds the offset of a batch that a producer sent before, -1 for one
// that is new. One that neither is nor follows the last is an error.
func (p *partition) repeated(h *record.BatchHeader) (int64, string) {
	known := p.recent[h.ProducerID]
	if h.ProducerID < 0 || len(known) == 0 {
		return -1, ""
	}
	last := known[len(known)-1]
	switch {
	case h.ProducerEpoch < last.epoch:
		return -1, "INVALID_PRODUCER_EPOCH"
	case h.ProducerEpoch > last.epoch:
		return -1, ""
	}
	for _, s := range known {
		if s.epoch == h.ProducerEpoch && s.first == h.BaseSequence && s.last == advance(h.BaseSequence, h.Count-1) {
			return s.offset, ""
		}
	}
	if h.BaseSequence != advance(last.last, 1) {
		return -1, "OUT_OF_ORDER_SEQUENCE_NUMBER"
	}
	return -1, ""
}

// advance is the sequence number n behind another; 0 follows the largest.
func advance(sequence, n int32) int32 { return int32((int64(sequence) + int64(n)) & math.MaxInt32) }

// add appends one batch, with its offset and the leader's epoch, which no CRC
// covers.
func (p *partition) add(h *record.BatchHeader, data []byte) {
	data = slices.Clone(data)
	binary.BigEndian.PutUint64(data, uint64(p.next))
	binary.BigEndian.PutUint32(data[record.EpochAt:], 0)
	if h.ProducerID >= 0 && !h.Attributes.Control() {
		if p.recent == nil {
			p.recent = map[int64][]sequence{}
		}
		known := append(p.recent[h.ProducerID], sequence{h.ProducerEpoch, h.BaseSequence, advance(h.BaseSequence, h.Count-1), p.next})
		p.recent[h.ProducerID] = known[max(0, len(known)-remembered):]
	}
	if h.Attributes.Transactional() && !h.Attributes.Control() {
		p.began(h.ProducerID)
	}
	p.next += int64(h.LastOffsetDelta) + 1
	p.batches = append(p.batches, batch{data, p.next - 1, h.MaxTimestamp})
	p.bytes += len(data)
	for p.bytes > p.most && len(p.batches) > 1 {
		p.bytes -= len(p.batches[0].data)
		p.start = p.batches[0].last + 1
		p.batches[0] = batch{}
		p.batches = p.batches[1:]
	}
}

// between gives whole batches from the one on that has the record at an offset,
// up to an end: at most so many bytes, but one batch in any case if first.
func (p *partition) between(offset, end int64, most int, first bool) []byte {
	i := sort.Search(len(p.batches), func(i int) bool { return p.batches[i].last >= offset })
	out := []byte{}
	for ; i < len(p.batches) && p.batches[i].last < end; i++ {
		b := p.batches[i].data
		if len(out)+len(b) > most && !(first && len(out) == 0) {
			break
		}
		out = append(out, b...)
	}
	return out
}

// abort is a transaction that was aborted in a partition.
type abort struct {
	producer    int64
	first, last int64 // offsets: of its first record, of its marker
}

// began notes the first batch of a transaction.
func (p *partition) began(producer int64) {
	if p.open == nil {
		p.open = map[int64]int64{}
	}
	if _, ok := p.open[producer]; !ok {
		p.open[producer] = p.next
	}
}

// stable is the last stable offset: that of the first record of which it is not
// known whether it counts.
func (p *partition) stable() int64 {
	offset := p.next
	for _, first := range p.open {
		offset = min(offset, first)
	}
	return offset
}

// abortedIn lists the transactions that were aborted and have records from an
// offset on, up to an end.
func (p *partition) abortedIn(offset, end int64) []any {
	all := []any{}
	for _, a := range p.aborted {
		if a.last >= offset && a.first < end {
			all = append(all, Body{"producerId": a.producer, "firstOffset": a.first})
		}
	}
	return all
}
