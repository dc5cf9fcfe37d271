package browser_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/browser"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/view"
)

// TestText holds that the text of every message's page, at every version, is
// what kscope show prints, with scripts turned off. Lines of paragraphs and
// facts depend on the window, so words are compared; bytes, trees and schemas
// to the letter.
func TestText(t *testing.T) {
	l := open(t)
	var paths []string
	for path := range l.site.Paths() {
		if _, ok := shownAt(path); ok {
			paths = append(paths, path)
		}
	}
	if len(paths) < 700 {
		t.Fatalf("%d pages of messages: not all of them", len(paths))
	}
	t.Logf("%d pages", len(paths))
	for half := range slices.Chunk(paths, (len(paths)+1)/2) {
		t.Run(half[0], func(t *testing.T) {
			t.Parallel()
			p := page(t, "")
			for few := range slices.Chunk(half, 25) {
				for i, got := range articles(p, few) {
					if err := compare(l.codec, few[i], got); err != nil {
						t.Errorf("%s: %v", few[i], err)
					}
				}
			}
		})
	}
}

// article is the text of a page's article, and that of its preformatted parts.
type article struct {
	Text string
	Pres []string
}

// articles reads pages as the browser does where scripts are off, but without
// drawing them, which would take ten times as long.
func articles(p *browser.Page, paths []string) (all []article) {
	addresses, _ := json.Marshal(paths) // texts always marshal
	p.Eval(`Promise.all(`+string(addresses)+`.map(async path => {
		const page = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
		const article = page.querySelector("article.kscope");
		return {text: article.textContent, pres: [...article.querySelectorAll("pre")].map(e => e.textContent)};
	}))`, &all)
	return all
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
