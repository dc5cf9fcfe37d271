package mock

import (
	"fmt"
	"maps"
	"slices"

	"github.com/kscope/kscope/internal/near"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
)

// known is the fields that a struct has in some schemas of its message.
type known struct {
	name string // of the struct
	in   []scheme
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
	}
	return nil
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
	out := &known{}
	var keys []string
	for _, s := range n.in {
		for _, f := range s.fields {
			k := layout.Key(f.Name)
			keys = append(keys, k)
			if k == key {
				out.name = f.Name
				out.in = append(out.in, scheme{s.message, s.message.FieldsOf(f)})
			}
		}
	}
	if len(out.in) == 0 {
		return nil, fmt.Errorf("%s has no field %q%s", n.name, key, near.Hint(near.Some(key, keys, 1)...))
	}
	return out, nil
}
