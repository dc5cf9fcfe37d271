package view

import (
	"hash/crc32"
	"strconv"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// What a value is called. Which values belong together is said by layouts, what
// they stand for by the document's names: nothing here knows a format.

// word is what a value is called; "" for nothing.
func (v *values) word(it *item) string {
	k := it.op.Kind
	switch {
	case it.ref.IsPart() && !it.info.Element:
		return ""
	case it.info.Relation.Kind != layout.Unrelated:
		return v.related(it)
	case it.info.Measure.Polynomial() != 0:
		return v.checksum(it, it.info.Measure.Polynomial())
	case v.names == nil:
		return ""
	case k == layout.UUID:
		id, _ := v.t.Bytes(it.ref)
		l, op := v.t.Layout(it.ref)
		return v.names.UUID(l, op, id)
	case isInteger(k):
		return v.called(it.ref, v.t.Int(it.ref))
	}
	return ""
}

// isInteger reports whether values of a kind are integers that may stand for
// something.
func isInteger(k layout.Kind) bool {
	return k >= layout.Int8 && k <= layout.Int64 || k >= layout.Uvarint && k <= layout.Varlong
}

// called is the word for a number, were it the value of r.
func (v *values) called(r tape.Ref, n int64) string {
	if v.names == nil {
		return ""
	}
	l, op := v.t.Layout(r)
	return v.names.Number(l, op, n)
}

// checksum says whether a sum over what follows it in its struct is right;
// nothing when the struct is cut.
func (v *values) checksum(it *item, poly uint32) string {
	if it.outer == nil || v.isCut(it.outer) {
		return ""
	}
	covered := v.t.SpaceData(it.space)[it.end:it.outer.end]
	if uint32(v.t.Int(it.ref)) == crc32.Checksum(covered, crc32.MakeTable(poly)) {
		return "right"
	}
	return "wrong"
}

// isCut reports whether a struct ends elsewhere than its own length says.
func (v *values) isCut(it *item) bool {
	for c := range v.t.Children(it.ref) {
		if v.t.Info(c).Measure == layout.Extent {
			_, end := v.t.Span(c)
			return end+int(v.t.Int(c)) != it.end
		}
	}
	return false
}

// related reads a value with the one that its layout names.
func (v *values) related(it *item) string {
	rel := &it.info.Relation
	to, ok := v.around(it, rel.To)
	if !ok {
		return ""
	}
	n := v.t.Int(to)
	switch rel.Kind {
	case layout.Told:
		return v.called(it.ref, n)
	case layout.Delta:
		n += v.t.Int(it.ref)
	case layout.Countdown:
		last, ok := v.last(it)
		if !ok {
			return ""
		}
		n += v.t.Int(it.ref) - v.t.Int(last)
	}
	if word := v.called(to, n); word != "" {
		return word
	}
	return rel.As + " " + strconv.FormatInt(n, 10)
}

// around finds the integer field of that name in the innermost struct around a
// thing that has one, other than the thing itself.
func (v *values) around(it *item, name string) (r tape.Ref, ok bool) {
	for o := it.outer; o != nil; o = o.outer {
		if !o.op.Kind.IsStruct() {
			continue
		}
		l, op := v.t.Layout(o.ref)
		if _, has := l.Find(op, name); !has {
			continue
		}
		if r, ok := v.field(o.ref, name); ok && r != it.ref {
			return r, true
		}
	}
	return r, false
}

// field finds the integer field of that name in a struct.
func (v *values) field(in tape.Ref, name string) (r tape.Ref, ok bool) {
	for c := range v.t.Children(in) {
		if !c.IsPart() && v.t.Info(c).Name == name {
			return c, isInteger(v.t.Op(c).Kind)
		}
	}
	return r, false
}

// last finds the field of a thing's name in the last of the elements that the
// thing's struct is one of.
func (v *values) last(it *item) (r tape.Ref, ok bool) {
	if it.outer == nil || it.outer.outer == nil || !it.outer.info.Element {
		return r, false
	}
	if in := it.outer.outer.ref; v.tail.in != in || !v.tail.known {
		v.tail.in, v.tail.known = in, true
		for c := range v.t.Children(in) {
			if v.t.Info(c).Element {
				v.tail.last = c
			}
		}
	}
	return v.field(v.tail.last, it.info.Name)
}

// tail is what last found last: walking to the end for each element would take
// time with the square of their number.
type tail struct {
	in, last tape.Ref
	known    bool
}
