package speak

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

//go:embed values.txt
var valuesText string

// rule is a line of values.txt.
type rule struct {
	api    string          // "" for any
	at     schema.Versions // of the API
	path   string          // of one name, or of several from the body down
	entity string
	value  string // JSON with $facts
}

// Maker makes requests for one node.
type Maker struct {
	Codec *message.Codec
	// Facts are what $names in values.txt stand for, as they stand in JSON.
	Facts map[string]string

	rules []rule
	made  int
}

// NewMaker makes a maker from values.txt.
func NewMaker(c *message.Codec, facts map[string]string) (*Maker, error) {
	m := &Maker{Codec: c, Facts: facts}
	for i, line := range strings.Split(valuesText, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, value, ok := strings.Cut(line, " ")
		if !ok {
			return nil, fmt.Errorf("values.txt:%d: expected a field and its JSON", i+1)
		}
		r := rule{path: name, at: schema.Versions{Hi: schema.MaxVersion}, value: strings.TrimSpace(value)}
		if api, path, ok := strings.Cut(name, "."); ok {
			r.api, r.path = api, path
		}
		if api, versions, ok := strings.Cut(r.api, "@"); ok {
			at, err := schema.ParseVersions(versions)
			if err != nil {
				return nil, fmt.Errorf("values.txt:%d: %w", i+1, err)
			}
			r.api, r.at = api, at
		}
		if entity, ok := strings.CutPrefix(name, "@"); ok {
			r.path, r.entity = "", entity
		}
		m.rules = append(m.rules, r)
	}
	return m, nil
}

// Body is a body of the request, as JSON: the smallest instance with the values
// that fit.
func (m *Maker) Body(s *message.Spec) ([]byte, error) {
	m.made++
	data, err := s.Append(nil, sample.Source(sample.Smallest), message.Body, message.Header{})
	if err != nil {
		return nil, err
	}
	var t tape.Tape
	s.Read(&t, data, message.Body)
	body := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(s.AppendJSON(nil, &t, message.Body, jsonform.Options{})))
	d.UseNumber()
	if err := d.Decode(&body); err != nil {
		return nil, err
	}
	if err := m.fill(s, "", s.Schema.Fields, body); err != nil {
		return nil, err
	}
	return json.Marshal(body)
}

// fill goes down the fields of a struct that its version has.
func (m *Maker) fill(s *message.Spec, above string, fields []*schema.Field, in map[string]any) error {
	for _, f := range fields {
		key, path := layout.Key(f.Name), above+f.Name
		if !f.Versions.Has(s.Version) {
			continue
		}
		value, err := m.value(s, path, f)
		if err != nil {
			return err
		}
		if value != nil {
			in[key] = value
			continue
		}
		list, _ := in[key].([]any)
		for _, one := range append(list, in[key]) {
			if object, ok := one.(map[string]any); ok {
				if err := m.fill(s, path+".", s.Schema.FieldsOf(f), object); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// value is what values.txt has for a field, nil for nothing. Entities are of
// arrays too.
func (m *Maker) value(s *message.Spec, path string, f *schema.Field) (json.RawMessage, error) {
	for _, r := range m.rules {
		if !r.fits(s, path, f) {
			continue
		}
		text := os.Expand(r.value, func(name string) string {
			if name == "unique" {
				return fmt.Sprint(m.made)
			}
			return m.Facts[name]
		})
		if f.Type.Array && r.entity != "" {
			text = "[" + text + "]"
		}
		if !json.Valid([]byte(text)) {
			return nil, fmt.Errorf("%s, %s: %s is no JSON", s, path, text)
		}
		return json.RawMessage(text), nil
	}
	return nil, nil
}

func (r rule) fits(s *message.Spec, path string, f *schema.Field) bool {
	switch {
	case r.api != "" && (r.api != s.Schema.APIName() || !r.at.Has(s.Version)):
		return false
	case r.entity != "":
		return r.entity == f.EntityType
	}
	return strings.EqualFold(r.path, path) || strings.EqualFold(r.path, f.Name)
}
