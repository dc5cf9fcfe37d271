package view

import (
	"strconv"

	"github.com/kscope/kscope/schema"
)

// Marks says in a few words what version v of a message changed in the fields
// that it has, by their paths; differences are those to the version before.
// Removed fields have no place to be marked.
func Marks(all []schema.Difference, v int16) map[string]string {
	marks := map[string]string{}
	in := "v" + strconv.Itoa(int(v))
	for _, d := range all {
		before, twice := marks[d.Path]
		switch {
		case d.Kind == schema.Removed || d.Kind == schema.Identity:
		case twice:
			marks[d.Path] = before + ", " + Difference(d)
		case d.Kind == schema.Added:
			marks[d.Path] = "new in " + in
		default:
			marks[d.Path] = in + ": " + Difference(d)
		}
	}
	return marks
}

// Difference says in a few words how a field of the second of two layouts
// differs from that of the first; of one that only the first has, that it is
// gone.
func Difference(d schema.Difference) string {
	on := d.To == "true"
	switch d.Kind {
	case schema.Added:
		return "new, " + d.To
	case schema.Removed:
		return "gone, was " + d.From
	case schema.Moved:
		return "moved, was " + d.From
	case schema.Nullability:
		return pick(on, "may be null", "no longer null")
	case schema.Flexibility:
		return pick(on, "flexible", "not flexible")
	case schema.FieldRenamed:
		return "was called " + d.From
	case schema.StructRenamed:
		return "struct was called " + d.From
	case schema.DefaultValue:
		return "default " + defaultWords(d.To) + ", was " + defaultWords(d.From)
	case schema.Ignorability:
		return pick(on, "ignorable", "no longer ignorable")
	}
	return d.To + ", was " + d.From
}

func defaultWords(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
