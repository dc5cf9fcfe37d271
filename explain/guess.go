package explain

import (
	"cmp"
	"math"
	"slices"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// Candidate is something that bytes of unknown kind could be.
type Candidate struct {
	Spec *message.Spec // nil for record batches
	Unit message.Unit
	// Score is how much speaks for it, in bits: what is unlikely in random
	// bytes counts for it, what a writer would not write counts against it.
	Score float64
	// Sure is certain when the bytes themselves name the message, likely when
	// much more speaks for it than for any other, else possible.
	Sure string
	Why  string // what speaks for it, and which others are as good
	// Same lists other versions of the message that read the bytes alike, the
	// oldest first.
	Same []int16
	Tape *tape.Tape

	named   bool // the bytes name it, in more than a byte or two
	telling bool // something in it is hardly chance
	odd     bool // something in it no writer would write
}

// String says what the candidate is: "FetchResponse@12 in a frame".
func (c Candidate) String() string {
	if c.Spec == nil {
		return "record batches"
	}
	return describe(c.Spec, c.Unit)
}

// As is the text from which ParseAs makes what reads bytes as the candidate.
func (c Candidate) As() string { return asText(c.Spec, c.Unit) }

// As is the text from which ParseAs makes what reads the bytes so again; "" for
// those of which it is not known what they are.
func (r *Reading) As() string {
	if r.Spec == nil && (r.Unit == Unknown || slices.Contains(message.Units(), string(r.Unit))) {
		return ""
	}
	return asText(r.Spec, r.Unit)
}

func asText(s *message.Spec, u message.Unit) string {
	if s == nil {
		return string(u)
	}
	return string(u) + ":" + s.String()
}

func (c Candidate) version() int16 {
	if c.Spec == nil {
		return 0
	}
	return c.Spec.Version
}

func (c Candidate) name() string {
	if c.Spec == nil {
		return string(c.Unit)
	}
	return c.Spec.Name
}

// The words of Candidate.Sure.
const (
	certain  = "certain"
	likely   = "likely"
	possible = "possible"
)

// Differences in bits: below tie, two candidates are as good as each other;
// from margin on, one is likely.
const (
	tie    = 4
	margin = 16
)

// mostGuessed is the size of the largest input that is guessed at: each of a
// thousand message versions may have to read all of it.
const mostGuessed = 4 << 20

// Guess finds the message versions and units that data could be: those that
// tile, the likeliest first, at most most of them.
func (x *Explainer) Guess(data []byte, most int) []Candidate {
	if len(data) == 0 || len(data) > mostGuessed || most <= 0 {
		return nil
	}
	found := x.screen(data)
	if n := batchAt(data); n > 0 && crcRight(data[:n]) {
		t := &tape.Tape{}
		t.Read(data, x.codec.Records.Read)
		found = append(found, candidate(nil, Records, x.weigh(t), true, t))
	}
	slices.SortStableFunc(found, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.version(), a.version()))
	})
	found = joinVersions(found)
	grade(found, len(data))
	return found[:min(most, len(found))]
}

// screen tries every message version and unit and weighs those that tile.
func (x *Explainer) screen(data []byte) (found []Candidate) {
	size, ok := frameSize(data)
	framed := ok && size == len(data)-4
	scratch := x.plainTape()
	for _, s := range x.all() {
		if s.Type == schema.Header || s.Body.Min() > len(data) {
			continue
		}
		for _, u := range []message.Unit{message.Frame, message.Payload, message.Body} {
			if u == message.Frame && !framed || !s.Has(u) {
				continue
			}
			s.Read(scratch, data, u)
			if !tiles(scratch) || u == message.Payload && !hasHeader(scratch) {
				continue
			}
			h, _ := headOf(scratch)
			named := h.names(s)
			if u != message.Body && !s.IsAPI() && !named {
				continue
			}
			e := x.weigh(scratch)
			e.bits += unitBits(s, u, named)
			if framed && u != message.Frame {
				e.bits -= 32 // that the size fits would be chance
			}
			found = append(found, candidate(s, u, e, named, scratch))
			scratch = x.plainTape()
		}
	}
	return found
}

// plainTape makes a tape for trials: what fields of bytes hold says nothing
// about which message it is that they are in.
func (x *Explainer) plainTape() *tape.Tape { return &tape.Tape{Nester: x.codec.Records} }

// hasHeader reports whether there is anything in front of the body.
func hasHeader(t *tape.Tape) bool {
	_, ok := message.HeaderOn(t)
	return ok
}

func candidate(s *message.Spec, u message.Unit, e evidence, named bool, t *tape.Tape) Candidate {
	c := Candidate{Spec: s, Unit: u, Score: e.bits, Sure: possible, Tape: t, odd: e.odd > 0}
	c.named = named && (s == nil || s.IsAPI() || s.Type == schema.Metadata)
	c.telling = u == message.Frame || e.texts+e.sums+e.times > 0
	var why []string
	if named {
		why = append(why, "its first bytes name it")
	}
	if u == message.Frame {
		why = append(why, "the size fits")
	}
	for _, part := range []struct {
		n         int
		one, many string
	}{
		{e.sums, "batch whose CRC is right", "batches whose CRCs are right"}, {e.texts, "readable string", "readable strings"},
		{e.codes, "known code", "known codes"}, {e.times, "sensible time", "sensible times"},
	} {
		if part.n > 0 {
			why = append(why, prose.CountOf(part.n, part.one, part.many))
		}
	}
	if len(why) == 0 {
		why = append(why, "it fits exactly")
	}
	c.Why = prose.List(why)
	if e.odd > 0 {
		c.Why += "; against it: " + e.oddity
	}
	return c
}

// joinVersions makes one candidate of the versions of a message that read the
// bytes alike.
func joinVersions(found []Candidate) []Candidate {
	var kept []Candidate
	for _, c := range found {
		i := slices.IndexFunc(kept, func(k Candidate) bool {
			return k.name() == c.name() && k.Unit == c.Unit && alike(k.Tape, c.Tape)
		})
		if i < 0 {
			kept = append(kept, c)
		} else {
			kept[i].Same = append(kept[i].Same, c.version())
		}
	}
	for i := range kept {
		slices.Sort(kept[i].Same)
	}
	return kept
}

// alike reports whether two tapes have the same nodes over the same bytes.
func alike(a, b *tape.Tape) bool {
	if len(a.Nodes) != len(b.Nodes) {
		return false
	}
	for i := range a.Nodes {
		na, nb := &a.Nodes[i], &b.Nodes[i]
		opA, infoA := a.Lookup(na.Op)
		opB, infoB := b.Lookup(nb.Op)
		sameName := infoA.Name == infoB.Name || infoA.Layer == layout.Header
		if na.Off != nb.Off || na.End != nb.End || opA.Kind != opB.Kind || !sameName {
			return false
		}
	}
	return true
}

// grade says how sure the candidates are, given each other.
func grade(found []Candidate, n int) {
	if len(found) == 0 {
		return
	}
	best := &found[0]
	var as []string
	next := math.Inf(1) // how far the next candidate that is another message is behind
	for _, c := range found[1:] {
		if other := c.name() != best.name() || c.Unit != best.Unit; other {
			next = min(next, best.Score-c.Score)
		}
		if best.Score-c.Score < tie && len(as) < 3 {
			as = append(as, c.String())
		}
	}
	enough := best.Score >= 2*margin && evidence{bits: best.Score}.share(n) >= 0.25
	switch {
	case best.odd || next < margin || !enough:
		best.Sure = possible
	case best.named:
		best.Sure = certain
	case best.telling || best.Score >= 8*margin:
		best.Sure = likely
	}
	if len(as) > 0 {
		best.Why += "; " + prose.List(as) + " would be as good"
	}
}
