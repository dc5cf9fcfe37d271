package message

import (
	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// ErrorValue is an error code that a message carries.
type ErrorValue struct {
	Path string // of the field: Topics[0].ErrorCode
	Code int16  // never 0
}

// ErrorValues lists the error codes on a tape that say that something went
// wrong, in wire order.
func (c *Codec) ErrorValues(t *tape.Tape) []ErrorValue {
	var all []ErrorValue
	meanings := map[*layout.Layout][]catalog.Meaning{}
	for root := range t.Roots() {
		for r := range t.Walk(root) {
			l, op := t.Layout(r)
			if r.IsPart() || l.Ops[op].Kind != layout.Int16 {
				continue
			}
			if meanings[l] == nil {
				meanings[l] = c.Catalog.Meanings(l)
			}
			if code := t.Int(r); code != 0 && meanings[l][op].Kind == catalog.ErrorCodeValue {
				off, _ := t.Span(r)
				all = append(all, ErrorValue{t.PathAt(off), int16(code)})
			}
		}
	}
	return all
}
