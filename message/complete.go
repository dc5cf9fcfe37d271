package message

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kscope/kscope/internal/near"
)

// Complete gives the names that begin with what a user has typed of one:
// messages and APIs of the codec's release, their versions behind an @. Case
// does not matter.
func (c *Codec) Complete(typed string) []string {
	var names []string
	if name, _, ok := strings.Cut(typed, "@"); ok {
		specs, err := c.ResolveAll(name)
		if err != nil || name == "" {
			return nil
		}
		for _, s := range specs {
			names = append(names, name+"@"+strconv.Itoa(int(s.Version)))
		}
		return near.Beginning(typed, slices.Compact(names))
	}
	for _, e := range c.Catalog.Messages() {
		if _, ok := e.At(c.Release); !ok {
			continue
		}
		names = append(names, e.Name)
		if e.IsAPI() {
			names = append(names, e.APIName())
		}
	}
	slices.Sort(names)
	return near.Beginning(typed, slices.Compact(names))
}
