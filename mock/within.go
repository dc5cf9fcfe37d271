package mock

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
)

// within reports whether got has all that want says: the fields of a struct,
// whatever else it has; of an array, for each element of want one that has all
// of it, whatever the order; other values as they are.
func within(want, got any) bool {
	switch w := want.(type) {
	case map[string]any:
		return within(Body(w), got)
	case Body:
		if len(w) == 0 {
			return true
		}
		g, ok := got.(Body)
		for k, v := range w {
			has := false
			if ok {
				_, has = g[k]
			}
			if !has || !within(v, g[k]) {
				return false
			}
		}
		return true
	case []any:
		return allWithin(w, got)
	}
	return equal(want, got)
}

func allWithin(want []any, got any) bool {
	list, ok := got.([]any)
	if !ok {
		return false
	}
	for _, w := range want {
		found := false
		for _, g := range list {
			found = found || within(w, g)
		}
		if !found {
			return false
		}
	}
	return true
}

// equal compares plain values, of which want may be as JSON has it.
func equal(want, got any) bool {
	switch g := got.(type) {
	case nil:
		return want == nil
	case []byte:
		if w, ok := want.(string); ok {
			b, err := base64.StdEncoding.DecodeString(w)
			return err == nil && bytes.Equal(b, g)
		}
		w, ok := want.([]byte)
		return ok && bytes.Equal(w, g)
	case string:
		w, ok := want.(string)
		return ok && w == g
	case bool:
		w, ok := want.(bool)
		return ok && w == g
	case float64:
		n, ok := want.(json.Number)
		f, err := n.Float64()
		return ok && err == nil && f == g || want == got
	}
	w, isInt := toInt(want)
	g, ok := toInt(got)
	return isInt && ok && w == g
}
