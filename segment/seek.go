package segment

import (
	"io"
	"sort"
)

// StartAtOffset goes on at the batch that holds an offset, or somewhere in
// front of it, as far as an offset index tells: size bytes of index, whose
// offsets count from base. An index that leads to no batch is not believed;
// then the position stays, and the answer is false.
func (r *Reader) StartAtOffset(index io.ReaderAt, size, base, offset int64) bool {
	n := int(size / offsetEntryLen)
	var b [offsetEntryLen]byte
	at := func(i int) (e Entry, ok bool) {
		if got, _ := index.ReadAt(b[:], int64(i)*offsetEntryLen); got < len(b) || i > 0 && allZero(b[:]) {
			return e, false // reserved space
		}
		return parseEntry(OffsetIndex, b[:], base), true
	}
	above := sort.Search(n, func(i int) bool {
		e, ok := at(i)
		return !ok || e.Offset > offset
	})
	if above == 0 {
		return false
	}
	e, ok := at(above - 1)
	budget := int64(sumBudget)
	if !ok || e.LogPosition >= r.size || !r.good(e.LogPosition, &budget) {
		return false
	}
	r.StartAt(e.LogPosition)
	return true
}
