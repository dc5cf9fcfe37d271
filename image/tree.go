package image

import (
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kscope/kscope/internal/prose"
)

// Tree writes the image as a tree,
//
//	NAME = VALUE (WORD) @offset OFFSET RECORD@VERSION
//
// with what it is in drawn in front. Members that the record of their object
// set stand without it. Records of a snapshot, which counts them in its own
// way, are @snapshot OFFSET. Remarks follow behind the tree, as "! TEXT".
func (i *Image) Tree(w io.Writer, o Options) error {
	t := newTree(w, o)
	t.raw("metadata")
	if i.Offset >= 0 { // a snapshot under a strange name does not tell
		t.raw(" at offset ")
		t.num(i.Offset)
	}
	for n, f := range i.Files {
		t.raw([2]string{": ", ", then "}[min(n, 1)])
		t.text(f)
	}
	t.raw("\n")
	t.children(i.Root, nil)
	if i.Open != nil {
		t.raw("open transaction")
		t.provenance(&i.Open.Begin)
		t.raw(": " + prose.CountOf(i.Open.Records, "record is", "records are") + " not applied\n")
	}
	t.remarks("not understood", i.NotUnderstood)
	t.remarks("findings", i.Findings)
	return t.w.Flush()
}

// TreeOf writes found nodes, each with its path as its name.
func TreeOf(w io.Writer, all []Found, o Options) error {
	t := newTree(w, o)
	for _, f := range all {
		t.line(f.Node, f.Path, nil)
		if f.Node.Set == nil && f.Set != nil {
			t.provenance(f.Set)
		}
		t.raw("\n")
		t.children(f.Node, f.Set)
	}
	return t.w.Flush()
}

type treeWriter struct {
	writer
	lead []byte
}

func newTree(w io.Writer, o Options) *treeWriter { return &treeWriter{writer: newWriter(w, o)} }

// text writes what comes from outside: nothing in it can leave the line or
// speak to a terminal.
func (t *treeWriter) text(s string) {
	if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }) {
		s = strings.Trim(strconv.Quote(s), `"`)
	}
	t.raw(s)
}

const (
	branch = "+-- "
	bar    = "|   "
	blank  = "    "
)

// children writes what is in a node; set is the record that made what they
// are in.
func (t *treeWriter) children(n *Node, set *Set) {
	all := n.Children()
	shown := len(all)
	if t.opt.Limit > 0 && n.Kind == Map {
		shown = min(shown, t.opt.Limit)
	}
	before := len(t.lead)
	for i, c := range all[:shown] {
		t.w.Write(t.lead)
		t.raw(branch)
		name := c.Name
		switch n.Kind {
		case List:
			name = "[" + strconv.Itoa(i) + "]"
		case Map:
			name = plainKey(name)
			if name == "" {
				name = `""`
			}
		}
		t.line(c, name, set)
		t.raw("\n")
		t.lead = append(t.lead[:before], [2]string{bar, blank}[last(i, len(all))]...)
		inner := set
		if c.Set != nil {
			inner = c.Set
		}
		t.children(c, inner)
		t.lead = t.lead[:before]
	}
	if rest := len(all) - shown; rest > 0 {
		t.w.Write(t.lead)
		t.raw(branch + "… " + prose.Number(rest) + " more\n")
	}
}

func last(i, n int) int {
	if i == n-1 {
		return 1
	}
	return 0
}

// maxValue is how many bytes of a value a line shows unless all is asked for.
const maxValue = 1024

// line writes a node without what is in it.
func (t *treeWriter) line(n *Node, name string, set *Set) {
	t.text(name)
	switch n.Kind {
	case Map:
		t.raw(" = " + prose.CountOf(len(n.keys), "entry", "entries"))
	case List:
		t.raw(" = " + prose.Count(len(n.list), "element"))
	case Object:
		if n.Len() == 0 {
			t.raw(" = nothing")
		}
	case Value:
		t.raw(" = ")
		t.value(n)
	}
	if n.Set != nil && n.Set != set {
		t.provenance(n.Set)
	}
}

func (t *treeWriter) value(n *Node) {
	if n.Secret && !t.opt.Reveal {
		t.raw("hidden")
		return
	}
	s := string(n.JSON)
	if cut := len(s) - maxValue; cut > 0 && !t.opt.Full {
		t.text(strings.ToValidUTF8(s[:maxValue], ""))
		t.raw(" … " + prose.Number(cut) + " more")
	} else {
		t.text(s)
	}
	if n.Word != "" {
		t.raw(" (")
		t.text(n.Word)
		t.raw(")")
	}
}

func (t *treeWriter) provenance(s *Set) {
	t.raw(" @" + s.where())
	if s.Record != "" {
		t.raw(" " + s.Record)
	}
}

// where is the offset, with the kind of file that counts it.
func (s *Set) where() string {
	word := "offset "
	if s.Snapshot {
		word = "snapshot "
	}
	return word + strconv.FormatInt(s.Offset, 10)
}

func (t *treeWriter) remarks(title string, r Remarks) {
	if len(r.List) == 0 {
		return
	}
	t.raw(title + "\n")
	for i := range r.List {
		t.raw("! ")
		t.text(r.List[i].String())
		t.raw("\n")
	}
	if r.More > 0 {
		t.raw("! … " + prose.Number(r.More) + " more\n")
	}
}

// String is the remark on one line, with where the record is.
func (r *Remark) String() string {
	s := r.where()
	if r.Record != "" {
		s += " " + r.Record
	}
	s += ": " + r.Text
	if r.Times > 1 {
		s += " (" + prose.Number(r.Times) + " times in a row)"
	}
	return s
}
