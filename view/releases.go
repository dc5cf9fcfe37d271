package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/schema"
)

// ReleaseComparison tells what one release has unlike another, in lists that
// people read. Requests and responses are told together, as APIs.
type ReleaseComparison struct {
	From, To catalog.Release
	Parts    []ReleasePart // those that have something in them
	// Note says where the older release is not fully known, "" where it is.
	Note string
}

// ReleasePart is one sort of difference.
type ReleasePart struct {
	Title string
	Items []ReleaseItem
}

// ReleaseItem is one difference.
type ReleaseItem struct {
	Name     string   // of an API, of a message that belongs to none, or of an error code
	Versions []int16  // that it is about, perhaps none
	Text     []string // clauses
	KIPs     []int
	Code     *catalog.ErrorCode // of an error code
}

// NewReleaseComparison compares two releases. The error is a
// *catalog.UnknownReleaseError.
func NewReleaseComparison(c *catalog.Catalog, from, to catalog.Release) (*ReleaseComparison, error) {
	d, err := c.DiffReleases(from, to)
	if err != nil {
		return nil, err
	}
	r := releaseTeller{catalog: c, diff: d}
	x := &ReleaseComparison{From: d.From, To: d.To, Note: r.note()}
	r.renamings()
	r.newcomers()
	r.gone()
	for _, m := range d.Changed {
		r.changed(m)
	}
	for _, p := range []ReleasePart{
		{"New APIs", r.newAPIs}, {"New messages", r.newMessages}, {"Renamed, or of another type", r.renamed}, {"New versions", r.versions},
		{"Versions that became stable or unstable", r.stability}, {"Versions no longer served", r.dropped},
		{"Removed APIs and messages", r.removed}, {"Layouts changed under the same version", r.layouts},
		{"Only names, defaults and flags changed, no bytes", r.names}, {"New error codes", r.errors()},
	} {
		if len(p.Items) > 0 {
			x.Parts = append(x.Parts, p)
		}
	}
	return x, nil
}

// releaseTeller sorts differences into lists.
type releaseTeller struct {
	catalog *catalog.Catalog
	diff    catalog.ReleaseDiff

	newAPIs, newMessages, renamed, removed []ReleaseItem
	versions, stability, dropped           []ReleaseItem
	layouts, names                         []ReleaseItem
}

// note looks for messages of which older jars hold no schemas.
func (r *releaseTeller) note() string {
	for _, e := range r.catalog.Messages() {
		if _, ok := e.At(r.diff.From); ok && e.Type == schema.Metadata {
			return ""
		}
	}
	if !slices.ContainsFunc(r.diff.Added, func(e catalog.Entry) bool { return !e.IsAPI() }) {
		return ""
	}
	return fmt.Sprintf("The jars of Kafka %s hold schemas of requests and responses only, or none: of other messages that are new here, some may be older.", r.diff.From)
}

// about finds the item of a name and versions in a list, or appends it, so that
// request and response share one.
func about(list *[]ReleaseItem, name string, versions ...int16) *ReleaseItem {
	i := slices.IndexFunc(*list, func(x ReleaseItem) bool { return x.Name == name && slices.Equal(x.Versions, versions) })
	if i < 0 {
		i = len(*list)
		*list = append(*list, ReleaseItem{Name: name, Versions: versions})
	}
	return &(*list)[i]
}

func (x *ReleaseItem) say(text string) {
	if text != "" && !slices.Contains(x.Text, text) {
		x.Text = append(x.Text, text)
	}
}

func (x *ReleaseItem) kips(all []int) {
	for _, n := range all {
		if !slices.Contains(x.KIPs, n) {
			x.KIPs = append(x.KIPs, n)
		}
	}
}

func (r *releaseTeller) newcomers() {
	for _, e := range r.diff.Added {
		list := &r.newMessages
		if e.IsAPI() {
			list = &r.newAPIs
		}
		x := about(list, e.APIName())
		span, _ := e.At(r.diff.To)
		if e.Type != schema.Response {
			x.say(versionsWords(span) + ": " + r.catalog.Purpose(e.Name))
		}
		for _, c := range r.changes(e.Name) {
			if span.Versions.Has(c.Version) {
				x.kips(c.KIPs)
			}
		}
	}
}

func (r *releaseTeller) changes(name string) []catalog.Change {
	changes, _ := r.catalog.Changes(name) // the name is the catalog's own
	return changes
}

func versionsWords(s catalog.Span) string {
	switch {
	case s.Versions.Len() == 1 && s.Unstable:
		return "version " + s.Versions.String() + " (unstable)"
	case s.Versions.Len() == 1:
		return "version " + s.Versions.String()
	case s.Unstable:
		return fmt.Sprintf("versions %s (%d unstable)", s.Versions, s.Versions.Hi)
	}
	return "versions " + s.Versions.String()
}

func (r *releaseTeller) gone() {
	for _, e := range r.diff.Removed {
		span, _ := e.At(r.diff.From)
		about(&r.removed, e.APIName()).say("had " + versionsWords(span))
	}
}

// renamings tell new names; what the versions are, changed tells, because the
// two entries are one message.
func (r *releaseTeller) renamings() {
	for _, n := range r.diff.Renamed {
		x := about(&r.renamed, n.To.APIName())
		if n.From.Name == n.To.Name {
			x.say(fmt.Sprintf("is of type %s, was %s", n.To.Type, n.From.Type))
		} else {
			x.say("was called " + n.From.APIName())
		}
		if n.To.Type != n.From.Type && n.To.Type == schema.CoordinatorKey {
			continue // what was its version is its type now
		}
		a, _ := n.From.At(r.diff.From)
		b, _ := n.To.At(r.diff.To)
		r.changed(catalog.MessageDiff{Entry: n.To, From: a, To: b})
	}
}

// changed tells of a message that both releases have.
func (r *releaseTeller) changed(m catalog.MessageDiff) {
	name := m.Entry.APIName()
	for _, v := range versionsOf(m.To.Versions) {
		if !m.From.Versions.Has(v) {
			r.newVersion(m.Entry, v, m.To.Unstable && v == m.To.Versions.Hi)
		}
	}
	if !m.To.Versions.Covers(m.From.Versions) {
		about(&r.dropped, name).say("served " + m.From.Versions.String() + ", now " + m.To.Versions.String())
	}
	if hi := m.To.Versions.Hi; hi == m.From.Versions.Hi && m.From.Unstable != m.To.Unstable {
		about(&r.stability, name, hi).say(pick(m.To.Unstable, "is now unstable", "is now stable"))
	}
	for _, l := range m.Layouts {
		list := &r.names
		if slices.ContainsFunc(l.Differences, func(d schema.Difference) bool { return d.Kind.OnWire() }) {
			list = &r.layouts
		}
		x := about(list, m.Entry.Name, versionsOf(l.Versions)...)
		for _, d := range l.Differences {
			x.say(strings.TrimPrefix(d.Path+": ", ": ") + Difference(d))
		}
	}
}

func versionsOf(v schema.Versions) (all []int16) {
	for n := v.Lo; n <= v.Hi; n++ {
		all = append(all, n)
	}
	return all
}

func (r *releaseTeller) newVersion(e catalog.Entry, v int16, unstable bool) {
	x := about(&r.versions, e.APIName(), v)
	for _, c := range r.changes(e.Name) {
		if c.Version != v {
			continue
		}
		x.kips(c.KIPs)
		if both := slices.Index(x.Text, string(schema.Request)+" "+c.Text); both >= 0 {
			x.Text[both] = c.Text
		} else if c.Text != "" {
			x.say(strings.TrimSpace(sideWord(e) + " " + c.Text))
		}
	}
	if unstable {
		x.say("unstable")
	}
	if len(x.Text) == 0 {
		x.say("first version")
	}
}

// sideWord tells request and response apart where they are told together.
func sideWord(e catalog.Entry) string {
	if e.IsAPI() {
		return string(e.Type)
	}
	return ""
}

// errors are the codes that came behind the first release, up to the second.
func (r *releaseTeller) errors() (items []ReleaseItem) {
	for _, e := range r.catalog.Errors() {
		if r.diff.From.Before(e.Since) && !r.diff.To.Before(e.Since) {
			items = append(items, ReleaseItem{Name: e.Name, Text: []string{e.Meaning}, Code: &e})
		}
	}
	return items
}
