package facts

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/kscope/kscope/schema"
)

// Edition is a schema and the range of minor releases that agree with it.
type Edition struct {
	First, Last string // such as "2.7" and "4.4"
	Schema      *schema.Message
}

// ParseEditions reads a message's file.
func ParseEditions(file, text string) ([]Edition, error) {
	p := &editionParser{}
	if err := Lines(file, text, p.take); err != nil {
		return nil, err
	}
	return p.editions, nil
}

type editionParser struct {
	editions []Edition
	head     schema.Message     // of the message line above
	open     []*[]*schema.Field // the lists that a line may add to, by depth
}

func (p *editionParser) take(l Line) error {
	w := &words{line: l, rest: l.Text}
	switch {
	case l.Indent > 0:
		p.field(w)
	case strings.HasPrefix(l.Text, "edition "):
		p.edition(w)
	case strings.HasPrefix(l.Text, "struct "):
		p.structure(w)
	default:
		p.message(w)
	}
	return w.err
}

func (p *editionParser) message(w *words) {
	p.head = schema.Message{
		Name: w.next(), Type: schema.Type(w.next()), APIKey: schema.NoKey,
		Flexible: schema.None, Deprecated: schema.None,
	}
	for w.more() {
		switch attribute := w.next(); attribute {
		case "key":
			p.head.APIKey = w.number()
		case "listeners":
			p.head.Listeners = strings.Split(w.next(), ",")
		default:
			w.err = w.line.Errorf("%q is no attribute of a message", attribute)
		}
	}
	p.open = nil
}

func (p *editionParser) edition(w *words) {
	w.next()
	m := p.head
	first, last, ranged := strings.Cut(w.next(), "-")
	if !ranged {
		last = first
	}
	for w.more() {
		switch attribute := w.next(); attribute {
		case "versions":
			m.Valid = w.versions()
		case "flexible":
			m.Flexible = w.versions()
		case "deprecated":
			m.Deprecated = w.versions()
		case "unstable":
			m.LatestUnstable = true
		default:
			w.err = w.line.Errorf("%q is no attribute of an edition", attribute)
		}
	}
	if m.Name == "" {
		w.err = w.line.Errorf("an edition without a message line above")
	}
	p.editions = append(p.editions, Edition{first, last, &m})
	p.open = []*[]*schema.Field{&m.Fields}
}

func (p *editionParser) structure(w *words) {
	if len(p.open) == 0 {
		w.err = w.line.Errorf("a struct outside an edition")
		return
	}
	w.next()
	s := &schema.Struct{Name: w.next(), Versions: w.versions()}
	m := p.editions[len(p.editions)-1].Schema
	m.Structs = append(m.Structs, s)
	p.open = []*[]*schema.Field{&s.Fields}
}

func (p *editionParser) field(w *words) {
	depth := w.line.Indent / 2
	if w.line.Indent%2 != 0 || depth > len(p.open) {
		w.err = w.line.Errorf("indented by %d, expected an even number up to %d", w.line.Indent, 2*len(p.open))
		return
	}
	f := &schema.Field{
		Name: w.next(), Type: schema.ParseFieldType(w.next()), Versions: w.versions(),
		Nullable: schema.None, Tagged: schema.None, Tag: schema.NoTag,
	}
	for w.more() {
		w.attribute(f)
	}
	list := p.open[depth-1]
	*list = append(*list, f)
	p.open = append(p.open[:depth], &f.Fields)
}

func (w *words) attribute(f *schema.Field) {
	switch name := w.next(); name {
	case "nullable":
		f.Nullable = w.versions()
	case "tag":
		f.Tag, f.Tagged = w.number(), w.versions()
	case "flexible":
		flexible := w.versions()
		f.Flexible = &flexible
	case "ignorable":
		f.Ignorable = true
	case "mapKey":
		f.MapKey = true
	case "zeroCopy":
		f.ZeroCopy = true
	case "default":
		f.Default, f.HasDefault = w.next(), true
	case "entity":
		f.EntityType = w.next()
	default:
		w.err = w.line.Errorf("%q is no attribute of a field", name)
	}
}

func (w *words) versions() schema.Versions {
	v, err := schema.ParseVersions(w.next())
	if err != nil && w.err == nil {
		w.err = w.line.Errorf("%s", err)
	}
	return v
}

// PrintEditions writes what ParseEditions reads, in aligned columns.
func PrintEditions(editions []Edition) []byte {
	var buf bytes.Buffer
	head := ""
	for i, e := range editions {
		if i > 0 {
			buf.WriteByte('\n')
		}
		if line := messageLine(e.Schema); line != head {
			head = line
			buf.WriteString(line + "\n")
		}
		buf.WriteString(editionLine(e) + "\n")
		buf.WriteString(alignRows(fieldRows(nil, 1, e.Schema.Fields)))
		for _, s := range e.Schema.Structs {
			fmt.Fprintf(&buf, "struct %s  %s\n", s.Name, s.Versions)
			buf.WriteString(alignRows(fieldRows(nil, 1, s.Fields)))
		}
	}
	return buf.Bytes()
}

func messageLine(m *schema.Message) string {
	line := m.Name + "  " + string(m.Type)
	if m.APIKey != schema.NoKey {
		line += "  key " + strconv.Itoa(m.APIKey)
	}
	if len(m.Listeners) > 0 {
		line += "  listeners " + strings.Join(m.Listeners, ",")
	}
	return line
}

func editionLine(e Edition) string {
	m := e.Schema
	line := "edition " + releaseRange(e.First, e.Last) + "  versions " + m.Valid.String()
	if !m.Flexible.Empty() {
		line += "  flexible " + m.Flexible.String()
	}
	if !m.Deprecated.Empty() {
		line += "  deprecated " + m.Deprecated.String()
	}
	if m.LatestUnstable {
		line += "  unstable"
	}
	return line
}

func releaseRange(first, last string) string {
	if first == last {
		return first
	}
	return first + "-" + last
}

// row is a field's line before its columns are aligned.
type row struct{ name, typ, versions, rest string }

func fieldRows(rows []row, depth int, fields []*schema.Field) []row {
	for _, f := range fields {
		name := strings.Repeat("  ", depth) + f.Name
		rows = append(rows, row{name, f.Type.String(), f.Versions.String(), attributes(f)})
		rows = fieldRows(rows, depth+1, f.Fields)
	}
	return rows
}

func attributes(f *schema.Field) string {
	var all []string
	add := func(when bool, attribute string) {
		if when {
			all = append(all, attribute)
		}
	}
	add(!f.Nullable.Empty(), "nullable "+f.Nullable.String())
	add(f.Tag != schema.NoTag, "tag "+strconv.Itoa(f.Tag)+" "+f.Tagged.String())
	if f.Flexible != nil {
		add(true, "flexible "+f.Flexible.String())
	}
	add(f.Ignorable, "ignorable")
	add(f.MapKey, "mapKey")
	add(f.ZeroCopy, "zeroCopy")
	add(f.HasDefault, "default "+word(f.Default))
	add(f.EntityType != "", "entity "+word(f.EntityType))
	return strings.Join(all, "  ")
}

func alignRows(rows []row) string {
	var name, typ, versions int
	for _, r := range rows {
		name, typ, versions = max(name, len(r.name)), max(typ, len(r.typ)), max(versions, len(r.versions))
	}
	var b strings.Builder
	for _, r := range rows {
		line := fmt.Sprintf("%-*s  %-*s  %-*s  %s", name, r.name, typ, r.typ, versions, r.versions, r.rest)
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
