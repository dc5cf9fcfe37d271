package segment_test

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
)

// large is a log of about 54 MB: 400,000 records of 100 bytes or so, 120 a
// batch.
func large() []byte {
	var log []byte
	for i := range int64(400000 / 120) {
		s := spec{base: i * 120, time: 1700000000000 + i}
		for j := range 120 {
			s.records = append(s.records, rec{key: fmt.Sprintf("key-%08d", i*120+int64(j)), value: `{"order":12345,"customer":"somebody","items":[{"sku":"A-1","n":2},{"sku":"B-2","n":1}],"total":129.90}`})
		}
		log = batch(log, s)
	}
	return log
}

func bench(b *testing.B, form segment.Form, deep bool) {
	log := large()
	f := &segment.File{ReaderAt: bytes.NewReader(log), Size: int64(len(log)), Kind: segment.Log, Name: segment.ParseName("x")}
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	for b.Loop() {
		l := segment.Lister{Out: io.Discard, Form: form, Deep: deep, Filter: segment.NewFilter(), Codecs: &record.Codecs{}}
		if err := l.File(f); err != nil || l.Damaged() {
			b.Fatal(err, l.Damaged())
		}
	}
}

func BenchmarkTable(b *testing.B)     { bench(b, &segment.Table{}, false) }
func BenchmarkTableDeep(b *testing.B) { bench(b, &segment.Table{}, true) }
func BenchmarkLines(b *testing.B)     { bench(b, &segment.Lines{}, false) }
func BenchmarkLinesDeep(b *testing.B) { bench(b, &segment.Lines{}, true) }

func BenchmarkVerify(b *testing.B)     { verifying(b, false) }
func BenchmarkVerifyDeep(b *testing.B) { verifying(b, true) }

func verifying(b *testing.B, deep bool) {
	log := large()
	f := &segment.File{ReaderAt: bytes.NewReader(log), Size: int64(len(log)), Kind: segment.Log, Name: segment.ParseName("x")}
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	for b.Loop() {
		v := segment.Verifier{Deep: deep, Found: func(_ *segment.File, f segment.Finding) { b.Fatal(f) }, Codecs: &record.Codecs{}}
		v.File(f, nil)
	}
}
