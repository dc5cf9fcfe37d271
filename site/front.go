package site

import "io"

// front is the page at the root: what there is.
func (s *Site) front() ([]file, error) {
	p := &page{title: "kscope: the Apache Kafka wire protocol", body: func(w io.Writer, p *page) error {
		return s.templates.ExecuteTemplate(w, "front.html", map[string]any{"Page": p, "APIs": s.codec.Catalog.APIs()})
	}}
	return []file{p.file(s)}, nil
}
