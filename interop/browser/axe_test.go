package browser_test

import (
	"testing"

	"github.com/kscope/kscope/interop/browser"
	"github.com/kscope/kscope/interop/need"
)

// kinds has a page of each kind that the site has: the marks of pages that are
// not there are left out by name.
func kinds(t *testing.T) []string {
	t.Helper()
	var there []string
	for path := range open(t).site.Paths() {
		for _, want := range []string{
			"index.html", quorum, "Fetch/17/index.html", "Fetch/17/full.html", "PartitionRecord/1/index.html", "ApiVersions/3@3.3/index.html",
			"BeginQuorumEpoch/1/diff.html", "releases/4.0/index.html", "matrix/index.html", "errors/index.html", "types/index.html",
			"kips/index.html", "records/index.html", "records/control/index.html", "matrix/Fetch.html", "coverage/index.html", "diff/index.html", "play/index.html", "releases/index.html",
		} {
			if path == want {
				there = append(there, path)
			}
		}
	}
	return there
}

// TestKinds holds of a page of each kind that it is no wider than a phone, and
// that axe-core has nothing to say about it.
func TestKinds(t *testing.T) {
	axe, err := browser.Axe(t.Context())
	need.Met(t, err)
	for _, path := range kinds(t) {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			l := open(t)
			p := l.Page(t, l.server.URL)
			p.Phone()
			p.Open(path)
			wantNarrow(t, p)
			p.Size(1400, 1000)
			wantAccessible(t, p, axe)
		})
	}
}

// wantAccessible holds that axe-core has nothing to say about a page, light or
// dark, in which colours alone differ.
func wantAccessible(t *testing.T, p *browser.Page, axe string) {
	t.Helper()
	p.Scheme("light")
	for _, v := range p.Violations(axe) {
		t.Error(v)
	}
	p.Scheme("dark")
	for _, v := range p.Violations(axe, "color-contrast") {
		t.Errorf("dark: %s", v)
	}
}

// wantNarrow holds that a page is no wider than its window.
func wantNarrow(t *testing.T, p *browser.Page) {
	t.Helper()
	var wide int
	p.Eval("document.documentElement.scrollWidth - innerWidth", &wide)
	if wide > 0 {
		t.Errorf("%s is %d pixels wider than its window", p.Address(), wide)
	}
}

// TestViolations: what only one row of many has is found.
func TestViolations(t *testing.T) {
	axe, err := browser.Axe(t.Context())
	need.Met(t, err)
	p := page(t, "errors/index.html")
	p.Eval(`[...document.querySelectorAll("td")].at(-1).append(document.createElement("img"))`, nil)
	if found := p.Violations(axe, "image-alt"); len(found) != 1 || len(found[0].Nodes) != 1 {
		t.Errorf("a picture without a text: %v", found)
	}
}

// TestAccessibleAlive looks at what only the script makes.
func TestAccessibleAlive(t *testing.T) {
	axe, err := browser.Axe(t.Context())
	need.Met(t, err)
	states := []struct {
		name string
		make func(p *browser.Page)
	}{
		{"pinned", func(p *browser.Page) { p.Hover("#request .k-grid [data-off='4']") }},
		{"menu", func(p *browser.Page) { p.Click("#request .k-copy") }},
		{"results", func(p *browser.Page) {
			p.Press("/", "e")
			p.Wait("document.querySelector('#k-hits [aria-selected=true]')")
		}},
		{"keys", func(p *browser.Page) { p.Press("?") }},
	}
	for _, state := range states {
		t.Run(state.name, func(t *testing.T) {
			t.Parallel()
			p := page(t, quorum+"#f=Topics[0].Partitions[0].ErrorCode")
			p.Wait("document.querySelector('.pin')")
			state.make(p)
			wantAccessible(t, p, axe)
		})
	}
}
