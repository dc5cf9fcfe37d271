package view

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
)

// The page of BeginQuorumEpoch is written down in testdata, word for word; all
// other pages follow from the same rules.

func fixture(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func show(t *testing.T, view func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := view(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func tree1(t *testing.T, d *Doc, o Options) string {
	t.Helper()
	return show(t, func(b *bytes.Buffer) error { return Tree(b, d, o) })
}

func beginQuorumEpoch(t *testing.T) *Page {
	t.Helper()
	c := message.New(catalog.Builtin(), "")
	api, err := c.Catalog.APIByName("BeginQuorumEpoch", "")
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewAPIPage(c, api, 1, sample.Smallest)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestTreesOfBeginQuorumEpoch(t *testing.T) {
	for i, name := range []string{"begin-quorum-epoch-request", "begin-quorum-epoch-response"} {
		d := beginQuorumEpoch(t).Sections[i].Doc
		if got, want := hex.EncodeToString(d.Tape.Data), strings.TrimSpace(fixture(t, name+".hex")); got != want {
			t.Errorf("%s: bytes\n%s, want\n%s", name, got, want)
		}
		if got, want := tree1(t, d, Options{}), fixture(t, name+".tree.txt"); got != want {
			t.Errorf("%s: tree\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestPageOfBeginQuorumEpoch(t *testing.T) {
	g := beginQuorumEpoch(t)
	text := show(t, func(b *bytes.Buffer) error { return g.Text(b, Options{}) })
	sameWords(t, text, fixture(t, "begin-quorum-epoch.words.txt"))

	markup := show(t, func(b *bytes.Buffer) error { return g.HTML(b, Options{}) })
	sameWords(t, textOf(markup), fixture(t, "begin-quorum-epoch.words.txt"))
	for _, name := range []string{"begin-quorum-epoch-request", "begin-quorum-epoch-response"} {
		want := fixture(t, name+".tree.txt")
		if !strings.Contains(text, "object tree\n"+want) {
			t.Errorf("text has not the tree of %s", name)
		}
		if !strings.Contains(textOf(markup), "object tree\n"+want) {
			t.Errorf("HTML has not the tree of %s", name)
		}
	}
}

// sameWords compares texts but for blanks and line ends.
func sameWords(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Fields(got), strings.Fields(want)
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			from := max(0, i-5)
			t.Fatalf("word %d differs:\n got ...%s\nwant ...%s", i,
				strings.Join(g[min(from, len(g)):min(i+8, len(g))], " "), strings.Join(w[min(from, len(w)):min(i+8, len(w))], " "))
		}
	}
}
