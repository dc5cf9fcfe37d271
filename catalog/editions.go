package catalog

import (
	"slices"
	"strings"
	"sync"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/schema"
)

// Edition is a schema and the range of releases that agree with it: in every
// version that one of them has, its layout is the one of the schema.
type Edition struct {
	First, Last Release
	Schema      *schema.Message // with descriptions and notes
}

// Has reports whether the edition is the one of a release.
func (e Edition) Has(r Release) bool { return !r.Before(e.First) && !e.Last.Before(r) }

// history is what is known of all messages of one name.
type history struct {
	editions []Edition // the newest first
	changes  []Change  // the oldest version first
}

// Editions lists the editions of a message, the newest first. The error is an
// *UnknownMessageError.
func (c *Catalog) Editions(name string) ([]Edition, error) {
	e, err := c.Lookup(name, "")
	if err != nil {
		return nil, err
	}
	return c.history(e.Name).editions, nil
}

// Schema gives the schema of a message that is right for one version in one
// release, with descriptions and notes, and the edition that it is from. With
// the release "", the newest release that has the version counts. Valid and
// LatestUnstable are as that release has them. Case of the name does not
// matter, and a name from another time is followed as Lookup does. Errors are
// those of Lookup, and *UnknownVersionError.
func (c *Catalog) Schema(name string, version int16, r Release) (*schema.Message, Edition, error) {
	entry, err := c.Lookup(name, r)
	if err != nil {
		return nil, Edition{}, err
	}
	span, ok := c.spanFor(entry, version, r)
	if !ok {
		return nil, Edition{}, c.unknownVersion(entry, version, r)
	}
	h := c.history(entry.Name)
	if r == "" || span.First == Loaded {
		r = span.Last
	}
	edition := h.pick(version, r)
	m := *edition.Schema
	m.Valid, m.LatestUnstable = span.Versions, span.Unstable
	if span.First != Loaded {
		m.Notes = notesFor(h.changes, m.Valid)
	}
	return &m, edition, nil
}

// spanFor is the span whose releases have the version: of loaded schemas if
// they have it, else of the release, or of the newest release that has it.
func (c *Catalog) spanFor(e Entry, version int16, r Release) (Span, bool) {
	newest := e.Newest()
	if newest.First == Loaded && newest.Versions.Has(version) {
		return newest, true
	}
	if r != "" {
		span, ok := e.At(r)
		return span, ok && span.Versions.Has(version)
	}
	for _, same := range c.sameName(e) {
		if span, ok := same.With(version); ok {
			return span, true
		}
	}
	return Span{}, false
}

// sameName lists the entries with the name of e, the newest first: there are
// two where a message got another type or key.
func (c *Catalog) sameName(e Entry) []Entry {
	x := c.index()
	var all []Entry
	for _, i := range x.byName[strings.ToLower(e.Name)] {
		all = append(all, x.entries[i])
	}
	return all
}

func (c *Catalog) unknownVersion(e Entry, version int16, r Release) error {
	var spans []Span
	if span, ok := e.At(r); ok && r != "" {
		spans = []Span{span}
	} else {
		for _, same := range slices.Backward(c.sameName(e)) {
			spans = append(spans, same.Spans...)
		}
	}
	return &UnknownVersionError{e.Name, version, r, spans}
}

// pick finds the edition of a release; where the release has no schemas, the
// oldest edition with that version.
func (h *history) pick(version int16, r Release) Edition {
	for _, e := range h.editions {
		if e.Has(r) {
			return e
		}
	}
	for _, e := range slices.Backward(h.editions) {
		if e.Schema.Valid.Has(version) {
			return e
		}
	}
	return h.editions[len(h.editions)-1]
}

// history reads a message's file once.
func (c *Catalog) history(name string) *history {
	read, _ := c.histories.LoadOrStore(name, sync.OnceValue(func() *history { return c.readHistory(name) }))
	return read.(func() *history)()
}

func (c *Catalog) readHistory(name string) *history {
	h := &history{}
	if m := c.loaded[strings.ToLower(name)]; m != nil {
		h.editions = append(h.editions, Edition{Loaded, Loaded, m})
	}
	file := "schemas/" + name + ".txt"
	if text, err := files.ReadFile("data/" + file); err == nil {
		editions, err := facts.ParseEditions(file, string(text))
		must(err)
		words := c.fields().of(name)
		for _, e := range editions {
			words.fill(e.Schema)
			h.editions = append(h.editions, Edition{Release(e.First), Release(e.Last), e.Schema})
		}
	}
	h.changes = changesOf(h.editions, readChangeRows(name))
	for _, e := range h.editions {
		if e.First != Loaded {
			e.Schema.Notes = notesFor(h.changes, e.Schema.Valid)
		}
	}
	return h
}
