package view

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
)

// Page is what there is to show of one API or message, at one version.
type Page struct {
	Title  string
	Intro  string // one paragraph
	Facts  []Fact
	Legend []layout.Layer
	// Sections are the request and the response, or the one message.
	Sections []Section
}

// Fact is a line of a page's facts.
type Fact struct{ Label, Value string }

// Section shows one message of a page.
type Section struct {
	Title   string // "Request"
	Message string // its name, "" where that is not known
	Version int16
	Summary string // one line
	Doc     *Doc
	Schema  string // in Kafka's JSON form, with line ends
}

// ID is the id that the section has in HTML, "request".
func (s Section) ID() string { return strings.ToLower(s.Title) }

// apiLegend lists the layers that requests and responses have.
func apiLegend() []layout.Layer {
	return []layout.Layer{layout.Frame, layout.Header, layout.Request, layout.Batch, layout.Record, layout.Response, layout.TagLayer}
}

// Headings of the parts of a section.
const (
	treeHeading   = "object tree"
	schemaHeading = "kafka message schema (.json)"
)

func gridHeading(n int) string {
	return "byte layout (" + prose.Count(n, "byte") + ", 16 bytes per row)"
}

// Text writes the page for a terminal or a file.
func (g *Page) Text(w io.Writer, o Options) error {
	p := newPen(w, o.markup())
	p.heading(g.Title)
	p.paragraph(g.Intro, o.Width)
	p.newline()
	width := 0
	for _, f := range g.Facts {
		width = max(width, utf8.RuneCountInString(f.Label))
	}
	for _, f := range g.Facts {
		p.styled(styleFaint, f.Label)
		p.pad(width - utf8.RuneCountInString(f.Label) + 2)
		p.text(f.Value)
		p.newline()
	}
	p.newline()
	legend(p, g.Legend)
	for _, s := range g.Sections {
		if err := s.text(p, o); err != nil {
			return p.close(err)
		}
	}
	return p.close(nil)
}

func (s *Section) text(p *pen, o Options) error {
	p.newline()
	p.heading(s.Title)
	p.paragraph(s.Summary, o.Width)
	p.newline()
	p.heading(gridHeading(len(s.Doc.Tape.Data)))
	grid(p, s.Doc)
	p.newline()
	p.heading(treeHeading)
	if err := tree(p, s.Doc, o); err != nil || s.Schema == "" {
		return err
	}
	p.newline()
	p.heading(schemaHeading)
	p.lines(s.Schema)
	return nil
}

func (p *pen) heading(s string) {
	p.styled(styleHead, s)
	p.newline()
}

// paragraph writes text in lines of at most width runes, if its words allow;
// of width 0, on one line.
func (p *pen) paragraph(s string, width int) {
	column := 0
	for i, word := range strings.Fields(s) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case width > 0 && column+1+n > width:
			p.newline()
			column = 0
		default:
			p.raw(" ")
			column++
		}
		p.text(word)
		column += n
	}
	p.newline()
}

// lines writes a text that has line ends of its own.
func (p *pen) lines(s string) {
	for line := range strings.Lines(s) {
		p.text(strings.TrimRight(line, "\r\n"))
		p.newline()
	}
}
