package near

import (
	"cmp"
	"slices"
	"strings"
)

// Best gives the name that is nearest to word, or "" when none is near: one
// edit in three letters at most.
func Best(word string, names []string) string {
	if found := Some(word, names, 1); len(found) > 0 {
		return found[0]
	}
	return ""
}

// Some gives up to most names that are near to word, the nearest first. Case
// does not matter, and a name that word begins counts as near.
func Some(word string, names []string, most int) []string {
	type hit struct {
		name string
		dist int
	}
	var hits []hit
	lower := strings.ToLower(word)
	for _, name := range names {
		n := strings.ToLower(name)
		d := distance(lower, n)
		if len(lower) >= 3 && strings.HasPrefix(n, lower) {
			d = min(d, 1)
		}
		if d <= max(1, len(lower)/3) {
			hits = append(hits, hit{name, d})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(a.dist, b.dist) })
	var found []string
	for _, h := range hits[:min(most, len(hits))] {
		found = append(found, h.name)
	}
	return found
}

// distance is the number of letters to insert, delete, replace or swap with
// their neighbour (Damerau-Levenshtein, each letter touched once).
func distance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
