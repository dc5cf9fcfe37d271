package segment_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
)

// kafkaBatch is a batch as Kafka's own classes read it; see testdata/README.md.
type kafkaBatch struct {
	Position      int64
	Size          int64
	Magic         int8
	BaseOffset    int64
	LastOffset    int64
	Codec         string
	CRC           uint32
	Valid         bool
	TimestampType string
	MaxTimestamp  int64
	LeaderEpoch   int32
	ProducerID    int64
	ProducerEpoch int16
	BaseSequence  int32
	Transactional bool
	Control       bool
	DeleteHorizon *int64
	Count         *int32
	Records       []kafkaRecord
	Error         string
}

type kafkaRecord struct {
	Offset    int64
	Timestamp int64
	Key       []byte
	Value     []byte
	Headers   []struct {
		Key   string
		Value []byte
	}
}

// TestReal reads what real brokers wrote as Kafka's own classes read it.
func TestReal(t *testing.T) {
	root := "testdata/kafka"
	paths, err := segment.Files(root)
	if err != nil {
		t.Fatal(err)
	}
	batches, records, newest := 0, 0, false
	for _, path := range paths {
		rel, _ := filepath.Rel(root, strings.TrimSuffix(path, ".jsonl"))
		newest = newest || strings.HasPrefix(rel, "4.")
		t.Run(rel, func(t *testing.T) {
			b, r := compareReal(t, path, filepath.Join("testdata/real", rel))
			batches += b
			records += r
		})
	}
	t.Logf("%d batches, %d records", batches, records)
	if batches < 400 || records < 1000 || !newest {
		t.Errorf("only %d batches and %d records", batches, records)
	}
}

func compareReal(t *testing.T, kafka, real string) (batches, records int) {
	in, err := os.Open(kafka)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	f, err := segment.Open(real)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Kind != segment.Log && f.Size > 0 {
		t.Fatalf("taken for %q", f.Kind)
	}
	r := segment.NewReader(f, f.Size)
	w := segment.NewWalker(&record.Codecs{})
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var want kafkaBatch
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		if r.Next() != segment.AtBatch {
			t.Fatalf("no batch at %d: %+v", want.Position, r.Gap)
		}
		w.Complete(&r.Batch)
		sameBatch(t, &want, &r.Batch)
		records += sameRecords(t, want.Records, w, &r.Batch)
		batches++
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if step := r.Next(); step != segment.AtEnd || r.Err() != nil {
		t.Errorf("more than Kafka reads: %v %+v %v", step, r.Gap, r.Err())
	}
	return batches, records
}

func sameBatch(t *testing.T, want *kafkaBatch, b *segment.Batch) {
	t.Helper()
	got := kafkaBatch{Position: b.Position, Size: b.Size, Magic: b.Magic, BaseOffset: b.BaseOffset, LastOffset: b.LastOffset, Codec: b.Codec.String(),
		CRC: b.CRC, Valid: b.Valid(), TimestampType: "CreateTime", MaxTimestamp: b.MaxTimestamp, LeaderEpoch: want.LeaderEpoch, ProducerID: b.ProducerID,
		ProducerEpoch: b.ProducerEpoch, BaseSequence: b.BaseSequence, Transactional: b.Transactional, Control: b.Control}
	if b.EpochKnown() {
		got.LeaderEpoch = b.LeaderEpoch
	}
	if b.LogAppendTime {
		got.TimestampType = "LogAppendTime"
	}
	if b.Magic == 0 {
		got.TimestampType = "NoTimestampType"
	}
	g := fmt.Sprintf("%+v", got)
	horizon := want.DeleteHorizon
	if (horizon == nil) != (b.DeleteHorizon < 0) || horizon != nil && *horizon != b.DeleteHorizon {
		t.Errorf("at %d: delete horizon %v, want %v", b.Position, b.DeleteHorizon, want.DeleteHorizon)
	}
	if want.Count != nil && *want.Count != b.Count {
		t.Errorf("at %d: %d records, want %d", b.Position, b.Count, *want.Count)
	}
	plain := *want
	plain.Records, plain.DeleteHorizon, plain.Count, plain.Error = nil, nil, nil, ""
	if w := fmt.Sprintf("%+v", plain); g != w {
		t.Errorf("got  %s\nwant %s", g, w)
	}
}

func sameRecords(t *testing.T, want []kafkaRecord, w *segment.Walker, b *segment.Batch) (n int) {
	t.Helper()
	for w.Start(b); w.Next(); n++ {
		if n >= len(want) {
			continue
		}
		got := kafkaRecord{Offset: w.Record.Offset, Timestamp: w.Record.Timestamp, Key: w.Record.Key, Value: w.Record.Value}
		x := want[n]
		if got.Offset != x.Offset || got.Timestamp != x.Timestamp || !same(got.Key, x.Key) || !same(got.Value, x.Value) || w.Record.Headers.Count != len(x.Headers) {
			t.Errorf("at %d, record %d: %+v, want %+v", b.Position, n, got, x)
			continue
		}
		for _, h := range x.Headers {
			key, value, _ := w.Record.Headers.Next()
			if string(key) != h.Key || !same(value, h.Value) {
				t.Errorf("at %d, record %d: header %q=%q, want %q=%q", b.Position, n, key, value, h.Key, h.Value)
			}
		}
	}
	if f, bad := w.Err(); bad {
		t.Errorf("at %d: %v", b.Position, f)
	}
	if n != len(want) {
		t.Errorf("at %d: %d records, want %d", b.Position, n, len(want))
	}
	return n
}

// same tells null from empty.
func same(a, b []byte) bool { return bytes.Equal(a, b) && (a == nil) == (b == nil) }

// TestRealIsSound verifies everything that real brokers wrote.
func TestRealIsSound(t *testing.T) {
	paths, err := segment.Files("testdata/real")
	if err != nil {
		t.Fatal(err)
	}
	v := segment.Verifier{Deep: true, Codecs: &record.Codecs{}, Found: func(f *segment.File, x segment.Finding) { t.Errorf("%s: %s", f.Path, x) }}
	if err := v.Files(paths); err != nil {
		t.Fatal(err)
	}
	if s := v.Summary; s.Files != int64(len(paths)) || s.Batches < 400 || s.Records < 1000 {
		t.Errorf("%+v", s)
	}
}

// TestRealNames sniffs every real file without its name.
func TestRealNames(t *testing.T) {
	paths, err := segment.Files("testdata/real")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := segment.ParseName(path).Kind
		if got := segment.Sniff(data, int64(len(data)), "x"); len(data) > 0 && got != want && !ambiguous(want, data) {
			t.Errorf("%s is taken for %q", path, got)
		}
	}
}

// ambiguous reports whether nothing but the name can tell what a file is.
func ambiguous(k segment.Kind, data []byte) bool {
	empty := slices.Contains([]segment.Kind{segment.EpochCheckpoint, segment.OffsetCheckpoint}, k) && bytes.Count(data, []byte("\n")) == 2
	return empty || bytes.Equal(data, make([]byte, len(data))) || k == segment.CleanShutdown
}
