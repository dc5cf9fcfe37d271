package image

import (
	_ "embed"
	"path"
	"slices"
	"strings"

	"github.com/kscope/kscope/internal/facts"
)

//go:embed records.txt
var recordsText string

// table is what records.txt says.
type table struct {
	sections []section
	indexes  []index
	hidden   []place
	rules    map[string][]rule
	resets   []string // members that some rule resets
}

// section is one part of the image.
type section struct {
	name string
	kind Kind
}

// index finds the key of an element of a map by one of its members.
type index struct{ name, section, member string }

// rule is one line of a record.
type rule struct {
	op     string
	place  place
	words  []string
	maps   []valueMap
	when   []condition
	record string
}

// valueMap turns values of a field, as JSON, into others.
type valueMap struct {
	field    string
	from, to []string
	rest     bool // values that it has not stay
}

// condition looks at a field of the record.
type condition struct {
	field string
	text  *string // nil asks whether the field is given
	not   bool
}

// operations are the words of rules, with how many words they take behind
// the place: from, to; -1 for no bound.
func operations() map[string][2]int {
	return map[string][2]int{
		"put": {0, -1}, "value": {1, 1}, "merge": {0, -1}, "set": {1, 1}, "add": {0, 0}, "check": {1, 1},
		"remove": {0, 1}, "reset": {2, -1}, "begin": {}, "end": {}, "abort": {}, "ignore": {},
	}
}

func readTable(text string) (*table, error) {
	t := &table{rules: map[string][]rule{}}
	err := facts.Lines("records.txt", text, func(l facts.Line) error {
		fact, source, _ := strings.Cut(l.Text, "  # ")
		words := strings.Fields(fact)
		switch words[0] {
		case "section":
			return t.section(l, words[1:])
		case "index":
			if len(words) != 4 {
				return l.Errorf("expected index NAME SECTION MEMBER")
			}
			t.indexes = append(t.indexes, index{words[1], words[2], words[3]})
			return nil
		case "hide":
			p, err := parsePlace(strings.Join(words[1:], ""))
			t.hidden = append(t.hidden, p)
			return wrap(l, err)
		}
		if strings.TrimSpace(source) == "" {
			return l.Errorf("expected a source")
		}
		return t.rule(l, words)
	})
	return t, err
}

func wrap(l facts.Line, err error) error {
	if err == nil {
		return nil
	}
	return l.Errorf("%s", err)
}

func (t *table) section(l facts.Line, words []string) error {
	kinds := map[string]Kind{"map": Map, "object": Object}
	if len(words) != 2 || kinds[words[1]] == 0 {
		return l.Errorf("expected section NAME map|object")
	}
	t.sections = append(t.sections, section{words[0], kinds[words[1]]})
	return nil
}

func (t *table) rule(l facts.Line, words []string) error {
	if len(words) < 2 {
		return l.Errorf("expected a record and an operation")
	}
	r := rule{record: words[0], op: words[1]}
	bounds, ok := operations()[r.op]
	if !ok {
		return l.Errorf("%q is no operation", r.op)
	}
	words = words[2:]
	if i := slices.Index(words, "when"); i >= 0 {
		for _, w := range words[i+1:] {
			r.when = append(r.when, parseCondition(w))
		}
		words = words[:i]
	}
	if len(words) > 0 {
		p, err := parsePlace(words[0])
		if err != nil {
			return wrap(l, err)
		}
		r.place, words = p, words[1:]
	}
	if len(words) < bounds[0] || bounds[1] >= 0 && len(words) > bounds[1] {
		return l.Errorf("%s has %d words behind its place", r.op, len(words))
	}
	r.words = words
	if r.op == "put" || r.op == "merge" {
		for _, w := range words {
			r.maps = append(r.maps, parseMap(w))
		}
	}
	if r.op == "reset" {
		t.resets = append(t.resets, words[:len(words)-1]...)
	}
	t.rules[r.record] = append(t.rules[r.record], r)
	return nil
}

// parseMap reads FIELD:from=to,...
func parseMap(word string) (m valueMap) {
	var pairs string
	m.field, pairs, _ = strings.Cut(word, ":")
	for pair := range strings.SplitSeq(pairs, ",") {
		if pair == "*" {
			m.rest = true
			continue
		}
		from, to, _ := strings.Cut(pair, "=")
		m.from, m.to = append(m.from, from), append(m.to, to)
	}
	return m
}

func parseCondition(word string) condition {
	if field, text, ok := strings.Cut(word, "!="); ok {
		return condition{field, &text, true}
	}
	if field, text, ok := strings.Cut(word, "="); ok {
		return condition{field, &text, false}
	}
	field, not := strings.CutPrefix(word, "!")
	return condition{field, nil, not}
}

// secret reports whether what is at a place, given as the names and keys of
// what holds it and its own, is hidden.
func (t *table) secret(holder []string, name string) bool {
	return slices.ContainsFunc(t.hidden, func(p place) bool {
		last := len(p) - 1
		if len(holder) != last || p[0].name != holder[0] || !fits(p[last], name) {
			return false
		}
		for i, s := range p[:last] {
			if !fits(s, holder[i]) {
				return false
			}
		}
		return true
	})
}

func fits(s step, name string) bool {
	ok, err := path.Match(s.pattern(), strings.ToLower(name))
	return ok && err == nil || s.all || s.name == name
}
