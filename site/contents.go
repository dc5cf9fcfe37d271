package site

import (
	"slices"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/prose"
)

// held is a field of bytes and what it holds, seen from either of the two.
type held struct {
	Field  link
	Form   link // a message, or a form in words, which has no Href
	When   string
	Source string
}

func (s *Site) held(p *page, n catalog.Nested) held {
	return held{s.fieldLink(p, n), s.formLink(p, n), whenWords(n.When), n.Source}
}

// Holds lists what the fields of a page's messages hold.
func (m *messagePage) Holds(p *page) (all []held) {
	for _, name := range m.subject.messages {
		for _, n := range m.codec.Catalog.Nested(name) {
			all = append(all, m.site.held(p, n))
		}
	}
	return all
}

// HeldBy lists the fields of other messages that hold the page's.
func (m *messagePage) HeldBy(p *page) (all []held) {
	for _, n := range m.codec.Catalog.AllNested() {
		if slices.Contains(m.subject.messages, n.Form) {
			all = append(all, m.site.held(p, n))
		}
	}
	return all
}

// fieldLink leads to the message that a field is of.
func (s *Site) fieldLink(p *page, n catalog.Nested) link {
	to := link{Text: n.Field()}
	if dir, ok := s.folderOf(n.Message); ok {
		to.Href = p.To(dir)
	}
	return to
}

// formLink leads to the message that a form is, if it is one.
func (s *Site) formLink(p *page, n catalog.Nested) link {
	if n.IsMessage() {
		if dir, ok := s.folderOf(n.Form); ok {
			return link{Text: n.Form, Href: p.To(dir)}
		}
	}
	return link{Text: strings.ReplaceAll(n.Form, "-", " ")}
}

// folderOf is the folder of a message's page.
func (s *Site) folderOf(name string) (dir string, ok bool) {
	e, err := s.codec.Catalog.Lookup(name, s.codec.Release)
	if err != nil {
		return "", false
	}
	if e.IsAPI() {
		api, err := s.codec.Catalog.API(e.Key)
		return api.Name, err == nil && s.has(api.Name)
	}
	return e.Name, s.has(e.Name)
}

// whenWords says under which conditions something holds.
func whenWords(all []catalog.Condition) string {
	words := make([]string, len(all))
	for i, c := range all {
		words[i] = strings.Join(c.Fields, " or ") + " is " + c.Value
		if c.Open {
			words[i] += " or not said"
		}
	}
	return prose.List(words)
}
