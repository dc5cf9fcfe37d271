package explain

import (
	"encoding/binary"
	"fmt"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

// Causes that lie in the body, found by mending it.

// tryTagsMissing looks for a struct that is written without its tagged fields:
// everywhere, or in one place.
func tryTagsMissing(p *patient) []verdict {
	l := p.r.Spec.Body
	meaning := p.x.profile(l)
	var found []verdict
	tags := opsOf(l, func(op int) bool { return l.Ops[op].Kind == layout.Tags })
	if len(tags) == 0 || p.body == nil {
		return nil
	}
	try := func(gone func(op int) bool, what string) {
		v, ok := drop(l, meaning, gone)
		if !ok {
			return
		}
		if e, ok := p.with(v.layout, v.profile, p.body); ok {
			found = append(found, mend(e, 0, 2, "%s: a struct of a flexible version ends with its tagged fields, one byte 00 when there are none", what))
		}
	}
	for _, op := range tags {
		try(func(i int) bool { return i == op }, "the tagged fields of "+structName(l, op)+" are missing")
	}
	if len(tags) > 1 {
		try(func(i int) bool { return l.Ops[i].Kind == layout.Tags }, "the tagged fields are missing at the end of every struct")
		last := tags[len(tags)-1]
		try(func(i int) bool { return l.Ops[i].Kind == layout.Tags && i != last }, "the tagged fields are missing at the end of every struct but the body")
	}
	if len(found) > 0 {
		return found
	}
	for _, s := range p.spots() {
		if s.kind != layout.Tags {
			continue
		}
		if e, ok := p.mended(splice(p.body, s.at, 0, 0)); ok {
			where := "a struct"
			if s.op >= 0 {
				where = structName(l, s.op)
			}
			found = append(found, mend(e, 1, 2, "a byte 00 is missing at offset 0x%04x: the tagged fields at the end of %s, none there", p.place(s.at), where))
		}
	}
	return found
}

func opsOf(l *layout.Layout, is func(op int) bool) (ops []int) {
	for i := range l.Ops {
		if is(i) {
			ops = append(ops, i)
		}
	}
	return ops
}

// tryTagsExtra takes away a byte 00 where tagged fields might have been
// written once too often, or at all.
func tryTagsExtra(p *patient) []verdict {
	var found []verdict
	for _, at := range p.borders() {
		if at >= len(p.body) || p.body[at] != 0 {
			continue
		}
		if e, ok := p.mended(splice(p.body, at, 1)); ok {
			found = append(found, mend(e, 0, -6, "the byte 00 at offset 0x%04x is one too many: likely tagged fields where the version has none, or written twice", p.place(at)))
			break
		}
	}
	return found
}

// borders lists where structs and fields begin in the body up to the fault,
// the nearest first.
func (p *patient) borders() (at []int) {
	if p.body == nil {
		return nil
	}
	t := p.r.Tape
	last := -1
	for i := len(t.Nodes) - 1; i >= p.r.Root && len(at) < mostSpots; i-- {
		off := int(t.Nodes[i].Off)
		if t.SpaceOf(i) == 0 && off <= p.fault && off != last {
			at = append(at, off-p.bodyAt)
			last = off
		}
	}
	return at
}

// tryCounts changes lengths and counts by one: in one place, and everywhere
// the same field is met, as a writer would that takes n for n+1.
func tryCounts(p *patient) []verdict {
	var found []verdict
	seen := map[int]bool{}
	for _, s := range p.spots() {
		if s.kind == layout.Tags {
			continue
		}
		for _, by := range []int{1, -1} {
			fixed, old, ok := addAt(p.body, s.at, s.kind, by)
			if !ok {
				continue
			}
			if e, ok := p.mended(fixed); ok {
				found = append(found, mend(e, 1, 0, "%s", countWords(s, p.place(s.at), old, by)))
			}
		}
		if s.op >= 0 && s.kind.Compact() && !seen[s.op] {
			seen[s.op] = true
			if e, times := p.everywhere(1, func(op int, k layout.Kind) bool { return op == s.op }); times > 1 {
				found = append(found, mend(e, 1, 0, "the %s of %s is written as n in each of its %d places: a compact %s is n+1", kindName(s.kind), s.path, times, kindName(s.kind)))
			}
		}
	}
	if len(found) > 0 || p.body == nil {
		return found
	}
	for _, group := range []struct {
		what string
		is   func(k layout.Kind) bool
	}{
		{"strings", layout.Kind.IsString}, {"arrays", layout.Kind.IsArray},
		{"strings, bytes and arrays", func(k layout.Kind) bool { return k.Compact() }},
	} {
		if e, times := p.everywhere(1, func(_ int, k layout.Kind) bool { return k.Compact() && group.is(k) }); times > 1 {
			found = append(found, mend(e, 1, 0, "the lengths of all compact %s are written as n: they are n+1, and 0 is null", group.what))
		}
	}
	return found
}

func countWords(s spot, at int, old int64, by int) string {
	what := kindName(s.kind)
	if !s.kind.Compact() {
		return fmt.Sprintf("the %s of %s at offset 0x%04x is %d, and with %d the rest fits exactly", what, s.path, at, old, old+int64(by))
	}
	if by > 0 {
		return fmt.Sprintf("the %s of %s at offset 0x%04x is written as %d, which means %d: compact ones are n+1, so the writer likely meant %d",
			what, s.path, at, old, old-1, old)
	}
	return fmt.Sprintf("the %s of %s at offset 0x%04x is one too high: %d means %d, and with %d the rest fits exactly", what, s.path, at, old, old-1, old-2)
}

// addAt changes the length or count at an offset; false when there is none or
// it would not be one any more.
func addAt(b []byte, at int, k layout.Kind, by int) (fixed []byte, old int64, ok bool) {
	switch prefix := k.Prefix(); {
	case k == layout.Tags || prefix == layout.Uvarint:
		u, n := wire.ReadUvarint(b, at)
		v := int64(u) + int64(by)
		if n <= 0 || v < 0 || v > 1<<31 {
			return nil, 0, false
		}
		return splice(b, at, n, wire.AppendUvarint(nil, uint32(v))...), int64(u), true
	case at+prefix.Width() > len(b) || prefix.Width() == 0:
		return nil, 0, false
	case prefix == layout.Int16:
		old := int16(binary.BigEndian.Uint16(b[at:]))
		return splice(b, at, 2, binary.BigEndian.AppendUint16(nil, uint16(old+int16(by)))...), int64(old), old >= 0
	default:
		old := int32(binary.BigEndian.Uint32(b[at:]))
		return splice(b, at, 4, binary.BigEndian.AppendUint32(nil, uint32(old+int32(by)))...), int64(old), old >= 0
	}
}

// mostPlaces is in how many places one mistake is mended.
const mostPlaces = 100

// everywhere adds to all lengths and counts of certain ops, in wire order, and
// says how many those were; 0 when the result does not tile.
func (p *patient) everywhere(by int, is func(op int, k layout.Kind) bool) (e evidence, times int) {
	l := p.r.Spec.Body
	meaning := p.x.profile(l)
	body, done := p.body, -1
	for times = 0; times < mostPlaces && p.left > 0; times++ {
		if e, ok := p.with(l, meaning, body); ok && p.nextPlace(l, body, done, is) < 0 {
			return e, times
		}
		at := p.nextPlace(l, body, done, is)
		if at < 0 {
			break
		}
		fixed, _, ok := addAt(body, at, p.placeKind, by)
		if !ok {
			break
		}
		body, done = fixed, at
	}
	return evidence{}, 0
}

// nextPlace finds, on the scratch tape, the first of certain ops behind offset
// done; the one at which reading stopped counts. It is -1 for none.
func (p *patient) nextPlace(l *layout.Layout, body []byte, done int, is func(op int, k layout.Kind) bool) int {
	t := &p.scratch
	for i := range t.Nodes {
		in, op := t.Layout(t.At(i))
		if in == l && int(t.Nodes[i].Off) > done && hasPrefix(l.Ops[op].Kind) && is(op, l.Ops[op].Kind) {
			p.placeKind = l.Ops[op].Kind
			return int(t.Nodes[i].Off)
		}
	}
	if e := t.Err; e != nil && e.Offset > done && e.Offset < len(body) && hasPrefix(e.Kind) {
		if op := opByPath(l, e.Path); op >= 0 && is(op, l.Ops[op].Kind) {
			p.placeKind = l.Ops[op].Kind
			return e.Offset
		}
	}
	return -1
}

// tryTagCounts takes one from counts of tagged fields.
func tryTagCounts(p *patient) []verdict {
	if p.body == nil {
		return nil
	}
	const rule = "counts of tagged fields are n, unlike compact lengths, which are n+1"
	if e, times := p.everywhere(-1, func(_ int, k layout.Kind) bool { return k == layout.Tags }); times > 0 {
		return []verdict{mend(e, 1, 0, "the counts of tagged fields are one too high: %s", rule)}
	}
	for _, s := range p.spots() {
		if s.kind != layout.Tags {
			continue
		}
		fixed, _, ok := addAt(p.body, s.at, s.kind, -1)
		if !ok {
			continue
		}
		if e, ok := p.mended(fixed); ok {
			return []verdict{mend(e, 1, 0, "the count of tagged fields at offset 0x%04x is one too high: %s", p.place(s.at), rule)}
		}
	}
	return nil
}

// tryEncodings reads strings, bytes and arrays in the encoding of the other
// kind of versions: one field, one kind, or all.
func tryEncodings(p *patient) []verdict {
	l := p.r.Spec.Body
	plain := p.retyped(l, toPlain, -2, "has a compact %s in this version, and is written with a fixed-size one", "written with int16 and int32 lengths, as versions before %d have it")
	flex := p.retyped(l, toFlex, -2, "has a fixed-size %s in this version, and is written with a compact one", "written with compact lengths, which only flexible versions have (from %d on)")
	return append(append(plain, flex...), p.otherFlexibility()...)
}

// retyped tries other encodings for single fields, for kinds and for all.
func (p *patient) retyped(l *layout.Layout, to map[layout.Kind]layout.Kind, prior float64, single, all string) (found []verdict) {
	if p.body == nil {
		return nil
	}
	meaning := p.x.profile(l)
	try := func(change func(op int, k layout.Kind) layout.Kind, what string) bool {
		v, ok := retype(l, meaning, change)
		if !ok {
			return false
		}
		e, ok := p.with(v.layout, v.profile, p.body)
		if ok {
			found = append(found, mend(e, 0, prior, "%s", what))
		}
		return ok
	}
	for i := range l.Ops {
		if _, ok := to[l.Ops[i].Kind]; !ok {
			continue
		}
		try(func(op int, k layout.Kind) layout.Kind {
			if op == i {
				return to[k]
			}
			return k
		}, opName(l, i)+" "+fmt.Sprintf(single, kindName(l.Ops[i].Kind)))
	}
	if len(found) > 0 {
		return found
	}
	for _, group := range []struct {
		what string
		is   func(k layout.Kind) bool
	}{
		{"strings", layout.Kind.IsString}, {"arrays", layout.Kind.IsArray}, {"lengths", hasPrefix},
	} {
		try(func(_ int, k layout.Kind) layout.Kind {
			if other, ok := to[k]; ok && group.is(k) {
				return other
			}
			return k
		}, "all "+group.what+" are "+formatVersion(all, int(l.Schema.Flexible.Lo)))
	}
	return found
}

func formatVersion(format string, v int) string {
	if v > 1<<14 || v < 0 {
		v = 0
	}
	return fmt.Sprintf(format, v)
}

// otherFlexibility reads the version as if it were flexible, or were not, tag
// sections included.
func (p *patient) otherFlexibility() []verdict {
	if p.body == nil {
		return nil
	}
	s := p.r.Spec
	m := *s.Schema
	flexible := m.FlexibleAt(s.Version)
	was, is := "flexible", "not flexible: it is written without compact lengths and tagged fields"
	if flexible {
		m.Flexible = noVersions
	} else {
		m.Flexible = allVersions
		was, is = "not flexible", "flexible: it is written with compact lengths and tagged fields"
	}
	l, err := layout.Compile(&m, s.Version)
	if err != nil {
		return nil
	}
	e, ok := p.with(l, nil, p.body)
	if !ok {
		return nil
	}
	return []verdict{mend(e, 0, 4, "the body fits exactly if version %d, which is %s, were %s", s.Version, was, is)}
}

// tryZigZag reads unsigned varints as signed ones, and the reverse.
func tryZigZag(p *patient) []verdict {
	l := p.r.Spec.Body
	const single = "has an unsigned %s (n+1) or a fixed-size one, and is written as a signed zig-zag varint, as only records have it"
	const all = "written as signed zig-zag varints, as only records have them: flexible versions (from %d on) have unsigned n+1"
	return append(p.retyped(l, toZigZag, -8, single, all), p.retyped(l, toUnsigned, -8, "is written with an unsigned %s", "written unsigned (from %d on)")...)
}

// tryNull reads on where null was found and says from which version on null
// is allowed.
func tryNull(p *patient) []verdict {
	if p.err == nil || p.err.Code != tape.UnexpectedNull || p.body == nil {
		return nil
	}
	l := p.r.Spec.Body
	op := opByPath(l, p.err.Path)
	if op < 0 {
		return one(remark, "%s may not be null", p.err.Path)
	}
	words := fmt.Sprintf("%s may not be null in version %d", opName(l, op), p.r.Spec.Version)
	if f := l.Info[op].Field; f != nil && !f.Nullable.Empty() {
		words += fmt.Sprintf(" (it may be in versions %s)", f.Nullable)
	}
	v := variant{&layout.Layout{Name: l.Name, Version: l.Version, Ops: append([]layout.Op(nil), l.Ops...), Info: l.Info}, p.x.profile(l)}
	v.layout.Ops[op].Nullable = true
	e, ok := p.with(v.layout, v.profile, p.body)
	if !ok {
		return one(remark, "%s", words)
	}
	words += ": with null allowed the rest fits exactly, so an empty value was likely meant"
	if l.Ops[op].Kind.Compact() {
		words += " (01 is empty, 00 is null)"
	}
	return []verdict{mend(e, 0, 4, "%s", words)}
}

// tryFieldMissing leaves out one field.
func tryFieldMissing(p *patient) []verdict {
	if p.body == nil {
		return nil
	}
	l := p.r.Spec.Body
	meaning := p.x.profile(l)
	var found []verdict
	for i := 1; i < len(l.Ops); i++ {
		info := &l.Info[i]
		if info.Field == nil || info.Element || l.Ops[i].Kind == layout.Tagged || l.Ops[i-1].Kind == layout.Tagged {
			continue
		}
		v, _ := drop(l, meaning, func(op int) bool { return op == i })
		if e, ok := p.with(v.layout, v.profile, p.body); ok {
			found = append(found, mend(e, 0, -4, "%s is missing: without that field the bytes fit exactly%s", opName(l, i), since(l, i)))
		}
	}
	return found
}

// since says which versions have a field, when not all do.
func since(l *layout.Layout, op int) string {
	f := l.Info[op].Field
	if f == nil || f.Versions.Lo == 0 && f.Versions.Hi >= l.Version {
		return ""
	}
	return fmt.Sprintf(" (versions %s have it)", f.Versions)
}

// mostWidths is how many fields in front of a fault are tried in other sizes.
const mostWidths = 12

// tryFieldWidth reads numbers in other sizes.
func tryFieldWidth(p *patient) []verdict {
	if p.body == nil {
		return nil
	}
	l := p.r.Spec.Body
	meaning := p.x.profile(l)
	widths := []layout.Kind{layout.Int8, layout.Int16, layout.Int32, layout.Int64}
	var found []verdict
	tried := 0
	for i := range l.Ops {
		k := l.Ops[i].Kind
		if k != layout.Int8 && k != layout.Int16 && k != layout.Int32 && k != layout.Int64 && k != layout.Bool || tried > 4*mostWidths {
			continue
		}
		tried++
		for _, w := range widths {
			if w.Width() == k.Width() {
				continue
			}
			v, ok := retype(l, meaning, func(op int, k layout.Kind) layout.Kind {
				if op == i {
					return w
				}
				return k
			})
			if !ok {
				continue
			}
			if e, ok := p.with(v.layout, v.profile, p.body); ok {
				found = append(found, mend(e, 0, -12, "%s is written in %s: it has %d", opName(l, i), prose.Count(w.Width(), "byte"), k.Width()))
			}
		}
	}
	return found
}
