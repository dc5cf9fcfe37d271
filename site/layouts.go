package site

import (
	"slices"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// otherLayout is what older releases had under the number of a version that
// is something else today.
type otherLayout struct {
	first, last catalog.Release
	codec       *message.Codec // of the last release
	changed     []fieldChange  // since then
	onWire      bool           // some bytes differ, so that there is a page
}

// dir is the folder of the layout's page.
func (l *otherLayout) dir(x *subject, v int16) string { return x.dir(v) + "@" + string(l.last) }

// Releases says which releases had the layout.
func (l *otherLayout) Releases() string {
	return catalog.Span{First: l.first, Last: l.last}.Releases()
}

// after is the first release behind those that had the layout.
func (s *Site) after(l *otherLayout) catalog.Release {
	all := s.codec.Catalog.Releases()
	i := slices.IndexFunc(all, func(r catalog.ReleaseInfo) bool { return r.Release == l.last })
	return all[i+1].Release
}

// otherLayouts are those of a version, the newest first. A site of one release
// has none, because it shows what that release had.
func (s *Site) otherLayouts(x *subject, v int16) (all []otherLayout) {
	if s.codec.Release != "" {
		return nil
	}
	newest := s.schemas(x, v, "")
	at := newest
	for _, r := range slices.Backward(s.codec.Catalog.Releases()) {
		old := s.schemas(x, v, r.Release)
		if len(old) != len(newest) {
			continue // the release lacks the version
		}
		if n := len(all); !differ(old, at, v) {
			if n > 0 {
				all[n-1].first = r.Release
			}
			continue
		}
		at = old
		l := otherLayout{first: r.Release, last: r.Release, codec: s.codecFor(r.Release)}
		for i, m := range newest {
			found := schema.Compare(old[i], v, m, v)
			l.changed = append(l.changed, changesIn(m.Name, found)...)
			l.onWire = l.onWire || slices.ContainsFunc(found, func(d schema.Difference) bool { return d.Kind.OnWire() })
		}
		all = append(all, l)
	}
	return all
}

// schemas are those of the subject's messages at a version in a release.
func (s *Site) schemas(x *subject, v int16, r catalog.Release) (all []*schema.Message) {
	for _, name := range x.messages {
		if m, _, err := s.codec.Catalog.Schema(name, v, r); err == nil {
			all = append(all, m)
		}
	}
	return all
}

// differ reports whether two lists of schemas of the same messages give other
// bytes, or other names to them, at a version.
func differ(from, to []*schema.Message, v int16) bool {
	for i := range from {
		if slices.ContainsFunc(schema.Compare(from[i], v, to[i], v), func(d schema.Difference) bool {
			return d.Kind.OnWire() || d.Kind == schema.FieldRenamed
		}) {
			return true
		}
	}
	return false
}

// engineKnows reports whether the engine, whose catalog is the built-in one,
// has the bytes of a version that the site has: loaded schemas may say others.
func (s *Site) engineKnows(x *subject, v int16) bool {
	for _, name := range x.messages {
		m, edition, err := s.codec.Catalog.Schema(name, v, s.codec.Release)
		if err != nil || edition.First != catalog.Loaded {
			continue
		}
		known, _, err := s.builtin.Catalog.Schema(name, v, s.codec.Release)
		if err != nil || differ([]*schema.Message{known}, []*schema.Message{m}, v) {
			return false
		}
	}
	return true
}

// codecFor is a codec of the same catalog for a release.
func (s *Site) codecFor(r catalog.Release) *message.Codec {
	c := s.releases[r]
	if c == nil {
		c = message.New(s.codec.Catalog, r)
		c.Nester = s.codec.Nester
		s.releases[r] = c
	}
	return c
}
