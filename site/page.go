package site

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"path"
	"strings"

	"github.com/kscope/kscope/catalog"
)

// page is a file of HTML.
type page struct {
	dir   string // its address: a folder, relative to the root, or a file in one
	title string // without the site's name
	about string // a sentence, for those who list pages
	nav   string // folder of the entry of the navigation that it belongs to
	moved string // folder that readers are sent on to, "" for none
	body  func(w io.Writer, p *page) error
}

// addressFile is the file of an address: that in a folder unless it is named.
func addressFile(address string) string {
	if strings.HasSuffix(address, ".html") {
		return address
	}
	return path.Join(address, "index.html")
}

// Root leads from a page to the site's root: "../../", or "" from the root.
func (p *page) Root() string { return strings.Repeat("../", strings.Count(addressFile(p.dir), "/")) }

// To leads from a page to another, by the other's address and the shortest way.
// It names the file too, so that it works without a server.
func (p *page) To(address string) string {
	file := addressFile(address)
	from, to := folders(path.Dir(addressFile(p.dir))), folders(path.Dir(file))
	for len(from) > 0 && len(to) > 0 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	return strings.Repeat("../", len(from)) + path.Join(path.Join(to...), path.Base(file))
}

func folders(dir string) []string {
	if dir == "." {
		return nil
	}
	return strings.FieldsFunc(dir, func(r rune) bool { return r == '/' })
}

// Release leads from a page to that of a release.
func (p *page) Release(r catalog.Release) string { return p.To(releaseDir(r)) }

// link is a way to another page, as a page shows it.
type link struct {
	Text, Href string // Href is "" where there is no page
	Title      string // what there is to say besides
	Current    bool   // it leads to where the reader is
}

// markup is what package view, which escapes, writes.
func markup(write func(w io.Writer) error) (template.HTML, error) {
	var b strings.Builder
	err := write(&b)
	return template.HTML(b.String()), err
}

// file gives a page its address and frame.
func (p *page) file(s *Site) file {
	return file{addressFile(p.dir), func(w io.Writer) error {
		var body bytes.Buffer
		if err := p.body(&body, p); err != nil {
			return fmt.Errorf("%s: %w", p.dir, err)
		}
		return s.frame(w, p, body.Bytes())
	}}
}
