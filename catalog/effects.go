package catalog

import (
	"slices"
	"strings"

	"github.com/kscope/kscope/internal/facts"
)

// Effect is what a request does to a cluster.
type Effect string

// The effects.
const (
	Reads  Effect = "reads"  // nothing
	State  Effect = "state"  // it leaves something behind that ends by itself
	Writes Effect = "writes" // it changes what others see
)

// EffectRule says what the requests of an API do that meet its condition.
type EffectRule struct {
	Effect Effect
	When   []FieldValue // all are to hold; none hold always
	// Text goes on where "it would have" ends: "created topics". It is empty for
	// what reads.
	Text string
}

// FieldValue is a condition on a field of a request's body.
type FieldValue struct {
	Path  string // Topics, ReplicaState.ReplicaId
	Value string // a number in decimal, of an array how many elements it has; true or false
	Open  bool   // a version without the field meets it too
}

// unknownEffect is that of an API of which nobody knows what it does.
const unknownEffect = "done what the catalog does not know"

// Effects says what the requests of an API do, by any name that it has had:
// the first rule that is met counts, and the last is always met. An API that the
// catalog does not know writes.
func (c *Catalog) Effects(name string) []EffectRule {
	if api, err := c.APIByName(name, ""); err == nil {
		if rules := c.effects().rules[api.Name]; len(rules) > 0 {
			return rules
		}
	}
	return []EffectRule{{Effect: Writes, Text: unknownEffect}}
}

// Silent says which requests of an API have no answer, by any name that it has
// had: those for which all conditions hold; none where there are no conditions.
func (c *Catalog) Silent(name string) []FieldValue {
	api, err := c.APIByName(name, "")
	if err != nil {
		return nil
	}
	return c.effects().silent[api.Name]
}

// Effect says what an API's requests may do at most.
func (c *Catalog) Effect(name string) Effect {
	rules := c.Effects(name)
	return rules[len(rules)-1].Effect
}

// effects is effects.txt, by the newest names of APIs.
type effects struct {
	rules  map[string][]EffectRule
	silent map[string][]FieldValue
}

// silent is the word for requests without an answer, where an effect stands
// else.
const silent Effect = "silent"

func readEffects() *effects {
	e := &effects{map[string][]EffectRule{}, map[string][]FieldValue{}}
	must(facts.Lines("effects.txt", readData("effects.txt"), func(l facts.Line) error {
		head, text, _ := strings.Cut(l.Text, ": ")
		words := strings.Fields(head)
		known := []Effect{Reads, State, Writes, silent}
		if len(words) < 2 || !slices.Contains(known, Effect(words[1])) || len(words) > 2 && words[2] != "when" {
			return l.Errorf("expected API reads|state|writes|silent [when Field=value]")
		}
		rule := EffectRule{Effect: Effect(words[1]), Text: strings.TrimSpace(text)}
		for _, word := range words[min(3, len(words)):] {
			path, value, ok := strings.Cut(word, "=")
			if !ok {
				return l.Errorf("%q is not Field=value", word)
			}
			path, open := strings.CutSuffix(path, "?")
			rule.When = append(rule.When, FieldValue{path, value, open})
		}
		if rule.Effect == silent {
			e.silent[words[0]] = rule.When
			return nil
		}
		e.rules[words[0]] = append(e.rules[words[0]], rule)
		return nil
	}))
	return e
}
