package schema

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// printWidth is where the attributes of a field go on to the next line.
const printWidth = 110

// Print writes a message in Kafka's JSON form, in the key order and the style
// of Kafka's own files. Notes become `//` lines before "validVersions". What
// Print writes, Parse reads back to an equal message.
func Print(m *Message) []byte {
	p := &printer{}
	p.line(0, "{")
	if m.APIKey != NoKey {
		p.line(1, key("apiKey", strconv.Itoa(m.APIKey))+",")
	}
	p.line(1, text("type", string(m.Type))+",")
	if len(m.Listeners) > 0 {
		p.line(1, key("listeners", "["+quoteAll(m.Listeners)+"]")+",")
	}
	p.line(1, text("name", m.Name)+",")
	for _, note := range m.Notes {
		for line := range strings.SplitSeq(note, "\n") {
			p.line(1, strings.TrimSpace("// "+line))
		}
	}
	p.sections(messageSections(m))
	p.line(0, "}")
	return p.buf.Bytes()
}

// section is one of the last keys of the message: a scalar, fields or structs.
type section struct {
	head    string
	fields  []*Field
	structs []*Struct
}

func messageSections(m *Message) []section {
	all := []section{{head: text("validVersions", m.Valid.String())}}
	if !m.Deprecated.Empty() {
		all = append(all, section{head: text("deprecatedVersions", m.Deprecated.String())})
	}
	removed := m.Valid.Empty() && m.Flexible.Empty() && len(m.Fields) == 0
	if !removed {
		all = append(all, section{head: text("flexibleVersions", m.Flexible.String())})
	}
	if m.LatestUnstable {
		all = append(all, section{head: key("latestVersionUnstable", "true")})
	}
	if !removed {
		all = append(all, section{head: key("fields", "["), fields: m.Fields})
	}
	if len(m.Structs) > 0 {
		all = append(all, section{head: key("commonStructs", "["), structs: m.Structs})
	}
	return all
}

type printer struct{ buf bytes.Buffer }

func (p *printer) line(depth int, s string) {
	for range depth {
		p.buf.WriteString("  ")
	}
	p.buf.WriteString(s)
	p.buf.WriteByte('\n')
}

func (p *printer) sections(all []section) {
	for i, s := range all {
		comma := ","
		if i == len(all)-1 {
			comma = ""
		}
		if !strings.HasSuffix(s.head, "[") {
			p.line(1, s.head+comma)
			continue
		}
		p.line(1, s.head)
		p.fields(2, s.fields)
		p.structs(s.structs)
		p.line(1, "]"+comma)
	}
}

func (p *printer) structs(all []*Struct) {
	for i, s := range all {
		p.line(2, "{ "+text("name", s.Name)+", "+text("versions", s.Versions.String())+", "+key("fields", "["))
		p.fields(3, s.Fields)
		p.line(2, "]}"+commaUnlessLast(i, len(all)))
	}
}

func (p *printer) fields(depth int, fields []*Field) {
	for i, f := range fields {
		comma := commaUnlessLast(i, len(fields))
		rows := fieldRows(f)
		rows[0] = "{ " + rows[0]
		last := len(rows) - 1
		if len(f.Fields) == 0 {
			rows[last] += " }" + comma
		} else {
			rows[last] += ", " + key("fields", "[")
		}
		p.line(depth, rows[0])
		for _, row := range rows[1:] {
			p.line(depth+1, row)
		}
		if len(f.Fields) > 0 {
			p.fields(depth+2, f.Fields)
			p.line(depth+1, "]")
			p.line(depth, "}"+comma)
		}
	}
}

// fieldRows fills lines with the attributes; the description has its own.
func fieldRows(f *Field) []string {
	rows := []string{""}
	for i, a := range fieldAttributes(f) {
		last := len(rows) - 1
		switch {
		case i == 0:
			rows[0] = a
		case len(rows[last])+len(a) > printWidth:
			rows[last] += ","
			rows = append(rows, a)
		default:
			rows[last] += ", " + a
		}
	}
	if f.About != "" {
		rows[len(rows)-1] += ","
		rows = append(rows, text("about", f.About))
	}
	return rows
}

func fieldAttributes(f *Field) []string {
	all := []string{text("name", f.Name), text("type", f.Type.String()), text("versions", f.Versions.String())}
	add := func(when bool, attribute string) {
		if when {
			all = append(all, attribute)
		}
	}
	add(!f.Nullable.Empty(), text("nullableVersions", f.Nullable.String()))
	add(!f.Tagged.Empty(), text("taggedVersions", f.Tagged.String()))
	add(f.Tag != NoTag, key("tag", strconv.Itoa(f.Tag)))
	if f.Flexible != nil {
		add(true, text("flexibleVersions", f.Flexible.String()))
	}
	add(f.Ignorable, key("ignorable", "true"))
	add(f.MapKey, key("mapKey", "true"))
	add(f.ZeroCopy, key("zeroCopy", "true"))
	add(f.HasDefault, text("default", f.Default))
	add(f.EntityType != "", text("entityType", f.EntityType))
	return all
}

func commaUnlessLast(i, n int) string {
	if i == n-1 {
		return ""
	}
	return ","
}

func key(name, value string) string { return `"` + name + `": ` + value }

func text(name, value string) string { return key(name, quote(value)) }

func quote(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}

func quoteAll(all []string) string {
	quoted := make([]string, len(all))
	for i, s := range all {
		quoted[i] = quote(s)
	}
	return strings.Join(quoted, ", ")
}
