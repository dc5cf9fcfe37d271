package segment

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"regexp"

	"github.com/kscope/kscope/record"
)

// SniffLen is how many bytes of the beginning of a file Sniff wants to see.
const SniffLen = 64 << 10

// Sniff tells what a file is from its first bytes, its size, and, where these
// leave a doubt, its name. Contents that say what they are beat any name.
func Sniff(head []byte, size int64, name string) Kind {
	named := ParseName(name).Kind
	switch {
	case size == 0 && named != "":
		return named
	case size == 0:
		return Empty
	case beginsLog(head, size):
		return Log
	case isText(head) && !allZero(head):
		if k := sniffText(head, named); k != "" {
			return k
		}
	case isProducerSnapshot(head, size):
		return ProducerSnapshot
	}
	fits := func(k Kind) bool { return size%int64(k.entryLen()) == 0 && plausible(k, head, true) }
	switch {
	case fits(TxnIndex):
		return TxnIndex
	case named.Index() && (allZero(head) || plausible(named, head, false)), named != "" && !named.Text() && !named.Index():
		return named
	case fits(TimeIndex):
		return TimeIndex
	case fits(OffsetIndex):
		return OffsetIndex
	case named != "":
		return named
	case holdsLog(head, size):
		return Log
	}
	return Other
}

// beginsLog reports whether a batch begins with the first byte.
func beginsLog(head []byte, size int64) bool {
	if headFault(head[:min(len(head), record.HeaderLen)], size) != "" || len(head) < record.LeastSize(int8(head[record.MagicAt])) {
		return false
	}
	var b Batch
	b.parse(head, 0)
	if b.Size <= int64(len(head)) && b.checksum(head[:b.Size]) == b.CRC {
		return true
	}
	return b.sane() && !b.Legacy()
}

// holdsLog reports whether a whole batch lies somewhere in the first bytes.
func holdsLog(head []byte, size int64) bool {
	r := NewReader(bytes.NewReader(head), int64(len(head)))
	return r.scan(0) < r.size || size > r.size && beginsLog(head, size)
}

var (
	checkpointText = regexp.MustCompile(`^\d+\r?\n\d+\r?\n`)
	epochLine      = regexp.MustCompile(`^\d+ \d+\s*$`)
	propertyLine   = regexp.MustCompile(`(?m)^(cluster\.id|broker\.id|node\.id|directory\.id)=`)
	topicIDLine    = regexp.MustCompile(`(?m)^topic_id: `)
)

// sniffText tells text files apart; "" for none that is known.
func sniffText(head []byte, named Kind) Kind {
	switch {
	case checkpointText.Match(head):
		lines := bytes.SplitN(head, []byte("\n"), 4)
		line := bytes.TrimSpace(lines[2])
		switch {
		case len(line) == 0 && named.Text():
			return named
		case epochLine.Match(line):
			return EpochCheckpoint
		}
		return OffsetCheckpoint
	case topicIDLine.Match(head):
		return PartitionMetadata
	case propertyLine.Match(head):
		return MetaProperties
	case head[0] == '{' && bytes.Contains(head, []byte(`"leaderEpoch"`)):
		return QuorumState
	case head[0] == '{' && bytes.Contains(head, []byte(`"brokerEpoch"`)):
		return CleanShutdown
	}
	if named.Text() {
		return named
	}
	return ""
}

// isProducerSnapshot believes the CRC when the whole file is there, else the
// count of entries.
func isProducerSnapshot(b []byte, size int64) bool {
	if len(b) < snapshotHead || binary.BigEndian.Uint16(b) != 1 {
		return false
	}
	if int64(len(b)) == size && crc32.Checksum(b[snapshotCRCStart:], castagnoli) == binary.BigEndian.Uint32(b[snapshotCRCAt:]) {
		return true
	}
	return int64(binary.BigEndian.Uint32(b[snapshotCRCStart:]))*producerEntryLen+snapshotHead == size
}

// Years that timestamps are believed to lie in where nothing else tells a time
// index from other numbers, in milliseconds.
const (
	year2000 = 946684800000
	year2100 = 4102444800000
)

// plausible reports whether the first entries of an index, up to the zeros
// that reserve space, are such as Kafka writes: none goes back behind the one
// before it. Strict is for files whose name says nothing.
func plausible(k Kind, head []byte, strict bool) bool {
	n := k.entryLen()
	if len(head) < n || allZero(head) {
		return false
	}
	var before Entry
	for i := 0; i+n <= len(head) && !allZero(head[i:i+n]); i += n {
		e := parseEntry(k, head[i:], 0)
		switch {
		case e.wrong(&before) != "",
			strict && k == TimeIndex && (e.Timestamp < year2000 || e.Timestamp > year2100),
			strict && k == OffsetIndex && e.LogPosition == 0: // no entry leads to where reading begins anyway
			return false
		}
		before = e
	}
	return before.Kind != "" || !strict
}
