package mock

import (
	"fmt"
	"strings"
)

// A template is a value in which strings may hold ${PATH}. A string that is
// nothing else becomes the value there, whatever its type; else its text is put
// in. An element {"$each": "PATH", ...} of an array stands for as many as there
// are elements at PATH, which is item in it.

// eachKey marks an element that is repeated.
const eachKey = "$each"

// scope is what paths of a template begin with.
type scope Body

func scopeOf(r *Request) scope {
	var id any
	if r.ClientID != nil {
		id = *r.ClientID
	}
	return scope{
		"request": r.Body,
		"header":  Body{"clientId": id, "correlationId": r.CorrelationID, "apiKey": r.APIKey, "apiVersion": r.Version},
		"node":    Body{"id": r.Node.ID, "host": r.Node.Host, "port": r.Node.Port, "clusterId": r.Node.ClusterID},
	}
}

// expand gives a copy of a template with all values put in.
func (s scope) expand(v any) (any, error) {
	switch v := v.(type) {
	case string:
		return s.text(v)
	case Body:
		return s.fields(v)
	case map[string]any:
		return s.fields(v)
	case []any:
		out := make([]any, 0, len(v))
		for _, x := range v {
			var err error
			if out, err = s.element(out, x); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return v, nil
}

func (s scope) fields(b Body) (any, error) {
	out := Body{}
	for k, v := range b {
		if k == eachKey {
			continue
		}
		x, err := s.expand(v)
		if err != nil {
			return nil, err
		}
		out[k] = x
	}
	return out, nil
}

// element appends what an element of an array stands for.
func (s scope) element(out []any, x any) ([]any, error) {
	if m, ok := x.(map[string]any); ok {
		x = Body(m)
	}
	b, _ := x.(Body)
	path, each := b[eachKey].(string)
	if !each {
		v, err := s.expand(x)
		return append(out, v), err
	}
	v, err := s.lookup(path)
	if err != nil {
		return nil, err
	}
	list, ok := v.([]any)
	if !ok && v != nil {
		return nil, fmt.Errorf("%s: %s is no array", eachKey, path)
	}
	for _, item := range list {
		inner := scope{}
		for k := range s {
			inner[k] = s[k]
		}
		inner["item"] = item
		v, err := inner.value(b)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// valueKey holds what an element of plain values becomes.
const valueKey = "$value"

// value is one element that was repeated: a struct, or a plain value.
func (s scope) value(b Body) (any, error) {
	if plain, ok := b[valueKey]; ok {
		return s.expand(plain)
	}
	return s.fields(b)
}

// text puts values into a string.
func (s scope) text(v string) (any, error) {
	if path, ok := strings.CutPrefix(v, "${"); ok && strings.IndexByte(path, '}') == len(path)-1 {
		return s.lookup(path[:len(path)-1])
	}
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(v, "${")
		out.WriteString(before)
		if !ok {
			return out.String(), nil
		}
		path, after, ok := strings.Cut(rest, "}")
		if !ok {
			return nil, fmt.Errorf("%q: ${ without }", v)
		}
		x, err := s.lookup(path)
		if err != nil {
			return nil, err
		}
		switch x.(type) {
		case Body, []any, []byte:
			return nil, fmt.Errorf("%s is no text or number to be put into %q", path, v)
		}
		fmt.Fprint(&out, x)
		v = after
	}
}

// lookup finds the value at a path.
func (s scope) lookup(path string) (any, error) {
	steps, err := parsePath(path)
	if err != nil {
		return nil, err
	}
	var v any = Body(s)
	for i, step := range steps {
		switch x := v.(type) {
		case Body:
			f, ok := x[step.name]
			if !ok || step.name == "" {
				return nil, fmt.Errorf("path %s: nothing is called %s there", path, step)
			}
			v = f
		case []any:
			if step.name != "" || step.index < 0 || step.index >= len(x) {
				return nil, fmt.Errorf("path %s: no element %s among %d", path, step, len(x))
			}
			v = x[step.index]
		default:
			return nil, fmt.Errorf("path %s: nothing lies in %s", path, pathOf(steps[:i]))
		}
	}
	return v, nil
}
