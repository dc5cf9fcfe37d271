package explain

import (
	"sync"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// Explainer reads bytes of known and unknown kinds. It is safe for concurrent
// use.
type Explainer struct {
	codec    *message.Codec
	all      func() []*message.Spec // every version of every message, once asked for
	profiles sync.Map               // *layout.Layout -> profile
}

// New makes an explainer that knows the messages of c.
func New(c *message.Codec) *Explainer {
	x := &Explainer{codec: c}
	x.all = sync.OnceValue(x.everySpec)
	return x
}

// As says what bytes are to be read as. The zero As leaves it open.
type As struct {
	// Unit is "" where it is to be found out, frame, payload or body, records,
	// batch or record, or the name of a primitive type.
	Unit string
	// Message is a message's name, or an API's name for its request or response.
	Message    string
	Version    int16
	HasVersion bool
}

// Units beyond those of package message.
const (
	Records message.Unit = "records" // batches, one behind the other
	Batch   message.Unit = "batch"   // one batch
	Record  message.Unit = "record"  // one record of a batch, its size in front
	Unknown message.Unit = "unknown" // nothing that could be found out
)

// Reading is bytes read as one thing.
type Reading struct {
	Tape *tape.Tape
	// Spec is the message version that was read; nil for records, primitives
	// and what is not known.
	Spec *message.Spec
	// Unit is one of message's units or of this package's, or a primitive's name.
	Unit message.Unit
	// Root is the node of the body's struct, -1 where there is none.
	Root   int
	Header message.Header // what could be read of it
	// Request is what the header of a request says; nil when what was read is
	// none. Whoever reads the response gives it to Read.
	Request *message.RequestHead
	// Notes are remarks on the reading as a whole, in words: which assumption
	// was made, what lies behind the first frame.
	Notes []string
	// Findings are the tape's and its NotCanonical, by node.
	Findings []tape.Finding
	// Damaged tells that the bytes are not what they should be: an error, bytes
	// left over that nothing explains, a CRC that does not match. Bytes that
	// are merely not canonical are not damaged.
	Damaged bool
	// Hints are the likely causes, the best first. With an error, their text is
	// also in Tape.Err.Hint.
	Hints []Hint
	// Candidates are what bytes of unknown kind could be, the best first.
	Candidates []Candidate
}

// Hint is a likely cause of damage.
type Hint struct {
	ID   string // of its row in the catalogue
	Text string
}

// tiles reports whether the tape reached the end of its data without error and
// without bytes left over.
func tiles(t *tape.Tape) bool { return t.Err == nil && t.Leftover() < 0 }
