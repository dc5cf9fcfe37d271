package facts

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Release is a minor release and the patch release that was imported for it.
type Release struct{ Minor, Patch string } // "4.4", "4.4.0"

// ReleaseOf gives the release that a patch release belongs to: the part before
// its last dot, so that "0.11.0.3" belongs to "0.11".
func ReleaseOf(patch string) (Release, error) {
	parts := strings.Split(patch, ".")
	for _, p := range parts {
		if _, err := strconv.ParseUint(p, 10, 16); err != nil {
			return Release{}, fmt.Errorf("%q is not a release such as 4.4.0", patch)
		}
	}
	if len(parts) < 3 {
		return Release{}, fmt.Errorf("%q is not a release such as 4.4.0", patch)
	}
	return Release{parts[0] + "." + parts[1], patch}, nil
}

// Before reports whether one minor release came before another.
func Before(a, b string) bool {
	a1, a2, _ := strings.Cut(a, ".")
	b1, b2, _ := strings.Cut(b, ".")
	if a1 != b1 {
		return number(a1) < number(b1)
	}
	return number(a2) < number(b2)
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// ParseReleases reads lines of minor and patch release, the oldest first.
func ParseReleases(file, text string) ([]Release, error) {
	var all []Release
	err := Lines(file, text, func(l Line) error {
		w := &words{line: l, rest: l.Text}
		all = append(all, Release{w.next(), w.next()})
		return w.err
	})
	return all, err
}

// PrintReleases writes what ParseReleases reads.
func PrintReleases(all []Release) []byte {
	var buf bytes.Buffer
	for _, r := range all {
		fmt.Fprintf(&buf, "%-4s  %s\n", r.Minor, r.Patch)
	}
	return buf.Bytes()
}
