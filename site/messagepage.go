package site

import (
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/view"
)

// messagePage shows one version of a subject, by one sample.
type messagePage struct {
	site           *Site
	codec          *message.Codec
	subject        *subject
	group          *group
	previous, next *subject // nil at the ends
	version        int16
	kind           sample.Kind
	dir            string
	layouts        []otherLayout // of older releases
	layout         *otherLayout  // that is shown; nil for the newest
}

func (m messagePage) file() file {
	p := &page{dir: m.dir, title: m.title(), about: m.about(), body: m.write}
	return p.file(m.site)
}

func (m *messagePage) title() string {
	title := fmt.Sprintf("%s v%d", m.subject.name, m.version)
	if m.kind != sample.Smallest {
		title += ", " + m.kind.String() + " sample"
	}
	if m.layout != nil {
		title += " in " + m.layout.Releases()
	}
	return title
}

// about says what the page shows, and what the message is for.
func (m *messagePage) about() string {
	what := fmt.Sprintf("%s, version %d, byte by byte.", m.subject.name, m.version)
	if m.subject.api != nil {
		what = fmt.Sprintf("Request and response of Kafka's %s API (key %d), version %d, byte by byte.", m.subject.name, m.subject.api.Key, m.version)
	}
	if purpose := m.site.codec.Catalog.Purpose(m.subject.name); purpose != "" {
		what += " " + purpose
	}
	return what
}

// messageData is what the template of message pages shows: the article, which
// says what a terminal shows, and around it what leads on. Methods of the page
// that it calls have names in capitals.
type messageData struct {
	*messagePage
	Page     *page
	Article  template.HTML
	Sections []view.Section
	Changes  []sectionChanges
}

// write writes the body of the page.
func (m *messagePage) write(w io.Writer, p *page) error {
	g, err := m.page()
	if err != nil {
		return err
	}
	changes := m.mark(g)
	if m.Full() {
		for i := range g.Sections {
			g.Sections[i].Schema = "" // the version's page has it
		}
	}
	article, err := markup(func(w io.Writer) error { return g.HTML(w, view.Options{Bare: true}) })
	if err != nil {
		return err
	}
	return m.site.templates.ExecuteTemplate(w, "message.html", &messageData{m, p, article, g.Sections, changes})
}

// page is what the article shows.
func (m *messagePage) page() (*view.Page, error) {
	if m.subject.api != nil {
		return view.NewAPIPage(m.codec, *m.subject.api, m.version, m.kind)
	}
	spec, err := m.codec.Spec(m.subject.name, m.version)
	if err != nil {
		return nil, err
	}
	return view.NewPage(m.codec, spec, m.kind)
}

// sectionChanges is what a version changed in one of its messages.
type sectionChanges struct {
	Title   string
	Changes []fieldChange
}

// mark marks the fields that the version changed, and lists all changes.
func (m *messagePage) mark(g *view.Page) (all []sectionChanges) {
	for i := range g.Sections {
		s := &g.Sections[i]
		found := m.site.before(s.Message, m.version)
		if m.layout != nil {
			found = nil // it is older than what the versions are told by
		}
		s.Doc.Marks = view.Marks(found, m.version)
		if changes := m.placed(*s, changesIn(s.Message, found)); len(changes) > 0 {
			all = append(all, sectionChanges{s.Title, changes})
		}
	}
	return all
}

// placed lets changes lead to the lines of the fields that they are about.
func (m *messagePage) placed(s view.Section, all []fieldChange) []fieldChange {
	spec, err := m.codec.Spec(s.Message, s.Version)
	if err != nil {
		return all
	}
	for _, f := range fieldsOf(spec.Body) {
		for i := range all {
			if all[i].Path == f.path && (!f.tagged || m.kind != sample.Smallest) {
				all[i].Href = template.URL("#" + s.ID() + ":" + f.place) // a fragment, though it looks like a scheme
			}
		}
	}
	return all
}

// Name is the subject's.
func (m *messagePage) Name() string { return m.subject.name }

// API reports whether the page is an API's.
func (m *messagePage) API() bool { return m.subject.api != nil }

// Version is the one that is shown.
func (m *messagePage) Version() int16 { return m.version }

// Group is what the subject belongs to on the front page.
func (m *messagePage) Group() *group { return m.group }

// Purpose says what the message is for.
func (m *messagePage) Purpose() string { return m.site.codec.Catalog.Purpose(m.subject.name) }

// Since says where the version is: "releases since 2.4".
func (m *messagePage) Since() string {
	releases := m.site.releasesWith(m.subject, m.version)
	if releases == (catalog.Span{First: catalog.Loaded, Last: catalog.Loaded}).Releases() {
		return releases // which says that these are schemas, not releases
	}
	return "releases " + releases
}

// Unstable reports whether brokers serve the version only when told to.
func (m *messagePage) Unstable() bool { return m.site.unstable(m.subject, m.version) }

// Full reports whether the page shows the full sample.
func (m *messagePage) Full() bool { return m.kind == sample.Full }

// Whole reports whether the page is the version's own, which has all that there
// is to say of it.
func (m *messagePage) Whole() bool { return !m.Full() && m.layout == nil }

// Own leads to that page.
func (m *messagePage) Own(p *page) string { return p.To(m.subject.dir(m.version)) }

// Random reports whether the page can show other samples, which takes the
// engine, and an engine knows the newest layout alone.
func (m *messagePage) Random() bool {
	return m.site.opt.Engine != nil && m.layout == nil && m.site.engineKnows(m.subject, m.version)
}

// Versions lead to the same sample of other versions.
func (m *messagePage) Versions(p *page) (all []link) {
	for _, v := range m.subject.versions {
		l := link{Text: strconv.Itoa(int(v)), Href: p.To(m.sampleDir(v)), Current: v == m.version}
		l.Title = m.site.releasesWith(m.subject, v)
		if m.site.unstable(m.subject, v) {
			l.Text += "*"
			l.Title += ", unstable"
		}
		all = append(all, l)
	}
	return all
}

// sampleDir is the folder of the page's sample at another version.
func (m *messagePage) sampleDir(v int16) string {
	if m.Full() {
		return fullOf(m.subject.dir(v))
	}
	return m.subject.dir(v)
}

// fullOf is the page of the full sample beside the one in a folder.
func fullOf(dir string) string { return dir + "/full.html" }

// Samples lead to the samples that are files.
func (m *messagePage) Samples(p *page) []link {
	dir := m.subject.dir(m.version)
	return []link{
		{Text: "smallest", Href: p.To(dir), Current: m.Whole()},
		{Text: "full", Href: p.To(fullOf(dir)), Current: m.Full()},
	}
}

// Layouts lead to the layouts that older releases had, if there are any.
func (m *messagePage) Layouts(p *page) (all []layoutLink) {
	if len(m.layouts) == 0 {
		return nil
	}
	_, last := m.site.lifetime(m.subject, m.version)
	newest := link{Text: m.site.since(m.site.after(&m.layouts[0]), last), Href: p.To(m.subject.dir(m.version)), Current: m.layout == nil}
	all = append(all, layoutLink{link: newest})
	for i := range m.layouts {
		l := &m.layouts[i]
		to := link{Text: l.Releases(), Current: m.layout != nil && l.last == m.layout.last}
		if l.onWire {
			to.Href = p.To(l.dir(m.subject, m.version))
		}
		all = append(all, layoutLink{to, l.changed})
	}
	return all
}

// layoutLink leads to a layout, unless it differs in names only, and says what
// has changed since it.
type layoutLink struct {
	link
	Changed []fieldChange
}

// OtherBytes reports whether older releases had a layout that has a page.
func (m *messagePage) OtherBytes() bool {
	return slices.ContainsFunc(m.layouts, func(l otherLayout) bool { return l.onWire })
}

// Diff leads to what is different from the version before.
func (m *messagePage) Diff(p *page) *link {
	before, ok := m.subject.before(m.version)
	dir := diffDir(m.subject, m.version)
	if !ok || !m.site.has(dir) {
		return nil
	}
	return &link{Text: fmt.Sprintf("diff with v%d", before), Href: p.To(dir)}
}

// Play leads to where the sample can be edited.
func (m *messagePage) Play(p *page) string {
	if !m.Random() {
		return ""
	}
	return p.To("play")
}

// Previous leads to the subject before, if there is one.
func (m *messagePage) Previous(p *page) *link { return subjectLink(p, m.previous) }

// Next leads to the subject behind, if there is one.
func (m *messagePage) Next(p *page) *link { return subjectLink(p, m.next) }

func subjectLink(p *page, x *subject) *link {
	if x == nil {
		return nil
	}
	return &link{Text: x.name, Href: p.To(x.name)}
}
