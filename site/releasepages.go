package site

import (
	"fmt"
	"html/template"
	"io"
	"path"
	"slices"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/view"
)

// releaseData is what the page of a release shows.
type releaseData struct {
	catalog.ReleaseInfo
	Before, After catalog.Release // "" at the ends
	Changes       template.HTML   // against the release before; empty for the first
	APIs          []releaseAPI
	Others        []releaseAPI // messages that belong to no API
}

// releaseAPI is an API or message as a release has it.
type releaseAPI struct {
	link     // by the name that the release had
	Key      int
	Versions string
	Unstable int16 // a version that is served only where unstable ones are enabled, else -1
}

// releaseRow is a release in the list of all.
type releaseRow struct {
	catalog.ReleaseInfo
	APIs, Messages int
	Counts         []releaseCount // of what it brought
}

type releaseCount struct {
	What string
	N    int
}

func (s *Site) releasePages() ([]file, error) {
	p := s.sheet("releases", "releases.html", func(*page) (any, error) { return s.releaseRows() })
	files := []file{p.file(s)}
	all := s.codec.Catalog.Releases()
	for i, r := range all {
		p := &page{
			dir: releaseDir(r.Release), title: "Kafka " + string(r.Release), nav: "releases",
			about: fmt.Sprintf("What Kafka %s speaks, and what it changed.", r.Release),
			body:  s.templated("release.html", func(p *page) (any, error) { return s.release(p, all, i) }),
		}
		files = append(files, p.file(s))
	}
	return files, nil
}

func releaseDir(r catalog.Release) string { return path.Join("releases", string(r)) }

// release gathers what a release has and what it changed.
func (s *Site) release(p *page, all []catalog.ReleaseInfo, i int) (*releaseData, error) {
	d := &releaseData{ReleaseInfo: all[i]}
	if i+1 < len(all) {
		d.After = all[i+1].Release
	}
	if i > 0 {
		d.Before = all[i-1].Release
		x, err := view.NewReleaseComparison(s.codec.Catalog, d.Before, d.Release)
		if err != nil {
			return nil, err
		}
		d.Changes, err = markup(func(w io.Writer) error { return x.HTML(w, s.linksFrom(p)) })
		if err != nil {
			return nil, err
		}
	}
	subjects := s.byName()
	for _, e := range s.codec.Catalog.Messages() {
		span, ok := e.At(d.Release)
		if !ok || e.Type == schema.Response {
			continue
		}
		a := releaseAPI{link: link{Text: e.APIName()}, Key: e.Key, Versions: span.Versions.String(), Unstable: -1}
		if x := subjects[e.APIName()]; x != nil { // a site of one release has not all
			a.Href = p.To(x.name)
		}
		if span.Unstable {
			a.Unstable = span.Versions.Hi
		}
		if e.IsAPI() {
			d.APIs = append(d.APIs, a)
		} else {
			d.Others = append(d.Others, a)
		}
	}
	return d, nil
}

// pageLinks lead from a page to what comparisons name.
type pageLinks struct {
	byName map[string]*subject
	kips   map[int]bool // that have an entry on their page
	page   *page
}

func (s *Site) linksFrom(p *page) pageLinks {
	l := pageLinks{s.byName(), map[int]bool{}, p}
	for _, k := range s.kips() {
		l.kips[k.Number] = true
	}
	return l
}

// Message makes pageLinks a view.Links.
func (l pageLinks) Message(name string, v int16) string {
	x := l.byName[name]
	switch {
	case x == nil:
		return ""
	case v < 0 || !slices.Contains(x.versions, v):
		return l.page.To(x.name)
	}
	if _, ok := x.before(v); ok {
		return l.page.To(diffDir(x, v))
	}
	return l.page.To(x.page(v))
}

// KIP makes pageLinks a view.Links.
func (l pageLinks) KIP(number int) string {
	if !l.kips[number] {
		return "" // a site of one release has not all
	}
	return kipLink(l.page, number).Href
}

// Error makes pageLinks a view.Links.
func (l pageLinks) Error(code int16) string {
	return fmt.Sprintf("%s#e%d", l.page.To("errors"), code)
}

// releaseRows lists the releases, the newest first, with counts of what each
// brought.
func (s *Site) releaseRows() (rows []releaseRow, err error) {
	var before catalog.Release
	for _, info := range s.codec.Catalog.Releases() {
		r := releaseRow{ReleaseInfo: info}
		for _, e := range s.codec.Catalog.Messages() {
			if _, ok := e.At(info.Release); !ok {
				continue
			}
			r.Messages++
			if e.Type == schema.Request {
				r.APIs++
			}
		}
		if before != "" {
			x, err := view.NewReleaseComparison(s.codec.Catalog, before, info.Release)
			if err != nil {
				return nil, err
			}
			for _, part := range x.Parts {
				r.Counts = append(r.Counts, releaseCount{part.Title, len(part.Items)})
			}
		}
		before = info.Release
		rows = append([]releaseRow{r}, rows...)
	}
	return rows, nil
}
