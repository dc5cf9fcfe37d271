package catalog

import (
	"slices"
	"strings"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/schema"
)

// Span is a run of releases that have the same versions of a message.
type Span struct {
	First, Last Release
	Versions    schema.Versions
	Unstable    bool // the highest version is served only where unstable versions are enabled
}

// Has reports whether the span has a release.
func (s Span) Has(r Release) bool { return !r.Before(s.First) && !s.Last.Before(r) }

// Stable is the highest stable version, or the highest when none is stable.
func (s Span) Stable() int16 {
	if s.Unstable && s.Versions.Lo < s.Versions.Hi {
		return s.Versions.Hi - 1
	}
	return s.Versions.Hi
}

// Entry is one message and its history.
type Entry struct {
	Name  string
	Type  schema.Type
	Key   int    // API key, or record type of a metadata or coordinator record; schema.NoKey without one
	Spans []Span // the oldest first, never empty
}

func entryOf(r facts.Row) Entry {
	e := Entry{Name: r.Name, Type: r.Type, Key: r.Key, Spans: make([]Span, len(r.Spans))}
	for i, s := range r.Spans {
		e.Spans[i] = Span{Release(s.First), Release(s.Last), s.Versions, s.Unstable}
	}
	return e
}

// IsAPI reports whether the message is a request or a response.
func (e Entry) IsAPI() bool { return e.Type == schema.Request || e.Type == schema.Response }

// APIName is the message's name without Request or Response.
func (e Entry) APIName() string {
	m := schema.Message{Name: e.Name, Type: e.Type}
	return m.APIName()
}

// Newest is the span of the newest releases that have the message.
func (e Entry) Newest() Span { return e.Spans[len(e.Spans)-1] }

// At is the span that has the release, or the newest span for "". It is false
// when the release lacks the message.
func (e Entry) At(r Release) (Span, bool) {
	if r == "" {
		return e.Newest(), true
	}
	i := slices.IndexFunc(e.Spans, func(s Span) bool { return s.Has(r) })
	if i < 0 {
		return Span{}, false
	}
	return e.Spans[i], true
}

// With is the newest span that has a version.
func (e Entry) With(version int16) (Span, bool) {
	for _, s := range slices.Backward(e.Spans) {
		if s.Versions.Has(version) {
			return s, true
		}
	}
	return Span{}, false
}

// Versions is the range of all versions that any release has.
func (e Entry) Versions() schema.Versions {
	all := e.Spans[0].Versions
	for _, s := range e.Spans {
		all = schema.Versions{Lo: min(all.Lo, s.Versions.Lo), Hi: max(all.Hi, s.Versions.Hi)}
	}
	return all
}

// load lets schemas from run time join the entries, as their newest span.
func (x *index) load(loaded map[string]*schema.Message) {
	for _, name := range sortedKeys(loaded) {
		m := loaded[name]
		span := Span{First: Loaded, Last: Loaded, Versions: m.Valid, Unstable: m.LatestUnstable}
		i := slices.IndexFunc(x.entries, func(e Entry) bool {
			return e.Name == m.Name && e.Type == m.Type && e.Key == m.APIKey
		})
		if i >= 0 {
			x.entries[i].Spans = append(x.entries[i].Spans, span)
		} else {
			x.entries = append(x.entries, Entry{m.Name, m.Type, m.APIKey, []Span{span}})
		}
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// sort puts the entry that is newest first among those of one name, and last
// among those of one key.
func (x *index) sort() {
	newer := func(a, b int) int {
		la, lb := x.entries[a].Newest().Last, x.entries[b].Newest().Last
		switch {
		case la.Before(lb):
			return 1
		case lb.Before(la):
			return -1
		}
		return 0
	}
	for _, list := range x.byName {
		slices.SortStableFunc(list, newer)
	}
	for _, list := range x.byKey {
		slices.SortStableFunc(list, func(a, b int) int { return newer(b, a) })
	}
}

// Messages lists all entries: requests and responses by API key, then
// headers, metadata records, coordinator records and data.
func (c *Catalog) Messages() []Entry { return c.index().entries }

// Lookup finds a message by name; case does not matter. With a release, it is
// the message as that release has it, under another name if it had another
// one then. The error is an *UnknownMessageError or *UnknownReleaseError.
func (c *Catalog) Lookup(name string, r Release) (Entry, error) {
	if err := c.checkRelease(r); err != nil {
		return Entry{}, err
	}
	x := c.index()
	list := x.byName[strings.ToLower(name)]
	if len(list) == 0 {
		err := &UnknownMessageError{Name: name}
		if api, fault := c.APIByName(name, ""); fault == nil {
			err.Suggestions = []string{api.Request.Name, api.Response.Name}
		} else {
			err.Suggestions = c.suggest(name)
		}
		return Entry{}, err
	}
	for _, i := range list {
		if _, ok := x.entries[i].At(r); ok || x.isLoaded(i) {
			return x.entries[i], nil
		}
	}
	newest := x.entries[list[0]]
	for _, i := range x.byKey[newest.Key] {
		e := x.entries[i]
		if _, ok := e.At(r); ok && newest.IsAPI() && e.Type == newest.Type {
			return e, nil
		}
	}
	return Entry{}, &UnknownMessageError{Name: newest.Name, Release: r, Spans: newest.Spans}
}

func (x *index) isLoaded(i int) bool { return x.entries[i].Newest().Last == Loaded }
