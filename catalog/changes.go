package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kscope/kscope/schema"
)

// Change is what one version of a message brought.
type Change struct {
	Version int16
	// Text has no subject: "adds VoterId; is the first flexible version". It
	// is empty for a first version that needs no words.
	Text string
	KIPs []int // Kafka improvement proposals that asked for it
}

// String makes a sentence: "Version 1 adds VoterId (KIP-853)".
func (c Change) String() string {
	s := "Version " + strconv.Itoa(int(c.Version))
	switch {
	case c.Text == "":
		s += " is the first version"
	case isPredicate(c.Text):
		s += " " + c.Text
	default:
		s += ": " + c.Text
	}
	if len(c.KIPs) == 0 {
		return s
	}
	names := make([]string, len(c.KIPs))
	for i, kip := range c.KIPs {
		names[i] = "KIP-" + strconv.Itoa(kip)
	}
	return s + " (" + strings.Join(names, ", ") + ")"
}

// isPredicate reports whether a text goes on from "Version 1".
func isPredicate(text string) bool {
	verb, _, _ := strings.Cut(text, " ")
	return slices.Contains([]string{"adds", "removes", "renames", "changes", "moves", "lets", "forbids", "tags",
		"is", "may", "knows", "allows", "answers", "makes"}, verb)
}

// Changes tells what each version of a message brought, the oldest first. It
// is derived from the layouts, unless there are words for it. The error is an
// *UnknownMessageError.
func (c *Catalog) Changes(name string) ([]Change, error) {
	e, err := c.Lookup(name, "")
	if err != nil {
		return nil, err
	}
	return c.history(e.Name).changes, nil
}

// notesFor are the lines that a schema carries: what the versions after the
// first brought, and the first where there are words for it.
func notesFor(changes []Change, valid schema.Versions) []string {
	var notes []string
	for _, c := range changes {
		if valid.Has(c.Version) && c.Text != "" {
			notes = append(notes, c.String())
		}
	}
	return notes
}

// readChangeRows reads a message's lines of changes.txt, by version:
//
//	Name Version [KIP-N ...] [: words]
func readChangeRows(name string) map[int16]Change {
	rows := map[int16]Change{}
	for line := range linesOf(readData("changes.txt"), name+" ") {
		c, err := parseChange(line)
		must(err)
		rows[c.Version] = c
	}
	return rows
}

func parseChange(line string) (Change, error) {
	head, words, _ := strings.Cut(line, ":")
	parts := strings.Fields(head)
	if len(parts) == 0 {
		return Change{}, fmt.Errorf("changes.txt: no version in %q", line)
	}
	version, err := strconv.ParseInt(parts[0], 10, 16)
	c := Change{Version: int16(version), Text: strings.TrimSpace(words)}
	for _, part := range parts[1:] {
		digits, ok := strings.CutPrefix(part, "KIP-")
		kip, numErr := strconv.Atoi(digits)
		if !ok || numErr != nil {
			return c, fmt.Errorf("changes.txt: %q is no KIP in %q", part, line)
		}
		c.KIPs = append(c.KIPs, kip)
	}
	return c, err
}

// changesOf joins what is written with what the layouts show.
func changesOf(editions []Edition, rows map[int16]Change) []Change {
	all := schema.None
	for _, e := range editions {
		v := e.Schema.Valid
		if all.Empty() {
			all = v
		}
		all = schema.Versions{Lo: min(all.Lo, v.Lo), Hi: max(all.Hi, v.Hi)}
	}
	var changes []Change
	for v := int(all.Lo); v <= int(all.Hi); v++ {
		c := rows[int16(v)]
		c.Version = int16(v)
		if c.Text == "" && v > int(all.Lo) {
			c.Text = derive(editions, int16(v))
		}
		changes = append(changes, c)
	}
	return changes
}

// derive compares a version with the one before it, in the newest edition
// that has both, so that nothing but the version makes a difference.
func derive(editions []Edition, v int16) string {
	var from, to *schema.Message
	for _, e := range editions {
		hasFrom, hasTo := e.Schema.Valid.Has(v-1), e.Schema.Valid.Has(v)
		if hasFrom && hasTo {
			from, to = e.Schema, e.Schema
			break
		}
		if hasFrom && from == nil {
			from = e.Schema
		}
		if hasTo && to == nil {
			to = e.Schema
		}
	}
	if from == nil || to == nil {
		return ""
	}
	return tell(schema.Compare(from, v-1, to, v), v)
}

// tell puts differences into words, one clause for each kind.
func tell(all []schema.Difference, v int16) string {
	clauses := map[schema.Kind][]string{}
	flexible := false
	for _, d := range all {
		field := d.Path[strings.LastIndexByte(d.Path, '.')+1:]
		switch d.Kind {
		case schema.Flexibility:
			flexible = flexible || d.Path == "" && d.To == "true"
		case schema.Retyped:
			clauses[d.Kind] = append(clauses[d.Kind], field+" from "+d.From+" to "+d.To)
		case schema.FieldRenamed:
			clauses[d.Kind] = append(clauses[d.Kind], d.From+" to "+d.To)
		case schema.Nullability:
			if d.To == "false" {
				clauses[forbidsNull] = append(clauses[forbidsNull], field)
				continue
			}
			clauses[d.Kind] = append(clauses[d.Kind], field)
		default:
			clauses[d.Kind] = append(clauses[d.Kind], field)
		}
	}
	var parts []string
	for _, c := range wording() {
		if fields := clauses[c.kind]; len(fields) > 0 {
			parts = append(parts, c.verb+strings.Join(unique(fields), ", ")+c.tail)
		}
	}
	if flexible {
		parts = append(parts, "is the first flexible version")
	}
	if len(parts) == 0 {
		return "is the same as version " + strconv.Itoa(int(v)-1)
	}
	return strings.Join(parts, "; ")
}

// forbidsNull is the other half of schema.Nullability.
const forbidsNull schema.Kind = 255

type clause struct {
	kind       schema.Kind
	verb, tail string
}

func wording() []clause {
	return []clause{
		{schema.Added, "adds ", ""},
		{schema.Removed, "removes ", ""},
		{schema.FieldRenamed, "renames ", ""},
		{schema.Retyped, "changes ", ""},
		{schema.Moved, "moves ", ""},
		{schema.Tagging, "tags ", ""},
		{schema.Nullability, "lets ", " be null"},
		{forbidsNull, "forbids null for ", ""},
	}
}

// unique drops repeats: the same field may be added in several structs.
func unique(names []string) []string {
	var kept []string
	for _, n := range names {
		if !slices.Contains(kept, n) {
			kept = append(kept, n)
		}
	}
	return kept
}
