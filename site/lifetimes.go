package site

import (
	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/schema"
)

// releasesWith says which releases have a version.
func (s *Site) releasesWith(x *subject, v int16) string {
	first, last := s.lifetime(x, v)
	return s.since(first, last)
}

// releasesOf says which releases have any version of a subject.
func (s *Site) releasesOf(x *subject) string {
	first, _ := s.lifetime(x, x.versions[0])
	_, last := s.lifetime(x, x.versions[len(x.versions)-1])
	return s.since(first, last)
}

// firstWith is the first release that has a version; "" where only schemas that
// were loaded have it.
func (s *Site) firstWith(x *subject, v int16) catalog.Release {
	first, _ := s.lifetime(x, v)
	if first == catalog.Loaded {
		return ""
	}
	return first
}

// since words a range of releases.
func (s *Site) since(first, last catalog.Release) string {
	if last == s.codec.Catalog.Latest() || last == catalog.Loaded && first != last {
		return "since " + string(first)
	}
	return catalog.Span{First: first, Last: last}.Releases()
}

// lifetime is the first and the last release that have a version of the first
// of the subject's messages, under any name.
func (s *Site) lifetime(x *subject, v int16) (first, last catalog.Release) {
	for _, e := range s.entriesOf(x) {
		for _, span := range e.Spans {
			if !span.Versions.Has(v) {
				continue
			}
			if first == "" || span.First.Before(first) {
				first = span.First
			}
			if last == "" || last.Before(span.Last) {
				last = span.Last
			}
		}
	}
	return first, last
}

// entriesOf lists the entries that the subject's first message has been over
// time.
func (s *Site) entriesOf(x *subject) (all []catalog.Entry) {
	for _, e := range s.codec.Catalog.Messages() {
		sameAPI := x.api != nil && e.Type == schema.Request && e.Key == x.api.Key
		if sameAPI || x.api == nil && e.Name == x.messages[0] {
			all = append(all, e)
		}
	}
	return all
}
