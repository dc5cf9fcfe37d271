package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// harmless are causes of bytes left over that say the message itself is whole.
var harmless = []string{"frame-next", "array-empty", "line-end"}

// judge adds what can be said about a reading: findings, damage, hints.
func (x *Explainer) judge(r *Reading, data []byte, as As, request *message.RequestHead) {
	r.Findings = append(slices.Clone(r.Tape.Findings), r.Tape.NotCanonical()...)
	r.Findings = slices.DeleteFunc(r.Findings, func(f tape.Finding) bool {
		_, info := r.Tape.Lookup(r.Tape.Nodes[f.Node].Op)
		return f.Err == nil && info.Name == "undecoded" // the error says it
	})
	slices.SortStableFunc(r.Findings, func(a, b tape.Finding) int { return a.Node - b.Node })
	over := trailing(r.Tape) >= 0
	damaged := slices.ContainsFunc(r.Findings, isDamage)
	r.Damaged = r.Tape.Err != nil || over || damaged
	h, ok := headOf(r.Tape)
	strange := r.Spec != nil && ok && !h.names(r.Spec) && h != head{unset, unset, unset}
	r.Damaged = r.Damaged || strange
	x.compare(r, request)
	if !r.Damaged {
		return
	}
	r.Hints = x.admit(r, data, as).diagnose()
	if e := r.Tape.Err; e != nil {
		e.Hint = text(r.Hints)
		return
	}
	for _, hint := range r.Hints {
		r.Notes = append(r.Notes, hint.Text)
	}
	if over && len(r.Hints) > 0 && slices.Contains(harmless, r.Hints[0].ID) {
		r.Damaged = damaged
	}
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

// isDamage tells findings of damage from mere remarks: something was expected
// and something else found, or tagged fields stand in an order that KIP-482
// forbids.
func isDamage(f tape.Finding) bool {
	return f.Err != nil || strings.Contains(f.Text, ": expected ") ||
		strings.HasPrefix(f.Text, "tag ") && (strings.HasSuffix(f.Text, " comes twice") || strings.Contains(f.Text, " comes after tag "))
}
