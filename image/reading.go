package image

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/view"
	"github.com/kscope/kscope/wire"
)

// reading is one record, indexed on a tape. It is used again for the next.
type reading struct {
	t     tape.Tape
	names *view.CatalogNames
	spec  *message.Spec
	body  *layout.Layout
	refs  []tape.Ref // of the fields, by their op
	seen  []bool
	moved []bool // of tagged fields: not the default
	odd   string // what is in the record that no schema names
}

// read indexes a record. The error says what is wrong with it.
func (r *reading) read(s *message.Spec, value []byte) error {
	s.Read(&r.t, value, message.Payload)
	if r.t.Err != nil {
		return r.t.Err
	}
	body, ok := s.BodyOn(&r.t)
	if !ok {
		return &tape.Error{Code: tape.Short, Expected: s.String(), Found: "no body"}
	}
	r.spec, r.body, r.odd = s, s.Body, ""
	n := len(s.Body.Ops)
	r.refs, r.seen, r.moved = slices.Grow(r.refs[:0], n)[:n], slices.Grow(r.seen[:0], n)[:n], slices.Grow(r.moved[:0], n)[:n]
	clear(r.seen)
	clear(r.moved)
	for c := range r.t.Children(body) {
		switch k := r.t.Op(c).Kind; {
		case c.IsPart():
		case k == layout.Tags:
			r.tags(c)
		case r.t.Info(c).Key != "":
			r.note(c, true)
		}
	}
	return nil
}

// note keeps where a field lies.
func (r *reading) note(c tape.Ref, moved bool) {
	if l, op := r.t.Layout(c); l == r.body {
		r.refs[op], r.seen[op], r.moved[op] = c, true, moved
	}
}

func (r *reading) tags(section tape.Ref) {
	for c := range r.t.Children(section) {
		info := r.t.Info(c)
		switch {
		case c.IsPart():
		case info.Field == nil:
			r.odd = "it has a tagged field that no schema names"
		default:
			for v := range r.t.Children(c) {
				if v.IsPart() {
					continue
				}
				off, end := r.t.Span(v)
				r.note(v, string(r.t.Data[off:end]) != string(info.Wire))
			}
		}
	}
}

// find gives the op of a field; false where the version has none.
func (r *reading) find(field string) (op int, ok bool) { return r.body.Find(0, field) }

// there reports whether a field has a value: the record's, or its default.
func (r *reading) there(op int) bool { return r.seen[op] || r.tagged(op) }

func (r *reading) tagged(op int) bool {
	f := r.body.Info[op].Field
	return f != nil && f.Tagged.Has(r.spec.Version)
}

// given reports whether a field is there and is neither null nor a default
// that nobody need have written.
func (r *reading) given(op int) bool {
	return r.seen[op] && r.moved[op] && !r.t.IsNull(r.refs[op])
}

// json is the value of a field.
func (r *reading) json(op int) []byte {
	if !r.seen[op] {
		return defaultJSON(&r.body.Ops[op], r.body.Info[op].Default)
	}
	return jsonform.Append(nil, &r.t, r.refs[op].Node(), jsonform.Options{})
}

// text is the value of a field as conditions have it: strings without quotes.
func (r *reading) text(op int) string {
	if r.seen[op] && r.body.Ops[op].Kind.IsString() {
		b, _ := r.t.Bytes(r.refs[op])
		return string(b)
	}
	return string(r.json(op))
}

// nullKey is the key that null has, as Kafka's tools write it.
const nullKey = "<default>"

// key is the value of a field as the key of a map.
func (r *reading) key(op int) string {
	if !r.seen[op] {
		return strings.Trim(string(r.json(op)), `"`)
	}
	return r.keyOf(r.refs[op])
}

func (r *reading) keyOf(c tape.Ref) string {
	k := r.t.Op(c).Kind
	switch {
	case r.t.IsNull(c):
		return nullKey
	case k.IsArray(), k.IsStruct():
		return r.keyOfAll(c, k)
	case k.IsString():
		b, _ := r.t.Bytes(c)
		return string(b)
	case k == layout.UUID:
		id, _ := r.t.Bytes(c)
		return string(wire.AppendUUIDText(nil, id))
	}
	if word := r.word(c); word != "" {
		return word
	}
	return strings.Trim(string(jsonform.Append(nil, &r.t, c.Node(), jsonform.Options{})), `"`)
}

// keyOfAll joins the elements of an array, in order, or the fields of a struct.
func (r *reading) keyOfAll(c tape.Ref, k layout.Kind) string {
	var parts []string
	for e := range r.t.Children(c) {
		if e.IsPart() && !r.t.Info(e).Element || r.t.Op(e).Kind == layout.Tags {
			continue
		}
		part := r.keyOf(e)
		if !k.IsArray() && r.t.Op(e).Kind.IsString() && !r.t.IsNull(e) {
			part = quoteKey(part)
		}
		parts = append(parts, part)
	}
	if k.IsArray() {
		slices.Sort(parts)
		return strings.Join(parts, ",")
	}
	return strings.Join(parts, "=")
}

// quoteKey puts in quotes what could be taken for more than one name.
func quoteKey(s string) string {
	if s == "" || strings.ContainsAny(s, `,="<>\`) {
		return strconv.Quote(s)
	}
	return s
}

// word is what an integer is called; "" for nothing.
func (r *reading) word(c tape.Ref) string {
	if k := r.t.Op(c).Kind; !k.IsInt() {
		return ""
	}
	l, op := r.t.Layout(c)
	return r.names.Number(l, op, r.t.Int(c))
}

// node makes a node of a field.
func (r *reading) node(op int, set *Set) *Node {
	info := &r.body.Info[op]
	if !r.seen[op] {
		n := &Node{Name: info.Key, JSON: r.json(op), Set: set}
		if r.body.Ops[op].Kind.IsInt() && !info.Default.Null {
			n.Word = r.names.Number(r.body, op, info.Default.Int)
		}
		return n
	}
	n := r.build(r.refs[op])
	n.Name, n.Set = info.Key, set
	return n
}

// build makes a node of a thing on the tape: of structs and arrays of them one
// that holds their fields, else a value.
func (r *reading) build(c tape.Ref) *Node {
	k := r.t.Op(c).Kind
	switch {
	case r.t.IsNull(c):
	case k.IsStruct():
		n := newObject("", nil)
		r.members(c, n)
		return n
	case k.IsArray() && r.ofStructs(c):
		n := newList()
		for e := range r.t.Children(c) {
			if !e.IsPart() {
				n.list = append(n.list, r.build(e))
			}
		}
		r.sort(c, n)
		return n
	}
	return &Node{JSON: jsonform.Append(nil, &r.t, c.Node(), jsonform.Options{}), Word: r.word(c)}
}

// sort puts the elements of a list in the order of the field that Kafka takes
// for their key, because their order says nothing: snapshots have another.
func (r *reading) sort(c tape.Ref, n *Node) {
	l, op := r.t.Layout(c)
	for i := range l.Fields(op + 1) {
		if f := l.Info[i].Field; f != nil && f.MapKey {
			key := func(e *Node) []byte {
				if k := e.Child(l.Info[i].Key); k != nil {
					return k.JSON
				}
				return nil
			}
			slices.SortStableFunc(n.list, func(a, b *Node) int { return bytes.Compare(key(a), key(b)) })
			return
		}
	}
}

// members adds the fields of a struct, tagged ones too, to its node.
func (r *reading) members(c tape.Ref, n *Node) {
	for f := range r.t.Children(c) {
		info := r.t.Info(f)
		k := r.t.Op(f).Kind
		switch {
		case f.IsPart():
		case k == layout.Tags, k == layout.Tagged:
			r.members(f, n)
		case info.Key != "":
			m := r.build(f)
			m.Name = info.Key
			n.list = append(n.list, m)
		}
	}
}

// ofStructs reports whether the elements of an array are structs.
func (r *reading) ofStructs(c tape.Ref) bool {
	l, op := r.t.Layout(c)
	return op+1 < len(l.Ops) && l.Ops[op+1].Kind.IsStruct()
}

// defaultJSON is the JSON of a default value.
func defaultJSON(op *layout.Op, d layout.Default) []byte {
	switch k := op.Kind; {
	case d.Null:
		return []byte("null")
	case k.IsArray():
		return []byte("[]")
	case k.IsStruct():
		return []byte("{}")
	case k.IsBytes():
		return jsonform.AppendString(nil, []byte(d.Text))
	case k == layout.Bool:
		return strconv.AppendBool(nil, d.Int != 0)
	case k == layout.Float64:
		return jsonform.AppendFloat(nil, d.Float)
	case k == layout.UUID:
		id := make([]byte, wire.UUIDLen)
		copy(id, d.Text)
		return append(wire.AppendUUIDText([]byte{'"'}, id), '"')
	}
	return strconv.AppendInt(nil, d.Int, 10)
}
