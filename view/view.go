package view

import (
	"cmp"
	"slices"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// Doc is what views show: a tape and what stands beside it. Offsets are shown
// as the file has them that the tape was cut from, those in unpacked data as
// these have them.
type Doc struct {
	Tape *tape.Tape
	// Sample says that the bytes are an instance made to be shown, so that
	// lengths speak of sample elements.
	Sample bool
	// Names turns values into words; nil knows none.
	Names Names
	// First is how many elements come before the first root of the tape.
	First int
	// Marks are remarks on fields, by their path without indexes; see Marks.
	Marks map[string]string
}

// Names knows what values are called: errors, APIs, topics, points in time. It
// is asked about the thing that an op of a layout reads.
type Names interface {
	// Number gives the word for an integer, "" for none.
	Number(l *layout.Layout, op int, value int64) string
	// UUID gives the word for 16 bytes, "" for none.
	UUID(l *layout.Layout, op int, id []byte) string
}

// Options change what a view shows.
type Options struct {
	// Full shows bytes and strings of any length whole.
	Full bool
	// Limit is how many elements of one array are shown before its middle is
	// left out; 0 shows all. Elements with findings are always shown.
	Limit int
	// Width is how many letters a line of a page's paragraphs may have; 0 writes
	// each paragraph on one line.
	Width int
	// Path selects parts: names with dots between them and indexes in brackets,
	// Topics[0].Partitions[*].LeaderEpoch, where * stands for any. Case does not
	// matter. Where nothing lies, views give a *PathError. "" selects everything;
	// grids show everything always.
	Path string
	// Color marks layers with ANSI colours.
	Color bool
	// Anchor gives the lines of HTML trees an id, Anchor:PATH with the paths of
	// Nodes, where no line before has it; and in data-why the id of a lesson and
	// in data-mark the document's mark. Those of a Page get their section's.
	Anchor string
	// Bare leaves the offsets of HTML's bytes and lines to its text, where a
	// script can read them: most of a page is such numbers.
	Bare bool
}

func (o Options) markup() markup {
	if o.Color {
		return ansiText
	}
	return plainText
}

// findings gives the tape's findings in the order of their nodes.
func findings(d *Doc) []tape.Finding {
	byNode := func(a, b tape.Finding) int { return cmp.Compare(a.Node, b.Node) }
	all := d.Tape.Findings
	if slices.IsSortedFunc(all, byNode) {
		return all
	}
	all = slices.Clone(all)
	slices.SortStableFunc(all, byNode)
	return all
}
