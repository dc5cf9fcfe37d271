package schema

import "slices"

// maxFields bounds a message with its common structs written out; Kafka's
// widest has under 100. It stops schemas that name structs in structs in
// structs until no memory holds their layout.
const maxFields = 10000

// checker verifies what a layout relies on. Each field is seen once, where it
// is declared; the size and the recursion of common structs come along.
type checker struct {
	m       *Message
	offsets map[*Field]int
	root    int
	sizes   map[*Struct]int // fields in a struct, written out; 0 while on the way
}

func (c *checker) check() error {
	for _, s := range c.m.Structs {
		if _, err := c.structSize(s, c.root); err != nil {
			return err
		}
	}
	_, err := c.fields(c.m.Fields)
	return err
}

func (c *checker) structSize(s *Struct, off int) (int, error) {
	size, seen := c.sizes[s]
	if seen && size == 0 {
		return 0, faultf(off, "struct %s contains itself", s.Name)
	}
	if seen {
		return size, nil
	}
	c.sizes[s] = 0
	size, err := c.fields(s.Fields)
	c.sizes[s] = size + 1
	return size + 1, err
}

func (c *checker) fields(fields []*Field) (int, error) {
	size := 0
	names, tags := map[string][]*Field{}, map[int][]*Field{}
	for _, f := range fields {
		if other := overlapping(names[f.Name], f, versionsOf); other != nil {
			return 0, c.fault(f, "is there twice in the same versions")
		}
		names[f.Name] = append(names[f.Name], f)
		if other := overlapping(tags[f.Tag], f, taggedOf); other != nil {
			return 0, c.fault(f, "has the tag of field "+other.Name)
		}
		if f.Tag != NoTag {
			tags[f.Tag] = append(tags[f.Tag], f)
		}
		n, err := c.field(f)
		if err != nil {
			return 0, err
		}
		if size += n; size > maxFields {
			return 0, c.fault(f, "makes the message wider than 10000 fields")
		}
	}
	return size, nil
}

func versionsOf(f *Field) Versions { return f.Versions }
func taggedOf(f *Field) Versions   { return f.Tagged }

func overlapping(others []*Field, f *Field, of func(*Field) Versions) *Field {
	i := slices.IndexFunc(others, func(o *Field) bool {
		return !of(o).Intersect(of(f)).Empty()
	})
	if i < 0 {
		return nil
	}
	return others[i]
}

func (c *checker) field(f *Field) (int, error) {
	if msg := c.wrong(f); msg != "" {
		return 0, c.fault(f, msg)
	}
	if !f.Type.IsStruct() {
		return 1, nil
	}
	if len(f.Fields) > 0 {
		n, err := c.fields(f.Fields)
		return n + 1, err
	}
	s := c.m.Struct(f.Type.Elem)
	if s == nil {
		return 0, c.fault(f, "is of struct "+f.Type.Elem+", which has no fields here and is no common struct")
	}
	return c.structSize(s, c.offsets[f])
}

func (c *checker) fault(f *Field, msg string) error {
	return faultf(c.offsets[f], "field %s %s", f.Name, msg)
}

// wrong is what is wrong with the field itself; "" when nothing is.
func (c *checker) wrong(f *Field) string {
	live := f.Versions.Intersect(c.m.Valid)
	switch {
	case !f.Type.IsStruct() && !IsPrimitive(f.Type.Elem):
		return "is of unknown type " + f.Type.String()
	case !f.Type.IsStruct() && len(f.Fields) > 0:
		return "has fields, but " + f.Type.String() + " is no struct"
	case f.Tag != NoTag && f.Tagged.Empty():
		return "has a tag, but no \"taggedVersions\""
	case f.Tag == NoTag && !f.Tagged.Empty():
		return "has \"taggedVersions\", but no tag"
	case !c.m.Flexible.Covers(f.Tagged.Intersect(live)):
		return "is tagged in a version that is not flexible"
	case !f.Nullable.Empty() && !f.Type.CanBeNull():
		return "has \"nullableVersions\", but " + f.Type.String() + " cannot be null"
	case f.HasDefault && f.Default == "null" && f.Type.CanBeNull() && !f.Nullable.Covers(live):
		return "has the default null, but is not nullable in all its versions"
	}
	if err := checkDefault(f); err != nil {
		return err.Error()
	}
	return ""
}
