package lint

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// words that have no place in the repository, as patterns, with the reason.
// This package is left out, because it has to name them.
func words() []word {
	return []word{
		{`\b(TODO|FIXME|XXX|HACK)\b`, "unfinished business"},
		{"(^|[\\s\"'`(=])/(home|root|Users|tmp)/\\w", "a path of one machine"},
		{`\b(repo|proxy|registry|mirror)\.[a-z0-9-]+\.[a-z.]+\b`, "address of a registry, which its client knows"},
	}
}

type word struct{ pattern, why string }

// Words looks into every tracked text file.
func Words(t *Tree) (found []Finding) {
	var rules []*regexp.Regexp
	for _, w := range words() {
		rules = append(rules, regexp.MustCompile(w.pattern))
	}
	for _, name := range t.Tracked {
		if in(name, "internal/lint") || name == "LICENSE" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(t.Root, name))
		if err != nil || bytes.IndexByte(data, 0) >= 0 {
			continue // binary
		}
		line := 0
		for text := range strings.Lines(string(data)) {
			line++
			for i, re := range rules {
				if hit := re.FindString(text); hit != "" {
					found = append(found, Finding{File: name, Line: line, Text: words()[i].why + ": " + strings.TrimSpace(hit)})
				}
			}
		}
	}
	return found
}
