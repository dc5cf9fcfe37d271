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
		if rules := c.effects()[api.Name]; len(rules) > 0 {
			return rules
		}
	}
	return []EffectRule{{Effect: Writes, Text: unknownEffect}}
}

// Effect says what an API's requests may do at most.
func (c *Catalog) Effect(name string) Effect {
	rules := c.Effects(name)
	return rules[len(rules)-1].Effect
}

func readEffects() map[string][]EffectRule {
	all := map[string][]EffectRule{}
	must(facts.Lines("effects.txt", readData("effects.txt"), func(l facts.Line) error {
		head, text, _ := strings.Cut(l.Text, ": ")
		words := strings.Fields(head)
		effects := []Effect{Reads, State, Writes}
		if len(words) < 2 || !slices.Contains(effects, Effect(words[1])) || len(words) > 2 && words[2] != "when" {
			return l.Errorf("expected API reads|state|writes [when Field=value]")
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
		all[words[0]] = append(all[words[0]], rule)
		return nil
	}))
	return all
}
