package site

import (
	"io"
	"path"

	"github.com/kscope/kscope/sample"
)

// messages are the pages of APIs and of messages that belong to none: each
// version with its smallest sample and its full one, the layouts that older
// releases had under the same number, and the newest version again in the
// subject's own folder. Names that an API had lead to it.
func (s *Site) messages() (files []file, err error) {
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
		files = append(files, m.files()...)
	}
	return append(files, s.formerNames()...), nil
}

// files are the pages of all versions of the page's subject.
func (m messagePage) files() (files []file) {
	x := m.subject
	for _, v := range x.versions {
		m.version, m.dir = v, x.dir(v)
		m.layouts = m.site.otherLayouts(x, v)
		full := m
		full.kind, full.dir = sample.Full, path.Join(m.dir, "full")
		files = append(files, m.file(), full.file())
		for i := range m.layouts {
			old := m
			old.layout = &m.layouts[i]
			old.codec, old.dir = old.layout.codec, old.layout.dir(x, v)
			files = append(files, old.file())
		}
		if v == x.newest {
			m.dir = x.name
			files = append(files, m.file())
		}
	}
	return files
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
			p := &page{dir: name, title: name + " is now " + x.name}
			p.body = func(w io.Writer, p *page) error {
				return s.templates.ExecuteTemplate(w, "moved.html", map[string]any{"Name": name, "Now": x.name, "Href": p.To(x.name)})
			}
			files = append(files, p.file(s))
		}
	}
	return files
}
