package catalog

import (
	"strconv"
	"strings"

	"github.com/kscope/kscope/internal/facts"
)

// Proposal says what a Kafka improvement proposal is about, by its number; ""
// when nothing is known.
func (c *Catalog) Proposal(kip int) string { return c.kips()[kip] }

func readProposals() map[int]string {
	all := map[int]string{}
	must(facts.Lines("kips.txt", readData("kips.txt"), func(l facts.Line) error {
		digits, words, ok := strings.Cut(l.Text, " ")
		number, err := strconv.Atoi(digits)
		if !ok || err != nil {
			return l.Errorf("expected a number and words")
		}
		all[number] = strings.TrimSpace(words)
		return nil
	}))
	return all
}
