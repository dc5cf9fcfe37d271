package explain

import (
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// Candidate is something that bytes of unknown kind could be.
type Candidate struct {
	Spec *message.Spec
	Unit message.Unit
	// Score is how much speaks for it, in bits: what is unlikely in random
	// bytes counts for it, what a writer would not write counts against it.
	Score float64
	Sure  string // certain, likely or possible
	Why   string // what speaks for it
	// Same lists other versions of the message that read the bytes alike.
	Same []int16
	Tape *tape.Tape
}

// Guess finds the message versions and units that data could be: those that
// tile, the likeliest first, at most most of them.
func (x *Explainer) Guess(data []byte, most int) []Candidate {
	return nil
}
