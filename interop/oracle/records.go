package oracle

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
)

// Batch is what Kafka reads as one batch: a batch of magic 2, or in magic 0 and
// 1 one message, with the messages inside when it is a wrapper.
type Batch struct {
	Position      int64  `json:"position"` // in the file or the bytes
	Size          int    `json:"size"`     // in bytes, all of it
	Magic         int    `json:"magic"`
	BaseOffset    int64  `json:"baseOffset"`
	LastOffset    int64  `json:"lastOffset"`
	Codec         string `json:"codec"` // none, gzip, snappy, lz4, zstd
	CRC           uint32 `json:"crc"`   // as stored
	Valid         bool   `json:"valid"` // the CRC fits
	TimestampType string `json:"timestampType"`
	MaxTimestamp  int64  `json:"maxTimestamp"`
	LeaderEpoch   int    `json:"leaderEpoch,omitempty"`
	ProducerID    int64  `json:"producerId"`
	ProducerEpoch int    `json:"producerEpoch"`
	BaseSequence  int    `json:"baseSequence"`
	LastSequence  int    `json:"lastSequence"`
	Transactional bool   `json:"transactional,omitempty"`
	Control       bool   `json:"control,omitempty"`
	DeleteHorizon *int64 `json:"deleteHorizon,omitempty"` // milliseconds; nil where there is none, and before 3.0
	Count         *int   `json:"count,omitempty"`         // nil where only a walk tells

	Records []Record `json:"records,omitempty"`
	Refused string   `json:"error,omitempty"` // why Kafka read no further records of the batch
}

// Record is one record as Kafka reads it: offset and timestamp are absolute, -1
// stands for a timestamp or sequence that there is not, nil for null.
type Record struct {
	Offset    int64    `json:"offset"`
	Timestamp int64    `json:"timestamp"`
	Sequence  int      `json:"sequence"`
	Key       []byte   `json:"key"`
	Value     []byte   `json:"value"`
	Headers   []Header `json:"headers,omitempty"`
}

// Header is one header of a record; a null value is nil.
type Header struct {
	Key   string `json:"key"`
	Value []byte `json:"value"`
}

// Records has Kafka's FileRecords read a segment, snapshot or other file of
// batches, and yields one batch after the other. An error ends it: a *Refusal
// where Kafka cannot read on, or one of the process. What Kafka silently leaves
// is not yielded: a last batch that is cut, a size of zero and what follows.
// The oracle is busy until the loop ends: asking it anything inside waits for
// ever. From 2.8 on.
func (o *Oracle) Records(ctx context.Context, path string) iter.Seq2[*Batch, error] {
	return o.records(ctx, Request{Op: "records", Path: path})
}

// Batches is Records without the records.
func (o *Oracle) Batches(ctx context.Context, path string) iter.Seq2[*Batch, error] {
	return o.records(ctx, Request{Op: "records", Path: path, Shallow: true})
}

// MemoryRecords has Kafka's MemoryRecords read the bytes of a records field.
func (o *Oracle) MemoryRecords(ctx context.Context, data []byte) iter.Seq2[*Batch, error] {
	return o.records(ctx, Request{Op: "memoryrecords", Bytes: data})
}

func (o *Oracle) records(ctx context.Context, request Request) iter.Seq2[*Batch, error] {
	return func(yield func(*Batch, error) bool) {
		listening := true
		err := o.exchange(ctx, []Request{request}, func() error {
			for {
				b, err := o.batch()
				var refusal *Refusal
				if errors.As(err, &refusal) {
					listening = listening && yield(nil, err)
					return nil
				}
				if b == nil || err != nil {
					return err
				}
				// Who has stopped listening must not leave answers for the next to find.
				listening = listening && yield(b, nil)
			}
		})
		if err != nil && listening {
			yield(nil, err)
		}
	}
}

// batch reads one line; nil is the end.
func (o *Oracle) batch() (*Batch, error) {
	text, err := o.out.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	var line struct {
		Batch
		End bool `json:"end"`
	}
	if err := json.Unmarshal(text, &line); err != nil {
		return nil, err
	}
	if !line.End {
		return &line.Batch, nil
	}
	if line.Refused != "" {
		return nil, &Refusal{Text: line.Refused}
	}
	return nil, nil
}
