package site

import "io"

// reference is a page about no single message.
type reference struct {
	dir, title, about string
}

// references lists them in the order of navigation.
func (s *Site) references() []reference {
	return []reference{
		{"types", "Primitive types", "every encoding of the wire, with worked bytes: integers, varints, strings, arrays, tagged fields"},
		{"records", "Records", "record batches, message sets, control records, compression, and the records of internal topics"},
		{"errors", "Error codes", "every error code: its meaning, whether to try again, who returns it"},
		{"releases", "Releases", "what each release of Kafka has, and what it changed"},
		{"kips", "KIPs", "which Kafka improvement proposal brought which versions"},
		{"matrix", "Version matrix", "which versions of which API each release has, and which a client and a broker share"},
		{"diff", "Version differences", "two versions of a message side by side, and two releases"},
		{"coverage", "Coverage", "which APIs and versions are described here, by Wireshark, by kmsg and by Kafka's own page"},
	}
}

// referencePages are the pages around those of messages, and the search index.
func (s *Site) referencePages() (files []file, err error) {
	for _, part := range []func() ([]file, error){s.types, s.records, s.errors, s.kipPage, s.diffPages, s.releasePages, s.matrixPages, s.coveragePage, s.play, s.searchIndex} {
		more, err := part()
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

// sheet is the page of a reference, which a template writes around data.
func (s *Site) sheet(dir, name string, data func(p *page) (any, error)) *page {
	p := &page{dir: dir, nav: dir, body: s.templated(name, data)}
	for _, r := range s.references() {
		if r.dir == dir {
			p.title, p.about = r.title, r.about
		}
	}
	return p
}

// templated is a body that a template writes: Page, Title and Data are what it
// has.
func (s *Site) templated(name string, data func(p *page) (any, error)) func(io.Writer, *page) error {
	return func(w io.Writer, p *page) error {
		d, err := data(p)
		if err != nil {
			return err
		}
		return s.templates.ExecuteTemplate(w, name, map[string]any{"Page": p, "Title": p.title, "Data": d})
	}
}
