package message

import (
	"strconv"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// Effect says what the request on a tape does to a cluster: of the rules of its
// API, the first whose conditions it meets. Of damaged bytes it says the most
// that the API may do.
func (c *Codec) Effect(t *tape.Tape, s *Spec) catalog.EffectRule {
	rules := c.Catalog.Effects(strconv.Itoa(s.APIKey))
	for _, r := range rules {
		if t.Err == nil && meets(t, r.When) {
			return r
		}
	}
	return rules[len(rules)-1]
}

// Silent reports whether the request on a tape has no answer.
func (c *Codec) Silent(t *tape.Tape, s *Spec) bool {
	when := c.Catalog.Silent(strconv.Itoa(s.APIKey))
	return len(when) > 0 && t.Err == nil && meets(t, when)
}

func meets(t *tape.Tape, when []catalog.FieldValue) bool {
	for _, w := range when {
		r, ok := t.Find(w.Path)
		if !ok && !w.Open || ok && valueText(t, r) != w.Value {
			return false
		}
	}
	return true
}

// valueText is a value as conditions write it.
func valueText(t *tape.Tape, r tape.Ref) string {
	switch k := t.Op(r).Kind; {
	case k.IsArray():
		n, _ := t.Count(r)
		return strconv.Itoa(n)
	case k == layout.Bool:
		return strconv.FormatBool(t.Int(r) != 0)
	}
	return strconv.FormatInt(t.Int(r), 10)
}
