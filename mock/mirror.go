package mock

import (
	"slices"
	"strings"

	"github.com/kscope/kscope/layout"
)

// A mirror answers with what was asked for. Field by field, a struct of the
// response takes from the struct of the request that it belongs to:
//
//	a field of the same name and type     its value
//	an array of structs                   one element for each of the array that
//	                                      it belongs to; see counterpart
//	its key, when no name fits            the value of the other struct's key
//	everything else                       its default
//
// The bodies belong to each other. The key of a struct is its first field that
// tells no error.
type mirror struct {
	from, to *layout.Layout // of the request, of the response
}

// mirrored is the mirror answer to a request, in the form of a layout.
func mirrored(r *Request, to *layout.Layout) Body {
	m := mirror{from: r.Spec.Body, to: to}
	return m.structure(0, r.Body, 0)
}

// structure mirrors values, which the struct at op from of the request has, in
// the struct at op to of the response.
func (m *mirror) structure(from int, values Body, to int) Body {
	out := Body{}
	var used []int // arrays of the request that have a counterpart
	for op := range m.to.Fields(to) {
		info := &m.to.Info[op]
		same, ok := m.from.Find(from, info.Name)
		switch {
		case isStructs(m.to, op):
			if array := m.counterpart(from, to, op, used); array >= 0 {
				used = append(used, array)
				out[info.Key] = m.array(array, values, op)
			}
		case !ok || m.from.Info[same].Type != info.Type:
		case m.to.Ops[op].Kind.IsStruct():
			if inner, ok := values[info.Key].(Body); ok {
				out[info.Key] = m.structure(same, inner, op)
			}
		case values[info.Key] == nil && !m.to.Ops[op].Nullable:
		default:
			out[info.Key] = values[info.Key]
		}
	}
	m.key(from, values, to, out)
	return out
}

// key gives a struct the key of the other, when no name has fitted.
func (m *mirror) key(from int, values Body, to int, out Body) {
	f, t := keyOf(m.from, from), keyOf(m.to, to)
	if from == 0 || f < 0 || t < 0 || m.from.Info[f].Type != m.to.Info[t].Type {
		return
	}
	name := m.to.Info[t].Key
	if v := values[m.from.Info[f].Key]; !out.Has(name) && v != nil {
		out[name] = v
	}
}

// array mirrors the elements of an array of the request.
func (m *mirror) array(from int, values Body, to int) []any {
	list, _ := values[m.from.Info[from].Key].([]any)
	out := make([]any, 0, len(list))
	for _, x := range list {
		if b, ok := x.(Body); ok {
			out = append(out, m.structure(from+1, b, to+1))
			continue
		}
		element := Body{}
		if k := keyOf(m.to, to+1); k >= 0 && m.to.Info[k].Type == m.from.Info[from+1].Type {
			element[m.to.Info[k].Key] = x
		}
		out = append(out, element)
	}
	return out
}

// counterpart finds the array of the request that an array of structs of the
// response belongs to, -1 for none: the first of these that is not used yet.
//
//	the array of the same name
//	an array of structs whose key has the same name and type
//	an array of plain values that are the key: of the same entity (topicName),
//	or by their name (CoordinatorKeys, Key)
//	an array whose name is in that of the key (Users, User; Partitions,
//	PartitionId), or any where there is no key: then they are counted only
func (m *mirror) counterpart(from, to, op int, used []int) int {
	for _, fits := range []func(array, op int) bool{m.sameName, m.sameKey, m.plainKeys, m.namedAfter} {
		for array := range m.from.Fields(from) {
			if m.from.Ops[array].Kind.IsArray() && !slices.Contains(used, array) && !m.taken(array, to) && fits(array, op) {
				return array
			}
		}
		if m.hasName(from, op) {
			return -1 // the array of the same name is no array here, or used
		}
	}
	return -1
}

// taken reports whether another field of the response has an array's name and
// type, and so its values.
func (m *mirror) taken(array, to int) bool {
	op, ok := m.to.Find(to, m.from.Info[array].Name)
	return ok && !isStructs(m.to, op) && m.to.Info[op].Type == m.from.Info[array].Type
}

func (m *mirror) hasName(from, op int) bool {
	_, ok := m.from.Find(from, m.to.Info[op].Name)
	return ok
}

func (m *mirror) sameName(array, op int) bool {
	return m.from.Info[array].Name == m.to.Info[op].Name
}

func (m *mirror) sameKey(array, op int) bool {
	f, t := m.keys(array, op)
	return f != nil && t != nil && isStructs(m.from, array) && f.Name == t.Name && f.Type == t.Type
}

func (m *mirror) plainKeys(array, op int) bool {
	f, t := m.keys(array, op)
	if f == nil || t == nil || isStructs(m.from, array) || f.Type != t.Type {
		return false
	}
	list := m.from.Info[array].Field
	entity := t.Field != nil && list != nil && list.EntityType != "" && list.EntityType == t.Field.EntityType
	name := strings.ToLower(m.from.Info[array].Name)
	key := strings.ToLower(t.Name)
	return entity || strings.HasSuffix(name, key+"s") || strings.HasSuffix(name, key+"es")
}

func (m *mirror) namedAfter(array, op int) bool {
	f, t := m.keys(array, op)
	if t == nil {
		return true
	}
	one := strings.TrimSuffix(strings.ToLower(m.from.Info[array].Name), "s")
	return f != nil && f.Type == t.Type && strings.HasPrefix(strings.ToLower(t.Name), one)
}

// keys gives the keys of the elements of two arrays; a plain value is its own.
func (m *mirror) keys(array, op int) (f, t *layout.Info) {
	f = &m.from.Info[array+1]
	if isStructs(m.from, array) {
		f = nil
		if k := keyOf(m.from, array+1); k >= 0 {
			f = &m.from.Info[k]
		}
	}
	if k := keyOf(m.to, op+1); k >= 0 {
		t = &m.to.Info[k]
	}
	return f, t
}

// keyOf is the first field of a struct that tells no error, -1 for none.
func keyOf(l *layout.Layout, parent int) int {
	for op := range l.Fields(parent) {
		if name := l.Info[op].Name; !strings.HasSuffix(name, "ErrorCode") && !strings.HasSuffix(name, "ErrorMessage") {
			return op
		}
	}
	return -1
}

// isStructs reports whether a field is an array of structs.
func isStructs(l *layout.Layout, op int) bool {
	return l.Ops[op].Kind.IsArray() && l.Ops[op+1].Kind.IsStruct()
}
