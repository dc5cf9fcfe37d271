package image_test

import (
	"bytes"
	"testing"

	"github.com/kscope/kscope/image"
)

// numbered is the value of a record of a partition, with another number of
// that: an int32 behind three numbers of a byte.
func numbered(value []byte, n int) []byte {
	value = bytes.Clone(value)
	value[5], value[6] = byte(n>>8), byte(n)
	return value
}

// BenchmarkAdd adds partitions, each of which changes once.
func BenchmarkAdd(b *testing.B) {
	steps := sequence(b, "topics.txt")
	records := []image.Record{steps[1].record}
	var size int64
	for i := range 2000 {
		for _, s := range []step{steps[2], steps[7]} {
			r := s.record
			r.Value = numbered(r.Value, i)
			records = append(records, r)
			size += int64(len(r.Value))
		}
	}
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		if im := build(b, records); im.Damaged() {
			b.Fatal(im.Findings)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(records)), "ns/record")
}
