package conform

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kscope/kscope/tape"
)

// Level says how much depends on a check.
type Level string

// The levels. Apache Kafka passes the checks of all three.
const (
	Must   Level = "must"   // clients break, or lose or invent data, where it does not hold
	Should Level = "should" // Kafka does so, and clients or people who look for errors notice
	May    Level = "may"    // Kafka does so, and little depends on it
)

// Levels lists the levels, the strongest first.
func Levels() []Level { return []Level{Must, Should, May} }

// covers reports whether checks of level m run when l is asked for.
func (l Level) covers(m Level) bool {
	return slices.Index(Levels(), m) <= slices.Index(Levels(), l)
}

// Need is what a check wants of a run besides a node.
type Need string

// The needs.
const (
	Nothing Need = ""
	Topic   Need = "topic" // a topic to ask about: the scratch topic, or one that is there
	Write   Need = "write" // leave to write: a partition of the scratch topic
)

// Check is one thing that a node does as Kafka does it.
type Check struct {
	ID     string // group.name
	Title  string // what holds, a sentence without its full stop
	Level  Level
	Reason string // what goes wrong where it does not hold
	Source string // where Kafka says so: a KIP, a class, the protocol guide
	Needs  Need
	// APIs are those that the check asks, by name; with @VERSION, in that
	// version or a newer one. A node that does not offer one is not checked.
	APIs []string

	run func(*try)
}

// Group is the part of the id in front of the dot.
func (c Check) Group() string {
	group, _, _ := strings.Cut(c.ID, ".")
	return group
}

// Verdict is how a check ended.
type Verdict string

// The verdicts.
const (
	OK      Verdict = "ok"
	Failed  Verdict = "fail"
	Skipped Verdict = "skip"
)

// Result is what came of one check.
type Result struct {
	Check
	Verdict Verdict
	// Words are what was seen; of a failure what was expected and found, of a
	// check that was skipped the reason. One line.
	Words string
	// Cases are the parts of a check that looks at many answers.
	Cases []Case
	// Exchanges are what went over the wire, those of the failed cases alone
	// where there are cases.
	Exchanges []Exchange
	Took      time.Duration
}

// Case is one part of a check: an API in one version, or in several that are
// alike.
type Case struct {
	API         string
	First, Last int16 // versions
	Verdict     Verdict
	Words       string
}

// String says which API, which versions, and what was seen of them.
func (c Case) String() string {
	text := fmt.Sprintf("%s %d", c.API, c.First)
	if c.Last > c.First {
		text += fmt.Sprintf("-%d", c.Last)
	}
	if c.Words != "" {
		text += ": " + c.Words
	}
	return text
}

// together makes one case of those versions of an API that follow each other
// and of which the same was seen.
func together(cases []Case) (all []Case) {
	for _, c := range cases {
		last := len(all) - 1
		if last >= 0 && all[last].API == c.API && all[last].Verdict == c.Verdict && all[last].Words == c.Words && all[last].Last+1 == c.First {
			all[last].Last = c.Last
			continue
		}
		all = append(all, c)
	}
	return all
}

// Exchange is what was sent and what came of it.
type Exchange struct {
	Request []byte // as sent: a frame, a part of one, or no frame at all
	Answer  []byte // as it came: a frame or the beginning of one
	// Version is the one in which the answer is to be read, that of the request
	// but for the fallback of ApiVersions.
	Version int16
	// Fault says where the answer is not what it should be, nil where its bytes
	// are not at fault.
	Fault *tape.Error
	Note  string // how it ended where no answer came
}

// Summary counts the results of a run.
type Summary struct {
	OK, Failed, Skipped int
	Took                time.Duration
	// Left names what the run could not take back: the scratch topic, and why.
	Left string
}
