package catalog

import "github.com/kscope/kscope/internal/near"

// maxSuggestions is how many near misses an error names.
const maxSuggestions = 3

// suggest lists names of messages and APIs that may have been meant.
func (c *Catalog) suggest(name string) []string {
	var names []string
	for _, e := range c.index().entries {
		names = append(names, e.Name)
		if e.IsAPI() {
			names = append(names, e.APIName())
		}
	}
	return near.Some(name, names, maxSuggestions)
}
