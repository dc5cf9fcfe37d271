package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kscope/kscope/interop/browser"
)

const ground = "getComputedStyle(document.querySelector('article.kscope')).backgroundColor"

// TestTheme: a key goes through the themes, and the next page has it too.
func TestTheme(t *testing.T) {
	p := page(t, quorum)
	p.Scheme("light")
	var grounds [3]string
	for i, theme := range []string{"auto", "light", "dark"} {
		want(t, "theme", p.Text(".k-theme"), "◐ "+theme)
		p.Eval(ground, &grounds[i])
		p.Press("t")
	}
	if grounds[0] != grounds[1] || grounds[1] == grounds[2] {
		t.Errorf("grounds of auto, light, dark: %q", grounds)
	}
	p.Press("t", "t")
	p.Open("Fetch/17/index.html")
	want(t, "theme of the next page", p.Text(".k-theme"), "◐ dark")
	var next string
	p.Eval(ground, &next)
	want(t, "its ground", next, grounds[2])
	p.Press("t")
	p.Scheme("dark")
	p.Eval(ground, &next)
	want(t, "ground of auto where readers like it dark", next, grounds[2])
}

// TestKeys: ? shows the keys of all parts, and Escape hides them without letting
// go of the pin.
func TestKeys(t *testing.T) {
	p := page(t, quorum+"#f=VoterId")
	p.Wait("document.querySelector('.pin')")
	p.Press("?")
	p.Wait("document.querySelector('dialog[open]')")
	for _, key := range []string{"/", "?", "t", "c", "Esc", "Enter"} {
		if !strings.Contains(p.Text("dialog"), key) {
			t.Errorf("the help does not say what %s does", key)
		}
	}
	p.Press("t") // belongs to the dialog
	want(t, "theme", p.Text(".k-theme"), "◐ auto")
	p.Press(browser.Escape)
	p.Wait("!document.querySelector('dialog')")
	wantMarked(t, p, "pin", "00 00 00 00", "VoterId")
}

// TestSwitches: links lead from version to version, to the other sample, and to
// the layout that older releases had.
func TestSwitches(t *testing.T) {
	for _, c := range []struct{ from, to, message, version string }{
		{"BeginQuorumEpoch/1/", "BeginQuorumEpoch/0/", "BeginQuorumEpochRequest", "0"},
		{"BeginQuorumEpoch/0/", "BeginQuorumEpoch/1/", "BeginQuorumEpochRequest", "1"},
		{"Fetch/17/", "Fetch/17/full.html", "FetchRequest", "17"},
		{"Fetch/17/full.html", "Fetch/17/", "FetchRequest", "17"},
		{"ApiVersions/3/", "ApiVersions/3@3.3/", "ApiVersionsRequest", "3"},
		{"ApiVersions/3@3.3/", "ApiVersions/3/", "ApiVersionsRequest", "3"},
	} {
		p := page(t, c.from)
		p.Eval("[...document.querySelectorAll('main a')].find(a => a.href.replace(/index.html$/, '').endsWith("+quoted("/"+c.to)+")).click()", nil)
		p.Wait("location.pathname == " + quoted("/"+c.to) + " && document.querySelector('.k-live')")
		var shows [2]string
		p.Eval("(d => [d.message, d.version])(document.querySelector('#request').dataset)", &shows)
		want(t, c.to, shows, [2]string{c.message, c.version})
	}
}

// TestNavigation: whatever the window, all of it is in sight and nothing is
// wider than the window.
func TestNavigation(t *testing.T) {
	p := page(t, quorum)
	for _, width := range []int{320, 360, 820, 1000, 1280, 1440, 1920} {
		p.Size(width, 900)
		var outside []string
		p.Eval(`[...document.querySelectorAll('.top a, .top button, .top input')].filter(e => {
			const r = e.getBoundingClientRect(), at = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
			return r.left < 0 || r.right > innerWidth || at !== e;
		}).map(e => e.textContent || e.localName)`, &outside)
		want(t, fmt.Sprintf("out of sight at %d", width), strings.Join(outside, ", "), "")
		var wide [2]int
		p.Eval("[document.documentElement.scrollWidth, innerWidth]", &wide)
		if wide[0] > wide[1] {
			t.Errorf("at %d the page is %d wide", width, wide[0])
		}
	}
}

// TestFiles: all works for pages that were opened from a folder.
func TestFiles(t *testing.T) {
	l := open(t)
	p := l.Page(t, "file://"+written(t))
	p.Open(quorum + "#f=VoterId")
	p.Wait("document.querySelector('.pin')")
	want(t, "address", p.Address(), quorum+"#f=VoterId")
	theme := p.Text(".k-theme")
	p.Press("t")
	p.Wait("document.querySelector('.k-theme').textContent != " + quoted(theme))
	p.Press("/", "fetch v4", browser.Enter) // before the index is there
	p.Wait("document.querySelector('#request')?.dataset.message == 'FetchRequest'")
	want(t, "address", p.Address(), "Fetch/4/index.html")
}

// TestAddress: servers show a folder's page without its name.
func TestAddress(t *testing.T) {
	p := page(t, "BeginQuorumEpoch/1/index.html?x=1#f=VoterId")
	p.Wait("document.querySelector('.pin')")
	want(t, "address", p.Address(), "BeginQuorumEpoch/1/?x=1#f=VoterId")
}
