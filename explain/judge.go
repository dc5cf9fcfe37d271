package explain

import (
	"slices"

	"github.com/kscope/kscope/tape"
)

// judge adds what can be said about a reading: findings, damage, hints.
func (x *Explainer) judge(r *Reading, as As, request *Request) {
	r.Findings = append(slices.Clone(r.Tape.Findings), r.Tape.NotCanonical()...)
	slices.SortStableFunc(r.Findings, func(a, b tape.Finding) int { return a.Node - b.Node })
	r.Damaged = r.Tape.Err != nil || trailing(r.Tape) >= 0
}
