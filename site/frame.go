package site

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"

	"github.com/kscope/kscope/view"
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

// link is a way to another page, as a page shows it.
type link struct {
	Text, Href string
	Title      string // what there is to say besides
	Current    bool   // it leads to where the reader is
}

// navigation has the pages that every page leads to, those that the site has.
func (s *Site) navigation(p *page) (all []link) {
	for _, to := range []struct{ text, dir string }{
		{"Messages", ""}, {"Types", "types"}, {"Errors", "errors"}, {"Releases", "releases"},
		{"Matrix", "matrix"}, {"Diff", "diff"}, {"Coverage", "coverage"}, {"Play", "play"},
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

// scripts are the sources of kscope.js, in order; they share one namespace.
func scripts() []string {
	return []string{"core.js", "section.js", "bytes.js", "fragment.js", "card.js", "copy.js", "search.js",
		"share.js", "ask.js", "pane.js", "verdict.js", "source.js", "play.js", "cursor.js", "alter.js", "jsonpane.js", "compare.js", "matrix.js"}
}

// styles are the sources of kscope.css behind the rules of package view.
func styles() []string { return []string{"base.css", "bytes.css", "reference.css", "play.css"} }

// joined appends static files to text.
func joined(text []byte, names []string) ([]byte, error) {
	for _, name := range names {
		source, err := embedded.ReadFile("static/" + name)
		if err != nil {
			return nil, err
		}
		text = append(text, withoutComments(source)...)
	}
	return text, nil
}

// withoutComments leaves out the lines of a script that are comments: readers of
// pages have no use for them. No text in our scripts spans lines.
func withoutComments(source []byte) (out []byte) {
	for line := range bytes.Lines(source) {
		if !bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("//")) {
			out = append(out, line...)
		}
	}
	return out
}

// assets are the style sheet, the script and the icon.
func (s *Site) assets() ([]file, error) {
	style, err := joined([]byte(view.Style()), styles())
	if err != nil {
		return nil, err
	}
	script, err := joined(nil, scripts())
	if err != nil {
		return nil, err
	}
	lessons, err := json.Marshal(view.Lessons())
	if err != nil {
		return nil, err
	}
	script = fmt.Appendf(script, "kscope.lessons = %s;\n", lessons)
	icon, err := embedded.ReadFile("static/icon.svg")
	if err != nil {
		return nil, err
	}
	files := []file{fixed("kscope.css", style), fixed("kscope.js", script), fixed("icon.svg", icon)}
	if s.opt.Engine != nil {
		files = append(files, s.engine())
	}
	return files, nil
}

// engine is the script of the playground.
func (s *Site) engine() file {
	return file{"engine.js", func(w io.Writer) error {
		script, err := s.opt.Engine()
		if err != nil {
			return err
		}
		_, err = w.Write(script)
		return err
	}}
}

// fixed is a file whose bytes are known.
func fixed(path string, data []byte) file {
	return file{path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}}
}
