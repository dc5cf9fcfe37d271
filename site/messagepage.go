package site

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"

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

// write writes the body of the page: the article, which says what a terminal
// shows, and around it what leads on.
func (m *messagePage) write(w io.Writer, p *page) error {
	g, err := m.page()
	if err != nil {
		return err
	}
	changes := m.mark(g)
	if m.kind != sample.Smallest {
		for i := range g.Sections {
			g.Sections[i].Schema = "" // the version's page has it
		}
	}
	var article bytes.Buffer
	if err := g.HTML(&article, view.Options{}); err != nil {
		return err
	}
	return m.site.templates.ExecuteTemplate(w, "message.html", map[string]any{
		"Page":     p,
		"Name":     m.subject.name,
		"API":      m.subject.api,
		"Version":  m.version,
		"Group":    m.group,
		"Purpose":  m.site.codec.Catalog.Purpose(m.subject.name),
		"Article":  template.HTML(article.String()), // from package view, which escapes
		"Sections": g.Sections,
		"Samples":  m.samples(p),
		"Layouts":  m.layoutLinks(p),

		"OtherBytes": slices.ContainsFunc(m.layouts, func(l otherLayout) bool { return l.onWire }),

		"Changes":  changes,
		"Rows":     m.versionRows(p),
		"Versions": m.versionLinks(p),
		"Since":    m.site.releasesWith(m.subject, m.version),
		"Unstable": m.site.unstable(m.subject, m.version),
		"Full":     m.kind == sample.Full,
		"Whole":    m.kind == sample.Smallest && m.layout == nil,
		"Own":      p.To(m.subject.dir(m.version)),
		"Random":   m.site.opt.Engine != nil && m.layout == nil,
		"Holds":    m.holds(p),
		"HeldBy":   m.heldBy(p),
		"Diff":     m.diffLink(p),
		"Play":     m.playLink(p),
		"Previous": subjectLink(p, m.previous),
		"Next":     subjectLink(p, m.next),
	})
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

func (m *messagePage) versionLinks(p *page) (all []link) {
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
	if m.kind == sample.Full {
		return m.subject.dir(v) + "/full"
	}
	return m.subject.dir(v)
}

func (m *messagePage) samples(p *page) []link {
	dir := m.subject.dir(m.version)
	return []link{
		{Text: "smallest", Href: p.To(dir), Current: m.kind == sample.Smallest && m.layout == nil},
		{Text: "full", Href: p.To(dir + "/full"), Current: m.kind == sample.Full},
	}
}

// layoutLinks lead to the layouts that older releases had, if there are any.
func (m *messagePage) layoutLinks(p *page) (all []layoutLink) {
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

// diffLink leads to what is different from the version before.
func (m *messagePage) diffLink(p *page) *link {
	before, ok := m.subject.before(m.version)
	dir := m.subject.dir(m.version) + "/diff"
	if !ok || !m.site.has(dir) {
		return nil
	}
	return &link{Text: fmt.Sprintf("diff with v%d", before), Href: p.To(dir)}
}

// playLink leads to where the sample can be edited.
func (m *messagePage) playLink(p *page) string {
	if !m.site.has("play") {
		return ""
	}
	return p.To("play")
}

// subjectLink leads to the page of a subject, if there is one.
func subjectLink(p *page, x *subject) *link {
	if x == nil {
		return nil
	}
	return &link{Text: x.name, Href: p.To(x.name)}
}
