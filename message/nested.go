package message

import (
	"strings"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// mark tells a Nester which fields of a body hold something else: the Nest of
// such a field is its path with the message in front, as catalog.Nested has it.
// Records that an old schema calls bytes are marked as records, and pieces of
// logs as such.
func (c *Codec) mark(body *layout.Layout) {
	for _, n := range c.Catalog.Nested(body.Name) {
		op, ok := find(body, n.Path)
		if !ok || !body.Ops[op].Kind.IsBytes() {
			continue // another version's, or another edition's
		}
		what := n.Field()
		if plain := n.Form == tape.RecordsField || n.Form == record.ChunkField; plain && len(n.When) == 0 {
			what = n.Form // which record knows without a Nester around it
		}
		body.Info[op].Nest = what
	}
}

// find gives the op of the field at a path of names.
func find(l *layout.Layout, path string) (op int, ok bool) {
	for name := range strings.SplitSeq(path, ".") {
		if l.Ops[op].Kind.IsArray() {
			op++ // its element
		}
		if !l.Ops[op].Kind.IsStruct() {
			return 0, false
		}
		if op, ok = l.Find(op, name); !ok {
			return 0, false
		}
	}
	return op, ok
}
