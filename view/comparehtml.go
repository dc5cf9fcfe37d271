package view

import (
	"io"
	"strconv"
	"strings"
)

// HTML writes the comparison as a table of class k-compare, with a class for
// the sign of each row:
//
//	<tr class="k-added"><td>+</td><td>  LastFetchedEpoch</td>...
func (x *Comparison) HTML(w io.Writer) error {
	p := newPen(w, htmlText)
	p.element("p", strings.Join(append([]string{x.Summary()}, x.remarks()...), " "))
	p.raw("<div class=\"scroll\"><table class=\"k-compare\">\n<thead><tr><th></th><th>Field</th>")
	for _, v := range []string{version(x.From.Version), version(x.To.Version)} {
		p.raw("<th>" + v + "</th><th class=\"n\">bytes</th>")
	}
	p.raw("<th>Difference</th></tr></thead>\n<tbody>\n")
	for _, r := range x.Rows {
		p.comparedRow(r)
	}
	p.raw("</tbody>\n<tfoot><tr><td></td><td>In all</td><td></td><td class=\"n\">" + strconv.Itoa(x.Sizes[0]) +
		"</td><td></td><td class=\"n\">" + strconv.Itoa(x.Sizes[1]) + "</td><td></td></tr></tfoot>\n</table></div>\n")
	return p.close(nil)
}

func (p *pen) comparedRow(r ComparedRow) {
	p.raw("<tr" + signClass(r.Sign) + "><td>" + string(r.Sign) + "</td><td>")
	p.text(strings.Repeat("  ", r.Depth) + r.Name)
	p.raw("</td>")
	for _, at := range []*ComparedAt{r.From, r.To} {
		p.raw("<td>")
		p.text(at.cell())
		p.raw("</td><td class=\"n\">" + at.size() + "</td>")
	}
	p.raw("<td>")
	p.text(r.Words())
	p.raw("</td></tr>\n")
	p.room()
}

func signClass(s Sign) string {
	switch s {
	case Added:
		return ` class="k-added"`
	case Removed:
		return ` class="k-removed"`
	case Changed:
		return ` class="k-changed"`
	}
	return ""
}
