package segment_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"testing"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
)

// large is a log of about 54 MB unpacked: 400,000 records of 100 bytes or so,
// 120 a batch.
func large(b *testing.B, codec record.Codec) (f *segment.File, unpacked int64) {
	var log []byte
	for i := range int64(400000 / 120) {
		s := spec{base: i * 120, time: 1700000000000 + i}
		for j := range 120 {
			n := i*120 + int64(j)
			s.records = append(s.records, rec{key: fmt.Sprintf("key-%08d", n),
				value: fmt.Sprintf(`{"order":%d,"customer":"somebody-%d","items":[{"sku":"A-1","n":2},{"sku":"B-2","n":1}],"total":129.90}`, n, n*7919%100003)})
		}
		start := len(log)
		log = batch(log, s)
		unpacked += int64(len(log) - start)
		log = append(log[:start], packed(b, log[start:], codec)...)
	}
	return &segment.File{ReaderAt: bytes.NewReader(log), Size: int64(len(log)), Kind: segment.Log, Name: segment.ParseName("x")}, unpacked
}

// packed compresses the records of a batch.
func packed(t testing.TB, plain []byte, codec record.Codec) []byte {
	if codec == record.None {
		return plain
	}
	var codecs record.Codecs
	out, err := codecs.Append(bytes.Clone(plain[:record.HeaderLen]), plain[record.HeaderLen:], codec)
	if err != nil {
		t.Fatal(err)
	}
	out[22] = byte(codec)
	binary.BigEndian.PutUint32(out[8:], uint32(len(out)-12))
	return sum(out)
}

func listing(b *testing.B, form segment.Form, deep bool) {
	f, size := large(b, record.None)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		l := segment.Lister{Out: io.Discard, Form: form, Deep: deep, Filter: segment.NewFilter(), Codecs: &record.Codecs{}}
		if err := l.File(f); err != nil || l.Damaged() {
			b.Fatal(err, l.Damaged())
		}
	}
}

func BenchmarkTable(b *testing.B)     { listing(b, &segment.Table{}, false) }
func BenchmarkTableDeep(b *testing.B) { listing(b, &segment.Table{}, true) }
func BenchmarkLines(b *testing.B)     { listing(b, &segment.Lines{}, false) }
func BenchmarkLinesDeep(b *testing.B) { listing(b, &segment.Lines{}, true) }

func BenchmarkVerify(b *testing.B) { verifying(b, record.None, false) }

// BenchmarkVerifyDeep inflates and walks every record; BenchmarkExpand is the
// codec alone on the same bytes.
func BenchmarkVerifyDeep(b *testing.B) {
	for codec := record.None; codec <= record.Zstd; codec++ {
		b.Run(codec.String(), func(b *testing.B) { verifying(b, codec, true) })
	}
}

func verifying(b *testing.B, codec record.Codec, deep bool) {
	f, size := large(b, codec)
	b.SetBytes(size)
	b.ReportAllocs()
	codecs := &record.Codecs{}
	for b.Loop() {
		v := segment.Verifier{Deep: deep, Found: func(_ *segment.File, f segment.Finding) { b.Fatal(f) }, Codecs: codecs}
		v.File(f, nil)
	}
}

func BenchmarkExpand(b *testing.B) {
	for codec := record.Gzip; codec <= record.Zstd; codec++ {
		b.Run(codec.String(), func(b *testing.B) {
			f, size := large(b, codec)
			b.SetBytes(size)
			b.ReportAllocs()
			all, err := f.All(f.Size)
			if err != nil {
				b.Fatal(err)
			}
			var codecs record.Codecs
			var buf []byte
			for b.Loop() {
				for rest := all; len(rest) > 0; {
					n := 12 + binary.BigEndian.Uint32(rest[8:])
					if buf, err = codecs.Expand(buf[:0], rest[record.HeaderLen:n], codec, 1<<24); err != nil {
						b.Fatal(err)
					}
					rest = rest[n:]
				}
			}
		})
	}
}
