package view

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
)

// Title names both sides: "FetchRequest v11 → v12".
func (x *Comparison) Title() string {
	to := version(x.To.Version)
	if x.From.Name != x.To.Name {
		to = x.To.Name + " " + to
	}
	return x.From.Name + " " + version(x.From.Version) + " → " + to
}

// Summary says what the difference does to the size.
func (x *Comparison) Summary() string {
	a, b := x.Sizes[0], x.Sizes[1]
	s := "The smallest sample takes " + prose.Count(a, "byte") + " and " + prose.Count(b, "byte")
	switch {
	case b > a:
		return s + ": " + prose.Number(b-a) + " more."
	case b < a:
		return s + ": " + prose.Number(a-b) + " fewer."
	}
	return "The smallest sample takes " + prose.Count(a, "byte") + " in both."
}

// Words tell what differs in a row; "" where nothing does.
func (r ComparedRow) Words() string {
	var words []string
	for _, d := range r.Differences {
		if d.Kind != schema.Added && d.Kind != schema.Removed {
			words = append(words, Difference(d))
		}
	}
	if r.Recoded != "" {
		words = append(words, r.Recoded)
	}
	return strings.Join(words, "; ")
}

// Text writes the comparison for a terminal or a file: a title, what is to be
// said about the whole, and one line for each thing on the wire.
//
//   - LastFetchedEpoch                           int32, default -1  4
//     ~   Topic             string             2     string             1   uvarint n+1 instead of int16
func (x *Comparison) Text(w io.Writer, o Options) error {
	p := newPen(w, o.markup())
	p.heading(x.Title())
	p.paragraph(x.Summary(), o.Width)
	for _, note := range x.remarks() {
		p.paragraph(note, o.Width)
	}
	p.newline()
	var widths [3]int
	lines := [][3]string{{"", version(x.From.Version), version(x.To.Version)}}
	for _, r := range x.Rows {
		lines = append(lines, [3]string{strings.Repeat("  ", r.Depth) + r.Name, r.From.cell(), r.To.cell()})
	}
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for i, line := range lines {
		sign, sizes, words := Unchanged, [2]string{"bytes", "bytes"}, ""
		if i > 0 {
			r := x.Rows[i-1]
			sign, sizes, words = r.Sign, [2]string{r.From.size(), r.To.size()}, r.Words()
		}
		p.compared(sign, line, widths, sizes, words)
	}
	return p.close(nil)
}

// compared writes one line of a comparison.
func (p *pen) compared(sign Sign, cells [3]string, widths [3]int, sizes [2]string, words string) {
	column := func(s string, width int) string { return s + strings.Repeat(" ", width-utf8.RuneCountInString(s)) }
	right := func(s string, width int) string { return strings.Repeat(" ", max(0, width-len(s))) + s }
	line := string(sign) + " " + column(cells[0], widths[0]) + "  " + column(cells[1], widths[1]) + right(sizes[0], 7) +
		"  " + column(cells[2], widths[2]) + right(sizes[1], 7) + "  " + words
	line = strings.TrimRight(line, " ")
	if sign == Unchanged {
		p.text(line)
	} else {
		p.styled(signStyle(sign), line)
	}
	p.newline()
}

// signStyle gives additions, removals and changes a colour each, beside their
// signs: green, red and ochre, as the style table has them.
func signStyle(s Sign) style {
	switch s {
	case Added:
		return leafStyle(layout.Request)
	case Removed:
		return styleError
	case Changed:
		return leafStyle(layout.Batch)
	}
	return stylePlain
}

func (a *ComparedAt) cell() string {
	if a == nil {
		return ""
	}
	return a.Type
}

// size is empty for what has no bytes of its own.
func (a *ComparedAt) size() string {
	if a == nil || a.Size == 0 {
		return ""
	}
	return strconv.Itoa(a.Size)
}

// remarks are the notes, with the differences of the messages as such.
func (x *Comparison) remarks() (all []string) {
	for _, d := range x.Differences {
		if d.Kind == schema.Identity {
			all = append(all, d.From+" → "+d.To+".")
		}
	}
	return append(all, x.Notes...)
}
