package near

import (
	"cmp"
	"slices"
	"strings"
)

// longest is the length in bytes of a word that is still compared; no name is
// nearly as long, and the time grows with the product of both.
const longest = 100

// Best gives the name that is nearest to word, "" when none is near.
func Best(word string, names []string) string {
	if found := Some(word, names, 1); len(found) > 0 {
		return found[0]
	}
	return ""
}

// Some gives up to most names that are near to word, the nearest first and the
// shortest of those. Case does not matter. Near is what is one edit away, or one
// edit in four letters; what word begins; and what holds a word of four letters
// or more.
func Some(word string, names []string, most int) []string {
	if len(word) > longest {
		return nil
	}
	type hit struct {
		name string
		dist int
	}
	var hits []hit
	lower := strings.ToLower(word)
	for _, name := range names {
		d := reach(lower, strings.ToLower(name))
		if d <= edits(lower) && !slices.Contains(hits, hit{name, d}) {
			hits = append(hits, hit{name, d})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.dist, b.dist), cmp.Compare(len(a.name), len(b.name)))
	})
	var found []string
	for _, h := range hits[:min(most, len(hits))] {
		found = append(found, h.name)
	}
	return found
}

// Hint is what an error that names a word ends with: "; did you mean Fetch?", ""
// without names.
func Hint(names ...string) string {
	if len(names) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(names, ", ") + "?"
}

// edits is how far from a word a name may be.
func edits(word string) int { return max(1, len(word)/4) }

// reach is the distance from a word to a name, both in lower case, where a name
// that holds the word is nearer than its letters are.
func reach(word, name string) int {
	d := distance(word, name)
	switch {
	case len(word) >= 3 && strings.HasPrefix(name, word):
		return min(d, 1)
	case len(word) >= 4 && strings.Contains(name, word):
		return min(d, edits(word))
	}
	return d
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

// Beginning gives the words that begin with a text, in whatever case.
func Beginning(text string, words []string) []string {
	lower := strings.ToLower(text)
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.HasPrefix(strings.ToLower(w), lower) })
}
