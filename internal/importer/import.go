package importer

import (
	"fmt"
	"slices"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/schema"
)

// Jars is what one release's jars say.
type Jars struct {
	Release facts.Release
	Schemas []*schema.Message // none before 2.2
	APIs    []API             // of the ApiKeys class
	Errors  []facts.ErrorCode // of the Errors class; Since and Former are empty
}

// API is one constant of Kafka's ApiKeys class.
type API struct {
	Key      int
	Name     string
	Versions schema.Versions
}

// Add adds a release that is newer than all others, or the newest again.
func (s *Store) Add(jars *Jars) error {
	if n := len(s.releases); n > 0 {
		switch newest := s.releases[n-1].Minor; {
		case newest == jars.Release.Minor:
			s.withdraw()
		case facts.Before(jars.Release.Minor, newest):
			return fmt.Errorf("%s comes before %s, which is in the catalog: releases are added in their order",
				jars.Release.Patch, s.releases[n-1].Patch)
		}
	}
	for _, m := range jars.Schemas {
		if m.Valid.Empty() {
			continue // the way in which 4.x keeps the names of removed APIs
		}
		s.addEdition(m, jars.Release.Minor)
		s.addVersions(m, jars.Release.Minor)
	}
	if len(jars.Schemas) == 0 {
		s.addAPIs(jars)
	}
	s.addErrors(jars)
	s.releases = append(s.releases, jars.Release)
	return nil
}

// newest is the last release added; "" in an empty store.
func (s *Store) newest() string {
	if len(s.releases) == 0 {
		return ""
	}
	return s.releases[len(s.releases)-1].Minor
}

// withdraw takes the newest release out, so that it can be added again. What
// an edition learnt from it stays, which does no harm: agreement is checked in
// the versions that the release before it has.
func (s *Store) withdraw() {
	release := s.newest()
	s.releases = s.releases[:len(s.releases)-1]
	before := s.newest()
	for i := range s.rows {
		r := &s.rows[i]
		last := &r.Spans[len(r.Spans)-1]
		if last.Last == release && last.First == release {
			r.Spans = r.Spans[:len(r.Spans)-1]
		} else if last.Last == release {
			last.Last = before
		}
	}
	s.rows = slices.DeleteFunc(s.rows, func(r facts.Row) bool { return len(r.Spans) == 0 })
	for name, editions := range s.editions {
		if e := &editions[0]; e.Last == release && e.First == release {
			s.editions[name] = editions[1:]
		} else if e.Last == release {
			e.Last = before
		}
	}
	s.errors = slices.DeleteFunc(s.errors, func(e facts.ErrorCode) bool { return e.Since == release })
}

// addEdition lets the newest edition go on if the schema agrees with it, and
// begins a new one otherwise.
func (s *Store) addEdition(m *schema.Message, release string) {
	editions := s.editions[m.Name]
	if len(editions) > 0 && editions[0].Last == s.newest() && s.agrees(editions[0].Schema, m) {
		editions[0].Last, editions[0].Schema = release, m
		return
	}
	s.editions[m.Name] = slices.Insert(editions, 0, facts.Edition{First: release, Last: release, Schema: m})
}

// agrees reports whether m has all versions that the newest release so far
// has, each with the layout of the edition.
func (s *Store) agrees(edition, m *schema.Message) bool {
	span := s.spanOf(edition)
	if span == nil || !m.Valid.Covers(span.Versions) {
		return false
	}
	for v := int(span.Versions.Lo); v <= int(span.Versions.Hi); v++ {
		if same, _ := schema.Same(edition, m, int16(v)); !same {
			return false
		}
	}
	return true
}

// spanOf is the span of a message that the newest release is in.
func (s *Store) spanOf(m *schema.Message) *facts.Span {
	for _, r := range s.rows {
		last := &r.Spans[len(r.Spans)-1]
		if r.Name == m.Name && r.Type == m.Type && r.Key == m.APIKey && last.Last == s.newest() {
			return last
		}
	}
	return nil
}

func (s *Store) addVersions(m *schema.Message, release string) {
	span := facts.Span{First: release, Last: release, Versions: m.Valid, Unstable: m.LatestUnstable}
	s.addSpan(m.Name, m.Type, m.APIKey, span)
}

func (s *Store) addSpan(name string, typ schema.Type, key int, span facts.Span) {
	for i := range s.rows {
		r := &s.rows[i]
		if r.Name != name || r.Type != typ || r.Key != key {
			continue
		}
		last := &r.Spans[len(r.Spans)-1]
		if last.Last == s.newest() && last.Versions == span.Versions && last.Unstable == span.Unstable {
			last.Last = span.Last
		} else {
			r.Spans = append(r.Spans, span)
		}
		return
	}
	s.rows = append(s.rows, facts.Row{Name: name, Type: typ, Key: key, Spans: []facts.Span{span}})
}

// addAPIs takes the versions from ApiKeys, which has one range for request
// and response.
func (s *Store) addAPIs(jars *Jars) {
	for _, api := range jars.APIs {
		span := facts.Span{First: jars.Release.Minor, Last: jars.Release.Minor, Versions: api.Versions}
		s.addSpan(api.Name+"Request", schema.Request, api.Key, span)
		s.addSpan(api.Name+"Response", schema.Response, api.Key, span)
	}
}

func (s *Store) addErrors(jars *Jars) {
	for _, e := range jars.Errors {
		i := slices.IndexFunc(s.errors, func(o facts.ErrorCode) bool { return o.Code == e.Code })
		if i < 0 {
			e.Since = jars.Release.Minor
			s.errors = append(s.errors, e)
			continue
		}
		old := &s.errors[i]
		if old.Name != e.Name {
			old.Former = append(old.Former, facts.Former{Name: old.Name, Until: s.newest()})
		}
		old.Name, old.Retriable, old.Exception = e.Name, e.Retriable, e.Exception
	}
}
