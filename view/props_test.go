package view

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"html"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
)

// textOf is the text content of a piece of HTML.
func textOf(markup string) string { return html.UnescapeString(without(markup, "<", ">")) }

// without is s without what lies between an opening and the closing behind it.
func without(s, open, end string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, open)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, s, _ = strings.Cut(rest, end)
	}
}

// preOf is the text content of the first pre element of a class.
func preOf(t *testing.T, markup, class string) string {
	t.Helper()
	_, rest, ok := strings.Cut(markup, `<pre class="`+class+`">`)
	inner, _, end := strings.Cut(rest, "</pre>")
	if !ok || !end {
		t.Fatalf("no pre of class %s", class)
	}
	return textOf(inner)
}

// TestEveryMessage makes the newest version of every message, full and random,
// and holds the forms of its view against each other.
func TestEveryMessage(t *testing.T) {
	c := message.New(catalog.Builtin(), "")
	for _, e := range c.Catalog.Messages() {
		s, err := c.Spec(e.Name, e.Versions().Hi)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		for _, k := range []sample.Kind{sample.Smallest, sample.Full, sample.Random(7)} {
			t.Run(s.String()+"/"+k.String(), func(t *testing.T) {
				g, err := NewPage(c, s, k)
				if err != nil {
					t.Fatal(err)
				}
				checkForms(t, g.Sections[0].Doc)
			})
		}
	}
}

func checkForms(t *testing.T, d *Doc) {
	t.Helper()
	plainTree := tree1(t, d, Options{Full: true})
	if got := without(tree1(t, d, Options{Full: true, Color: true}), "\x1b[", "m"); got != plainTree {
		t.Error("a coloured tree has another text than a plain one")
	}
	plainGrid := show(t, func(b *bytes.Buffer) error { return Grid(b, d, Options{}) })
	markup := show(t, func(b *bytes.Buffer) error { return HTML(b, d, Options{Full: true}) })
	if preOf(t, markup, "k-tree") != plainTree {
		t.Error("an HTML tree has another text than a plain one")
	}
	if preOf(t, markup, "k-grid") != plainGrid {
		t.Error("an HTML grid has another text than a plain one")
	}
	inputGrid, _, _ := strings.Cut(plainGrid, "\n\n")
	if got := gridBytes(t, inputGrid); !bytes.Equal(got, d.Tape.Data) {
		t.Errorf("the grid has %d bytes that are not the %d of the input", len(got), len(d.Tape.Data))
	}
	checkTiling(t, d)
	dump := show(t, func(b *bytes.Buffer) error { return Dump(b, d, Options{Full: true}) })
	if got := dumpTree(dump); got != plainTree {
		t.Error("a dump has another tree than a tree")
	}
}

func gridBytes(t *testing.T, grid string) []byte {
	t.Helper()
	_, rows, _ := strings.Cut(grid, "\n")
	var all []byte
	for row := range strings.Lines(rows) {
		_, cells, _ := strings.Cut(strings.TrimSpace(row), "  ")
		b, err := hex.DecodeString(strings.ReplaceAll(cells, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b...)
	}
	return all
}

// dumpTree is the last column of a dump, without the rows that lack it.
func dumpTree(dump string) string {
	var b strings.Builder
	for row := range strings.Lines(dump) {
		columns := strings.SplitN(row, "│", 4)
		if len(columns) < 4 {
			b.WriteString(row)
			continue
		}
		if line := strings.TrimPrefix(columns[3], " "); line != "\n" {
			b.WriteString(line)
		}
	}
	return b.String()
}

// node is what TestEveryMessage reads of a line of Nodes.
type node struct {
	Space, Offset, Size, Opens int

	Leaf       bool
	Path, Type string
	Error      *struct{ Offset int }
	Finding    *string
}

// checkTiling holds that the leaves of Nodes cover the input, and the data of
// every other space, once, in order.
func checkTiling(t *testing.T, d *Doc) {
	t.Helper()
	lines, pos := show(t, func(b *bytes.Buffer) error { return Nodes(b, d, Options{Limit: 1}) }), map[int]int{}
	for line := range strings.Lines(lines) {
		var n node
		if err := json.Unmarshal([]byte(line), &n); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if !n.Leaf || n.Error != nil || n.Finding != nil {
			continue
		}
		if n.Offset != pos[n.Space] {
			t.Fatalf("leaf %s at %d of space %d, the one before ends at %d", n.Path, n.Offset, n.Space, pos[n.Space])
		}
		pos[n.Space] += n.Size
	}
	for space := range len(d.Tape.Spaces()) + 1 {
		if size := len(d.Tape.SpaceData(space)); pos[space] != size {
			t.Errorf("leaves of space %d end at %d of %d", space, pos[space], size)
		}
	}
}
