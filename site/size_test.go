package site

import (
	"slices"
	"strings"
	"testing"
)

// TestSizes holds the site to its budget: 40 MB with the engine, which takes
// about four of them, and pages that load at once.
func TestSizes(t *testing.T) {
	const (
		most    = 36_000_000
		typical = 40 << 10
		largest = 600 << 10
	)
	s := newSite(t, "")
	total, sizes := 0, []int(nil)
	for path := range s.Paths() {
		n := len(s.get(t, path))
		total += n
		if strings.HasSuffix(path, ".html") {
			sizes = append(sizes, n)
		}
		if n > largest {
			t.Errorf("%s has %d bytes", path, n)
		}
	}
	slices.Sort(sizes)
	if middle := sizes[len(sizes)/2]; total > most || middle > typical {
		t.Errorf("%d bytes, most may be %d; half of the pages have %d or more, most may be %d", total, most, middle, typical)
	}
	t.Logf("%d files, %d bytes, half of the pages below %d", len(s.files), total, sizes[len(sizes)/2])
}
