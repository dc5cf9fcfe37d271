package site

import (
	"io"

	"github.com/kscope/kscope/sample"
)

// messages are the pages of APIs and of messages that belong to none. Names
// that an API had lead to it.
func (s *Site) messages() (files []file, err error) {
	for _, m := range s.messagePages() {
		files = append(files, m.file())
	}
	return append(files, s.formerNames()...), nil
}

// messagePages are those of all subjects: each version with its smallest
// sample and its full one, what older releases had under the same number where
// it makes other bytes, and the newest version again in the subject's own
// folder.
func (s *Site) messagePages() (pages []messagePage) {
	group := map[string]*group{}
	for _, g := range s.groups() {
		for _, x := range g.Subjects {
			group[x.name] = g
		}
	}
	all := s.subjects()
	for i, x := range all {
		m := messagePage{site: s, codec: s.codec, subject: x, group: group[x.name], kind: sample.Smallest}
		if i > 0 && (all[i-1].api == nil) == (x.api == nil) {
			m.previous = all[i-1]
		}
		if i+1 < len(all) && (all[i+1].api == nil) == (x.api == nil) {
			m.next = all[i+1]
		}
		for _, v := range x.versions {
			m.version = v
			pages = append(pages, m.variants()...)
		}
	}
	return pages
}

// variants are the pages of one version.
func (m messagePage) variants() (pages []messagePage) {
	x, v := m.subject, m.version
	m.dir, m.layouts = x.dir(v), m.site.otherLayouts(x, v)
	full := m
	full.kind, full.dir = sample.Full, fullOf(m.dir)
	pages = append(pages, m, full)
	for i := range m.layouts {
		if !m.layouts[i].onWire {
			continue
		}
		old := m
		old.layout = &m.layouts[i]
		old.codec, old.dir = old.layout.codec, old.layout.dir(x, v)
		pages = append(pages, old)
	}
	if v == x.newest {
		m.dir = x.name
		pages = append(pages, m)
	}
	return pages
}

// formerNames are pages that lead from the names that an API had to the one
// that it has.
func (s *Site) formerNames() (files []file) {
	for _, x := range s.subjects() {
		if x.api == nil {
			continue
		}
		for _, name := range x.api.Names {
			if name == x.name {
				continue
			}
			p := &page{dir: name, title: name + " is now " + x.name, moved: x.name}
			p.body = func(w io.Writer, p *page) error {
				return s.templates.ExecuteTemplate(w, "moved.html", map[string]any{"Name": name, "Now": x.name, "Href": p.To(x.name)})
			}
			files = append(files, p.file(s))
		}
	}
	return files
}
