// Package record knows the formats of Kafka's records: what stands in a
// records field of a message and in log segments, in all three versions that
// brokers have written, which may follow each other in one field.
//
// # Terminology
//
// An entry is a batch or a message. Every entry has its magic, the version of
// its format, at byte 16, and its size at byte 8, counted from behind itself:
// an entry takes 12 bytes more than it says.
//
// A batch is a RecordBatch of magic 2: a 61-byte header and its records. A
// record is one key-value pair inside it, with a varint size in front. The CRC
// is CRC-32C over everything behind the CRC field.
//
//	baseOffset  batchLength  partitionLeaderEpoch  magic  crc     attributes ... count  records
//	int64       int32        int32                 int8   uint32  int16          int32
//	0           8            12                    16     17      21             57     61
//
// A message is an entry of magic 0 or 1, and a message set is a row of them.
// The CRC is CRC-32 over everything behind the CRC field. Magic 1 has a
// timestamp. A wrapper is a message whose value is a compressed message set.
//
//	offset  messageSize  crc     magic  attributes  (timestamp)  key         value
//	int64   int32        uint32  int8   int8        int64        int32 size  int32 size
//	0       8            12      16     17          18           18 or 26
//
// # Compressed records
//
// The compressed records of a batch, and those in the value of a wrapper, are
// a leaf of their bytes and, below it, the records in a byte space of their
// own. Offsets of messages in a wrapper of magic 1 count from 0 on; the wrapper
// has the offset of the last (see [MessageHeader.Absolute]). Codecs are [Gzip],
// [Snappy], [LZ4] and [Zstd]; [Codecs] packs and unpacks them.
//
// In JSON a batch has compressedRecords and records, a wrapper has value and
// messages. Either is enough to write it; [Layouts.AppendBatch] says what counts
// when both are given. Compressing again may give other bytes than before.
//
// # Guarantees
//
// A damaged entry is a finding, not an end: what can be read of it is, and
// reading goes on behind the records field. An entry that is cut is not damage,
// because a Fetch response may end inside one: the whole fields of its header
// are read, and a remark says how much is there.
//
// What compressed data may grow to is bounded for a batch, by its compressed
// size, and for all of an input. Data that would grow further, or that its
// codec refuses, stays packed, and a finding says why. A tape that is used
// again uses the room for unpacked data again.
//
// # What it does not do
//
// What keys and values hold, also those of control records, is read by a
// tape's Nester: see [NewMarkedLayouts]. Whether offsets and epochs of entries
// go together is for those who read logs.
package record
