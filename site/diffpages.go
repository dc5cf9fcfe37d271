package site

import (
	"fmt"
	"html/template"
	"slices"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/view"
)

// versionDiff is what a page says of one version and the one before it.
type versionDiff struct {
	Name          string
	From, To      int16
	FromDir, Dir  string          // of the versions' pages
	Since         catalog.Release // that has To first
	Changes       []brought
	Parts         []comparedPart
	Before, After string // folders of the neighbouring differences, "" where there are none
}

type comparedPart struct {
	ID, Title string
	HTML      template.HTML
}

// diffDir is the address of the page that compares a version with the one
// before it.
func diffDir(x *subject, v int16) string { return x.dir(v) + "/diff.html" }

func (s *Site) diffPages() (files []file, err error) {
	p := s.sheet("diff", "diffs.html", func(*page) (any, error) { return s.diffIndex(), nil })
	files = append(files, p.file(s))
	for _, x := range s.subjects() {
		for i := 1; i < len(x.versions); i++ {
			files = append(files, s.diffPage(x, i).file(s))
		}
	}
	return files, nil
}

func (s *Site) diffPage(x *subject, i int) *page {
	from, to := x.versions[i-1], x.versions[i]
	c := s.codecWith(x, from, to)
	title := fmt.Sprintf("%s v%d → v%d", x.name, from, to)
	return &page{dir: diffDir(x, to), title: title, nav: "diff",
		body: s.templated("diff.html", func(p *page) (any, error) { return s.versionDiff(p, c, x, i) })}
}

func (s *Site) versionDiff(p *page, c *message.Codec, x *subject, i int) (*versionDiff, error) {
	from, to := x.versions[i-1], x.versions[i]
	d := &versionDiff{Name: x.name, From: from, To: to, FromDir: x.page(from), Dir: x.page(to), Since: s.firstWith(x, to)}
	if i > 1 {
		d.Before = diffDir(x, from)
	}
	if i+1 < len(x.versions) {
		d.After = diffDir(x, x.versions[i+1])
	}
	for _, name := range x.messages {
		d.Changes = append(d.Changes, s.brings(p, name, from, to)...)
		part, err := compared(c, x, name, from, to)
		if err != nil {
			return nil, err
		}
		if part.Title != "" {
			d.Parts = append(d.Parts, part)
		}
	}
	return d, nil
}

// brings tells what the versions behind one, up to another, brought.
func (s *Site) brings(p *page, message string, from, to int16) (all []brought) {
	changes, _ := s.codec.Catalog.Changes(message) // the subject is in the catalog
	for _, c := range changes {
		if from < c.Version && c.Version <= to {
			all = append(all, broughtBy(p, message, c))
		}
	}
	return all
}

// compared puts two versions of a message side by side; it is empty where one
// of them is not there, as loaded schemas may have it.
func compared(codec *message.Codec, x *subject, name string, from, to int16) (comparedPart, error) {
	a, noFrom := codec.Spec(name, from)
	b, noTo := codec.Spec(name, to)
	if noFrom != nil || noTo != nil {
		return comparedPart{}, nil
	}
	c, err := view.NewComparison(codec, a, b)
	if err != nil {
		return comparedPart{}, err
	}
	html, err := markup(c.HTML)
	return comparedPart{x.section(name), c.Title(), html}, err
}

// codecWith is that of the newest release that has both versions of a subject,
// so that nothing but the version makes a difference; the site's own where no
// release has both. It is for planning.
func (s *Site) codecWith(x *subject, from, to int16) *message.Codec {
	for _, r := range slices.Backward(s.codec.Catalog.Releases()) {
		if a, b := s.schemas(x, from, r.Release), s.schemas(x, to, r.Release); len(a) == len(x.messages) && len(b) == len(x.messages) && s.codec.Release == "" {
			return s.codecFor(r.Release)
		}
	}
	return s.codec
}

// diffIndex lists all pairs of neighbouring versions, by subject.
func (s *Site) diffIndex() diffIndex {
	index := diffIndex{Engine: s.opt.Engine != nil}
	for _, x := range s.subjects() {
		g := diffGroup{Name: x.name}
		for _, v := range x.versions[1:] {
			g.Versions = append(g.Versions, diffLink{v, diffDir(x, v)})
		}
		if len(g.Versions) > 0 {
			index.Groups = append(index.Groups, g)
		}
	}
	return index
}

// diffIndex is the page to begin with.
type diffIndex struct {
	Engine bool // the site can compare any two
	Groups []diffGroup
}

// diffGroup is a subject with the versions that can be compared with the one
// before.
type diffGroup struct {
	Name     string
	Versions []diffLink
}

type diffLink struct {
	Version int16
	Dir     string
}
