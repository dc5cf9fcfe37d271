package view

import (
	"iter"

	"github.com/kscope/kscope/tape"
)

// openers gives the byte spaces besides the input, each with the node that it
// was unpacked from. Spaces without anything in them are left out.
func openers(t *tape.Tape) iter.Seq2[int, int] {
	return func(yield func(number, node int) bool) {
		if len(t.Spaces()) == 0 {
			return
		}
		for i, n := range t.Nodes {
			if int(n.Next) == i+1 {
				continue
			}
			if number, ok := t.Opens(i); ok && !yield(number, i) {
				return
			}
		}
	}
}

// openerPaths gives the paths of the things that open the spaces, by number.
func openerPaths(d *Doc) map[int]string {
	paths := pathNoter{}
	_ = walk(d, Options{}, paths) // without a path to select there is no error
	return paths
}

// pathNoter is a printer that notes where spaces open.
type pathNoter map[int]string

func (n pathNoter) thing(it *item) {
	if it.opens != 0 {
		n[it.opens] = string(appendPath(nil, it.path))
	}
}

func (n pathNoter) finding([]byte, tape.Finding) {}

func (n pathNoter) gap([]byte, int) {}
