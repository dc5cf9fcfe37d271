package catalog

import (
	"strings"

	"github.com/kscope/kscope/internal/facts"
)

// Preset is the value to put into a request's field where nobody chose one and
// the schema's default would be refused or do harm.
type Preset struct {
	Field string // of the body
	JSON  string
	Why   string
}

// Presets lists those of a message, which may lack the fields in some versions.
func (c *Catalog) Presets(message string) []Preset { return c.presets()[message] }

func readPresets() map[string][]Preset {
	all := map[string][]Preset{}
	must(facts.Lines("presets.txt", readData("presets.txt"), func(l facts.Line) error {
		text, why, ok := strings.Cut(l.Text, " # ")
		words := strings.Fields(text)
		if !ok || len(words) != 2 {
			return l.Errorf("expected Message.Field JSON # why")
		}
		message, field, ok := strings.Cut(words[0], ".")
		if !ok || strings.Contains(field, ".") {
			return l.Errorf("%q is not Message.Field", words[0])
		}
		all[message] = append(all[message], Preset{field, words[1], strings.TrimSpace(why)})
		return nil
	}))
	return all
}
