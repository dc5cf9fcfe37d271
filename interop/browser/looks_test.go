package browser_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/kscope/kscope/interop/browser"
)

// TestLooks draws pages as readers have them: light, dark, on a phone, on
// paper. make screenshots keeps the pictures; looking at them is left to people.
// What can be told without looking: no page is wider than its window.
func TestLooks(t *testing.T) {
	pages := []struct{ name, path string }{
		{"home", "index.html"},
		{"quorum", quorum + "#f=Topics[0].Partitions[0].VoterDirectoryId"},
		{"fetch-full", "Fetch/17/full.html"},
		{"compressed", compressed + "#b=0x9-0x13&space=1&in=gzip"},
		{"errors", "errors/index.html"},
	}
	looks := []struct {
		name string
		set  func(*browser.Page)
	}{
		{"light", func(p *browser.Page) { p.Scheme("light") }},
		{"dark", func(p *browser.Page) { p.Scheme("dark") }},
		{"phone", func(p *browser.Page) { p.Phone(); p.Scheme("dark") }},
		{"print", func(p *browser.Page) { p.Size(800, 1100); p.Paper() }},
	}
	for _, look := range looks {
		if *screenshots == "" && look.name != "light" && look.name != "print" {
			continue // as wide as light, or as in TestKinds
		}
		t.Run(look.name, func(t *testing.T) {
			t.Parallel()
			l := open(t)
			p := l.Page(t, l.server.URL)
			look.set(p)
			for _, page := range pages {
				p.Open(page.path)
				wantNarrow(t, p)
				keep(t, page.name+"-"+look.name+".png", p)
			}
		})
	}
}

var screenshots = flag.String("screenshots", "", "a `folder` to keep pictures of pages in")

func keep(t *testing.T, name string, p *browser.Page) {
	t.Helper()
	if *screenshots == "" {
		return
	}
	err := os.MkdirAll(*screenshots, 0o755)
	if err == nil {
		err = os.WriteFile(filepath.Join(*screenshots, name), p.Top(1800), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
