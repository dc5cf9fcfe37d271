package site

import (
	"bytes"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/view"
)

func newSite(t testing.TB, r catalog.Release) *Site {
	t.Helper()
	s, err := New(message.New(catalog.Builtin(), r), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// get is the file at a path of the site.
func (s *Site) get(t testing.TB, path string) string {
	t.Helper()
	i, ok := s.at[path]
	if !ok {
		t.Fatalf("no file %s", path)
	}
	var b bytes.Buffer
	if err := s.files[i].write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// articleText is the text of a page's article.
func articleText(t testing.TB, page string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, `<article class="kscope">`)
	article, _, end := strings.Cut(rest, "</article>")
	if !ok || !end {
		t.Fatalf("no article in %.300s", page)
	}
	return html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(article, ""))
}

// TestSameText holds that the article of every message's page, at every
// version, of both samples, and of layouts of older releases, has the words
// that a terminal shows, and that ids on the page are unique.
func TestSameText(t *testing.T) {
	s := newSite(t, "")
	pages := s.messagePages()
	if len(pages) < 1200 {
		t.Errorf("only %d pages", len(pages))
	}
	for _, m := range pages {
		g, err := m.page()
		if err != nil {
			t.Fatalf("%s: %v", m.dir, err)
		}
		if m.kind == sample.Full {
			for i := range g.Sections {
				g.Sections[i].Schema = ""
			}
		}
		var text bytes.Buffer
		if err := g.Text(&text, view.Options{}); err != nil {
			t.Fatal(err)
		}
		page := s.get(t, addressFile(m.dir))
		got, want := strings.Fields(articleText(t, page)), strings.Fields(text.String())
		if len(got) != len(want) {
			t.Errorf("%s: %d words, a terminal shows %d", m.dir, len(got), len(want))
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: word %d is %q, on a terminal %q", m.dir, i, got[i], want[i])
				break
			}
		}
		uniqueIDs(t, m.dir, page)
	}
}

func uniqueIDs(t *testing.T, dir, page string) {
	t.Helper()
	seen := map[string]bool{}
	for _, id := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if seen[id[1]] {
			t.Errorf("%s: the id %s twice", dir, id[1])
		}
		seen[id[1]] = true
	}
	for _, to := range regexp.MustCompile(` href="#([^"=]*)"`).FindAllStringSubmatch(page, -1) {
		if !seen[to[1]] {
			t.Errorf("%s: a link to #%s, which is not there", dir, to[1])
		}
	}
}

// TestTreesAsWritten holds the trees of BeginQuorumEpoch, letter by letter.
func TestTreesAsWritten(t *testing.T) {
	s := newSite(t, "")
	for _, dir := range []string{"BeginQuorumEpoch", "BeginQuorumEpoch/1"} {
		text := articleText(t, s.get(t, dir+"/index.html"))
		for _, name := range []string{"begin-quorum-epoch-request.tree.txt", "begin-quorum-epoch-response.tree.txt"} {
			tree, err := os.ReadFile(filepath.Join("..", "view", "testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(text, string(tree)) {
				t.Errorf("%s lacks the tree %s", dir, name)
			}
		}
	}
}

// TestAroundTheArticle holds what leads on from a page.
func TestAroundTheArticle(t *testing.T) {
	s := newSite(t, "")
	for path, want := range map[string][]string{
		"BeginQuorumEpoch/1/index.html": {
			`href="../0/index.html"`, `aria-current="page">1</a>`, `href="full.html"`,
			`data-mark="new in v1"`, `<a href="#request:VoterId"><code>VoterId</code></a>: new, int32`, `#kip-853">KIP-853</a>`,
			`rel="prev" href="../../Vote/index.html"`, `rel="next" href="../../EndQuorumEpoch/index.html"`, "A new quorum leader tells the voters",
		},
		"InitProducerId/6/index.html": {`>6*</a>`, "unstable</span>"},
		"ApiVersions/3/index.html":    {`href="../3@3.3/index.html">2.7 to 3.3</a>`, "<code>ZkMigrationReady</code>: new, bool"},
		"JoinGroup/5/index.html":      {`<code>JoinGroupRequest.Protocols.Metadata</code> holds <a href="../../ConsumerProtocolSubscription/index.html">ConsumerProtocolSubscription</a> when ProtocolType is consumer`},
		"LeaveGroup/3/index.html":     {"<code>MemberId</code>: gone, was string"},
		"AlterIsr/index.html":         {`<a href="../AlterPartition/index.html">AlterPartition</a>`},
		"PartitionRecord/index.html":  {`href="../index.html#cluster_metadata">__cluster_metadata</a>`, `<section id="message" data-message="PartitionRecord" data-version="2">`},
	} {
		page := s.get(t, path)
		for _, w := range want {
			if !strings.Contains(page, w) {
				t.Errorf("%s lacks %s", path, w)
			}
		}
	}
}

// TestOneRelease holds that the site of a release has what that release had.
func TestOneRelease(t *testing.T) {
	s := newSite(t, "2.8")
	for path := range s.Paths() {
		if strings.Contains(path, "@") {
			t.Errorf("%s: the layout of another release", path)
		}
	}
	if s.has("Fetch/13") || !s.has("Fetch/12") || s.has("ShareFetch") {
		t.Error("versions of other releases")
	}
	page := s.get(t, "Fetch/index.html")
	for _, want := range []string{"release 2.8", `data-release="2.8"`} {
		if !strings.Contains(page, want) {
			t.Errorf("a page does not have %q: which release it is of", want)
		}
	}
}

// TestEveryFile makes all files of sites that are about one release, the
// oldest and one whose APIs had other names included, and checks that their
// links lead somewhere.
func TestEveryFile(t *testing.T) {
	for _, r := range []catalog.Release{"0.11", "2.8", "4.4"} {
		s := newSite(t, r)
		for _, x := range s.subjects() {
			if !s.has(x.name) {
				t.Errorf("%s: %s has no page of its newest version, %d", r, x.name, x.newest)
			}
		}
		for path := range s.Paths() {
			s.get(t, path)
		}
	}
}

func TestTo(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"", "", "index.html"},
		{"", "Fetch/1", "Fetch/1/index.html"},
		{"Fetch", "", "../index.html"},
		{"Fetch/1", "Fetch", "../index.html"},
		{"Fetch/1", "Fetch/1", "index.html"},
		{"Fetch/1/full.html", "Fetch/2/full.html", "../2/full.html"},
		{"Fetch/1/full.html", "Fetch/1", "index.html"},
		{"Fetch/1", "FetchSnapshot/1", "../../FetchSnapshot/1/index.html"},
	} {
		p := &page{dir: c.from}
		if got := p.To(c.to); got != c.want {
			t.Errorf("from %q to %q: %s, want %s", c.from, c.to, got, c.want)
		}
	}
}

// TestLoadedSchemas holds that schemas loaded at run time have pages like all
// others, with their own words.
func TestLoadedSchemas(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hello.json")
	err := os.WriteFile(file, []byte(`{ "apiKey": 5000, "type": "request", "name": "HelloRequest", "listeners": ["broker"],
	  "validVersions": "0", "flexibleVersions": "0+", "fields": [
	  { "name": "Times", "type": "int16", "versions": "0+", "about": "How <often> to \"say\" it." } ] }`), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Builtin().WithSchemas(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(message.New(c, ""), Options{Engine: func() ([]byte, error) { return nil, nil }})
	if err != nil {
		t.Fatal(err)
	}
	page := s.get(t, "Hello/0/index.html")
	for _, asks := range []string{"data-sample", "data-edit"} {
		if strings.Contains(page, asks) || !strings.Contains(s.get(t, "Fetch/17/index.html"), asks) {
			t.Errorf("%s: an engine knows Fetch, but not what was loaded", asks)
		}
	}
	if s.has("matrix/Hello.html") || !s.has("matrix/Fetch.html") {
		t.Error("the matrix has what no release has")
	}
	for _, want := range []string{"in the loaded schemas", `How &lt;often&gt; to "say" it.`, `aria-current="page">v0<`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
}
