package catalog

import (
	"cmp"
	"slices"
	"strings"
)

// maxSuggestions is how many near misses an error names.
const maxSuggestions = 3

// suggest lists names of messages and APIs that are a few letters away from
// what was asked for, or that contain it.
func (c *Catalog) suggest(name string) []string {
	asked := strings.ToLower(name)
	if len(asked) > 100 {
		return nil
	}
	type candidate struct {
		name     string
		distance int
	}
	var near []candidate
	consider := func(known string) {
		lower := strings.ToLower(known)
		d := distance(asked, lower)
		if len(asked) >= 4 && strings.Contains(lower, asked) {
			d = min(d, 2)
		}
		if d <= 1+len(asked)/5 && !slices.ContainsFunc(near, func(n candidate) bool { return n.name == known }) {
			near = append(near, candidate{known, d})
		}
	}
	for _, e := range c.index().entries {
		consider(e.Name)
		if e.IsAPI() {
			consider(e.APIName())
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(len(a.name), len(b.name)))
	})
	var names []string
	for _, n := range near[:min(len(near), maxSuggestions)] {
		names = append(names, n.name)
	}
	return names
}

// distance is how many letters must be added, dropped or changed, or
// neighbours swapped, to make a from b.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
