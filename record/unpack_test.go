package record_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// compress makes a batch of records of the given one's header and count.
func compress(t testing.TB, batch []byte, codec record.Codec) []byte {
	t.Helper()
	var c record.Codecs
	b := slices.Clone(batch[:record.HeaderLen])
	b[22] = b[22]&^7 | byte(codec)
	b, err := c.Append(b, batch[record.HeaderLen:], codec)
	if err != nil {
		t.Fatal(err)
	}
	return sum(b)
}

// TestUnpack reads the sample batch from each codec: the same records, in a
// space of their own.
func TestUnpack(t *testing.T) {
	plain := record.AppendSample(nil, 3)
	for _, codec := range codecs[1:] {
		t.Run(codec.String(), func(t *testing.T) {
			tp, _ := read(t, append(compress(t, plain, codec), plain...))
			if len(tp.Findings) > 0 || len(tp.Spaces()) != 1 {
				t.Fatalf("%d spaces, findings %q", len(tp.Spaces()), findings(tp))
			}
			if string(tp.Spaces()[0].Data) != string(plain[record.HeaderLen:]) {
				t.Errorf("space holds %x", tp.Spaces()[0].Data)
			}
			json := string(jsonform.Append(nil, tp, 0, jsonform.Options{}))
			records := json[strings.LastIndex(json, `"records":`):]
			if want := records[:len(records)-len("]}")]; strings.Count(json, want) != 2 {
				t.Errorf("%s\nlacks %s twice", json, want)
			}
		})
	}
}

func TestDamagedInside(t *testing.T) {
	plain := record.AppendSample(nil, 0)
	inside := func(count int, change func(records []byte) []byte) []byte {
		b := slices.Clone(plain)
		binary.BigEndian.PutUint32(b[57:], uint32(count))
		return compress(t, append(b[:record.HeaderLen], change(b[record.HeaderLen:])...), record.Gzip)
	}
	same := func(b []byte) []byte { return b }
	for _, c := range []struct {
		name  string
		batch []byte
		want  string
	}{
		{"one record too many", inside(3, same), "offset 0x003d: recordsCount: expected 2, as many as were unpacked, found 3"},
		{"negative count", inside(-1, same), "offset 0x003d: recordsCount: expected 0, as many as were unpacked, found -1"},
		{"record too long", inside(2, func(b []byte) []byte { b[21] = 0x7e; return b }),
			"offset 0x0015 of unpacked data 1: R[0].compressedRecords[1]: expected 63 bytes of Record, found 9 bytes left"},
		{"bytes left over", inside(2, func(b []byte) []byte { return append(b, 7, 7) }), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tp, _ := read(t, append(slices.Clone(c.batch), plain...))
			if got := strings.Join(findings(tp), "\n"); got != c.want {
				t.Errorf("findings %q, want %q", got, c.want)
			}
		})
	}
}

// TestBombs: what would grow too much stays packed, and says so.
func TestBombs(t *testing.T) {
	l := record.NewLayouts()
	l.Most = 1 << 20
	for _, codec := range codecs[1:] {
		b := slices.Clone(record.AppendEmpty(nil))
		b[60] = 1
		bomb := compress(t, append(b, make([]byte, 2<<20)...), codec)
		tp := tape.Tape{Nester: l}
		tp.Decode(field(), append(binary.BigEndian.AppendUint32(nil, uint32(len(bomb))), bomb...))
		want := fmt.Sprintf("offset 0x0041: compressedRecords: expected %s data of a sensible size, found some that would inflate to more than 1048576 bytes", codec)
		if len(tp.Spaces()) > 0 || len(tp.Findings) != 1 || tp.Findings[0].Text != want {
			t.Errorf("%d spaces, findings %q, want %q", len(tp.Spaces()), findings(&tp), want)
		}
	}
}

// TestRoomOfBombs: the room for one bomb is used for all.
func TestRoomOfBombs(t *testing.T) {
	b := slices.Clone(record.AppendEmpty(nil))
	b[60] = 1
	plain, all := append(b, make([]byte, 20<<20)...), []byte(nil)
	for i := range 20 {
		all = append(all, compress(t, plain, codecs[1+i%4])...)
	}
	l := record.NewLayouts()
	l.Most = 16 << 20
	tp := tape.Tape{Nester: l}
	data := append(binary.BigEndian.AppendUint32(nil, uint32(len(all))), all...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	tp.Decode(field(), data)
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) >> 20; n > 100 || len(tp.Findings) != 20 {
		t.Errorf("%d MiB for %d bombs", n, len(tp.Findings))
	}
}

func TestReadingAgainAllocatesNothing(t *testing.T) {
	plain := record.AppendSample(nil, 0)
	var all []byte
	for _, codec := range codecs {
		all = append(all, compress(t, plain, codec)...)
	}
	b := append(binary.BigEndian.AppendUint32(nil, uint32(len(all))), all...)
	l, tp := field(), &tape.Tape{Nester: record.NewLayouts()}
	if n := testing.AllocsPerRun(20, func() { tp.Decode(l, b) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestLittleRoom reads with tapes that have room for any number of nodes: all
// end with the same ones.
func TestLittleRoom(t *testing.T) {
	plain := record.AppendSample(nil, 0)
	all := slices.Concat(plain, compress(t, plain, record.LZ4), wrapper(t, 1, record.Gzip, 3, "a", "b"))
	want, b := read(t, all)
	for room := 1; room < len(want.Nodes)+2; room++ {
		tp := tape.Tape{Nester: record.NewLayouts(), Nodes: make([]tape.Node, 0, room)}
		tp.Decode(field(), b)
		if !slices.Equal(tp.Nodes, want.Nodes) {
			t.Fatalf("other nodes in a tape that had room for %d", room)
		}
	}
}

// TestManySmallRecords: few bytes that hold millions of the smallest records
// cost a bounded number of nodes.
func TestManySmallRecords(t *testing.T) {
	const count = 4 << 20
	smallest := []byte("\x0c\x00\x00\x00\x01\x01\x00")
	b := slices.Clone(record.AppendEmpty(nil))
	binary.BigEndian.PutUint32(b[57:], count)
	packed := compress(t, append(b, bytes.Repeat(smallest, count)...), record.Gzip)
	tp, _ := read(t, packed)
	if n := len(tp.Nodes); n > 9<<20 || len(tp.Findings) != 1 || !strings.Contains(tp.Findings[0].Text, "expected at most 8,388,608 things") {
		t.Errorf("%d nodes for %d bytes: %q", n, len(packed), findings(tp))
	}
}

// TestManyBombs: what all batches of an input may take is bounded too.
func TestManyBombs(t *testing.T) {
	b := slices.Clone(record.AppendEmpty(nil))
	b[60] = 1
	bomb := compress(t, append(b, make([]byte, 1000<<10)...), record.Zstd)
	tp, all := read(t, bytes.Repeat(bomb, 80))
	if most := 64<<20 + 16*len(all); tp.Unpacked() > most || tp.Unpacked() < most/2 {
		t.Errorf("%d bytes unpacked of %d, at most %d should be", tp.Unpacked(), len(all), most)
	}
	if last := tp.Findings[len(tp.Findings)-1].Text; !strings.Contains(last, "would inflate to more than") {
		t.Error(last)
	}
}

// TestEdits puts other bytes in the place of a value: sizes and CRCs around it
// follow.
func TestEdits(t *testing.T) {
	for _, entry := range [][]byte{message(0, 1, "k", "v"), message(1, 1, "k", "v"), record.AppendSample(nil, 0)} {
		tp, _ := read(t, append(slices.Clone(entry), entry...))
		for _, path := range []string{"R[1].value", "R[1].records[0].value"} {
			r, ok := tp.Find(path)
			if !ok {
				continue
			}
			value := []byte("\x00\x00\x00\x03new")
			if entry[16] == 2 {
				value = []byte("\x06new")
			}
			b, err := tp.Replace(nil, r, value)
			if err != nil {
				t.Fatal(err)
			}
			edited, _ := read(t, b[4:])
			if len(edited.Findings) > 0 || len(edited.NotCanonical()) > 0 || int(binary.BigEndian.Uint32(b)) != len(b)-4 {
				t.Errorf("%s of magic %d: %q\n%x", path, entry[16], findings(edited), b)
			}
		}
	}
}
