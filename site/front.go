package site

import (
	"fmt"
	"html/template"
	"io"
	"math"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/view"
)

// front is the page at the root: what there is.
func (s *Site) front() ([]file, error) {
	p := &page{
		title: "kscope: the Apache Kafka wire protocol",
		about: "Every message of the Apache Kafka protocol, at every version, byte by byte: APIs, headers, record batches, metadata and coordinator records.",
		body:  s.writeFront,
	}
	return []file{p.file(s)}, nil
}

func (s *Site) writeFront(w io.Writer, p *page) error {
	apis, others := s.listed(p)
	shown, err := s.specimen(p)
	if err != nil {
		return err
	}
	return s.templates.ExecuteTemplate(w, "front.html", map[string]any{
		"Page":     p,
		"Messages": s.count(),
		"Covered":  s.covered(),
		"Example":  shown,
		"Ways":     s.ways(p),
		"APIs":     apis,
		"Others":   others,
	})
}

// listing is a group with what the front page says of its subjects.
type listing struct {
	*group
	Rows []listed
}

// listed is a subject in the list of all.
type listed struct {
	link
	Key       string
	Versions  string
	Unstable  string // the version that is marked so; "" for none
	Releases  string
	Listeners []string
	Purpose   string
}

// listed are the groups of APIs, and those of other messages.
func (s *Site) listed(p *page) (apis, others []listing) {
	for _, g := range s.groups() {
		l := listing{group: g}
		for _, x := range g.Subjects {
			l.Rows = append(l.Rows, s.listedSubject(p, x))
		}
		if g.Subjects[0].api != nil {
			apis = append(apis, l)
		} else {
			others = append(others, l)
		}
	}
	return apis, others
}

func (s *Site) listedSubject(p *page, x *subject) listed {
	newest := x.versions[len(x.versions)-1]
	row := listed{
		link:     link{Text: x.name, Href: p.To(x.name)},
		Versions: versionRange(x.versions),
		Releases: s.releasesOf(x),
		Purpose:  s.codec.Catalog.Purpose(x.name),
	}
	if e, err := s.codec.Catalog.Lookup(x.messages[0], s.codec.Release); err == nil && e.Key >= 0 {
		row.Key = fmt.Sprint(e.Key)
	}
	if s.unstable(x, newest) {
		row.Unstable = fmt.Sprint(newest)
	}
	if x.api != nil {
		row.Listeners = s.listeners(x)
	}
	return row
}

// count is how many pairs of a message and a version have a page.
func (s *Site) count() (n int) {
	for _, x := range s.subjects() {
		for _, v := range x.versions {
			n += len(s.specs(x, v))
		}
	}
	return n
}

// ways lead to the pages about no single message, those that the site has.
func (s *Site) ways(p *page) (all []link) {
	for _, r := range s.references() {
		if s.has(r.dir) {
			all = append(all, link{Text: r.title, Href: p.To(r.dir), Title: r.about})
		}
	}
	if s.has("play") {
		play := link{Text: "Playground", Href: p.To("play"), Title: "paste bytes and see what they say; change a value and see which bytes change"}
		all = append([]link{play}, all...)
	}
	return all
}

// specimen is what a page shows of one section.
type specimen struct {
	link
	Rows  template.HTML // of the grid, without the heads of columns
	Lines template.HTML // of the tree
}

// mostLines is how many lines of a tree the front page has room for.
const mostLines = 24

// specimen is the request that shows most kinds of fields, of those that have
// structs in an array and a tree there is room for; of several, the largest.
func (s *Site) specimen(p *page) (*specimen, error) {
	var best *view.Section
	var of *subject
	most := 0
	for _, x := range s.subjects() {
		n := kinds(s.specs(x, x.newest)[0].Body)
		if x.api == nil || n == 0 || n < most {
			continue
		}
		g, err := view.NewAPIPage(s.codec, *x.api, x.newest, sample.Smallest)
		if err != nil {
			return nil, err
		}
		section := &g.Sections[0]
		lines, err := view.NewOutline(section.Doc, view.Options{}).Write(io.Discard, 0, 0)
		if err != nil {
			return nil, err
		}
		if lines <= mostLines && (n > most || size(section) > size(best)) {
			best, of, most = section, x, n
		}
	}
	if best == nil {
		return nil, nil
	}
	rows, err := markup(func(w io.Writer) error { return view.GridRows(w, best.Doc, 0, 0, math.MaxInt32) })
	if err != nil {
		return nil, err
	}
	lines, err := markup(func(w io.Writer) error {
		_, err := view.NewOutline(best.Doc, view.Options{}).Write(w, 0, math.MaxInt)
		return err
	})
	return &specimen{link{Text: best.Summary, Href: p.To(of.name)}, rows, lines}, err
}

// kinds is how many kinds of fields a layout has; 0 where no array has structs.
func kinds(l *layout.Layout) int {
	seen, structs := map[layout.Kind]bool{}, false
	for i, op := range l.Ops {
		seen[op.Kind] = true
		structs = structs || op.Kind.IsArray() && l.Ops[i+1].Kind.IsStruct()
	}
	if !structs {
		return 0
	}
	return len(seen)
}

func size(s *view.Section) int { return len(s.Doc.Tape.Data) }
