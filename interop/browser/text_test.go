package browser_test

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/view"
)

// TestText holds that the text of every message's page, at every version, is
// what kscope show prints. Lines of paragraphs and facts depend on the window,
// so words are compared; bytes, trees and schemas to the letter.
func TestText(t *testing.T) {
	l := open(t)
	pages := 0
	for path := range l.site.Paths() {
		if _, ok := shownAt(path); !ok {
			continue
		}
		pages++
		if err := compare(l.codec, path, parseArticle(t, l, path)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if t.Logf("%d pages", pages); pages < 700 {
		t.Errorf("%d pages of messages: not all of them", pages)
	}
}

// article is the text of a page's article, and that of its preformatted parts.
type article struct {
	Text string
	Pres []string
}

// parseArticle reads a page as browsers do where scripts are off, but draws
// nothing, which would take a hundred times as long.
func parseArticle(t *testing.T, l *lab, path string) (a article) {
	t.Helper()
	w := httptest.NewRecorder()
	l.site.ServeHTTP(w, httptest.NewRequest("GET", "/"+path, nil))
	page, err := html.Parse(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	for n := range page.Descendants() {
		switch {
		case n.DataAtom == atom.Article:
			a.Text = textOf(n)
		case n.DataAtom == atom.Pre:
			a.Pres = append(a.Pres, textOf(n))
		}
	}
	return a
}

// textOf is the text in an element.
func textOf(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

// TestTextSeen is TestText for what readers see and copy: of a page of each
// kind, drawn by a browser that has scripts turned off.
func TestTextSeen(t *testing.T) {
	l := open(t)
	p := l.Page(t, l.server.URL)
	p.NoScript()
	for _, path := range kinds(t) {
		if _, ok := shownAt(path); !ok {
			continue
		}
		p.Open(path)
		got := article{Text: p.Text("article.kscope"), Pres: p.Texts("article.kscope pre")}
		if err := compare(l.codec, path, got); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// shown is what a page of a message shows.
type shown struct {
	name    string
	version int16
	release catalog.Release
	kind    sample.Kind
}

// shownAt reads the address of a page: Fetch/17/index.html, Fetch/17/full.html,
// ApiVersions/3@3.3/index.html.
func shownAt(address string) (shown, bool) {
	part := strings.Split(address, "/")
	kind, known := map[string]sample.Kind{"index.html": sample.Smallest, "full.html": sample.Full}[part[len(part)-1]]
	if len(part) != 3 || !known {
		return shown{}, false
	}
	s := shown{name: part[0], kind: kind}
	number, release, _ := strings.Cut(part[1], "@")
	v, err := strconv.ParseInt(number, 10, 16)
	s.version, s.release = int16(v), catalog.Release(release)
	return s, err == nil
}

// compare holds the text of a page, and its preformatted parts, against what
// the command line shows.
func compare(c *message.Codec, address string, got article) error {
	s, _ := shownAt(address)
	return s.compare(c, got)
}

func (s shown) compare(c *message.Codec, got article) error {
	if s.release != "" {
		c = message.New(c.Catalog, s.release)
	}
	specs, err := c.Resolve(fmt.Sprintf("%s@%d", s.name, s.version))
	if err != nil {
		return err
	}
	want, err := view.PageOf(c, specs, s.kind)
	if err != nil {
		return err
	}
	if s.kind == sample.Full { // whose page leaves the schema to the version's own
		for i := range want.Sections {
			want.Sections[i].Schema = ""
		}
	}
	var b bytes.Buffer
	if err := want.Text(&b, view.Options{}); err != nil {
		return err
	}
	if got, want := strings.Fields(got.Text), strings.Fields(b.String()); !slices.Equal(got, want) {
		return differ(got, want)
	}
	rest := b.String()
	for _, pre := range got.Pres {
		_, after, found := strings.Cut(rest, pre)
		if !found {
			return fmt.Errorf("not to the letter: %q", pre)
		}
		rest = after
	}
	return nil
}

// differ says where two lists of words part.
func differ(got, want []string) error {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	from := max(0, i-3)
	return fmt.Errorf("word %d: got %q, want %q", i, got[from:min(len(got), i+5)], want[from:min(len(want), i+5)])
}
