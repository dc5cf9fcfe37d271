package site

import (
	"embed"
	"fmt"
	"html/template"
	"io"
)

//go:embed static templates
var embedded embed.FS

// templates are parsed for each site: a package-level set would be state that
// every user of the package shares.
func templates() (*template.Template, error) {
	return template.ParseFS(embedded, "templates/*.html")
}

// frame writes a page: its head, the navigation, and the body in between.
func (s *Site) frame(w io.Writer, p *page, body []byte) error {
	return s.templates.ExecuteTemplate(w, "frame.html", map[string]any{
		"Title": p.title,
		"About": p.about,
		"Page":  p,
		"Moved": p.moved,
		"Nav":   s.navigation(p),

		"Release":  s.codec.Release,
		"Releases": s.covered(),
		"Body":     template.HTML(body), // written by package view or by templates
	})
}

// covered says which releases the site is about.
func (s *Site) covered() string {
	if s.codec.Release != "" {
		return "release " + string(s.codec.Release)
	}
	all := s.codec.Catalog.Releases()
	return fmt.Sprintf("releases %s to %s", all[0].Release, s.codec.Catalog.Latest())
}

// navigation has the pages that every page leads to, those that the site has.
func (s *Site) navigation(p *page) (all []link) {
	for _, to := range []struct{ text, dir string }{
		{"Messages", ""}, {"Types", "types"}, {"Records", "records"}, {"Errors", "errors"}, {"Releases", "releases"},
		{"KIPs", "kips"}, {"Matrix", "matrix"}, {"Diff", "diff"}, {"Coverage", "coverage"}, {"Play", "play"},
	} {
		if s.has(to.dir) {
			all = append(all, link{Text: to.text, Href: p.To(to.dir), Current: to.dir == p.nav})
		}
	}
	return all
}

// has reports whether there is a page at an address.
func (s *Site) has(address string) bool {
	_, ok := s.at[addressFile(address)]
	return ok
}
