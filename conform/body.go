package conform

import (
	"encoding/json"
	"maps"
	"strconv"

	"github.com/kscope/kscope/layout"
)

// object is a body or a part of one in Kafka's JSON form. It may name fields
// of several versions; json leaves out those that a version lacks.
type object map[string]any

// list is an array of a body.
type list []any

// with adds fields to a body, and puts them in the place of those that it has.
func (o object) with(more object) object {
	maps.Copy(o, more)
	return o
}

// json is the body as text for one version.
func (o object) json(l *layout.Layout) []byte {
	text, err := json.Marshal(fit(l, 0, o))
	if err != nil { // no such value is ever put into an object
		return []byte("{}")
	}
	return text
}

// fit takes what the struct at op has no field for out of an object.
func fit(l *layout.Layout, op int, o object) object {
	out := object{}
	for i := range l.Fields(op) {
		if v, ok := o[l.Info[i].Key]; ok {
			out[l.Info[i].Key] = fitValue(l, i, v)
		}
	}
	return out
}

func fitValue(l *layout.Layout, op int, v any) any {
	switch v := v.(type) {
	case object:
		return fit(l, op, v)
	case list:
		if !l.Ops[op].Kind.IsArray() {
			return v
		}
		out := make(list, len(v))
		for i, e := range v {
			out[i] = fitValue(l, op+1, e)
		}
		return out
	}
	return v
}

// number reads a version of a check's own list of APIs.
func number(s string) int16 {
	n, err := strconv.ParseInt(s, 10, 16)
	if err != nil {
		return 0
	}
	return int16(n)
}
