package lint

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Dependencies wants a reason in RATIONALE.md for every module that go.mod
// asks for, in both modules.
func Dependencies(t *Tree) (found []Finding) {
	reasons, err := os.ReadFile(filepath.Join(t.Root, "RATIONALE.md"))
	if err != nil {
		return []Finding{{File: "RATIONALE.md", Text: "is missing"}}
	}
	for _, file := range t.Tracked {
		if path.Base(file) != "go.mod" || strings.Contains("/"+file, "/testdata/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(t.Root, file))
		if err != nil {
			return append(found, Finding{File: file, Text: err.Error()})
		}
		for _, module := range required(string(text)) {
			if !strings.Contains(string(reasons), module) {
				found = append(found, Finding{File: file, Text: "RATIONALE.md does not say why it needs " + module})
			}
		}
	}
	return found
}

// required lists the modules of a go.mod, by the part of their path that
// people say, without those that others need.
func required(text string) (names []string) {
	for line := range strings.Lines(text) {
		words := strings.Fields(strings.TrimPrefix(line, "require"))
		if len(words) != 2 || !strings.HasPrefix(words[1], "v") || strings.HasPrefix(words[0], Module) {
			continue // no requirement, or one with a comment: indirect
		}
		_, name, _ := strings.Cut(words[0], "/")
		names = append(names, name)
	}
	return names
}
