package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// harmless are causes of bytes left over that say the message itself is whole.
var harmless = []string{"frame-next", "array-empty", "line-end"}

// judge adds what can be said about a reading by a look at it: findings and
// damage.
func (r *Reading) judge() {
	r.Findings = append(slices.Clone(r.Tape.Findings), r.Tape.NotCanonical()...)
	r.Findings = slices.DeleteFunc(r.Findings, func(f tape.Finding) bool {
		_, info := r.Tape.Lookup(r.Tape.Nodes[f.Node].Op)
		return f.Err == nil && info.Name == "undecoded" // the error says it
	})
	slices.SortStableFunc(r.Findings, func(a, b tape.Finding) int { return a.Node - b.Node })
	r.Damaged = r.Tape.Err != nil || r.Tape.Leftover() >= 0 || slices.ContainsFunc(r.Findings, isDamage) || r.isStrange()
}

// isStrange reports whether the header names another message than was read.
func (r *Reading) isStrange() bool {
	h, ok := headOf(r.Tape)
	return r.Spec != nil && ok && !h.names(r.Spec) && h != head{unset, unset, unset}
}

// diagnose adds the hints to a reading that is damaged, and takes damage back
// that they explain as harmless.
func (x *Explainer) diagnose(r *Reading, data []byte, as As) {
	over := r.Tape.Leftover() >= 0
	p := x.admit(r, data, as)
	p.sound = r.Tape.Err == nil && !over && !r.isStrange() && !slices.ContainsFunc(r.Findings, r.isBreak)
	r.Hints = p.diagnose()
	if e := r.Tape.Err; e != nil {
		e.Hint = text(r.Hints)
		return
	}
	r.noteDamage()
	for _, hint := range r.Hints {
		r.Notes = append(r.Notes, hint.Text)
	}
	if over && len(r.Hints) > 0 && slices.Contains(harmless, r.Hints[0].ID) {
		r.Damaged = slices.ContainsFunc(r.Findings, isDamage)
		return
	}
	r.noteLeftover()
}

// compare notes that a response belongs to another request than the one given.
func (x *Explainer) compare(r *Reading, request *message.RequestHead) {
	if request == nil || r.Spec == nil || r.Spec.IsRequest() || r.Unit == message.Body {
		return
	}
	if r.Header.CorrelationID != request.CorrelationID {
		r.Notes = append(r.Notes, fmt.Sprintf("the response has correlation id %d, the request given has %d: it answers another request",
			r.Header.CorrelationID, request.CorrelationID))
	}
}

// noteLeftover says that bytes are left over, which the forms of output that have
// values alone do not show.
func (r *Reading) noteLeftover() {
	at := r.Tape.Leftover()
	if at < 0 {
		return
	}
	n := r.Tape.Nodes[at]
	r.Notes = append(r.Notes, fmt.Sprintf("offset 0x%04x%s: %s left over behind the end", n.Off, inSpace(r.Tape.SpaceOf(at)),
		prose.CountOf(int(n.End-n.Off), "byte is", "bytes are")))
}

// mostNoted is how many findings of damage are noted.
const mostNoted = 3

// noteDamage says in the notes what is damaged where reading went through, so
// that every form of output has a reason for it.
func (r *Reading) noteDamage() {
	n := 0
	for _, f := range r.Findings {
		if !f.Damage {
			continue
		}
		if n++; n <= mostNoted {
			text := f.Text
			if !strings.HasPrefix(text, "offset ") {
				text = fmt.Sprintf("offset 0x%04x%s: %s", f.Offset, inSpace(r.Tape.SpaceOf(f.Node)), text)
			}
			r.Notes = append(r.Notes, text)
		}
	}
	if n > mostNoted {
		r.Notes = append(r.Notes, prose.Count(n-mostNoted, "more finding")+" of damage")
	}
}

// inSpace says that an offset is none of the input.
func inSpace(number int) string {
	if number == 0 {
		return ""
	}
	return fmt.Sprintf(" of unpacked data %d", number)
}

// isBreak tells damage that may come of a wrong layout from values that are
// wrong in the right place: a CRC, the order of tagged fields.
func (r *Reading) isBreak(f tape.Finding) bool {
	op, info := r.Tape.Lookup(r.Tape.Nodes[f.Node].Op)
	return f.Damage && op.Kind != layout.Tagged && info.Name != "crc"
}

func isDamage(f tape.Finding) bool { return f.Damage }
