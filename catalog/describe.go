package catalog

import (
	"strings"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/schema"
)

// descriptions is fields.txt: the lines for a field name in any message are
// read at once, those for one message when it is asked for.
type descriptions struct {
	general map[string]string
	text    string
}

func readDescriptions() *descriptions {
	d := &descriptions{general: map[string]string{}, text: readData("fields.txt")}
	must(facts.Lines("fields.txt", d.text, func(l facts.Line) error {
		key, text, ok := strings.Cut(l.Text, ": ")
		if !ok {
			return l.Errorf("expected \"Field: text\"")
		}
		if !strings.Contains(key, ".") {
			d.general[key] = strings.TrimSpace(text)
		}
		return nil
	}))
	return d
}

// messageWords describes the fields of one message.
type messageWords struct {
	general map[string]string
	own     map[string]string // by path, or "*.Field"
}

func (d *descriptions) of(name string) *messageWords {
	w := &messageWords{d.general, map[string]string{}}
	for line := range linesOf(d.text, name+".") {
		if path, text, ok := strings.Cut(line, ": "); ok {
			w.own[path] = strings.TrimSpace(text)
		}
	}
	return w
}

// describe gives the text for a path; the most exact line wins.
func (w *messageWords) describe(path string) string {
	if text := w.own[path]; text != "" {
		return text
	}
	return w.inGeneral(path)
}

func (w *messageWords) inGeneral(path string) string {
	field := path[strings.LastIndexByte(path, '.')+1:]
	if text := w.own["*."+field]; text != "" {
		return text
	}
	return w.general[field]
}

// fill writes the descriptions into a message. A common struct is described
// by the first path that leads to it; where the lines for its paths disagree,
// only the general ones can be right for all.
func (w *messageWords) fill(m *schema.Message) {
	seen := map[*schema.Field]string{}
	var walk func(prefix string, fields []*schema.Field)
	walk = func(prefix string, fields []*schema.Field) {
		for _, f := range fields {
			path := prefix + f.Name
			own, before := w.own[path], seen[f]
			switch {
			case f.About == "":
				f.About = w.describe(path)
			case own != "" && before == "":
				f.About = own
			case own != "" && own != before:
				f.About = w.inGeneral(path)
			}
			if own != "" {
				seen[f] = own
			}
			walk(path+".", m.FieldsOf(f))
		}
	}
	walk("", m.Fields)
}

// Describe says what a field means, by the message's name and the field's
// path ("Topics.Partitions.LeaderEpoch"); "" when nothing is known. Of loaded
// schemas it gives their own text.
func (c *Catalog) Describe(message, path string) string {
	e, err := c.Lookup(message, "")
	if err != nil {
		return ""
	}
	if m := c.loaded[strings.ToLower(e.Name)]; m != nil {
		if f := fieldAt(m, path); f != nil {
			return f.About
		}
	}
	return c.fields().of(e.Name).describe(path)
}

func fieldAt(m *schema.Message, path string) *schema.Field {
	fields := m.Fields
	for {
		name, rest, more := strings.Cut(path, ".")
		var found *schema.Field
		for _, f := range fields {
			if f.Name == name {
				found = f
			}
		}
		if found == nil || !more {
			return found
		}
		fields, path = m.FieldsOf(found), rest
	}
}

// Purpose says what an API (by its name without Request and Response), any
// other message, or a primitive type is for; "" when nothing is known.
func (c *Catalog) Purpose(name string) string {
	text := readData("messages.txt")
	for _, key := range []string{name, strings.TrimSuffix(strings.TrimSuffix(name, "Request"), "Response")} {
		for line := range linesOf(text, key+": ") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}
