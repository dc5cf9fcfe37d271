package segment_test

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
	"github.com/kscope/kscope/tape"
)

// FuzzSegment reads any bytes as every kind of file: batches and gaps tile a
// log, and nothing fails.
func FuzzSegment(f *testing.F) {
	log, _ := sample()
	f.Add(log)
	f.Add(log[:100])
	f.Add(message(message(nil, 1, 0, 5, 0, nil, []byte("v")), 0, 1, 0, 1, nil, []byte("w")))
	f.Add(slices.Concat(log, make([]byte, 40), log))
	layouts, records := segment.NewLayouts(), record.NewLayouts()
	tp := &tape.Tape{Nester: records}
	f.Fuzz(func(t *testing.T, b []byte) {
		read(t, b, true)
		size := int64(len(b))
		kind := segment.Sniff(b, size, "x")
		for _, k := range []segment.Kind{segment.OffsetIndex, segment.TimeIndex, segment.TxnIndex} {
			e := segment.NewEntries(bytes.NewReader(b), size, k, 0)
			for e.Next() {
			}
		}
		segment.ReadProducers(b, func(segment.Producer) {}, func(segment.Finding) {})
		layouts.ReadPiece(tp, segment.Piece{Kind: kind, Data: b})
		f := &segment.File{ReaderAt: bytes.NewReader(b), Size: size, Kind: kind}
		for _, form := range []segment.Form{&segment.Table{}, &segment.Lines{}} {
			l := segment.Lister{Out: io.Discard, Form: form, Deep: true, Filter: segment.NewFilter(), Codecs: &records.Codecs}
			if err := l.File(f); err != nil {
				t.Fatal(err)
			}
		}
		for _, k := range []segment.Kind{kind, segment.OffsetCheckpoint, segment.MetaProperties, segment.QuorumState} {
			segment.ReadText(k, b, func(segment.Line) {}, func(segment.Finding) {})
		}
	})
}
