package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// order is the reading order: a package imports only packages above it.
// ARCHITECTURE.md prints it.
func order() []string {
	return []string{
		"wire", "schema", "layout", "tape", "jsonform", "record", "catalog",
		"message", "nested", "segment", "sample", "input", "explain", "view", "vector", "image",
		"client", "probe", "mock", "conform", "play", "site", "cmd/kscope",
	}
}

// beside are the packages that stand beside the order, with what of the module
// they may import. Everything may import them unless only says who.
func beside() map[string]leaf {
	return map[string]leaf{
		"internal/near":       {},                                                                                         // words only
		"internal/prose":      {},                                                                                         // words only
		"internal/facts":      {imports: []string{"schema"}},                                                              // text formats of schemas
		"internal/schemafile": {imports: []string{"schema"}},                                                              // finds schemas in jars
		"internal/importer":   {imports: []string{"schema", "internal/facts", "internal/schemafile"}, only: "cmd/import"}, // writes the catalog
		"internal/engine":     {},                                                                                         // makes a script of cmd/playground
		"cmd/playground":      {imports: []string{"catalog", "play"}, only: "nobody"},                                     // for browsers
		"cmd/engine":          {imports: []string{"internal/engine"}, only: "nobody"},                                     // a tool of make build
		"cmd/import":          {imports: []string{"internal/importer"}, only: "nobody"},                                   // a tool of the developers
		"internal/golden":     {imports: []string{"wire", "layout", "tape"}, only: "tests"},                               // for tests
		"internal/replay":     {only: "tests"},                                                                            // for tests
		"internal/lint":       {only: "nobody"},                                                                           // this
	}
}

type leaf struct {
	imports []string
	only    string
}

// Imports holds the order of packages, in the code and in ARCHITECTURE.md.
func Imports(t *Tree) (found []Finding) {
	for _, p := range t.Packages {
		if in(p.Dir, "interop") {
			continue // a module of its own, on top of this one
		}
		allowed, known := importable(p.Dir)
		if !known {
			found = append(found, Finding{File: p.Dir, Text: "package has no place in the order of packages (internal/lint/imports.go)"})
			continue
		}
		for _, f := range p.Files {
			found = append(found, t.imports(p, f, allowed)...)
		}
	}
	return append(found, architecture(t)...)
}

func (t *Tree) imports(p *Package, f *File, allowed []string) (found []Finding) {
	for _, spec := range f.Syntax.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		name, ours := strings.CutPrefix(name, Module+"/")
		switch {
		case ours && in(name, "interop"):
			found = append(found, t.at(spec, "the root module must not import %s", name))
		case f.Test: // tests may import what they are compared with
		case ours && !slices.Contains(allowed, name):
			found = append(found, t.at(spec, "%s must not import %s, which is not above it", p.Dir, name))
		case p.Dir == "wire" && strings.Contains(name, "."):
			found = append(found, t.at(spec, "wire imports the standard library only, not %s", name))
		}
	}
	return found
}

// importable lists what a package may import of the module.
func importable(dir string) (allowed []string, known bool) {
	if l, ok := beside()[dir]; ok {
		return l.imports, true
	}
	i := slices.Index(order(), dir)
	if i < 0 {
		return nil, false
	}
	allowed = slices.Clone(order()[:i])
	for name, l := range beside() {
		if l.only == "" || l.only == dir {
			allowed = append(allowed, name)
		}
	}
	return allowed, true
}

// architecture compares the list between the marks in ARCHITECTURE.md, first
// words of the lines, with the order.
func architecture(t *Tree) []Finding {
	const file = "ARCHITECTURE.md"
	text, err := os.ReadFile(filepath.Join(t.Root, file))
	if err != nil {
		return []Finding{{File: file, Text: "is missing"}}
	}
	_, list, _ := strings.Cut(string(text), "<!-- imports -->")
	list, _, ok := strings.Cut(list, "<!-- /imports -->")
	if !ok {
		return []Finding{{File: file, Text: "has no list between <!-- imports --> and <!-- /imports -->"}}
	}
	var names []string
	for line := range strings.Lines(list) {
		if words := strings.Fields(line); len(words) > 0 {
			names = append(names, words[0])
		}
	}
	if !slices.Equal(names, order()) {
		return []Finding{{File: file, Text: fmt.Sprintf("lists the packages %v, not %v", names, order())}}
	}
	return nil
}
