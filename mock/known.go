package mock

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kscope/kscope/internal/near"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
)

// known is the fields that a struct has in some schemas of its message.
type known struct {
	name  string // of the message, or of the field that has the struct
	in    []scheme
	types []schema.FieldType // of the field
	codes func(name string) bool
}

type scheme struct {
	message *schema.Message
	fields  []*schema.Field
}

// check says which of the names in a value no version has.
func (n *known) check(v any) error {
	switch v := v.(type) {
	case Body:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if key == tagsKey || key == eachKey || key == valueKey {
				continue
			}
			inner, err := n.field(key)
			if err != nil {
				return err
			}
			if err := inner.check(v[key]); err != nil {
				return err
			}
		}
	case map[string]any:
		return n.check(Body(v))
	case []any:
		for _, x := range v {
			if err := n.check(x); err != nil {
				return err
			}
		}
	case nil:
	default:
		return n.plain(v)
	}
	return nil
}

// plain says that no version of the field takes a plain value. Text with values
// from the request may become anything.
func (n *known) plain(v any) error {
	text, isText := v.(string)
	if isText && strings.Contains(text, "${") {
		return nil
	}
	for _, t := range n.types {
		switch _, isNumber := toFloat(v); t.Elem {
		case "bool":
			if _, ok := v.(bool); ok {
				return nil
			}
		case "string", "bytes", "records", "uuid":
			if isText {
				return nil
			}
		default:
			if isNumber && !t.IsStruct() || isText && t.Elem == "int16" && n.codes(text) {
				return nil
			}
		}
	}
	if len(n.types) == 0 {
		return mismatch("fields of "+n.name, v)
	}
	return fmt.Errorf("%s: %w", n.name, mismatch(n.types[0].Elem, v))
}

// path says which name of a path no version has, or of the value there.
func (n *known) path(steps []step, v any) error {
	for _, s := range steps {
		if s.name == tagsKey {
			return nil
		}
		if s.name == "" {
			continue
		}
		var err error
		if n, err = n.field(s.name); err != nil {
			return err
		}
	}
	return n.check(v)
}

// field gives what is known of a field's struct.
func (n *known) field(key string) (*known, error) {
	out := &known{codes: n.codes}
	var keys []string
	for _, s := range n.in {
		for _, f := range s.fields {
			k := layout.Key(f.Name)
			keys = append(keys, k)
			if k == key {
				out.name = f.Name
				out.types = append(out.types, f.Type)
				out.in = append(out.in, scheme{s.message, s.message.FieldsOf(f)})
			}
		}
	}
	if len(out.in) == 0 {
		return nil, fmt.Errorf("%s has no field %q%s", n.name, key, near.Hint(near.Some(key, keys, 1)...))
	}
	return out, nil
}
