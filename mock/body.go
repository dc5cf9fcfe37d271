package mock

import (
	"encoding/json"
	"maps"
)

// Body is a body, or a struct in one, by the names that Kafka's JSON has for its
// fields. Integers are of any Go type of integers, or json.Number; bytes and
// records are []byte, or base64 as in JSON; uuids are their text; arrays are
// []any; structs are Body. When it is written, fields that are not there have their
// default, and those that are null where the version has no null; those that the
// version lacks are left out. So one Body serves all versions. An errorMessage
// that is not there is null where it may be. Errors may be given by name. The
// tagged fields that no schema names are _taggedFields.
type Body map[string]any

// tagsKey is the name of unknown tagged fields in Kafka's JSON form.
const tagsKey = "_taggedFields"

// Int reads an integer field; 0 when it is absent, null, or no integer.
func (b Body) Int(key string) int64 {
	n, _ := toInt(b[key])
	return n
}

// Text reads a string or uuid field; "" when it is absent, null, or no text.
func (b Body) Text(key string) string {
	s, _ := b[key].(string)
	return s
}

// Has reports whether a field is there and not null.
func (b Body) Has(key string) bool { return b[key] != nil }

// Structs reads an array of structs; nil when it is absent, null, or no array.
func (b Body) Structs(key string) (all []Body) {
	list, _ := b[key].([]any)
	for _, x := range list {
		if s, ok := x.(Body); ok {
			all = append(all, s)
		}
	}
	return all
}

// clone copies a value with everything in it but bytes, so that changes to one
// answer stay in that answer.
func clone(v any) any {
	switch v := v.(type) {
	case Body:
		b := maps.Clone(v)
		for k := range b {
			b[k] = clone(b[k])
		}
		return b
	case map[string]any:
		return clone(Body(v))
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = clone(v[i])
		}
		return list
	}
	return v
}

func toInt(v any) (int64, bool) {
	switch n := v.(type) {
	case int64:
		return n, true
	case int:
		return int64(n), true
	case int32:
		return int64(n), true
	case int16:
		return int64(n), true
	case int8:
		return int64(n), true
	case json.Number:
		i, err := n.Int64()
		return i, err == nil
	}
	return 0, false
}
