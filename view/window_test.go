package view_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/view"
)

// fetched is the full sample of a FetchResponse, cut so that it ends in an
// error.
func fetched(t *testing.T) *view.Doc {
	t.Helper()
	c := message.New(catalog.Builtin(), "")
	s, err := c.Spec("FetchResponse", 17)
	if err != nil {
		t.Fatal(err)
	}
	data, err := s.Append(nil, sample.Source(sample.Full), message.Frame, message.Header{})
	if err != nil {
		t.Fatal(err)
	}
	d := &view.Doc{Tape: &tape.Tape{}, Names: view.NewNames(c.Catalog)}
	s.Read(d.Tape, data[:len(data)-20], message.Frame)
	d.Tape.Err.Hint = "it is cut"
	return d
}

// TestWindowsMakeTheWhole puts windows of each size together.
func TestWindowsMakeTheWhole(t *testing.T) {
	d, o := fetched(t), view.Options{Anchor: "x"}
	var whole bytes.Buffer
	if err := view.HTML(&whole, d, o); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(whole.String(), `<pre class="k-tree">`)
	tree, _, _ := strings.Cut(text, "</pre>")
	_, text, _ = strings.Cut(whole.String(), "E  F</i>\n")
	grid, _, _ := strings.Cut(text, "</pre>")
	for _, n := range []int{1, 7, 16, 1000} {
		var lines, rows bytes.Buffer
		outline := view.NewOutline(d, o)
		for at, total := 0, 1; at < total; at += n {
			var err error
			if total, err = outline.Write(&lines, at, at+n); err != nil {
				t.Fatal(err)
			}
		}
		for at := 0; at*16 < len(d.Tape.Data); at += n {
			if err := view.GridRows(&rows, d, 0, at, at+n); err != nil {
				t.Fatal(err)
			}
			rows.WriteByte('\n')
		}
		if got := strings.Count(lines.String(), "\n"); got != strings.Count(tree, "\n") || plain(lines.String()) != plain(tree) {
			t.Errorf("windows of %d lines have %d, the tree %d", n, got, strings.Count(tree, "\n"))
		}
		if plain(rows.String()) != plain(grid) {
			t.Errorf("windows of %d rows:\n%s\nare not\n%s", n, plain(rows.String()), plain(grid))
		}
	}
}

// plain is HTML without its tags.
func plain(html string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(html, "<") {
		_, text, tag := strings.Cut(part, ">")
		if !tag {
			text = part
		}
		b.WriteString(text)
	}
	return b.String()
}

// TestLinesAreNodes compares lines with the objects that say the same as data.
func TestLinesAreNodes(t *testing.T) {
	d := fetched(t)
	var nodes bytes.Buffer
	if err := view.Nodes(&nodes, d, view.Options{}); err != nil {
		t.Fatal(err)
	}
	objects := json.NewDecoder(&nodes)
	n := 0
	for l := range view.Lines(d, view.Options{}) {
		var o struct {
			Path                string
			Space, Offset, Size int
			Leaf                bool
		}
		if err := objects.Decode(&o); err != nil {
			t.Fatal(err)
		}
		if o.Path != string(l.Path) || o.Offset != l.Off || o.Size != l.End-l.Off || o.Space != l.Space || o.Leaf != l.Leaf || l.Number < n {
			t.Errorf("line %d is %+v, the node %+v", n, l, o)
		}
		n++
	}
	if n < 100 {
		t.Errorf("only %d lines", n)
	}
}
