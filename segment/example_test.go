package segment_test

import (
	"bytes"
	"fmt"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
)

// Example reads a log of three batches, the second of which has lost its
// length.
func Example() {
	var log []byte
	for i := range 3 {
		log = record.AppendSample(log, i)
	}
	log[92+8] = 0xff

	r := segment.NewReader(bytes.NewReader(log), int64(len(log)))
	w := segment.NewWalker(&record.Codecs{})
	for step := r.Next(); step != segment.AtEnd; step = r.Next() {
		if step == segment.AtGap {
			fmt.Println(r.Gap.Finding())
			continue
		}
		fmt.Println("batch at", r.Batch.Position, "CRC right:", r.Batch.Valid())
		for w.Start(&r.Batch); w.Next(); {
			fmt.Printf("  %d %s=%s\n", w.Record.Offset, w.Record.Key, w.Record.Value)
		}
	}
	// Output:
	// batch at 0 CRC right: true
	//   0 key=value
	//   1 key=
	// offset 0x005c: gap of 92 bytes up to 0x00b8: batchLength: expected at least 49 in magic 2, found -16777136; the next batch begins 92 bytes further
	// batch at 184 CRC right: true
	//   4 key=value
	//   5 key=
}

func ExampleLister() {
	log := record.AppendSample(nil, 7)
	f := &segment.File{ReaderAt: bytes.NewReader(log), Size: int64(len(log)), Kind: segment.Log, Name: segment.ParseName("a.log")}
	var out bytes.Buffer
	l := segment.Lister{Out: &out, Form: &segment.Lines{}, Deep: true, Filter: segment.NewFilter(), Codecs: &record.Codecs{}}
	l.Filter.Offsets = segment.Range{From: 15, To: 15}
	fmt.Println(l.File(f), l.Damaged())
	fmt.Print(out.String())
	// Output:
	// <nil> false
	// {"type":"record","position":0,"offset":15,"timestamp":1498608000001,"key":"a2V5","keyText":"key","value":null,"headers":[]}
}
