package view

import (
	"io"
	"strconv"
	"strings"
)

// compareCSS has a sign beside every colour, so that none is needed.
const compareCSS = `.k-compare{border-collapse:collapse;font-size:.875rem}
.k-compare th{text-align:left}
.k-compare td{padding:.15rem .9rem .15rem 0;border-bottom:1px solid var(--k-line);font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.8125rem;white-space:nowrap}
.k-compare th:first-child,.k-compare td:first-child{padding:.15rem .6rem;font-weight:700;text-align:center}
.k-compare td:nth-child(2){white-space:pre}
.k-compare td:last-child{font-family:inherit;white-space:normal;min-width:12rem}
.k-compare .n{text-align:right}
.k-compare th:nth-child(3),.k-compare th:nth-child(5){padding-left:.9rem}
.k-compare td:nth-child(3),.k-compare td:nth-child(5){padding-left:.9rem;border-left:1px solid var(--k-line)}
.k-compare tfoot td{font-weight:600;border-bottom:0}
.k-added td{background:var(--k-new)}
.k-removed td{background:var(--k-gone)}
.k-changed td{background:color-mix(in srgb,var(--k-batch) 11%,transparent)}
.k-added td:first-child,b.k-added{color:var(--k-request)}
.k-removed td:first-child,b.k-removed{color:var(--k-error)}
.k-changed td:first-child,b.k-changed{color:var(--k-batch)}
`

// HTML writes the comparison as a table of class k-compare, with a class for
// the sign of each row:
//
//	<tr class="k-added"><td>+</td><td>  LastFetchedEpoch</td>...
func (x *Comparison) HTML(w io.Writer) error {
	p := newPen(w, htmlText)
	p.element("p", strings.Join(append([]string{x.Summary()}, x.remarks()...), " "))
	p.raw("<div class=\"scroll\"><table class=\"k-compare\">\n<thead><tr><th>±</th><th>Field</th>")
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
