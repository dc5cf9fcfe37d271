package segment

import (
	"path/filepath"
	"strconv"
	"strings"
)

// Kind is what a file of a log directory is.
type Kind string

// The kinds of files.
const (
	Log               Kind = "log"                // batches: a segment or a snapshot of metadata
	OffsetIndex       Kind = "offset index"       // .index: where offsets lie in the log
	TimeIndex         Kind = "time index"         // .timeindex: which offsets have which time
	TxnIndex          Kind = "transaction index"  // .txnindex: aborted transactions
	ProducerSnapshot  Kind = "producer snapshot"  // .snapshot: state of producers
	EpochCheckpoint   Kind = "leader epochs"      // leader-epoch-checkpoint
	OffsetCheckpoint  Kind = "offset checkpoint"  // replication-offset-checkpoint and its like
	MetaProperties    Kind = "meta.properties"    // which node and cluster a directory belongs to
	PartitionMetadata Kind = "partition.metadata" // the topic's id
	QuorumState       Kind = "quorum state"       // epoch, leader and vote of a quorum's node
	CleanShutdown     Kind = "clean shutdown"     // .kafka_cleanshutdown
	Empty             Kind = "empty"              // without bytes, under a name that tells nothing
	Other             Kind = "other"              // nothing that is known
)

// epochFile is the name of the list of leader epochs in a partition.
const epochFile = "leader-epoch-checkpoint"

// Digits in names of files.
const (
	offsetDigits = 20 // of a base offset
	epochDigits  = 10 // of the epoch behind it, in the name of a snapshot
)

// Text reports whether files of the kind are text.
func (k Kind) Text() bool {
	switch k {
	case EpochCheckpoint, OffsetCheckpoint, MetaProperties, PartitionMetadata, QuorumState, CleanShutdown:
		return true
	}
	return false
}

// Index reports whether files of the kind are lists of entries of one size
// that go with a segment.
func (k Kind) Index() bool { return k == OffsetIndex || k == TimeIndex || k == TxnIndex }

// Name is what the name of a file tells.
type Name struct {
	Kind   Kind   // "" when it tells nothing
	Base   int64  // base offset of the segment, or end offset of a snapshot; -1 for none
	Stem   string // name without endings: what files of one segment share
	Ending string // of a file that is not in use: deleted, cleaned, swap, part
}

// ParseName reads the name of a file, of which only the last element counts.
func ParseName(path string) Name {
	base := filepath.Base(path)
	n := Name{Base: -1}
	for {
		cut := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(base, ".deleted"), ".cleaned"), ".swap"), ".part")
		if cut == base || cut == "" {
			break
		}
		n.Ending, base = base[len(cut)+1:], cut
	}
	n.Kind = kindOfName(base)
	stem := base
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		stem = base[:i]
	}
	n.Stem = stem
	digits, epoch, snapshot := strings.Cut(stem, "-")
	offset, err := strconv.ParseInt(digits, 10, 64)
	if err == nil && len(digits) == offsetDigits && offset >= 0 && (!snapshot || len(epoch) == epochDigits) {
		n.Base = offset
	}
	return n
}

// Snapshot reports whether the name is that of a metadata snapshot, whose
// offset is where it ends.
func (n Name) Snapshot() bool { return n.Base >= 0 && strings.Contains(n.Stem, "-") }

func kindOfName(base string) Kind {
	switch base {
	case epochFile:
		return EpochCheckpoint
	case "replication-offset-checkpoint", "recovery-point-offset-checkpoint", "log-start-offset-checkpoint", "cleaner-offset-checkpoint":
		return OffsetCheckpoint
	case "meta.properties":
		return MetaProperties
	case "partition.metadata":
		return PartitionMetadata
	case "quorum-state":
		return QuorumState
	case ".kafka_cleanshutdown":
		return CleanShutdown
	}
	switch filepath.Ext(base) {
	case ".log", ".checkpoint":
		return Log
	case ".index":
		return OffsetIndex
	case ".timeindex":
		return TimeIndex
	case ".txnindex":
		return TxnIndex
	case ".snapshot":
		return ProducerSnapshot
	}
	return ""
}

// Partition is what the name of a partition's directory tells.
type Partition struct {
	Topic  string
	Number int
	Ending string // of a directory that is not in use: delete, future, stray
}

// ParsePartition reads the name of a directory such as orders-12 or, on its
// way out, orders-12.<id>-delete; ok is false for other directories.
func ParsePartition(path string) (p Partition, ok bool) {
	name := filepath.Base(path)
	for _, ending := range []string{"delete", "future", "stray"} {
		cut, has := strings.CutSuffix(name, "-"+ending)
		dot := strings.LastIndexByte(cut, '.')
		if has && dot > 0 && len(cut)-dot > 32 { // a dot and 32 digits
			name, p.Ending = cut[:dot], ending
		}
	}
	dash := strings.LastIndexByte(name, '-')
	if dash <= 0 || dash > 249 { // the longest name that a topic may have
		return Partition{}, false
	}
	number, err := strconv.ParseUint(name[dash+1:], 10, 31)
	if err != nil {
		return Partition{}, false
	}
	p.Topic, p.Number = name[:dash], int(number)
	return p, true
}
