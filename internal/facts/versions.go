package facts

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/kscope/kscope/schema"
)

// Span is a run of releases in which the same versions of a message are valid.
type Span struct {
	First, Last string
	Versions    schema.Versions
	Unstable    bool // the highest version is served only on request
}

// Row is the history of one message under one type and API key.
type Row struct {
	Name  string
	Type  schema.Type
	Key   int // schema.NoKey without one
	Spans []Span
}

// ParseVersions reads the versions file.
func ParseVersions(file, text string) ([]Row, error) {
	rows := make([]Row, 0, strings.Count(text, "\n"))
	err := Lines(file, text, func(l Line) error {
		w := &words{line: l, rest: l.Text}
		r := Row{Name: w.next(), Type: schema.Type(w.next()), Key: schema.NoKey}
		if w.rest != "" && w.rest[0] == '-' {
			w.next()
		} else {
			r.Key = w.number()
		}
		r.Spans = make([]Span, 0, strings.Count(w.rest, "="))
		for w.more() {
			r.Spans = append(r.Spans, w.span())
		}
		rows = append(rows, r)
		return w.err
	})
	return rows, err
}

func (w *words) span() Span {
	text := w.next()
	releases, versions, ok := strings.Cut(text, "=")
	first, last, ranged := strings.Cut(releases, "-")
	if !ranged {
		last = first
	}
	s := Span{First: first, Last: last}
	versions, s.Unstable = strings.CutSuffix(versions, "!")
	v, err := schema.ParseVersions(versions)
	if w.err == nil && (!ok || err != nil) {
		w.err = w.line.Errorf("%q is not RELEASE=VERSIONS", text)
	}
	s.Versions = v
	return s
}

// String gives the span as the file has it.
func (s Span) String() string {
	text := releaseRange(s.First, s.Last) + "=" + s.Versions.String()
	if s.Unstable {
		text += "!"
	}
	return text
}

// PrintVersions writes what ParseVersions reads, in aligned columns.
func PrintVersions(rows []Row) []byte {
	var name, typ int
	for _, r := range rows {
		name, typ = max(name, len(r.Name)), max(typ, len(r.Type))
	}
	var buf bytes.Buffer
	for _, r := range rows {
		key := "-"
		if r.Key != schema.NoKey {
			key = strconv.Itoa(r.Key)
		}
		fmt.Fprintf(&buf, "%-*s  %-*s  %2s ", name, r.Name, typ, r.Type, key)
		for _, s := range r.Spans {
			buf.WriteString(" " + s.String())
		}
		buf.WriteByte('\n')
	}
	return buf.Bytes()
}
