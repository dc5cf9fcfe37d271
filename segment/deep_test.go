package segment_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
)

// TestDeepInOrder verifies a log of many compressed batches, damaged here and
// there: everything is found, in the order of the log.
func TestDeepInOrder(t *testing.T) {
	var log []byte
	var want []string
	note := func(start, place int, text string) {
		want = append(want, fmt.Sprintf("offset 0x%04x: %s", start+place, text))
	}
	for i := range 3000 {
		value := strings.Repeat("v", 500)
		switch i {
		case 1000: // more than a worker unpacks
			value = strings.Repeat("v", 3<<20)
		case 2000: // more than anybody does
			value = strings.Repeat("v", 30<<20)
		}
		plain := batch(nil, spec{base: int64(2 * i), records: []rec{{key: "k", value: value}, {key: "k", value: value}}})
		start := len(log)
		codec := record.Codec(i % 5)
		if len(value) > 500 {
			codec = record.Zstd
		}
		if i%7 == 3 && len(value) == 500 {
			plain[61+4]++ // the offset of the first record becomes that of the second, or lies before all
		}
		log = append(log, packed(t, sum(plain), codec)...)
		switch {
		case i == 2000:
			note(start, 61, "zstd: would inflate to more than 25165824 bytes")
		case i%7 == 3 && len(value) == 500:
			note(start, 0, "record 0: offset ")
		case i%100 == 50:
			log[start+17] ^= 1
			note(start, 17, "crc: expected ")
		}
	}
	var found []string
	v := segment.Verifier{Deep: true, Codecs: &record.Codecs{}, Found: func(_ *segment.File, x segment.Finding) { found = append(found, x.String()) }}
	v.File(&segment.File{ReaderAt: bytes.NewReader(log), Size: int64(len(log)), Kind: segment.Log, Name: segment.ParseName("x")}, nil)
	if v.Summary.Batches != 3000 || v.Summary.Findings != int64(len(want)) || len(found) != len(want) {
		t.Fatalf("%+v, %d findings of %d", v.Summary, len(found), len(want))
	}
	for i, f := range found {
		if !strings.HasPrefix(f, want[i]) {
			t.Errorf("finding %d: %s, want %s", i, f, want[i])
		}
	}
}
