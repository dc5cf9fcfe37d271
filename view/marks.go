package view

import (
	"fmt"

	"github.com/kscope/kscope/schema"
)

// Marks says in a few words what version v of a message changed in the fields
// that it has, by their paths; differences are those to the version before.
// Removed fields have no place to be marked.
func Marks(all []schema.Difference, v int16) map[string]string {
	marks := map[string]string{}
	for _, d := range all {
		text := mark(d, v)
		switch before, twice := marks[d.Path]; {
		case text == "":
		case twice:
			marks[d.Path] = before + ", " + text
		case d.Kind == schema.Added:
			marks[d.Path] = text
		default:
			marks[d.Path] = fmt.Sprintf("v%d: %s", v, text)
		}
	}
	return marks
}

func mark(d schema.Difference, v int16) string {
	on := d.To == "true"
	switch d.Kind {
	case schema.Added:
		return fmt.Sprintf("new in v%d", v)
	case schema.Moved:
		return "moved"
	case schema.Retyped:
		return "was " + d.From
	case schema.Nullability:
		return pick(on, "may be null", "no longer null")
	case schema.Tagging:
		return d.To + ", was " + d.From
	case schema.Flexibility:
		return pick(on, "flexible", "not flexible")
	case schema.FieldRenamed:
		return "was called " + d.From
	case schema.StructRenamed:
		return "struct was " + d.From
	case schema.DefaultValue:
		return "default " + d.To + ", was " + d.From
	case schema.Ignorability:
		return pick(on, "ignorable", "no longer ignorable")
	}
	return ""
}
