package logs_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/oracle"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
)

// whole is a small segment that damage is done to.
type whole struct {
	name string
	data []byte
}

func wholes(t *testing.T) (all []whole) {
	t.Helper()
	for _, name := range []string{"2.8.2/v0-none-0", "2.8.2/v0-gzip-0", "2.8.2/v1-none-0", "2.8.2/v1-lz4-0", "4.4.0/v2-none-0", "4.4.0/v2-zstd-0"} {
		all = append(all, whole{name, readFile(t, filepath.Join(fixtures, name, "00000000000000000000.log"))})
	}
	return all
}

// TestCuts cuts segments at every length: Kafka reads the batches that are
// whole and passes over the rest in silence; we read the same batches and name
// the rest.
func TestCuts(t *testing.T) {
	o := newest(t)
	for _, w := range wholes(t) {
		for n := range w.data {
			cut := w.data[:n]
			kafka, _ := kafkaBatches(t, o, cut)
			ours, gaps := ourBatches(cut)
			if !slices.Equal(ours, kafka) {
				t.Fatalf("%s cut at %d: %v, Kafka has %v", w.name, n, ours, kafka)
			}
			end := int64(0)
			if len(ours) > 0 {
				end = ours[len(ours)-1].end
			}
			if rest := cut[end:]; len(rest) > 0 && !(len(gaps) == 1 && tail(gaps[0], rest, end)) {
				t.Fatalf("%s cut at %d: gaps %+v", w.name, n, gaps)
			}
		}
	}
}

// tail reports whether a gap is all of the rest and says what it is: a batch
// that is cut, or nothing but more zeros than an offset has.
func tail(g segment.Gap, rest []byte, from int64) bool {
	cause := segment.HalfWritten
	if len(rest) >= 8 && len(bytes.Trim(rest, "\x00")) == 0 {
		cause = segment.Zeros
	}
	return g.From == from && g.Bytes() == int64(len(rest)) && g.Cause == cause
}

// TestFlips changes every byte: where Kafka reads a batch with the right CRC, so
// do we, and where both read a batch, both find its CRC right or wrong.
func TestFlips(t *testing.T) {
	o := newest(t)
	for _, w := range wholes(t) {
		stopped := 0
		for i := range w.data {
			data := bytes.Clone(w.data)
			data[i] ^= 0x55
			kafka, whole := kafkaBatches(t, o, data)
			if !whole {
				stopped++
			}
			ours, _ := ourBatches(data)
			if diff := verdicts(ours, kafka); diff != "" {
				t.Errorf("%s with byte %d changed: %s\nwe read %v\nKafka   %v", w.name, i, diff, ours, kafka)
			}
			if good := slices.ContainsFunc(ours, func(p place) bool { return p.valid }); !good {
				t.Errorf("%s with byte %d changed: no batch is read at all", w.name, i)
			}
		}
		t.Logf("%s: %d changes, %d of them end Kafka's reading", w.name, len(w.data), stopped)
	}
}

func verdicts(ours, kafka []place) string {
	for _, k := range kafka {
		i := slices.IndexFunc(ours, func(p place) bool { return p.position == k.position })
		switch {
		case i < 0 && k.valid:
			return "a batch that is whole was not read"
		case i >= 0 && ours[i] != k:
			return "the same batch gets two verdicts"
		}
	}
	return ""
}

func newest(t *testing.T) *oracle.Oracle {
	t.Helper()
	o, err := oracle.Start(t.Context(), "4.4.0")
	need.Met(t, err)
	t.Cleanup(func() { _ = o.Close() })
	return o
}

// place is where a batch was read, and whether its CRC fits.
type place struct {
	position, end int64
	valid         bool
}

// kafkaBatches are those that Kafka reads, and whether it came to the end.
func kafkaBatches(t *testing.T, o *oracle.Oracle, data []byte) (all []place, whole bool) {
	t.Helper()
	for b, err := range o.MemoryRecords(t.Context(), data) {
		var refusal *oracle.Refusal
		if errors.As(err, &refusal) {
			return all, false
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, place{b.Position, b.Position + int64(b.Size), b.Valid})
	}
	return all, true
}

func ourBatches(data []byte) (all []place, gaps []segment.Gap) {
	var codecs record.Codecs
	r, w := segment.NewReader(bytes.NewReader(data), int64(len(data))), segment.NewWalker(&codecs)
	for {
		switch r.Next() {
		case segment.AtEnd:
			return all, gaps
		case segment.AtGap:
			gaps = append(gaps, r.Gap)
		case segment.AtBatch:
			all = append(all, place{r.Batch.Position, r.Batch.End(), r.Batch.Valid()})
			for w.Start(&r.Batch); w.Next(); {
			}
		}
	}
}
