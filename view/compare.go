package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// How two versions are put side by side: each becomes a tree of parts, with
// sizes from its smallest sample, and both trees are merged into rows. What
// belongs together, and what the difference is, schema.Compare says.

// Comparison is two versions of a message side by side, or two messages.
type Comparison struct {
	From, To *message.Spec
	// Rows are what is on the wire, in the order of To, with what only From has
	// behind what stood before it.
	Rows []ComparedRow
	// Sizes are those of the two smallest samples in bytes, with frame and header.
	Sizes [2]int
	// Notes say what the rows alone do not explain.
	Notes []string
	// Differences are those of the messages as such: another name, flexibility.
	Differences []schema.Difference
}

// ComparedRow is one thing on the wire in both versions, or in one.
type ComparedRow struct {
	Depth    int
	Sign     Sign
	Name     string      // by the second version, where it has the thing
	From, To *ComparedAt // nil in a version without it
	// Differences are schema.Compare's, of this field alone.
	Differences []schema.Difference
	// Recoded says how the same thing is written otherwise: "uvarint n+1 instead of int16".
	Recoded string
}

// ComparedAt is a thing in one version.
type ComparedAt struct {
	Type string // with what schemas say beside it: "string, nullable, default null"
	Size int    // bytes in the smallest sample, without those of things in it; tagged fields have none
}

// Sign tells at a glance what became of a thing.
type Sign string

// The signs.
const (
	Unchanged Sign = " "
	Added     Sign = "+"
	Removed   Sign = "−"
	Changed   Sign = "~" // in any way: type, null, tag, place, name, how it is written
)

// NewComparison compares two versions. The error says that one of them has no
// sample.
func NewComparison(c *message.Codec, from, to *message.Spec) (*Comparison, error) {
	a, err := newHalf(c, from)
	if err != nil {
		return nil, err
	}
	b, err := newHalf(c, to)
	if err != nil {
		return nil, err
	}
	x := &Comparison{From: from, To: to, Sizes: [2]int{a.size, b.size}}
	m := &merger{byPath: map[string][]schema.Difference{}, renamed: map[string]string{}}
	for _, d := range schema.Compare(from.Schema, from.Version, to.Schema, to.Version) {
		m.byPath[d.Path] = append(m.byPath[d.Path], d)
		if d.Kind == schema.FieldRenamed {
			parent := d.Path[:strings.LastIndexByte(d.Path, '.')+1]
			m.renamed[parent+d.From] = d.To
		}
	}
	x.Differences = m.byPath[""]
	m.merge(0, "", a.outer, b.outer)
	m.merge(0, "", a.body, b.body)
	x.Rows = m.rows
	x.Notes = x.notes()
	return x, nil
}

// notes explain what concerns the whole message.
func (x *Comparison) notes() (notes []string) {
	if a, b := x.From.HeaderVersion, x.To.HeaderVersion; a != b {
		notes = append(notes, fmt.Sprintf("The %s header is v%d instead of v%d.", x.To.Type, b, a))
	}
	switch a, b := x.From.Schema.FlexibleAt(x.From.Version), x.To.Schema.FlexibleAt(x.To.Version); {
	case b && !a:
		notes = append(notes, fmt.Sprintf("Version %d is flexible: lengths of strings and bytes and counts of arrays are uvarints n+1, and every struct ends with a count of tagged fields.", x.To.Version))
	case a && !b:
		notes = append(notes, fmt.Sprintf("Version %d is not flexible: lengths of strings are int16, those of bytes and counts of arrays int32, and there are no tagged fields.", x.To.Version))
	}
	if x.Same() {
		notes = append(notes, "Both versions have the same layout.")
	}
	return notes
}

// Same reports whether the two look alike on the wire and in their schemas.
func (x *Comparison) Same() bool {
	return len(x.Differences) == 0 && !slices.ContainsFunc(x.Rows, func(r ComparedRow) bool { return r.Sign != Unchanged })
}

// merger makes rows of two lists of parts.
type merger struct {
	byPath  map[string][]schema.Difference
	renamed map[string]string // path and name in the first version -> name in the second
	rows    []ComparedRow
}

// merge writes the parts of b in their order. Those that only a has come where
// they stood.
func (m *merger) merge(depth int, path string, a, b []*part) {
	pairs := m.pairs(path, a, b)
	written := map[*part]bool{}
	i := 0
	flush := func() {
		for ; i < len(a) && (written[a[i]] || pairs[a[i]] == nil); i++ {
			if !written[a[i]] {
				m.one(depth, path, a[i], Removed)
			}
		}
	}
	from := map[*part]*part{}
	for x, y := range pairs {
		from[y] = x
	}
	for _, y := range b {
		flush()
		if x := from[y]; x != nil {
			m.both(depth, path, x, y)
			written[x] = true
			continue
		}
		m.one(depth, path, y, Added)
	}
	flush()
}

// pairs finds for each part of a its counterpart in b, nil where there is none.
func (m *merger) pairs(path string, a, b []*part) map[*part]*part {
	pairs := map[*part]*part{}
	for _, x := range a {
		name := x.name
		if now, ok := m.renamed[path+name]; ok {
			name = now
		}
		i := slices.IndexFunc(b, func(y *part) bool { return y.name == name && y.isField == x.isField })
		if i >= 0 {
			pairs[x] = b[i]
		}
	}
	return pairs
}

// one writes a part that one version has, and everything in it.
func (m *merger) one(depth int, path string, p *part, s Sign) {
	r := ComparedRow{Depth: depth, Sign: s, Name: p.name, Differences: m.differences(path, p)}
	if s == Added {
		r.To = &p.at
	} else {
		r.From = &p.at
	}
	m.rows = append(m.rows, r)
	for _, inner := range p.parts {
		m.one(depth+1, path+p.name+".", inner, s)
	}
}

func (m *merger) differences(path string, p *part) []schema.Difference {
	if !p.isField {
		return nil
	}
	return m.byPath[path+p.name]
}

func (m *merger) both(depth int, path string, a, b *part) {
	r := ComparedRow{Depth: depth, Sign: Unchanged, Name: b.name, From: &a.at, To: &b.at, Differences: m.differences(path, b)}
	if a.prefix != b.prefix && a.prefix != "" && b.prefix != "" {
		r.Recoded = b.prefix + " instead of " + a.prefix
	}
	if !b.isField && a.at.Type != b.at.Type {
		r.Recoded = b.at.Type + " instead of " + a.at.Type // versions of headers
	}
	if len(r.Differences) > 0 || r.Recoded != "" {
		r.Sign = Changed
	}
	m.rows = append(m.rows, r)
	if slices.ContainsFunc(r.Differences, func(d schema.Difference) bool { return d.Kind == schema.Retyped }) {
		for _, inner := range a.parts {
			m.one(depth+1, path+b.name+".", inner, Removed)
		}
		for _, inner := range b.parts {
			m.one(depth+1, path+b.name+".", inner, Added)
		}
		return
	}
	m.merge(depth+1, path+b.name+".", a.parts, b.parts)
}

// prefixWords says how the length or count of a kind is written; "" for kinds
// without one.
func prefixWords(k layout.Kind) string {
	switch {
	case k.Compact():
		return "uvarint n+1"
	case k.IsBytes() || k.IsArray():
		return map[layout.Kind]string{layout.Int16: "int16", layout.Int32: "int32"}[k.Prefix()]
	}
	return ""
}
