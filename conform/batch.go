package conform

import (
	"encoding/base64"
	"encoding/binary"

	"github.com/kscope/kscope/record"
)

// batch is a batch of magic 2, to be produced or broken.
type batch []byte

// batch makes a batch of two records, written now, by no idempotent producer.
func (t *try) batch() batch {
	b := batch(record.AppendSample(nil, 0))
	ms := uint64(t.now.UnixMilli())
	binary.BigEndian.PutUint64(b[record.BaseTimestampAt:], ms)
	binary.BigEndian.PutUint64(b[record.MaxTimestampAt:], ms+1)
	return b.from(producer{-1, -1}, -1)
}

// sampleRecords is how many records a batch has.
const sampleRecords = 2

// sealed gives the batch the CRC that belongs to it.
func (b batch) sealed() batch {
	binary.BigEndian.PutUint32(b[record.CRCAt:], record.Checksum(b))
	return b
}

// from makes the batch one of an idempotent producer.
func (b batch) from(p producer, sequence int32) batch {
	binary.BigEndian.PutUint64(b[record.ProducerIDAt:], uint64(p.id))
	binary.BigEndian.PutUint16(b[record.ProducerEpochAt:], uint16(p.epoch))
	binary.BigEndian.PutUint32(b[record.BaseSequenceAt:], uint32(sequence))
	return b.sealed()
}

// within makes the batch a part of a transaction.
func (b batch) within(p producer, sequence int32) batch {
	b[record.AttributesAt+1] |= record.TransactionalFlag
	return b.from(p, sequence)
}

// packed is the batch with its records compressed.
func (b batch) packed(c record.Codec) (batch, error) {
	var codecs record.Codecs
	out, err := codecs.Append(b[:record.HeaderLen:record.HeaderLen], b[record.HeaderLen:], c)
	if err != nil {
		return nil, err
	}
	out[record.AttributesAt+1] |= byte(c)
	binary.BigEndian.PutUint32(out[record.LengthAt:], uint32(len(out)-record.LogOverhead))
	return batch(out).sealed(), nil
}

// base64 is the batch as a body has records.
func (b batch) base64() string { return base64.StdEncoding.EncodeToString(b) }

// producer is an id and an epoch that a node has given out.
type producer struct {
	id    int64
	epoch int16
}
