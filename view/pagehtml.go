package view

import (
	"io"
	"strconv"
)

// HTML writes the page as a fragment, an article of class kscope, for a
// document that has the rules of Style. Each section has its ID, and the
// message's name and version in data-message and data-version.
func (g *Page) HTML(w io.Writer, o Options) error {
	p := newPen(w, htmlText)
	p.bare = o.Bare
	p.raw("<article class=\"kscope\">\n")
	p.element("h1", g.Title)
	p.element("p", g.Intro)
	p.raw("<dl class=\"k-facts\">\n")
	for _, f := range g.Facts {
		p.element("dt", f.Label)
		p.element("dd", f.Value)
	}
	p.raw("</dl>\n<p class=\"k-legend\">")
	legend(p, g.Legend)
	p.raw("</p>\n")
	for _, s := range g.Sections {
		if err := s.html(p, o); err != nil {
			return p.close(err)
		}
	}
	p.raw("</article>\n")
	return p.close(nil)
}

func (s *Section) html(p *pen, o Options) error {
	o.Anchor = s.ID()
	p.raw("<section")
	p.attribute("id", o.Anchor)
	if s.Message != "" {
		p.attribute("data-message", s.Message)
		p.attribute("data-version", strconv.Itoa(int(s.Version)))
	}
	p.raw(">\n")
	p.element("h2", s.Title)
	p.element("p", s.Summary)
	p.element("h3", gridHeading(len(s.Doc.Tape.Data)))
	htmlGrid(p, s.Doc)
	p.element("h3", treeHeading)
	if err := htmlTree(p, s.Doc, o); err != nil {
		return err
	}
	if s.Schema != "" {
		p.element("h3", schemaHeading)
		p.raw(`<pre class="k-schema" tabindex="0">`) // so that keys can scroll it
		p.lines(s.Schema)
		p.raw("</pre>\n")
	}
	p.raw("</section>\n")
	return nil
}

// element writes an element that holds text only.
func (p *pen) element(name, text string) {
	p.raw("<" + name + ">")
	p.text(text)
	p.raw("</" + name + ">\n")
}

// Document writes a whole HTML document around what body writes, with the
// rules of Style in it, so that it can be opened from a file.
func Document(w io.Writer, title string, body func(io.Writer) error) error {
	p := newPen(w, htmlText)
	p.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	p.raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n")
	p.element("title", title)
	p.raw("<style>\nbody{margin:1.5rem;background:var(--k-ground);font-family:system-ui,sans-serif}\n" + Style() + "</style>\n</head>\n<body>\n")
	if err := p.flush(); err != nil {
		return err
	}
	if err := body(w); err != nil {
		return err
	}
	p.raw("</body>\n</html>\n")
	return p.flush()
}
