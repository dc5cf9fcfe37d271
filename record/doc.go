// Package record knows the formats of Kafka's records: what stands in a
// records field of a message and in log segments.
//
// # Terminology
//
// A batch is a RecordBatch of magic 2: a 61-byte header and its records. A
// record is one key-value pair inside it, with a varint size in front. The
// batch length counts from behind itself, so a batch takes 12 bytes more than
// it says. The CRC is CRC-32C over everything behind the CRC field.
//
//	baseOffset  batchLength  partitionLeaderEpoch  magic  crc     attributes ... count  records
//	int64       int32        int32                 int8   uint32  int16          int32
//	0           8            12                    16     17      21             57     61
//
// The records of a compressed batch are one leaf of compressed bytes; message
// sets of magic 0 and 1 are one leaf each.
//
// # Guarantees
//
// A damaged batch is a finding, not an end: what can be read of it is, and
// reading goes on behind the records field.
package record
