package mock

import (
	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
)

// coder puts an error code into answers of one layout.
type coder struct {
	l        *layout.Layout
	meanings []catalog.Meaning // op by op
	code     int16
}

// put sets the error codes in the arrays of an answer where there are some, else
// that of the body itself: an error of a partition stands with the partition.
func (c *coder) put(b Body) {
	if !c.in(b, 0, false) {
		c.in(b, 0, true)
	}
}

// in sets the error codes in b, which the struct at op parent describes; its
// own only when asked to.
func (c *coder) in(b Body, parent int, own bool) (found bool) {
	for op := range c.l.Fields(parent) {
		key := c.l.Info[op].Key
		if own && c.meanings[op].Kind == catalog.ErrorCodeValue {
			b[key], found = c.code, true
		}
		if !isStructs(c.l, op) {
			continue
		}
		list, _ := b[key].([]any)
		for _, x := range list {
			if e, ok := x.(Body); ok && c.in(e, op+1, true) {
				found = true
			}
		}
	}
	return found
}
