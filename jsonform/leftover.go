package jsonform

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/kscope/kscope/internal/near"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
)

// leftovers judges the members that no field has asked for. A field of other
// versions may be given if it is ignorable or has its default.
func (s *source) leftovers(l *layout.Layout, i int, members []member) error {
	end := s.pos
	defer func() { s.pos = end }()
	for _, m := range members {
		if m.taken {
			continue
		}
		s.pos, s.at = m.value, m.pos
		if string(m.key) == rawKey && len(s.open) == 1 {
			if err := s.readRaw(); err != nil {
				return err
			}
			continue
		}
		f := absent(&l.Info[i], string(m.key))
		if f == nil {
			return &syntaxError{pos: m.pos, msg: s.unknown(l, i, string(m.key))}
		}
		if s.isDefault(l.Schema, f) {
			continue
		}
		if f.Ignorable {
			s.dropped = append(s.dropped, f)
			continue
		}
		return &layout.ValueError{Path: f.Name, Err: &syntaxError{pos: m.pos,
			msg: fmt.Sprintf("not in version %d (it is in %s), and the value is not the default", l.Version, f.Versions)}}
	}
	return nil
}

func (s *source) readRaw() error {
	s.at = s.pos
	var v layout.Value
	err := s.bytes(&v)
	s.raw = bytes.Clone(v.Bytes)
	return err
}

func absent(info *layout.Info, key string) *schema.Field {
	for _, f := range info.Absent {
		if layout.Key(f.Name) == key {
			return f
		}
	}
	return nil
}

// unknown says that no version has such a field, or that it came twice.
func (s *source) unknown(l *layout.Layout, i int, key string) string {
	var keys []string
	for f := range l.Fields(i) {
		if l.Info[f].Key == key {
			return fmt.Sprintf("%q is given twice", key)
		}
		keys = append(keys, l.Info[f].Key)
	}
	msg := fmt.Sprintf("%s has no field %q", l.Info[i].Name, key)
	if best := near.Best(key, keys); best != "" {
		msg += near.Hint(strconv.Quote(best))
	}
	return msg
}

// isDefault reports whether the JSON value here is the default of f, a field of
// m. Values of a wrong type are not.
func (s *source) isDefault(m *schema.Message, f *schema.Field) bool {
	def, err := layout.DefaultOf(f, math.MaxInt16)
	if err != nil {
		return false
	}
	if s.word("null") {
		return def.Null
	}
	switch {
	case f.Type.Array:
		return !def.Null && s.eat('[') == nil && s.eat(']') == nil
	case f.Type.IsStruct():
		return !def.Null && s.areDefaults(m, m.FieldsOf(f))
	case f.Type.Elem == "bool":
		b, err := s.bool()
		return err == nil && b == def.Int
	case f.Type.Elem == "float64":
		var v layout.Value
		return s.float(&v) == nil && v.Float == def.Float
	case f.Type.Elem == "uuid":
		var v layout.Value
		return s.uuid(&v) == nil && (string(v.Bytes) == def.Text || def.Text == "" && string(v.Bytes) == string(make([]byte, 16)))
	case f.Type.Elem == "string", f.Type.Elem == "bytes":
		text, _, err := s.text(nil)
		return err == nil && !def.Null && string(text) == def.Text
	}
	n, err := s.integer()
	return err == nil && n == def.Int
}

// areDefaults reports whether every member of the object here is one of the
// fields and has its default.
func (s *source) areDefaults(m *schema.Message, fields []*schema.Field) bool {
	if s.eat('{') != nil {
		return false
	}
	for first := true; s.peek() != '}'; first = false {
		if !first && s.eat(',') != nil {
			return false
		}
		s.peek()
		key, _, err := s.text(nil)
		if err != nil || s.eat(':') != nil {
			return false
		}
		s.peek()
		i := slices.IndexFunc(fields, func(f *schema.Field) bool { return layout.Key(f.Name) == string(key) })
		if i < 0 || !s.isDefault(m, fields[i]) {
			return false
		}
	}
	s.pos++
	return true
}

// extra reads the tagged fields that no schema names.
func (s *source) extra(v *layout.Value) error {
	found, err := s.find(tagsKey, tagsMember)
	if err != nil || !found {
		return err
	}
	if err := s.eat('['); err != nil {
		return err
	}
	for first := true; s.peek() != ']'; first = false {
		if !first {
			if err := s.eat(','); err != nil {
				return err
			}
		}
		t, err := s.extraTag()
		if err != nil {
			return err
		}
		if n := len(v.Extra); n > 0 && v.Extra[n-1].Tag >= t.Tag {
			return s.errorf("_taggedFields: tag %d does not come in order", t.Tag)
		}
		v.Extra = append(v.Extra, t)
	}
	s.pos++
	s.done()
	return nil
}

// extraTag reads one object {"tag": number, "data": base64}.
func (s *source) extraTag() (t layout.ExtraTag, err error) {
	s.peek() // so that start is the brace
	start := s.pos
	if err := s.object(func() error { return s.skip(0) }); err != nil {
		return t, err
	}
	inner := source{scanner: scanner{b: s.b[:s.pos], pos: start + 1}}
	inner.peek()
	inner.open = []object{{start: inner.pos, next: inner.pos}}
	for _, key := range []string{"tag", "data"} {
		found, err := inner.find(key, `,"`+key+`":`)
		if err != nil {
			return t, err
		}
		if !found {
			return t, &syntaxError{pos: start, msg: fmt.Sprintf("_taggedFields: expected {\"tag\": number, \"data\": base64}, found no %q", key)}
		}
		if key == "tag" {
			n, err := inner.integer()
			if err != nil || n < 0 || n > math.MaxUint32 {
				return t, &syntaxError{pos: inner.pos, msg: "_taggedFields: expected a tag number of 32 bits"}
			}
			t.Tag = uint32(n)
			inner.done()
			continue
		}
		text, _, err := inner.text(nil)
		if err != nil {
			return t, err
		}
		if t.Data, err = base64.StdEncoding.AppendDecode(nil, text); err != nil {
			return t, &syntaxError{pos: start, msg: fmt.Sprintf("_taggedFields: data is not base64: %v", err)}
		}
	}
	return t, nil
}
