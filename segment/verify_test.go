package segment_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
)

// verify checks a directory with the given files in it.
func verify(t testing.TB, files map[string][]byte) (found []string, s segment.Summary) {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o400); err != nil {
			t.Fatal(err)
		}
	}
	paths, err := segment.Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	v := segment.Verifier{Deep: true, Codecs: &record.Codecs{}, Found: func(f *segment.File, x segment.Finding) {
		found = append(found, filepath.Base(f.Path)+": "+x.String())
	}}
	if err := v.Files(paths); err != nil {
		t.Fatal(err)
	}
	return found, v.Summary
}

const stem = "00000000000000000000"

// controlBatch is an end marker of a transaction.
func controlBatch(base, producer int64, commit int) []byte {
	b := batch(nil, spec{base: base, producer: producer + 1, attrs: 0x30, time: 1, records: []rec{{key: string([]byte{0, 0, 0, byte(commit)}), value: "\x00\x00\x00\x00\x00\x00"}}})
	return b
}

// snapshotEnd is the header of a snapshot, or its footer.
func snapshotEnd(base int64, kind int) []byte {
	return batch(nil, spec{base: base, attrs: 0x20, time: 1, records: []rec{{key: string([]byte{0, 0, 0, byte(kind)}), value: "\x00\x00\x00"}}})
}

func data(base, producer int64, n int) []byte {
	return batch(nil, spec{base: base, producer: producer + 1, attrs: 0x10, time: 1, records: make([]rec, n)})
}

func aborted(producer, first, last, stable int64) []byte {
	return unhex(fmt.Sprintf("0000%016x%016x%016x%016x", producer, first, last, stable))
}

func TestVerify(t *testing.T) {
	log, starts := sample() // offsets 0, 10-11, 20-22, 30-33, 40-44
	index := func(entries ...[]byte) map[string][]byte {
		return map[string][]byte{stem + ".log": log, stem + ".index": bytes.Join(entries, nil)}
	}
	times := func(entries ...[]byte) map[string][]byte {
		return map[string][]byte{stem + ".log": log, stem + ".timeindex": bytes.Join(entries, nil)}
	}
	txn := bytes.Join([][]byte{data(0, 5, 2), data(2, 6, 1), controlBatch(3, 5, 0), controlBatch(4, 6, 1)}, nil)
	aborts := func(entries ...[]byte) map[string][]byte {
		return map[string][]byte{stem + ".log": txn, stem + ".txnindex": bytes.Join(entries, nil)}
	}
	const t0 = 1700000000000
	for _, c := range []struct {
		name  string
		files map[string][]byte
		want  string
	}{
		{"index", index(offsetEntry(11, starts[1]), offsetEntry(33, starts[3])), ""},
		{"index of batches appended together", index(offsetEntry(22, starts[1]), offsetEntry(44, starts[3])), ""},
		{"index with reserved space", index(offsetEntry(11, starts[1]), make([]byte, 8000)), ""},
		{"index without entries", index(make([]byte, 8000)), ""},
		{"index: wrong position", index(offsetEntry(11, starts[1]+1)), "offset 0x0000: offset 11 at position 71: no batch begins there; one does at 163"},
		{"index: first offset instead of last", index(offsetEntry(10, starts[1])), "offset 10 at position 70: the batch there ends with offset 11"},
		{"index: no such last offset", index(offsetEntry(21, starts[1]), offsetEntry(33, starts[3])), "offset 21 at position 70: no batch that begins there or behind ends with that offset"},
		{"index: behind the end", index(offsetEntry(50, len(log))), "offset 50 at position 664: the log ends at position 664 in front of it"},
		{"index: goes back", index(offsetEntry(33, starts[3]), offsetEntry(11, starts[1])), "offset 0x0008: expected more than offset 33 at position 285, found offset 11 at position 70"},
		{"index: cut", index(offsetEntry(11, starts[1]), []byte{1, 2, 3}), "offset 0x0008: the file ends in an entry: 3 bytes of 8"},
		{"times", times(timeEntry(t0+1001, 11), timeEntry(t0+4004, 44)), ""},
		{"times: of a record", times(timeEntry(t0+3003, 33), make([]byte, 1200)), ""},
		{"times: wrong", times(timeEntry(t0+1002, 11)), "timestamp 1700000001002 at offset 11: the largest timestamp of the batch with that offset, at position 70, is 1700000001001"},
		{"times: no such offset", times(timeEntry(t0+1001, 15)), "timestamp 1700000001001 at offset 15: no batch holds that offset"},
		{"times: behind the end", times(timeEntry(t0+9999, 50)), "timestamp 1700000009999 at offset 50: the log ends at position 664 in front of it"},
		{"times: goes back", times(timeEntry(t0+3003, 33), timeEntry(t0+1001, 11)), "expected more than timestamp 1700000003003 at offset 33"},
		{"aborts", aborts(aborted(5, 0, 3, 2)), ""},
		{"aborts: none", aborts(aborted(5, 0, 9, 9)), "producer 5, offsets 0 to 9: the log ends"},
		{"aborts: commit", aborts(aborted(5, 0, 3, 2), aborted(6, 2, 4, 5)), "producer 6, offsets 2 to 4: the marker at the last of them is no abort marker"},
		{"aborts: other producer", aborts(aborted(6, 0, 3, 4)), "producer 6, offsets 0 to 3: the marker at the last of them is of producer 5"},
		{"aborts: too late", aborts(aborted(5, 1, 3, 2)), "producer 5, offsets 1 to 3: the transaction begins at offset 0"},
		{"aborts: stable too large", aborts(aborted(5, 0, 3, 3)), "producer 5, offsets 0 to 3: last stable offset: expected 2 or less, found 3"},
		{"aborts: missing", map[string][]byte{stem + ".log": txn, stem + ".txnindex": {}}, "no entry for the transaction of producer 5 from offset 0 on, which the marker at 3 aborts"},
		{"aborts: no marker", aborts(aborted(5, 0, 2, 3), aborted(5, 0, 3, 2)), "producer 5, offsets 0 to 2: no abort marker with the last of them"},
		{"snapshot", map[string][]byte{stem + "-0000000001.checkpoint": bytes.Join([][]byte{snapshotEnd(0, 3), data(1, 0, 1), snapshotEnd(2, 4)}, nil)}, ""},
		{"snapshot without its footer", map[string][]byte{stem + "-0000000001.checkpoint": bytes.Join([][]byte{snapshotEnd(0, 3), data(1, 0, 1)}, nil)}, "expected a snapshot footer at the end"},
		{"snapshot of an old release", map[string][]byte{stem + "-0000000001.checkpoint": data(1, 0, 1)}, ""},
		{"snapshot being written", map[string][]byte{stem + "-0000000001.checkpoint.part": snapshotEnd(0, 3)}, ""},
		{"base", map[string][]byte{"00000000000000000005.log": log}, "baseOffset: 0 lies below 5, where the segment begins"},
		{"segments", map[string][]byte{stem + ".log": log[:starts[2]], "00000000000000000020.log": log[starts[2]:]}, ""},
		{"segments overlap", map[string][]byte{stem + ".log": log[:starts[3]], "00000000000000000020.log": log[starts[2]:]}, "00000000000000000020.log: offset 0x0000: baseOffset: expected more than 22"},
		{"epochs of segments", map[string][]byte{stem + ".log": batch(nil, spec{epoch: 7, records: make([]rec, 1)}), "00000000000000000020.log": log[starts[2]:]},
			"00000000000000000020.log: offset 0x000c: partitionLeaderEpoch: expected 7 or more"},
		{"a deleted segment begins anew", map[string][]byte{stem + ".log": log[:starts[3]], "00000000000000000010.log.deleted": log[starts[1]:]}, ""},
		{"zeros", map[string][]byte{stem + ".log": append(bytes.Clone(log), make([]byte, 500)...)}, "offset 0x0298: gap of 500 bytes up to 0x048c: zeros up to the end"},
		{"epochs of the checkpoint", map[string][]byte{stem + ".log": log, "leader-epoch-checkpoint": []byte("0\n3\n0 0\n1 20\n2 35\n")}, ""},
		{"epochs not written yet", map[string][]byte{stem + ".log": log, "leader-epoch-checkpoint": []byte("0\n2\n0 0\n1 20\n")}, ""},
		{"epochs that differ", map[string][]byte{stem + ".log": log, "leader-epoch-checkpoint": []byte("0\n3\n0 0\n1 30\n2 40\n")},
			"offset 0x00af: partitionLeaderEpoch: leader-epoch-checkpoint has epoch 0 from offset 0 on, found 1"},
		{"epochs that go back", map[string][]byte{stem + ".log": log, "leader-epoch-checkpoint": []byte("0\n2\n1 20\n0 30\n")},
			"leader-epoch-checkpoint: offset 0x0009: line 4: expected more than epoch 1 at offset 20, found epoch 0 at offset 30"},
		{"checkpoint", map[string][]byte{"leader-epoch-checkpoint": []byte("0\n1\n")}, "expected 1 entries"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, _ := verify(t, c.files)
			got := strings.Join(found, "\n")
			if c.want == "" && got != "" || !strings.Contains(got, c.want) || len(found) > 2 {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

// TestEveryIndexFlip changes every byte of real indexes in several ways. What
// is not seen must be what nothing in the segment contradicts: offset 23 in
// place of 22 is where the next batch ends, which may have been appended
// together with the other; an aborted transaction may begin in another segment,
// and so may the one that its last stable offset, if it is smaller, tells of.
func TestEveryIndexFlip(t *testing.T) {
	dir := "testdata/real/4.4.0/transactions-0/00000000000000000006"
	log, err := os.ReadFile(dir + ".log")
	if err != nil {
		t.Fatal(err)
	}
	for ending, unseen := range map[string]func(place int) bool{
		".index":     func(place int) bool { return place == 19 },
		".timeindex": func(int) bool { return false },
		".txnindex":  func(place int) bool { return place%34 >= 10 && place%34 < 18 || place%34 >= 26 },
	} {
		index, err := os.ReadFile(dir + ending)
		if err != nil || len(index) == 0 {
			t.Fatal(err, len(index))
		}
		for i := range index {
			for _, flip := range []byte{0x01, 0x40, 0x80, 0xff} {
				bad := bytes.Clone(index)
				bad[i] ^= flip
				found, _ := verify(t, map[string][]byte{"00000000000000000006.log": log, "00000000000000000006" + ending: bad})
				if len(found) == 0 && !unseen(i) {
					t.Errorf("%s: byte %d, flipped by %#x, was not seen", ending, i, flip)
				}
			}
		}
	}
}

func TestDiff(t *testing.T) {
	log, starts := sample()
	change := func(f func(b []byte) []byte) []byte { return f(bytes.Clone(log)) }
	for _, c := range []struct {
		name string
		a, b []byte
		want string
	}{
		{"same", log, log, ""},
		{"byte", log, change(func(b []byte) []byte { b[starts[2]+75] ^= 1; return b }), "20 238 238 bytes: 0x6b in the first log, 0x6a in the second, in records[1].key"},
		{"epoch", log, change(func(b []byte) []byte { b[starts[2]+15] = 9; return b }), "20 163 163 epochs: the batch is of leader epoch 1 in the first log, of 9 in the second"},
		{"missing", log, change(func(b []byte) []byte { return append(b[:starts[1]], b[starts[2]:]...) }), "10 70 70 offsets: the first log goes on with offset 10, the second with 20"},
		{"shorter", log[:starts[3]], log, "23 285 285 the first log ends, the second goes on with offset 30"},
		{"begins later", log[starts[2]:], log, ""},
		{"begins earlier", log, log[starts[2]:], ""},
		{"damaged", log, change(func(b []byte) []byte { b[starts[1]+8] = 0xff; return b }), "1 70 70 the first log goes on with offset 10, the second has a gap of 93 bytes"},
		{"nothing in common", log[:starts[1]], log[starts[3]:], "0 70 0 the first log ends, the second goes on with offset 30"},
		{"empty", nil, nil, ""},
		{"longer batch", log, change(func(b []byte) []byte {
			return append(b[:starts[4]], batch(nil, spec{base: 40, epoch: 2, records: make([]rec, 2)})...)
		}), "40 450 450 offsets: the batch ends with offset 44 in the first log, with 41 in the second"},
	} {
		t.Run(c.name, func(t *testing.T) {
			open := func(b []byte) []*segment.File {
				return []*segment.File{{ReaderAt: bytes.NewReader(b), Size: int64(len(b)), Kind: segment.Log}}
			}
			d := segment.Diff{Nester: record.NewLayouts()}
			v, err := d.Logs(open(c.a), open(c.b))
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if v != nil {
				got = fmt.Sprintf("%d %d %d %s", v.Offset, v.Positions[0], v.Positions[1], v.Text)
			}
			if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

// TestSeek goes to every offset by way of an index, also a wrong one.
func TestSeek(t *testing.T) {
	log, starts := sample()
	right := bytes.Join([][]byte{offsetEntry(11, starts[1]), offsetEntry(33, starts[3]), make([]byte, 800)}, nil)
	wrong := bytes.Join([][]byte{offsetEntry(11, starts[1]+3), offsetEntry(33, starts[3]+3)}, nil)
	for offset := range int64(50) {
		for _, index := range [][]byte{right, wrong, nil} {
			r := segment.NewReader(bytes.NewReader(log), int64(len(log)))
			moved := r.StartAtOffset(bytes.NewReader(index), int64(len(index)), 0, offset)
			want := int64(0)
			if len(index) == len(right) && offset >= 33 {
				want = int64(starts[3])
			} else if len(index) == len(right) && offset >= 11 {
				want = int64(starts[1])
			}
			if r.Position() != want || moved != (want > 0) {
				t.Errorf("offset %d: at %d, not %d", offset, r.Position(), want)
			}
		}
	}
}
