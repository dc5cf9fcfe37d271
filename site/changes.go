package site

import (
	"html/template"
	"slices"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/view"
)

// fieldChange is what is different about one field.
type fieldChange struct {
	Message string
	Path    string // in the schema; "" for the message itself
	Words   string
	Href    template.URL // of its line on the page; "" where it has none
}

// changesIn are differences of a message in words.
func changesIn(name string, all []schema.Difference) (changes []fieldChange) {
	for _, d := range all {
		if d.Kind != schema.Identity {
			changes = append(changes, fieldChange{Message: name, Path: d.Path, Words: view.Difference(d)})
		}
	}
	return changes
}

// before compares a version of a message with the one before it, by one
// schema where one has both, so that nothing but the version makes a
// difference. It is nil for the first version.
func (s *Site) before(name string, v int16) []schema.Difference {
	editions, _ := s.codec.Catalog.Editions(name) // a page's message is in the catalog
	for _, e := range editions {
		if e.Schema.Valid.Has(v-1) && e.Schema.Valid.Has(v) {
			return schema.Compare(e.Schema, v-1, e.Schema, v)
		}
	}
	from, _, err := s.codec.Catalog.Schema(name, v-1, "")
	if err != nil {
		return nil
	}
	to, _, err := s.codec.Catalog.Schema(name, v, "")
	if err != nil {
		return nil
	}
	return schema.Compare(from, v-1, to, v)
}

// brought is what a version brought to one message.
type brought struct {
	Message string
	Version int16
	Words   string
	KIPs    []link
}

func broughtBy(p *page, message string, c catalog.Change) brought {
	b := brought{Message: message, Version: c.Version, Words: c.Text}
	for _, number := range c.KIPs {
		b.KIPs = append(b.KIPs, kipLink(p, number))
	}
	return b
}

// versionRow is a version in the list of all.
type versionRow struct {
	Version  int16
	Href     string
	Current  bool
	Releases string
	Unstable bool
	Brought  []brought
}

// Rows lists the versions of a page's subject, the newest first.
func (m *messagePage) Rows(p *page) (rows []versionRow) {
	x := m.subject
	for _, v := range slices.Backward(x.versions) {
		row := versionRow{
			Version: v, Href: p.To(x.dir(v)), Current: v == m.version,
			Releases: m.site.releasesWith(x, v), Unstable: m.site.unstable(x, v),
		}
		for _, name := range x.messages {
			row.Brought = append(row.Brought, m.site.broughtTo(p, name, v))
		}
		rows = append(rows, row)
	}
	return rows
}

// broughtTo says what a version brought to a message, with the KIPs that
// asked for it.
func (s *Site) broughtTo(p *page, name string, v int16) brought {
	changes, _ := s.codec.Catalog.Changes(name) // a page's message is in the catalog
	i := slices.IndexFunc(changes, func(c catalog.Change) bool { return c.Version == v })
	if i < 0 {
		return brought{Message: name, Version: v}
	}
	b := broughtBy(p, name, changes[i])
	if i == 0 && b.Words == "" {
		b.Words = "the first version"
	}
	return b
}

// unstable reports whether brokers serve a version only where unstable
// versions are enabled.
func (s *Site) unstable(x *subject, v int16) bool {
	e, err := s.codec.Catalog.Lookup(x.messages[0], s.codec.Release)
	if err != nil {
		return false
	}
	span, ok := e.With(v)
	if s.codec.Release != "" {
		span, ok = e.At(s.codec.Release)
	}
	return ok && span.Unstable && span.Versions.Hi == v
}
