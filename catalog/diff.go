package catalog

import (
	"slices"

	"github.com/kscope/kscope/schema"
)

// ReleaseDiff is what differs between two releases.
type ReleaseDiff struct {
	From, To Release
	Added    []Entry // messages that only the second has
	Removed  []Entry // messages that only the first has
	Renamed  []Renaming
	Changed  []MessageDiff
}

// Renaming is a request or response that kept its key under another name, or
// a message that kept its name under another type or key.
type Renaming struct{ From, To Entry }

// MessageDiff is a message that both releases have, not in the same form.
type MessageDiff struct {
	Entry    Entry
	From, To Span         // versions valid in each; equal when only layouts changed
	Layouts  []LayoutDiff // versions that both have, with another layout
}

// LayoutDiff is a run of versions whose layouts changed, all in the same way,
// without new numbers.
type LayoutDiff struct {
	Versions    schema.Versions
	Differences []schema.Difference
}

// DiffReleases compares two releases in the order of Messages. Of releases
// before 2.2 only versions are compared. The error is an
// *UnknownReleaseError.
func (c *Catalog) DiffReleases(from, to Release) (ReleaseDiff, error) {
	d := ReleaseDiff{From: from, To: to}
	for _, r := range []*Release{&d.From, &d.To} {
		if *r == "" {
			*r = c.Latest()
		}
		if err := c.checkRelease(*r); err != nil {
			return ReleaseDiff{}, err
		}
	}
	for _, e := range c.Messages() {
		a, inFrom := e.At(d.From)
		b, inTo := e.At(d.To)
		switch {
		case inFrom && inTo:
			if m := c.diffMessage(e, a, b, d.From, d.To); m != nil {
				d.Changed = append(d.Changed, *m)
			}
		case inFrom:
			d.Removed = append(d.Removed, e)
		case inTo:
			d.Added = append(d.Added, e)
		}
	}
	d.findRenamings()
	return d, nil
}

func (c *Catalog) diffMessage(e Entry, a, b Span, from, to Release) *MessageDiff {
	m := &MessageDiff{Entry: e, From: a, To: b}
	h := c.history(e.Name)
	both := a.Versions.Intersect(b.Versions)
	for v := int(both.Lo); v <= int(both.Hi); v++ {
		ea, eb := h.pick(int16(v), from), h.pick(int16(v), to)
		if ea.Schema == eb.Schema {
			continue
		}
		if all := schema.Compare(ea.Schema, int16(v), eb.Schema, int16(v)); len(all) > 0 {
			m.add(int16(v), all)
		}
	}
	if a.Versions == b.Versions && a.Unstable == b.Unstable && len(m.Layouts) == 0 {
		return nil
	}
	return m
}

// add lets a version join the run before it if the same things changed.
func (m *MessageDiff) add(v int16, all []schema.Difference) {
	if n := len(m.Layouts); n > 0 {
		last := &m.Layouts[n-1]
		if last.Versions.Hi == v-1 && slices.Equal(last.Differences, all) {
			last.Versions.Hi = v
			return
		}
	}
	m.Layouts = append(m.Layouts, LayoutDiff{schema.Versions{Lo: v, Hi: v}, all})
}

// findRenamings makes pairs of what was added and removed under one key or
// name.
func (d *ReleaseDiff) findRenamings() {
	d.Added = slices.DeleteFunc(d.Added, func(to Entry) bool {
		i := slices.IndexFunc(d.Removed, func(from Entry) bool {
			return to.Name == from.Name || to.IsAPI() && from.Type == to.Type && from.Key == to.Key
		})
		if i < 0 {
			return false
		}
		d.Renamed = append(d.Renamed, Renaming{d.Removed[i], to})
		d.Removed = slices.Delete(d.Removed, i, i+1)
		return true
	})
}
