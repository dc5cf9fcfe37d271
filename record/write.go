package record

import (
	"encoding/binary"
	"errors"

	"github.com/kscope/kscope/layout"
)

// AppendBatch makes Layouts a layout.BatchWriter. A batch whose source gives
// compressedRecords is written with them; length and CRC are computed where the
// source gives none, and kept where it does, so that damaged batches can be
// written too.
func (l *Layouts) AppendBatch(w *layout.Writer, src layout.Source) error {
	start := len(w.Buf)
	var v layout.Value
	if err := src.Value(l.Batch, 0, &v); err != nil {
		return err
	}
	if v.State != layout.Given {
		return errors.New("a batch may not be null")
	}
	if v.Bytes != nil { // no batch that can be read: bytes as they are
		w.Buf = append(w.Buf, v.Bytes...)
		return nil
	}
	body := l.Batch
	given := func(in *layout.Layout, name string) (bool, error) {
		op, _ := in.Find(0, name)
		var v layout.Value
		err := src.Value(in, op, &v)
		return v.State != layout.Absent, err
	}
	compressed, err := given(l.Compressed, "compressedRecords")
	if err != nil {
		return err
	}
	if compressed {
		body = l.Compressed
	}
	hasLength, err := given(l.Batch, "batchLength")
	if err != nil {
		return err
	}
	hasCRC, err := given(l.Batch, "crc")
	if err != nil {
		return err
	}
	if err := w.Fields(body, 0, src); err != nil {
		return err
	}
	b := w.Buf[start:]
	if !hasLength {
		binary.BigEndian.PutUint32(b[lengthAt:], uint32(len(b)-afterLength))
	}
	if !hasCRC {
		binary.BigEndian.PutUint32(b[crcAt:], Checksum(b))
	}
	return src.Close(body, 0)
}

// AppendEmpty appends a batch without records, as it would stand at offset 0
// with all numbers zero but magic, length and CRC.
func AppendEmpty(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, make([]byte, HeaderLen)...)
	b := dst[start:]
	binary.BigEndian.PutUint32(b[lengthAt:], HeaderLen-afterLength)
	b[magicAt] = 2
	binary.BigEndian.PutUint32(b[crcAt:], Checksum(b))
	return dst
}

// AppendSample appends a batch of magic 2 with two records, numbered from n on:
// one with key, value and headers, one a tombstone.
func AppendSample(dst []byte, n int) []byte {
	start := len(dst)
	dst = append(dst, AppendEmpty(nil)...)
	b := dst[start:]
	binary.BigEndian.PutUint64(b, uint64(n)*2)
	binary.BigEndian.PutUint32(b[lastOffsetDeltaAt:], 1)
	binary.BigEndian.PutUint64(b[baseTimestampAt:], sampleTime)
	binary.BigEndian.PutUint64(b[maxTimestampAt:], sampleTime+1)
	binary.BigEndian.PutUint32(b[countAt:], 2)
	dst = append(dst, "\x28\x00\x00\x00\x06key\x0avalue\x02\x06hdr\x02x"...)
	dst = append(dst, "\x12\x00\x02\x02\x06key\x01\x00"...)
	b = dst[start:]
	binary.BigEndian.PutUint32(b[lengthAt:], uint32(len(b)-afterLength))
	binary.BigEndian.PutUint32(b[crcAt:], Checksum(b))
	return dst
}

// sampleTime is when Kafka 0.11, which brought batches of magic 2, came out:
// 2017-06-28, in milliseconds.
const sampleTime = 1498608000000
