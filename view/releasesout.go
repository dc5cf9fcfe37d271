package view

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Links are addresses of what comparisons name; "" where there is no page.
type Links interface {
	// Message is the page of an API or message, at a version, or at none with -1.
	Message(name string, version int16) string
	// KIP is what there is about a proposal.
	KIP(number int) string
	// Error is what there is about an error code.
	Error(code int16) string
}

// Title names both releases.
func (x *ReleaseComparison) Title() string {
	return fmt.Sprintf("Kafka %s → %s", x.From, x.To)
}

const noDifference = "No difference in messages, versions or error codes."

// Text writes the comparison for a terminal or a file.
func (x *ReleaseComparison) Text(w io.Writer, o Options) error {
	p := newPen(w, o.markup())
	p.heading(x.Title())
	if len(x.Parts) == 0 {
		p.paragraph(noDifference, o.Width)
	}
	if x.Note != "" {
		p.paragraph(x.Note, o.Width)
	}
	for _, part := range x.Parts {
		p.newline()
		p.heading(part.Title)
		for _, item := range part.Items {
			p.text("  " + strings.TrimRight(item.head()+"  "+item.words(), " "))
			p.newline()
		}
	}
	return p.close(nil)
}

// head names an item: "Fetch v17", "74 FENCED_LEADER_EPOCH".
func (x ReleaseItem) head() string {
	switch n := len(x.Versions); {
	case x.Code != nil:
		return strconv.Itoa(int(x.Code.Code)) + " " + x.Name
	case n == 1:
		return x.Name + " " + version(x.Versions[0])
	case n > 1:
		return fmt.Sprintf("%s v%d-%d", x.Name, x.Versions[0], x.Versions[n-1])
	}
	return x.Name
}

func (x ReleaseItem) words() string {
	words := strings.Join(x.Text, "; ")
	var names []string
	for _, n := range x.KIPs {
		names = append(names, "KIP-"+strconv.Itoa(n))
	}
	if len(names) > 0 {
		words = strings.TrimSpace(words + " (" + strings.Join(names, ", ") + ")")
	}
	return words
}

// HTML writes the comparison as sections with lists; nil links to nothing.
func (x *ReleaseComparison) HTML(w io.Writer, links Links) error {
	p := newPen(w, htmlText)
	if len(x.Parts) == 0 {
		p.element("p", noDifference)
	}
	if x.Note != "" {
		p.element("p", x.Note)
	}
	for _, part := range x.Parts {
		p.raw("<section>\n")
		p.element("h2", part.Title)
		p.raw("<dl class=\"by\">\n")
		for _, item := range part.Items {
			p.releaseItem(item, links)
		}
		p.raw("</dl>\n</section>\n")
	}
	return p.close(nil)
}

func (p *pen) releaseItem(x ReleaseItem, links Links) {
	p.raw("<dt>")
	p.linked(x.head(), x.address(links))
	p.raw("</dt><dd>")
	p.text(strings.Join(x.Text, "; "))
	for _, n := range x.KIPs {
		p.raw(" ")
		address := ""
		if links != nil {
			address = links.KIP(n)
		}
		p.linked("KIP-"+strconv.Itoa(n), address)
	}
	p.raw("</dd>\n")
	p.room()
}

func (x ReleaseItem) address(links Links) string {
	switch {
	case links == nil:
		return ""
	case x.Code != nil:
		return links.Error(x.Code.Code)
	case len(x.Versions) > 0:
		return links.Message(x.Name, x.Versions[len(x.Versions)-1])
	}
	return links.Message(x.Name, -1)
}

// linked writes text that leads to an address, or text alone.
func (p *pen) linked(text, address string) {
	if address == "" {
		p.text(text)
		return
	}
	p.raw(`<a href="`)
	p.text(address)
	p.raw(`">`)
	p.text(text)
	p.raw("</a>")
}
