package segment_test

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
)

// TestNoAllocationPerBatch lists and verifies a log of many batches: what is
// allocated must not grow with them.
func TestNoAllocationPerBatch(t *testing.T) {
	measure := func(batches int) (list, verify float64) {
		var log []byte
		for i := range int64(batches) {
			log = batch(log, spec{base: 2 * i, records: []rec{{key: "k", value: `{"a":1}`}, {key: "k", null: true}}})
		}
		f := &segment.File{ReaderAt: bytes.NewReader(log), Size: int64(len(log)), Kind: segment.Log, Name: segment.ParseName("x")}
		codecs := &record.Codecs{}
		list = testing.AllocsPerRun(3, func() {
			l := segment.Lister{Out: io.Discard, Form: &segment.Table{}, Deep: true, Filter: segment.NewFilter(), Codecs: codecs}
			if err := l.File(f); err != nil || l.Damaged() {
				t.Fatal(err)
			}
		})
		verify = testing.AllocsPerRun(3, func() {
			v := segment.Verifier{Deep: true, Found: func(_ *segment.File, x segment.Finding) { t.Fatal(x) }, Codecs: codecs}
			v.File(f, nil)
		})
		return list, verify
	}
	listFew, verifyFew := measure(100)
	listMany, verifyMany := measure(5000)
	if listMany > listFew+5 || verifyMany > verifyFew+100 { // groups on their way
		t.Errorf("list: %v, then %v; verify: %v, then %v", listFew, listMany, verifyFew, verifyMany)
	}
}

// TestManyBombs verifies and lists batches that would all inflate to more than
// is allowed: the room for one is used for all.
func TestManyBombs(t *testing.T) {
	var log []byte
	for i := range int64(20) {
		plain := batch(nil, spec{base: i, records: []rec{{value: strings.Repeat("v", 30<<20)}}})
		log = append(log, packed(t, plain, record.Codec(1+i%4))...)
	}
	f := &segment.File{ReaderAt: bytes.NewReader(log), Size: int64(len(log)), Kind: segment.Log, Name: segment.ParseName("x")}
	allocated := func(run func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run()
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) >> 20
	}
	list := allocated(func() {
		l := segment.Lister{Out: io.Discard, Form: &segment.Table{}, Deep: true, Filter: segment.NewFilter(), Codecs: &record.Codecs{}}
		if err := l.File(f); err != nil || !l.Damaged() {
			t.Error(err)
		}
	})
	verify := allocated(func() {
		v := segment.Verifier{Deep: true, Found: func(*segment.File, segment.Finding) {}, Codecs: &record.Codecs{}}
		if v.File(f, nil); v.Summary.Findings != 20 {
			t.Errorf("%+v", v.Summary)
		}
	})
	if list > 100 || verify > 300 { // every worker has room of its own
		t.Errorf("%d MiB for the list, %d MiB to verify", list, verify)
	}
}
