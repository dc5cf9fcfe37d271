package schema

import (
	"fmt"
	"slices"
	"strconv"
)

// Kind is what sort of difference two layouts have.
type Kind uint8

// The kinds of differences.
const (
	Added         Kind = iota // a field that only the second has
	Removed                   // a field that only the first has
	Moved                     // a field that comes later or earlier
	Retyped                   // another type, or no longer an array
	Nullability               // null allowed in one of them only
	Tagging                   // tagged in one only, or another tag
	Flexibility               // compact lengths and tagged fields in one only
	FieldRenamed              // same place and type, another name
	StructRenamed             // same struct, another name
	DefaultValue              // another default
	Ignorability              // ignorable in one of them only
	Identity                  // another message name, type or API key
)

// String names the kind in a word or two.
func (k Kind) String() string {
	return [...]string{"added", "removed", "moved", "type", "nullable", "tagged", "flexible",
		"renamed", "struct renamed", "default", "ignorable", "message"}[k]
}

// OnWire reports whether such a difference changes the bytes; the others
// change names, or what a missing value means.
func (k Kind) OnWire() bool { return k <= Flexibility }

// Difference is one thing in which two layouts differ. Path names the field
// from the message down ("Topics.Partitions.LeaderEpoch"), by the second
// layout's names where it has the field; it is empty for the message itself.
// From and To are the two sides as text; of an added or removed field, its
// type stands on the side that has it.
type Difference struct {
	Kind     Kind
	Path     string
	From, To string
}

// String says the difference in one line.
func (d Difference) String() string {
	where := d.Path
	if where == "" {
		where = "message"
	}
	switch d.Kind {
	case Added:
		return fmt.Sprintf("%s: added (%s)", where, d.To)
	case Removed:
		return fmt.Sprintf("%s: removed (%s)", where, d.From)
	}
	return fmt.Sprintf("%s: %s %s -> %s", where, d.Kind, d.From, d.To)
}

// Same reports whether version v has one layout in both schemas: the same
// names, types, order, nullability, tags, defaults and flags. If not, the text
// is the first difference.
func Same(a, b *Message, v int16) (bool, string) {
	all := Compare(a, v, b, v)
	if len(all) == 0 {
		return true, ""
	}
	return false, all[0].String()
}

// Compare lists what differs between version va of a and version vb of b, in
// field order. A field that is there on one side only is one difference,
// whatever lies inside it.
func Compare(a *Message, va int16, b *Message, vb int16) []Difference {
	c := &comparison{a: a, b: b, va: va, vb: vb}
	c.text(Identity, "", identity(a), identity(b))
	c.flag(Flexibility, "", a.Flexible.Has(va), b.Flexible.Has(vb))
	c.fields("", a.Fields, b.Fields)
	return c.found
}

func identity(m *Message) string {
	if m.APIKey == NoKey {
		return m.Name + " " + string(m.Type)
	}
	return fmt.Sprintf("%s %s key %d", m.Name, m.Type, m.APIKey)
}

type comparison struct {
	a, b   *Message
	va, vb int16
	found  []Difference
}

func (c *comparison) text(k Kind, path, from, to string) {
	if from != to {
		c.found = append(c.found, Difference{k, path, from, to})
	}
}

func (c *comparison) flag(k Kind, path string, from, to bool) {
	c.text(k, path, strconv.FormatBool(from), strconv.FormatBool(to))
}

// pair is a field on both sides, or on one with nil on the other.
type pair struct{ a, b *Field }

func (c *comparison) fields(path string, a, b []*Field) {
	a, b = fieldsAt(a, c.va), fieldsAt(b, c.vb)
	pairs := c.match(a, b)
	order := c.common(a, pairs)
	for _, p := range pairs {
		switch {
		case p.a == nil:
			c.text(Added, path+p.b.Name, "", p.b.Type.String())
		case p.b == nil:
			c.text(Removed, path+p.a.Name, p.a.Type.String(), "")
		default:
			if !p.b.Tagged.Has(c.vb) {
				if order[0] != p.a {
					c.text(Moved, path+p.b.Name, "before "+order[0].Name, "after it")
				}
				order = slices.DeleteFunc(order, func(f *Field) bool { return f == p.a })
			}
			c.field(path+p.b.Name, p.a, p.b)
		}
	}
}

// fieldsAt keeps the fields that version v has.
func fieldsAt(fields []*Field, v int16) []*Field {
	var kept []*Field
	for _, f := range fields {
		if f.Versions.Has(v) {
			kept = append(kept, f)
		}
	}
	return kept
}

// common is the first layout's order of the fields that both sides have and
// that the second has untagged; tagged ones are ordered by their tags.
func (c *comparison) common(a []*Field, pairs []pair) []*Field {
	shared := map[*Field]bool{}
	for _, p := range pairs {
		shared[p.a] = p.a != nil && p.b != nil && !p.b.Tagged.Has(c.vb)
	}
	return slices.DeleteFunc(slices.Clone(a), func(f *Field) bool { return !shared[f] })
}

// match pairs fields by name, then those left over that stand in the same
// place and look the same, which are renamed ones. Pairs come in the order of
// the second side, with what was removed after what stood before it.
func (c *comparison) match(a, b []*Field) []pair {
	byName := map[string]*Field{}
	for _, f := range a {
		byName[f.Name] = f
	}
	used := map[*Field]bool{}
	var pairs []pair
	for i, f := range b {
		p := pair{byName[f.Name], f}
		if p.a == nil && i < len(a) && c.alike(a[i], f) && !hasName(b, a[i].Name) {
			p.a = a[i]
		}
		used[p.a] = true
		pairs = append(pairs, p)
	}
	for i, f := range a {
		if !used[f] {
			pairs = slices.Insert(pairs, min(i, len(pairs)), pair{f, nil})
		}
	}
	return pairs
}

func hasName(fields []*Field, name string) bool {
	return slices.ContainsFunc(fields, func(f *Field) bool { return f.Name == name })
}

func (c *comparison) alike(a, b *Field) bool {
	sameType := a.Type == b.Type || a.Type.Array == b.Type.Array && a.Type.IsStruct() && b.Type.IsStruct()
	return sameType && tagText(a, c.va) == tagText(b, c.vb)
}

func (c *comparison) field(path string, a, b *Field) {
	c.text(FieldRenamed, path, a.Name, b.Name)
	c.text(Tagging, path, tagText(a, c.va), tagText(b, c.vb))
	c.flag(Nullability, path, a.Nullable.Has(c.va), b.Nullable.Has(c.vb))
	if a.Flexible != nil || b.Flexible != nil {
		c.flag(Flexibility, path, flexibleAt(c.a, a, c.va), flexibleAt(c.b, b, c.vb))
	}
	c.text(DefaultValue, path, defaultText(a), defaultText(b))
	c.flag(Ignorability, path, a.Ignorable, b.Ignorable)
	if a.Type.Array != b.Type.Array || a.Type.IsStruct() != b.Type.IsStruct() ||
		a.Type != b.Type && !a.Type.IsStruct() {
		c.text(Retyped, path, a.Type.String(), b.Type.String())
		return
	}
	c.text(StructRenamed, path, a.Type.String(), b.Type.String())
	c.fields(path+".", c.a.FieldsOf(a), c.b.FieldsOf(b))
}

func flexibleAt(m *Message, f *Field, v int16) bool {
	if f.Flexible != nil {
		return f.Flexible.Has(v)
	}
	return m.Flexible.Has(v)
}

func tagText(f *Field, v int16) string {
	if !f.Tagged.Has(v) {
		return "untagged"
	}
	return "tag " + strconv.Itoa(f.Tag)
}

// defaultText is the default in one spelling: Kafka writes 0, "0", "" and
// nothing for the same, and -1 in decimal or hexadecimal.
func defaultText(f *Field) string {
	if n, err := ParseInt(f.Type.Elem, f.Default); err == nil && !f.Type.Array {
		return strconv.FormatInt(n, 10)
	}
	switch {
	case f.Type.Array || f.Default != "":
		return f.Default
	case f.Type.Elem == "bool":
		return "false"
	case f.Type.Elem == "float64":
		return "0"
	}
	return f.Default
}
