package logs_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/kscope/kscope/interop/logs"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/oracle"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
)

// TestEveryRecord holds what package segment reads from every log and snapshot
// of every recipe against what Kafka's own classes of the same release read:
// each batch, each record, in order.
func TestEveryRecord(t *testing.T) {
	for _, r := range logs.Recipes() {
		t.Run(r.Name, func(t *testing.T) {
			m := logs.ForTest(t, r.Name)
			o, err := oracle.Start(t.Context(), r.Release)
			need.Met(t, err)
			defer o.Close()
			var all tally
			for _, file := range batchFiles(t, m.Dir) {
				all.add(compareLog(t, o, file))
			}
			t.Logf("%d files, %d batches, %d records", all.files, all.batches, all.records)
			if all.records < 30 {
				t.Error("that is too little to prove anything")
			}
		})
	}
}

// TestLargeRecords is TestEveryRecord for segments with many batches.
func TestLargeRecords(t *testing.T) {
	o, err := oracle.Start(t.Context(), "4.4.0")
	need.Met(t, err)
	defer o.Close()
	for _, c := range []struct {
		codec   string
		size    logs.Size
		records int // at least
	}{
		{"none", logs.Small(), 7_000}, {"gzip", logs.Small(), 7_000}, {"snappy", logs.Small(), 7_000}, {"lz4", logs.Small(), 7_000},
		{"none", logs.Middle(), 400_000}, {"zstd", logs.Middle(), 400_000},
	} {
		path, err := logs.Large(t.Context(), c.codec, c.size)
		need.Met(t, err)
		if n := compareLog(t, o, path); n.records < c.records {
			t.Errorf("%s: %d records", c.codec, n.records)
		}
	}
}

func batchFiles(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && isBatches(name) {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

type tally struct{ files, batches, records int }

func (n *tally) add(o tally) {
	n.files += o.files
	n.batches += o.batches
	n.records += o.records
}

// compareLog reads a file twice, side by side.
func compareLog(t *testing.T, o *oracle.Oracle, file string) (n tally) {
	t.Helper()
	f, err := segment.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Size > 0 && f.Kind != segment.Log {
		t.Errorf("%s: is said to be %q", file, f.Kind)
	}
	var codecs record.Codecs
	reader, walker := segment.NewReader(f, f.Size), segment.NewWalker(&codecs)
	n.files = 1
	for want, err := range o.Records(t.Context(), file) {
		if err != nil {
			t.Errorf("%s: %v", file, err)
			return n
		}
		if step := reader.Next(); step != segment.AtBatch {
			t.Errorf("%s: Kafka reads a batch at %d, we are at step %d %+v", file, want.Position, step, reader.Gap)
			return n
		}
		n.batches++
		n.records += len(want.Records)
		if diff := batchDiff(&reader.Batch, want) + recordsDiff(walker, &reader.Batch, want.Records); diff != "" {
			t.Errorf("%s: batch at %d:%s", file, want.Position, diff)
		}
	}
	if step := reader.Next(); step != segment.AtEnd {
		t.Errorf("%s: Kafka is at the end, we read on at %d", file, reader.Position())
	}
	return n
}

// row is one value read by both sides.
type row struct {
	name      string
	got, want any
}

func rowsDiff(rows []row) (diff string) {
	for _, r := range rows {
		if fmt.Sprint(r.got) != fmt.Sprint(r.want) {
			diff += fmt.Sprintf(" %s is %v, Kafka has %v;", r.name, r.got, r.want)
		}
	}
	return diff
}

func batchDiff(got *segment.Batch, want *oracle.Batch) string {
	rows := []row{
		{"position", got.Position, want.Position},
		{"size", got.Size, want.Size},
		{"magic", got.Magic, want.Magic},
		{"last offset", got.LastOffset, want.LastOffset},
		{"codec", got.Codec, want.Codec},
		{"crc", got.CRC, want.CRC},
		{"valid", got.Valid(), want.Valid},
		{"append time", got.LogAppendTime, want.TimestampType == "LogAppendTime"},
		{"largest timestamp", got.MaxTimestamp, want.MaxTimestamp},
		{"leader epoch", got.LeaderEpoch, want.LeaderEpoch},
		{"producer id", got.ProducerID, want.ProducerID},
		{"producer epoch", got.ProducerEpoch, want.ProducerEpoch},
		{"base sequence", got.BaseSequence, want.BaseSequence},
		{"transactional", got.Transactional, want.Transactional},
		{"control", got.Control, want.Control},
	}
	if !got.Wrapper() { // Kafka looks into wrappers for it
		rows = append(rows, row{"base offset", got.BaseOffset, want.BaseOffset})
	}
	if want.Count != nil {
		rows = append(rows, row{"count", got.Count, *want.Count})
	}
	if want.DeleteHorizon != nil {
		rows = append(rows, row{"delete horizon", got.DeleteHorizon, *want.DeleteHorizon})
	}
	return rowsDiff(rows)
}

func recordsDiff(w *segment.Walker, b *segment.Batch, want []oracle.Record) (diff string) {
	i := 0
	for w.Start(b); w.Next(); i++ {
		if i == len(want) {
			return diff + fmt.Sprintf(" more than the %d records that Kafka has;", i)
		}
		if d := recordDiff(&w.Record, want[i]); d != "" {
			diff += fmt.Sprintf(" record %d:%s", i, d)
		}
	}
	if f, bad := w.Err(); bad {
		diff += fmt.Sprintf(" record %d: %v;", i, f)
	}
	if i < len(want) {
		diff += fmt.Sprintf(" %d records, Kafka has %d;", i, len(want))
	}
	return diff
}

func recordDiff(got *segment.Record, want oracle.Record) string {
	diff := rowsDiff([]row{{"offset", got.Offset, want.Offset}, {"timestamp", got.Timestamp, want.Timestamp}, {"headers", got.Headers.Count, len(want.Headers)}})
	diff += bytesDiff("key", got.Key, want.Key) + bytesDiff("value", got.Value, want.Value)
	headers := got.Headers
	for _, h := range want.Headers {
		key, value, ok := headers.Next()
		if !ok {
			break // the count told
		}
		diff += bytesDiff("key of a header", key, []byte(h.Key)) + bytesDiff("value of a header", value, h.Value)
	}
	return diff
}

// bytesDiff tells null and empty apart.
func bytesDiff(name string, got, want []byte) string {
	if bytes.Equal(got, want) && (got == nil) == (want == nil) {
		return ""
	}
	return fmt.Sprintf(" %s is %q (null: %t), Kafka has %q (null: %t);", name, got, got == nil, want, want == nil)
}

// TestDiffsCanFail changes one thing after the other in what Kafka read.
func TestDiffsCanFail(t *testing.T) {
	o := newest(t)
	file := filepath.Join(fixtures, "4.4.0/v2-none-0/00000000000000000000.log")
	for i, change := range []func(b *oracle.Batch){
		func(b *oracle.Batch) { b.CRC++ },
		func(b *oracle.Batch) { b.ProducerID++ },
		func(b *oracle.Batch) { *b.Count++ },
		func(b *oracle.Batch) { b.Records = b.Records[1:] },
		func(b *oracle.Batch) { b.Records = append(b.Records, b.Records[0]) },
		func(b *oracle.Batch) { b.Records[0].Timestamp++ },
		func(b *oracle.Batch) { b.Records[0].Key = []byte{} }, // it is null
		func(b *oracle.Batch) { b.Records[6].Headers[0].Value = []byte{} },
		func(b *oracle.Batch) { b.Records[6].Headers[1].Key = "x" },
	} {
		want := allBatches(t, o, file)[1]
		data := readFile(t, file)
		reader := segment.NewReader(bytes.NewReader(data), int64(len(data)))
		reader.Next()
		reader.Next()
		walker := segment.NewWalker(&record.Codecs{})
		if diff := batchDiff(&reader.Batch, want) + recordsDiff(walker, &reader.Batch, want.Records); diff != "" {
			t.Fatalf("without a change:%s", diff)
		}
		change(want)
		if diff := batchDiff(&reader.Batch, want) + recordsDiff(walker, &reader.Batch, want.Records); diff == "" {
			t.Errorf("change %d makes no difference", i)
		}
	}
}
