package view

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"strconv"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/golden"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// crates are boxes in boxes: Inside holds another crate as it is, Packed one
// with the bytes doubled, so that half of them have to be left out.
type crates struct{ crate, packed *layout.Layout }

func newCrates() *crates {
	return &crates{
		crate: layout.Literal("Crate", "struct", "a box of the zoo's", layout.Body,
			layout.Part{Name: "Label", Type: "string", Kind: layout.CompactString},
			layout.Part{Name: "Inside", Type: "bytes", Kind: layout.CompactBytes, Nullable: true, Nest: "crate", About: "a crate in it"},
			layout.Part{Name: "Packed", Type: "bytes", Kind: layout.CompactBytes, Nullable: true, Nest: "packed", About: "a crate in it, doubled"},
			layout.Part{Name: "Weights", Type: "[]int16", Kind: layout.CompactArray, Parts: []layout.Part{{Name: "Weight", Type: "int16", Kind: layout.Int16}}},
		),
		packed: layout.Leaf("doubled", "bytes", "bytes, each twice", layout.Record),
	}
}

func (c *crates) Nest(t *tape.Tape, what string) {
	if what == "crate" {
		t.Run(c.crate)
		return
	}
	b := t.Upcoming()
	err := t.Unpack(c.packed, 0, func(dst []byte) ([]byte, error) {
		if len(b)%2 != 0 {
			return dst, errors.New("an odd number of bytes")
		}
		for i := 0; i < len(b); i += 2 {
			dst = append(dst, b[i])
		}
		return dst, nil
	}, func() { t.Run(c.crate) })
	if err != nil {
		t.Note(err.Error())
	}
}

// crate writes one; nil for nothing inside.
func crate(label string, inside, packed []byte) []byte {
	field := func(b, data []byte) []byte {
		if data == nil {
			return append(b, 0)
		}
		b = binary.AppendUvarint(b, uint64(len(data)+1))
		return append(b, data...)
	}
	b := field(field(field(nil, []byte(label)), inside), packed)
	return append(b, 3, 0, 1, 0, 2)
}

func doubled(data []byte) []byte {
	var b []byte
	for _, c := range data {
		b = append(b, c, c)
	}
	return b
}

func crateDoc(data []byte) *Doc {
	c := newCrates()
	d := &Doc{Tape: &tape.Tape{Nester: c}}
	d.Tape.Decode(c.crate, data)
	return d
}

// TestSpaces shows bytes in bytes, unpacked ones, and both in one another.
func TestSpaces(t *testing.T) {
	plain := crate("inner", nil, nil)
	for name, data := range map[string][]byte{
		"nested":      crate("outer", plain, nil),
		"packed":      crate("outer", nil, doubled(plain)),
		"both":        crate("outer", crate("box", nil, doubled(plain)), doubled(crate("bag", plain, doubled(crate("deep", nil, nil))))),
		"unpackable":  crate("outer", nil, append(doubled(plain), 7)),
		"packed-cut":  crate("outer", nil, doubled(plain[:9])),
		"packed-void": crate("outer", nil, nil),
	} {
		t.Run(name, func(t *testing.T) {
			d := crateDoc(data)
			checkForms(t, d)
			got := show(t, func(b *bytes.Buffer) error { return Dump(b, d, Options{}) }) + "\n" +
				show(t, func(b *bytes.Buffer) error { return Grid(b, d, Options{}) }) + "\n" +
				show(t, func(b *bytes.Buffer) error { return Nodes(b, d, Options{}) })
			golden.Equal(t, "spaces-"+name+".golden", []byte(got))
		})
	}
}

// TestSpacePaths holds that paths lead into what was nested and unpacked, and
// name what a thing there is called.
func TestSpacePaths(t *testing.T) {
	d := crateDoc(crate("outer", crate("box", nil, nil), doubled(crate("bag", crate("deep", nil, nil), nil))))
	for path, want := range map[string]string{
		"Inside.Label":                 `Inside.Label string = "box"`,
		"Packed.doubled.Inside.Label":  `Packed.doubled.Inside.Label string = "deep" (compact, len+1=5) [1:0x0005, 5B]`,
		"packed.doubled.weights[1]":    `Packed.doubled.Weights[1] int16 = 2 [1:`,
		"Inside.Weights.length":        `Inside.Weights.length uvarint = 3`,
		"Packed.length":                `Packed.length uvarint = 47 (compact, n+1) [`,
		"Packed.doubled.Inside.length": `Packed.doubled.Inside.length uvarint = 13 (compact, n+1) [1:0x0004, 1B] 12 bytes follow`,
	} {
		got := tree1(t, d, Options{Path: path})
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s selects\n%s, want %s", path, got, want)
		}
		if _, ok := d.Tape.Find(path); !ok && !strings.HasSuffix(path, "length") {
			t.Errorf("the tape finds no %s", path)
		}
	}
}

// TestManySpaces holds that grids of unpacked data are left out when there are
// many, and that the dump's columns are wide enough for their numbers.
func TestManySpaces(t *testing.T) {
	data := crate("last", nil, nil)
	for i := range 12 {
		data = crate("around "+strconv.Itoa(i), nil, doubled(data))
		if i%3 == 2 {
			data = crate("plain", data, nil)
		}
		if len(data) > 20000 {
			break
		}
	}
	d := crateDoc(data)
	if len(d.Tape.Spaces()) <= maxGrids {
		t.Fatalf("%d spaces", len(d.Tape.Spaces()))
	}
	checkForms(t, d)
	got := show(t, func(b *bytes.Buffer) error { return Grid(b, d, Options{}) })
	if want := strconv.Itoa(len(d.Tape.Spaces())) + " byte spaces unpacked from it: see the dump\n"; !strings.HasSuffix(got, want) {
		t.Errorf("the grid ends with %q", got[max(0, len(got)-80):])
	}
	dump := show(t, func(b *bytes.Buffer) error { return Dump(b, d, Options{}) })
	for line := range strings.Lines(dump) {
		if i := strings.Index(line, "│"); i != strings.Index(dump, "│") {
			t.Fatalf("columns are not in line: %s", line)
		}
	}
}

// stored is data in gzip's form, not made smaller so that it is the same with
// any compressor.
func stored(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.NoCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// gzipped is the sample batch with its records in gzip's form.
func gzipped(t testing.TB, attributes byte, baseOffset uint64) []byte {
	t.Helper()
	b := record.AppendSample(nil, 1)
	b = append(b[:record.HeaderLen:record.HeaderLen], stored(t, b[record.HeaderLen:])...)
	b[22] = attributes | 1
	binary.BigEndian.PutUint64(b, baseOffset)
	binary.BigEndian.PutUint32(b[8:], uint32(len(b)-12))
	binary.BigEndian.PutUint32(b[17:], record.Checksum(b))
	return b
}

// TestBatchWords holds what batches and records are said to hold, also where
// their records are compressed.
func TestBatchWords(t *testing.T) {
	records := record.NewLayouts()
	data := gzipped(t, 0x10, 42)
	d := &Doc{Tape: &tape.Tape{Nester: records}, Names: NewNames(catalog.Builtin())}
	d.Tape.Read(data, records.Read)
	checkForms(t, d)
	got := show(t, func(b *bytes.Buffer) error { return Dump(b, d, Options{}) })
	golden.Equal(t, "batch-words.golden", []byte(got))

	d.Tape.Read(gzipped(t, 8, 42), records.Read)
	got = tree1(t, d, Options{Path: "[0].compressedRecords[0].timestampDelta"})
	if want := "timestampDelta varlong = 0 (2017-06-28T00:00:00.001Z)"; !strings.Contains(got, want) {
		t.Errorf("no %q, the time at which the broker appended the batch, in %q", want, got)
	}

	d.Tape.Read(data[:70], records.Read)
	if got := tree1(t, d, Options{Path: "[0].crc"}); strings.Contains(got, "(") {
		t.Errorf("the checksum of a batch that is cut is judged: %s", got)
	}
}

// TestDamagedSpaces holds the forms against each other for every beginning and
// every changed byte of inputs with several spaces.
func TestDamagedSpaces(t *testing.T) {
	records := record.NewLayouts()
	batches := append(gzipped(t, 0x10, 42), gzipped(t, 0, 44)...)
	crates := crate("outer", crate("box", nil, doubled(crate("pup", nil, nil))), doubled(crate("bag", crate("in", nil, nil), nil)))
	for name, c := range map[string]struct {
		data []byte
		doc  func(data []byte) *Doc
	}{
		"crates": {crates, crateDoc},
		"batches": {batches, func(data []byte) *Doc {
			d := &Doc{Tape: &tape.Tape{Nester: records}, Names: NewNames(catalog.Builtin())}
			d.Tape.Read(data, records.Read)
			return d
		}},
	} {
		t.Run(name, func(t *testing.T) {
			for n := range c.data {
				checkForms(t, c.doc(c.data[:n:n]))
				for _, x := range []byte{0x01, 0xff} {
					changed := bytes.Clone(c.data)
					changed[n] ^= x
					checkForms(t, c.doc(changed))
				}
				if t.Failed() {
					t.Fatalf("byte %d", n)
				}
			}
		})
	}
}

// oldMessage is one of magic 0 or 1.
func oldMessage(magic, attributes byte, offset, timestamp uint64, key, value []byte) []byte {
	field := func(b, data []byte) []byte {
		if data == nil {
			return binary.BigEndian.AppendUint32(b, 1<<32-1)
		}
		return append(binary.BigEndian.AppendUint32(b, uint32(len(data))), data...)
	}
	body := []byte{magic, attributes}
	if magic > 0 {
		body = binary.BigEndian.AppendUint64(body, timestamp)
	}
	body = field(field(body, key), value)
	b := binary.BigEndian.AppendUint64(nil, offset)
	b = binary.BigEndian.AppendUint32(b, uint32(len(body)+4))
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(body))
	return append(b, body...)
}

// TestMessageWords holds what messages of old sets are said to be, and that
// offsets in wrappers of magic 1 are made absolute.
func TestMessageWords(t *testing.T) {
	const at = 1463529600000 // 2016-05-18
	inner := append(oldMessage(1, 0, 0, at, nil, []byte("a")), oldMessage(1, 0, 2, at+5, []byte{0xff}, nil)...)
	data := oldMessage(0, 0, 7, 0, []byte("k"), []byte("v"))
	data = append(data, oldMessage(1, 1, 12, at+5, nil, stored(t, inner))...)
	data = append(data, oldMessage(1, 1|8, 15, at+9, nil, stored(t, inner))...)
	records := record.NewLayouts()
	d := &Doc{Tape: &tape.Tape{Nester: records}, Names: NewNames(catalog.Builtin())}
	d.Tape.Read(data, records.Read)
	checkForms(t, d)
	got := show(t, func(b *bytes.Buffer) error { return Dump(b, d, Options{}) })
	golden.Equal(t, "message-words.golden", []byte(got))
}
