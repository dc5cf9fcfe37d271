// Package segment reads what Kafka keeps in log directories: segments,
// snapshots, indexes, checkpoints.
//
// # Terminology
//
// A log is a file of batches: a segment (.log) or a snapshot of metadata
// (.checkpoint). An entry of a log is a batch of magic 2, or a message of magic
// 0 or 1; both are a [Batch] here. All begin alike:
//
//	magic 2   baseOffset  batchLength  partitionLeaderEpoch  magic  crc  ...
//	magic 0/1 offset      messageSize  crc                   magic  attributes ...
//	          0           8            12                    16     17
//
// A position is a place in a file, in bytes. A gap is a range of bytes that
// holds no batch, with its likely cause. A finding is a thing that is not as
// Kafka writes it. The base offset of a segment is what its file is called.
//
//	log        -> Reader: batches and gaps -> Walker: records
//	indexes    -> Entries
//	snapshots, text files -> ReadProducers, ReadText
//	any file   -> Lister: lines, or pieces for views
//	any files  -> Verifier: findings
//	two logs   -> Diff: the first divergence
//
// # Damage
//
// A batch whose CRC is wrong is still a batch when another, the end of the
// file, or zeros follow where it ends; else it is the beginning of a gap.
// Behind a gap reading goes on with the first place that has a sensible header
// and the right CRC, and an offset above those in front of it.
//
// # Guarantees
//
// Files are opened for reading only. Memory does not grow with the size of a
// file: a reader holds one window of it, 1 MiB or the largest batch, up to
// [MaxHeld]; larger batches are checked in pieces and shown by their header.
// Verifying unpacks on up to four processors with 2 MiB each, and at most 24 MiB
// of one batch.
// Time is linear in the size of the file, also for hostile ones. No content
// makes this package panic.
//
// What the package does not do: write, and read remote tiers.
package segment
