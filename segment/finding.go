package segment

import (
	"fmt"

	"github.com/kscope/kscope/internal/prose"
)

// Finding is one thing that is not as Kafka writes it.
type Finding struct {
	Position int64 // of the byte that it is about; the file's size for what is missing
	Kind     FindingKind
	Text     string
}

// FindingKind says what a finding is about, in one word.
type FindingKind string

// The kinds of findings.
const (
	BadCRC       FindingKind = "crc"        // stored and computed checksum differ
	BadHeader    FindingKind = "header"     // fields of a header that contradict each other
	BadRecords   FindingKind = "records"    // records that do not fill their batch
	BadOffset    FindingKind = "offset"     // offsets that do not increase, or lie outside of the segment
	BadEpoch     FindingKind = "epoch"      // leader epochs that go down
	BadTimestamp FindingKind = "timestamp"  // timestamps above what the batch says
	BadIndex     FindingKind = "index"      // an index that disagrees with the log
	BadText      FindingKind = "text"       // a text file that cannot be read
	BadLength    FindingKind = "length"     // a file that ends inside an entry
	GapFound     FindingKind = "gap"        // bytes that hold no batch
	TooLarge     FindingKind = "large"      // a batch larger than the reader holds: a remark
	NotRead      FindingKind = "unreadable" // a file that could not be read to its end
)

// Remark reports whether a finding tells only what was not looked at, and not
// that anything is wrong.
func (f Finding) Remark() bool { return f.Kind == TooLarge }

// String gives position and text on one line.
func (f Finding) String() string { return fmt.Sprintf("offset 0x%04x: %s", f.Position, f.Text) }

// Cause is the likely reason of a gap, in one word.
type Cause string

// The causes of gaps.
const (
	Zeros       Cause = "zeros"   // preallocated or never written
	HalfWritten Cause = "cut"     // a batch that the end of the file cuts
	WrongLength Cause = "length"  // a length that leads nowhere
	WrongMagic  Cause = "magic"   // no magic that Kafka has
	WrongCRC    Cause = "crc"     // a batch whose bytes and length do not hold
	Foreign     Cause = "foreign" // bytes that are no batch at all
)

// Gap is a range of bytes that holds no batch.
type Gap struct {
	From, To int64 // positions of the first byte and of the one behind the last
	Cause    Cause
	Text     string // what was found there and what that means
}

// Bytes is the size of the gap.
func (g *Gap) Bytes() int64 { return g.To - g.From }

// Finding gives the gap as a finding.
func (g *Gap) Finding() Finding {
	return Finding{g.From, GapFound, fmt.Sprintf("gap of %s up to 0x%04x: %s", bytesOf(g.Bytes()), g.To, g.Text)}
}

func bytesOf(n int64) string { return prose.Count(int(n), "byte") }
