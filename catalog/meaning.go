package catalog

import (
	"errors"
	"path"
	"strconv"
	"strings"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
)

// MeaningKind is what the values of a field stand for.
type MeaningKind string

// The kinds of meanings; the empty one is none.
const (
	ErrorCodeValue MeaningKind = "error-code"   // see Catalog.Error
	APIKeyValue    MeaningKind = "api-key"      // see Catalog.API
	TimestampMs    MeaningKind = "timestamp-ms" // milliseconds since 1970; negative for none
	DurationMs     MeaningKind = "duration-ms"
	TopicID        MeaningKind = "topic-id"
	RecordsValue   MeaningKind = "records"    // record batches, also where an old schema says bytes
	Operations     MeaningKind = "operations" // bit n stands for ACL operation n, but Names come first
	FlagsValue     MeaningKind = "flags"      // a set of Flags
	NamedValue     MeaningKind = "value"      // one of Names
)

// Meaning says how to tell a field's values.
type Meaning struct {
	Kind  MeaningKind
	Names map[int64]string // of a NamedValue
	Flags []Flag
}

// Flag is what some bits of a value say: Name, if they are Bits under Mask.
type Flag struct {
	Mask, Bits int64
	Name       string
}

// meaningRule is a pattern of meanings.txt; its type has been checked.
type meaningRule struct {
	message string // "" for any, else a pattern
	path    string // of several segments; "" for any path to the field
	field   string // pattern of the last segment
	meaning Meaning
}

// meanings has the rules of each type in the order of the file.
type meanings struct{ byType map[string][]meaningRule }

func readMeanings() *meanings {
	m := &meanings{map[string][]meaningRule{}}
	must(facts.Lines("meanings.txt", readData("meanings.txt"), func(l facts.Line) error {
		head, names, _ := strings.Cut(l.Text, " = ")
		parts := strings.Fields(head)
		if len(parts) < 3 {
			return l.Errorf("expected kind, type and patterns")
		}
		meaning := Meaning{Kind: MeaningKind(parts[0])}
		var err error
		if meaning.Kind == FlagsValue {
			meaning.Flags, err = flagNames(names)
		} else {
			meaning.Names, err = valueNames(names)
		}
		if err != nil {
			return l.Errorf("%s", err)
		}
		for _, pattern := range parts[2:] {
			m.byType[parts[1]] = append(m.byType[parts[1]], ruleOf(pattern, meaning))
		}
		return nil
	}))
	return m
}

func valueNames(text string) (map[int64]string, error) {
	if text == "" {
		return nil, nil
	}
	names := map[int64]string{}
	parts := words(text)
	for i := 0; i+1 < len(parts); i += 2 {
		n, err := strconv.ParseInt(parts[i], 10, 64)
		if err != nil {
			return nil, err
		}
		names[n] = parts[i+1]
	}
	return names, nil
}

// words splits a text at blanks that are not in quotes.
func words(text string) []string {
	quoted := false
	return strings.FieldsFunc(text, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == '"' || r == ' ' && !quoted
	})
}

// flagNames reads "BIT name" and, for bits FROM to TO that hold a number,
// "FROM-TO:NUMBER name".
func flagNames(text string) ([]Flag, error) {
	var flags []Flag
	parts := words(text)
	for i := 0; i+1 < len(parts); i += 2 {
		place, number, wide := strings.Cut(parts[i], ":")
		if !wide {
			number = "1"
		}
		from, to, span := strings.Cut(place, "-")
		if !span {
			to = from
		}
		lo, err := strconv.ParseUint(from, 10, 6)
		hi, err2 := strconv.ParseUint(to, 10, 6)
		n, err3 := strconv.ParseUint(number, 10, 63)
		if err := errors.Join(err, err2, err3); err != nil {
			return nil, err
		}
		flags = append(flags, Flag{(2<<(hi-lo) - 1) << lo, int64(n << lo), parts[i+1]})
	}
	return flags, nil
}

func ruleOf(pattern string, m Meaning) meaningRule {
	r := meaningRule{field: pattern, meaning: m}
	message, rest, ok := strings.Cut(pattern, ".")
	if !ok {
		return r
	}
	r.message = message
	if field, any := strings.CutPrefix(rest, "*."); any {
		r.field = field
		return r
	}
	r.path, r.field = rest, rest[strings.LastIndexByte(rest, '.')+1:]
	return r
}

func (r meaningRule) fits(message, fieldPath, field string) bool {
	return matches(r.field, field) && (r.message == "" || matches(r.message, message)) &&
		(r.path == "" || r.path == fieldPath)
}

func matches(pattern, name string) bool {
	if strings.IndexByte(pattern, '*') < 0 {
		return pattern == name
	}
	ok, _ := path.Match(pattern, name) // patterns are checked by tests
	return ok
}

// Meaning says what the values of a field stand for, by the message's name,
// the field's path and its type; its Kind is "" when they are just numbers,
// text or bytes. It does not look the message up, so any name will do.
func (c *Catalog) Meaning(message, fieldPath string, t schema.FieldType) Meaning {
	field := fieldPath[strings.LastIndexByte(fieldPath, '.')+1:]
	for _, r := range c.meanings().byType[t.String()] {
		if r.fits(message, fieldPath, field) {
			return r.meaning
		}
	}
	return Meaning{}
}

// Meanings says op by op what the values of a layout's fields stand for. The
// element of an array has the meaning of the array; what is no field has none.
// Names of literals count as schemas would spell them: request_api_key is
// RequestApiKey, and baseTimestamp is BaseTimestamp.
func (c *Catalog) Meanings(l *layout.Layout) []Meaning {
	all := make([]Meaning, len(l.Ops))
	if l.Ops[0].Kind.IsStruct() {
		c.meanIn(l, 0, "", all)
	}
	return all
}

// meanIn adds the fields of the struct at op, whose path ends in a dot.
func (c *Catalog) meanIn(l *layout.Layout, op int, path string, all []Meaning) {
	for i := range l.Fields(op) {
		info := &l.Info[i]
		inner := i
		if l.Ops[i].Kind.IsArray() {
			inner++
		}
		at := path + info.Name
		if l.Schema == nil {
			at = path + camel(info.Name)
		}
		all[i] = c.Meaning(l.Name, at, info.FieldType())
		all[inner] = all[i]
		if l.Ops[inner].Kind.IsStruct() {
			c.meanIn(l, inner, at+".", all)
		}
	}
}

func camel(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// ValueName is the name of a value under a meaning: of an error code, an API
// or a named value, or the names of what a set holds, with commas. It is ""
// where there is none.
func (c *Catalog) ValueName(m Meaning, value int64) string {
	switch m.Kind {
	case ErrorCodeValue:
		if int64(int16(value)) == value {
			e, _ := c.Error(int16(value))
			return e.Name
		}
	case APIKeyValue:
		api, err := c.API(int(value))
		if err == nil {
			return api.Name
		}
	case NamedValue:
		return m.Names[value]
	case FlagsValue:
		return flagList(m.Flags, value)
	case Operations:
		return c.operations(m, value)
	}
	return ""
}

func flagList(flags []Flag, value int64) string {
	var names []string
	for _, f := range flags {
		if value&f.Mask == f.Bits {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, ", ")
}

// operations names a set of ACL operations by the names that a field for one
// of them has.
func (c *Catalog) operations(m Meaning, value int64) string {
	if name, ok := m.Names[value]; ok {
		return name
	}
	names := c.Meaning("", "Operation", schema.FieldType{Elem: "int8"}).Names
	var set []string
	for bit := range int64(32) {
		if value>>bit&1 != 0 && names[bit] != "" {
			set = append(set, names[bit])
		}
	}
	return strings.Join(set, ", ")
}
