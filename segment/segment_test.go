package segment_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
	"github.com/kscope/kscope/tape"
)

// rec is a record of a test's batch.
type rec struct {
	key, value string
	null       bool // the value is
	headers    []string
}

// spec says what a test's batch holds.
type spec struct {
	base     int64
	epoch    int32
	attrs    int16
	producer int64
	time     int64
	records  []rec
}

func varint(dst []byte, n int) []byte { return binary.AppendVarint(dst, int64(n)) }

func text(dst []byte, s string) []byte { return append(varint(dst, len(s)), s...) }

// batch writes a batch of magic 2 without package record, from the protocol's
// description.
func batch(dst []byte, s spec) []byte {
	var body []byte
	for i, r := range s.records {
		one := []byte{0}
		one = varint(one, i)
		one = varint(one, i)
		one = text(one, r.key)
		if r.null {
			one = varint(one, -1)
		} else {
			one = text(one, r.value)
		}
		one = varint(one, len(r.headers))
		for _, h := range r.headers {
			one = text(text(one, h), "h")
		}
		body = append(varint(body, len(one)), one...)
	}
	n := len(s.records)
	b := binary.BigEndian.AppendUint64(nil, uint64(s.base))
	b = binary.BigEndian.AppendUint32(b, uint32(49+len(body)))
	b = binary.BigEndian.AppendUint32(b, uint32(s.epoch))
	b = append(b, 2, 0, 0, 0, 0)
	b = binary.BigEndian.AppendUint16(b, uint16(s.attrs))
	b = binary.BigEndian.AppendUint32(b, uint32(max(n-1, 0)))
	b = binary.BigEndian.AppendUint64(b, uint64(s.time))
	b = binary.BigEndian.AppendUint64(b, uint64(s.time+int64(max(n-1, 0))))
	producer := s.producer - 1 // so that the zero value is none
	b = binary.BigEndian.AppendUint64(b, uint64(producer))
	b = binary.BigEndian.AppendUint16(b, uint16(min(producer, 0)))
	b = binary.BigEndian.AppendUint32(b, uint32(min(producer, 0)))
	b = binary.BigEndian.AppendUint32(b, uint32(n))
	return append(dst, sum(append(b, body...))...)
}

func sum(b []byte) []byte {
	binary.BigEndian.PutUint32(b[17:], crc32.Checksum(b[21:], crc32.MakeTable(crc32.Castagnoli)))
	return b
}

// message writes a message of magic 0 or 1.
func message(dst []byte, magic int8, offset, time int64, attrs byte, key, value []byte) []byte {
	body := []byte{byte(magic), attrs}
	if magic == 1 {
		body = binary.BigEndian.AppendUint64(body, uint64(time))
	}
	for _, part := range [][]byte{key, value} {
		n := len(part)
		if part == nil {
			n = -1
		}
		body = append(binary.BigEndian.AppendUint32(body, uint32(n)), part...)
	}
	dst = binary.BigEndian.AppendUint64(dst, uint64(offset))
	dst = binary.BigEndian.AppendUint32(dst, uint32(4+len(body)))
	dst = binary.BigEndian.AppendUint32(dst, crc32.ChecksumIEEE(body))
	return append(dst, body...)
}

// sample is a segment of some batches, and where each begins.
func sample() (log []byte, starts []int) {
	for i := range 5 {
		starts = append(starts, len(log))
		s := spec{base: int64(10 * i), epoch: int32(i / 2), time: 1700000000000 + int64(i)*1000}
		for j := range i + 1 {
			s.records = append(s.records, rec{key: fmt.Sprintf("k%d", j), value: strings.Repeat("v", 10*j), headers: []string{"a"}[:j%2]})
		}
		log = batch(log, s)
	}
	return log, starts
}

// reading is what a reader says of a log.
type reading struct {
	batches  []segment.Batch
	gaps     []segment.Gap
	findings []segment.Finding
}

func read(t testing.TB, log []byte, deep bool) (out reading) {
	t.Helper()
	r := segment.NewReader(bytes.NewReader(log), int64(len(log)))
	w := segment.NewWalker(&record.Codecs{})
	var c segment.Checker
	found := func(f segment.Finding) { out.findings = append(out.findings, f) }
	at := int64(0)
	for step := r.Next(); step != segment.AtEnd; step = r.Next() {
		from, to := r.Gap.From, r.Gap.To
		if step == segment.AtBatch {
			from, to = r.Batch.Position, r.Batch.End()
		}
		if from != at || to <= from {
			t.Fatalf("step from %d to %d behind %d", from, to, at)
		}
		at = to
		if step == segment.AtGap {
			out.gaps = append(out.gaps, r.Gap)
			continue
		}
		c.Batch(&r.Batch, found)
		if deep && r.Batch.Valid() {
			w.Check(&r.Batch, found)
		}
		kept := r.Batch
		kept.Bytes = nil
		out.batches = append(out.batches, kept)
	}
	if r.Err() != nil || at != int64(len(log)) {
		t.Fatalf("ended at %d of %d: %v", at, len(log), r.Err())
	}
	return out
}

func (r reading) sound() bool { return len(r.gaps) == 0 && len(r.findings) == 0 }

func TestReadsAll(t *testing.T) {
	log, starts := sample()
	got := read(t, log, true)
	if !got.sound() || len(got.batches) != len(starts) {
		t.Fatalf("%+v", got)
	}
	b := got.batches[3]
	if b.Position != int64(starts[3]) || b.BaseOffset != 30 || b.LastOffset != 33 || b.Count != 4 || b.LeaderEpoch != 1 ||
		b.Magic != 2 || b.Codec != record.None || b.ProducerID != -1 || b.BaseTimestamp != 1700000003000 || b.MaxTimestamp != 1700000003003 ||
		b.DeleteHorizon != -1 || b.Index != 4 {
		t.Errorf("%+v", b)
	}
}

// TestSampleOfRecord reads what package record writes.
func TestSampleOfRecord(t *testing.T) {
	var log []byte
	for i := range 3 {
		log = record.AppendSample(log, i)
	}
	got := read(t, log, true)
	if !got.sound() || len(got.batches) != 3 || got.batches[2].LastOffset != 5 {
		t.Errorf("%+v", got)
	}
}

// TestEveryCut cuts a segment at every length: the batches in front of the cut
// are read, and what is left of the next is one gap.
func TestEveryCut(t *testing.T) {
	log, starts := sample()
	for n := range log {
		got := read(t, log[:n], true)
		whole := 0
		for i, s := range append(starts[1:], len(log)) {
			if s <= n {
				whole = i + 1
			}
		}
		cut := !slices.Contains(starts, n)
		if len(got.batches) != whole || len(got.findings) > 0 || cut != (len(got.gaps) == 1) {
			t.Fatalf("cut at %d: %+v", n, got)
		}
		if cut && (got.gaps[0].To != int64(n) || got.gaps[0].From != int64(starts[whole]) ||
			got.gaps[0].Cause != segment.HalfWritten && !(n > 7 && n < 12 && got.gaps[0].Cause == segment.Zeros)) { // offset 0
			t.Errorf("cut at %d: %+v", n, got.gaps[0])
		}
	}
}

// TestEveryFlip changes every byte in several ways. Nothing but the damaged
// batch may be lost, and the damage must be seen wherever anything but the
// batch itself tells of it.
func TestEveryFlip(t *testing.T) {
	log, starts := sample()
	which := func(i int) (k int) {
		for k+1 < len(starts) && starts[k+1] <= i {
			k++
		}
		return k
	}
	for i := range log {
		for _, flip := range []byte{0x01, 0x02, 0x80, 0xff} {
			bad := bytes.Clone(log)
			bad[i] ^= flip
			got := read(t, bad, true)
			k := which(i)
			place := i - starts[k]
			// Neither base offset nor epoch is covered by a CRC: one that is too
			// large in the last batch contradicts nothing.
			if got.sound() && (place >= 8 && place < 12 || place >= 16 || k < len(starts)-1 && place < 7) {
				t.Fatalf("byte %d of batch %d, flipped by %#x, was not seen", place, k, flip)
			}
			var lost []int
			for j, s := range starts {
				if !slices.ContainsFunc(got.batches, func(b segment.Batch) bool { return b.Position == int64(s) && b.Valid() }) {
					lost = append(lost, j)
				}
			}
			if len(lost) > 1 || len(lost) == 1 && lost[0] != k {
				t.Fatalf("byte %d of batch %d, flipped by %#x: lost %v\n%+v", place, k, flip, lost, got)
			}
		}
	}
}

func TestGaps(t *testing.T) {
	log, starts := sample()
	second := starts[1]
	insert := func(at int, what []byte) []byte { return slices.Concat(log[:at], what, log[at:]) }
	change := func(f func(b []byte)) []byte { b := bytes.Clone(log); f(b); return b }
	for _, c := range []struct {
		name  string
		log   []byte
		cause segment.Cause
		from  int
		size  int
		text  string
	}{
		{"zeros behind", append(bytes.Clone(log), make([]byte, 100000)...), segment.Zeros, len(log), 100000, "zeros up to the end of the file: space that was reserved"},
		{"eight zeros behind", append(bytes.Clone(log), make([]byte, 8)...), segment.Zeros, len(log), 8, "zeros up to the end of the file"},
		{"seven zeros behind", append(bytes.Clone(log), make([]byte, 7)...), segment.HalfWritten, len(log), 7, "the file ends 7 bytes into a header: the last write was cut"},
		{"zeros between", insert(second, make([]byte, 5000)), segment.Zeros, second, 5000, "zeros where a batch should be"},
		{"text between", insert(second, []byte("this is no batch but an error message of somebody")), segment.Foreign, second, 49, `no batch: text, beginning with "this is no batch but an "`},
		{"text in front", insert(0, []byte("#!/bin/sh\necho hello world\n")), segment.Foreign, 0, 27, "no batch: text"},
		{"gzip behind", append(bytes.Clone(log), "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\x4b\x4c\x4a\x06\x00\xc2\x41\x24\x35"...), segment.Foreign, len(log), 19, "no batch: a gzip file"},
		{"negative length", change(func(b []byte) { b[second+8] = 0xff }), segment.WrongLength, second, starts[2] - second, "batchLength: expected at least 49 in magic 2, found -167"},
		{"length too large", change(func(b []byte) { b[second+8] = 0x10 }), segment.WrongLength, second, starts[2] - second, "batchLength: found 268435"},
		{"length too small", change(func(b []byte) { b[second+11] = 3 }), segment.WrongLength, second, starts[2] - second, "batchLength: expected at least 49 in magic 2, found 3; the next batch begins"},
		{"length off by one", change(func(b []byte) { b[second+11]++ }), segment.WrongCRC, second, starts[2] - second, "a batch whose CRC is wrong"},
		{"magic", change(func(b []byte) { b[second+16] = 9 }), segment.WrongMagic, second, starts[2] - second, "magic: expected 0, 1 or 2, found 9"},
		{"header cut", log[:starts[4]+30], segment.HalfWritten, starts[4], 30, "a batch of 214 bytes from offset 40 on, of which 30 are there"},
		{"start cut", log[:starts[4]+10], segment.HalfWritten, starts[4], 10, "the file ends 10 bytes into a header"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.log, true)
			if len(got.gaps) != 1 || len(got.findings) > 0 {
				t.Fatalf("%+v", got)
			}
			g := got.gaps[0]
			if g.Cause != c.cause || g.From != int64(c.from) || g.Bytes() != int64(c.size) || !strings.HasPrefix(g.Text, c.text) {
				t.Errorf("%+v", g)
			}
		})
	}
}

// TestChunks reads a log whose batches lie across the ends of what is read at
// once, with damage in it.
func TestChunks(t *testing.T) {
	var log []byte
	var starts []int
	for i := range 40 {
		starts = append(starts, len(log))
		log = batch(log, spec{base: int64(i), records: []rec{{value: strings.Repeat("x", 1000*i*i)}}})
	}
	if got := read(t, log, true); !got.sound() || len(got.batches) != 40 {
		t.Fatal(got)
	}
	log[starts[30]+9] ^= 0x11
	log[starts[35]+100] ^= 0x11
	got := read(t, log, true)
	if len(got.batches) != 39 || len(got.gaps) != 1 || len(got.findings) != 1 || got.gaps[0].To != int64(starts[31]) {
		t.Errorf("%+v", got)
	}
}

// pieces are the parts that views get of a log.
func pieces(t *testing.T, log []byte) (all []segment.Piece) {
	t.Helper()
	f := &segment.File{ReaderAt: bytes.NewReader(log), Size: int64(len(log)), Kind: segment.Log, Name: segment.ParseName("x")}
	l := segment.Lister{Filter: segment.NewFilter(), Codecs: &record.Codecs{}, Piece: func(p segment.Piece) error {
		p.Data = bytes.Clone(p.Data)
		p.Findings = slices.Clone(p.Findings)
		all = append(all, p)
		return nil
	}}
	if err := l.File(f); err != nil || len(all) != 3 {
		t.Fatal(len(all), err)
	}
	return all
}

func TestBatchLargerThanHeld(t *testing.T) {
	log := batch(nil, spec{records: []rec{{value: "a"}}})
	log = batch(log, spec{base: 1, records: []rec{{value: strings.Repeat("x", segment.MaxHeld)}}})
	log = batch(log, spec{base: 2, records: []rec{{value: "b"}}})
	got := read(t, log, false)
	if len(got.batches) != 3 || len(got.gaps) > 0 || len(got.findings) != 1 || got.findings[0].Kind != segment.TooLarge || !got.batches[1].Valid() {
		t.Errorf("%+v", got)
	}
	found, s := verify(t, map[string][]byte{stem + ".log": log})
	if len(found) != 1 || s.Findings != 0 || s.Remarks != 1 {
		t.Errorf("it is not damaged: %q, %+v", found, s)
	}
	for deep, want := range map[bool]int{false: 4, true: 3} {
		if lines, damaged := list(t, &segment.Lines{}, stem+".log", log, deep, nil); damaged || strings.Count(lines, "\n") != want {
			t.Errorf("damaged %v: %s", damaged, lines)
		}
	}
	for _, piece := range pieces(t, log) {
		tp := &tape.Tape{Nester: record.NewLayouts()}
		segment.NewLayouts().ReadPiece(tp, piece)
		if tp.Err != nil || len(tp.Findings) != len(piece.Findings) || piece.Head != (len(piece.Findings) == 1) {
			t.Errorf("at %d: %v %v", piece.Position, tp.Err, tp.Findings)
		}
	}
	log[100000] ^= 1
	got = read(t, log, false)
	if len(got.batches) != 3 || got.batches[1].Valid() {
		t.Errorf("%+v", got)
	}
	if _, s := verify(t, map[string][]byte{stem + ".log": log}); s.Findings != 1 || s.Remarks != 1 {
		t.Errorf("it is damaged: %+v", s)
	}
}

func TestFindings(t *testing.T) {
	two := func(a, b spec) []byte {
		a.records, b.records = []rec{{value: "a"}, {value: "b"}}, []rec{{value: "c"}}
		return batch(batch(nil, a), b)
	}
	change := func(f func(b []byte)) []byte {
		b := batch(nil, spec{records: []rec{{key: "k", value: "v"}, {key: "k", value: "v"}}})
		f(b)
		return sum(b)
	}
	for _, c := range []struct {
		name string
		log  []byte
		kind segment.FindingKind
		want string
	}{
		{"offset", two(spec{base: 5}, spec{base: 6}), segment.BadOffset, "offset 0x004d: baseOffset: expected more than 6, the last offset before it, found 6"},
		{"epoch", two(spec{epoch: 5}, spec{base: 6, epoch: 4}), segment.BadEpoch, "offset 0x0059: partitionLeaderEpoch: expected 5 or more, as before it, found 4"},
		{"bits", two(spec{attrs: 0x80}, spec{base: 6}), segment.BadHeader, "offset 0x0015: attributes: bits 0x80 have no meaning"},
		{"codec", two(spec{attrs: 5}, spec{base: 6}), segment.BadHeader, "offset 0x0015: attributes: codec 5 is none of magic 2"},
		{"count too large", change(func(b []byte) { b[60] = 3 }), segment.BadHeader, "offset 0x0039: recordsCount: 3 records do not fit into the 2 offsets that lastOffsetDelta gives"},
		{"count too small", change(func(b []byte) { b[60] = 1 }), segment.BadRecords, "offset 0x0046: record 1: 9 bytes left over behind 1 records"},
		{"record size", change(func(b []byte) { b[61] += 2 }), segment.BadRecords, "offset 0x0046: record 0: 1 byte left over behind its headers"},
		{"record size huge", change(func(b []byte) { b[61] = 0x7e }), segment.BadRecords, "offset 0x003d: record 0: expected its size, found 63 with 17 bytes left"},
		{"record size negative", change(func(b []byte) { b[61] = 1 }), segment.BadRecords, "offset 0x003d: record 0: expected its size, found -1"},
		{"key length", change(func(b []byte) { b[65] = 0x20 }), segment.BadRecords, "offset 0x003d: record 0: its fields do not fit into its 8 bytes"},
		{"offset delta", change(func(b []byte) { b[64] = 8 }), segment.BadOffset, "offset 0x0000: record 0: offset 4, expected one from 0 to 1"},
		{"timestamp", change(func(b []byte) { b[63] = 8 }), segment.BadTimestamp, "offset 0x0023: maxTimestamp: expected 4 or more"},
		{"not gzip", change(func(b []byte) { b[22] = 1 }), segment.BadRecords, "offset 0x003d: gzip: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.log, true)
			if len(got.findings) == 0 || len(got.gaps) > 0 {
				t.Fatalf("%+v", got)
			}
			if f := got.findings[0]; f.Kind != c.kind || !strings.HasPrefix(f.String(), c.want) {
				t.Errorf("%s: %s", f.Kind, f)
			}
		})
	}
}

// TestLegacy reads message sets of magic 0 and 1, alone and wrapped, and one
// log that mixes all magics.
func TestLegacy(t *testing.T) {
	codecs := &record.Codecs{}
	pack := func(c record.Codec, set []byte) []byte {
		b, err := codecs.Append(nil, set, c)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	log := message(nil, 0, 3, 0, 0, []byte("k"), []byte("v"))
	log = message(log, 1, 4, 1234, 0, nil, nil)
	var inner []byte
	for i := range int64(3) {
		inner = message(inner, 1, i, 2000+i, 0, []byte{byte('a' + i)}, []byte{})
	}
	log = message(log, 1, 12, 2002, 1, nil, pack(record.Gzip, inner)) // offsets 10 to 12
	inner = message(message(nil, 0, 15, 0, 0, nil, []byte("x")), 0, 17, 0, 0, nil, []byte("y"))
	log = message(log, 0, 17, 0, 2, nil, pack(record.Snappy, inner))
	log = batch(log, spec{base: 20, records: []rec{{key: "new", value: "one"}}})
	var got []string
	r := segment.NewReader(bytes.NewReader(log), int64(len(log)))
	w := segment.NewWalker(codecs)
	for r.Next() == segment.AtBatch {
		if !r.Batch.Valid() {
			t.Error("CRC")
		}
		for w.Start(&r.Batch); w.Next(); {
			got = append(got, fmt.Sprintf("%d@%d %q=%q", w.Record.Offset, w.Record.Timestamp, w.Record.Key, w.Record.Value))
		}
		if f, bad := w.Err(); bad {
			t.Error(f)
		}
	}
	want := []string{`3@-1 "k"="v"`, `4@1234 ""=""`, `10@2000 "a"=""`, `11@2001 "b"=""`, `12@2002 "c"=""`, `15@-1 ""="x"`, `17@-1 ""="y"`, `20@0 "new"="one"`}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if all := read(t, log, true); !all.sound() {
		t.Errorf("%+v", all)
	}
}

// TestNestedBatch damages a batch that has a whole batch in its value: the one
// inside is not taken for the next, because its offset lies in front.
func TestNestedBatch(t *testing.T) {
	log := batch(nil, spec{base: 100, records: []rec{{value: "a"}}})
	inside := batch(nil, spec{base: 7, records: []rec{{value: "inside"}}})
	start := len(log)
	log = batch(log, spec{base: 101, records: []rec{{value: string(inside)}}})
	end := len(log)
	log = batch(log, spec{base: 102, records: []rec{{value: "b"}}})
	log[start+9]++
	got := read(t, log, true)
	if len(got.batches) != 2 || len(got.gaps) != 1 || got.gaps[0].To != int64(end) {
		t.Errorf("%+v", got)
	}
}

// TestHostile reads bytes that look like headers everywhere. What is wrong
// costs a constant for each byte.
func TestHostile(t *testing.T) {
	unit, _ := hex.DecodeString("0000000000000001" + "00010000" + "00000000" + "02" + "00000000" + "0000" + "00000001")
	log := bytes.Repeat(unit, 8<<20/len(unit))
	got := read(t, log, false)
	if len(got.batches)+len(got.gaps) == 0 {
		t.Error(got)
	}
}
