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
		{`(^|[^.\w])/work/|\.\./shared|/tmp/(sch|jars|brief)\b`, "a path of the place where this was made"},
		{`\bhelpers?\b|\barchitect\b|\b(the|our) brief\b`, "a word of the place where this was made"},
		{`repo1?\.maven|maven\.org|(proxy|sum)\.golang\.org|npmjs|\bpypi\b|artifactory`, "address of a registry, which its client knows"},
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
