package record_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// everything is one entry of each magic and codec.
func everything(t testing.TB) (entries [][]byte) {
	plain := record.AppendSample(nil, 3)
	control := bytes.Clone(plain)
	control[22] = 0x38
	entries = append(entries, plain, sum(control), record.AppendEmpty(nil))
	for _, codec := range codecs[1:] {
		entries = append(entries, compress(t, plain, codec))
	}
	for _, magic := range []byte{0, 1} {
		entries = append(entries, message(magic, 5, "k", "v"), message(magic, 6, "null", "null"))
		for _, codec := range codecs[1:4] {
			entries = append(entries, wrapper(t, magic, codec, 9, "one", "two"))
		}
	}
	return entries
}

// checkAll reads a field of entries and fails unless leaves tile every space,
// memory is bounded, and JSON gives the same bytes again.
func checkAll(t testing.TB, tp *tape.Tape, l *record.Layouts, entries []byte) {
	t.Helper()
	b := append(binary.BigEndian.AppendUint32(nil, uint32(len(entries))), entries...)
	tp.Nester = l
	tp.Decode(field(), b)
	if tp.Err != nil {
		t.Fatal(tp.Err)
	}
	checkSpaces(t, tp)
	if most := 3*(len(b)+tp.Unpacked()) + 100; len(tp.Nodes) > most {
		t.Fatalf("%d nodes for %d bytes, %d unpacked", len(tp.Nodes), len(b), tp.Unpacked())
	}
	json := jsonform.AppendLossless(nil, tp, 0, b, jsonform.Options{})
	back, err := jsonform.Encode(nil, field(), json, l)
	if err != nil || !bytes.Equal(back, b) {
		t.Fatalf("%v\n%s\n%x\n%x", err, json, b, back)
	}
	unpacked := jsonform.Append(nil, tp, 0, jsonform.Options{Unpacked: true})
	_, _ = jsonform.Encode(nil, field(), unpacked, l) // may be refused, must not panic
}

// TestEveryByteChanged changes each byte of each entry, with and without a CRC
// that agrees.
func TestEveryByteChanged(t *testing.T) {
	var tp tape.Tape
	l := record.NewLayouts()
	for _, e := range everything(t) {
		checkAll(t, &tp, l, e)
		if len(tp.Findings) > 0 {
			t.Errorf("%x: %q", e, findings(&tp))
		}
		for i := range e {
			changed := bytes.Clone(e)
			changed[i] ^= byte(1 + i*37%255)
			checkAll(t, &tp, l, append(changed, message(1, 9, "k", "v")...))
			if len(tp.Findings) == 0 && i >= 12 && changed[16] <= 2 && !(i < 16 && e[16] == 2) { // what no CRC covers
				t.Errorf("byte %d of %x changed: no finding", i, e)
			}
			if len(changed) < 30 || changed[16] != e[16] {
				continue
			}
			if changed = sumMessage(changed); e[16] == 2 {
				changed = sum(changed)
			}
			checkAll(t, &tp, l, changed)
		}
	}
}

// FuzzRecords reads any bytes as a records field.
func FuzzRecords(f *testing.F) {
	entries := everything(f)
	for _, e := range entries {
		f.Add(e)
		f.Add(e[:len(e)-3])
	}
	f.Add(slices.Concat(entries...))
	l := record.NewLayouts()
	f.Fuzz(func(t *testing.T, b []byte) {
		var tp tape.Tape
		checkAll(t, &tp, l, b)
		tp.NotCanonical()
	})
}
