package lint

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// law is a law of the product and the folder that its tests are in.
type law struct{ name, folder string }

func laws() []law {
	return []law{
		{"Tiling", "message"},
		{"Lossless", "message"},
		{"Total", "message"},
		{"Prefix", "message"},
		{"Located", "message"},
		{"NoGuessing", "message"},
		{"Agreement", "interop"},
	}
}

// Laws wants a test TestLaw<name> for every law, and a law for every test that
// is called so.
func Laws(t *Tree) (found []Finding) {
	seen := map[string]bool{}
	for _, p := range t.Packages {
		for _, f := range p.Files {
			for _, d := range f.Syntax.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || !f.Test {
					continue
				}
				name, isLaw := strings.CutPrefix(fn.Name.Name, "TestLaw")
				i := slices.IndexFunc(laws(), func(l law) bool { return strings.HasPrefix(name, l.name) })
				if isLaw && i < 0 {
					found = append(found, t.at(fn, "%s is named after no law", fn.Name.Name))
				}
				if isLaw && i >= 0 && in(p.Dir, laws()[i].folder) {
					seen[laws()[i].name] = seen[laws()[i].name] || name == laws()[i].name
				}
			}
		}
	}
	for _, l := range laws() {
		if !seen[l.name] {
			found = append(found, Finding{File: l.folder, Text: fmt.Sprintf("has no test TestLaw%s", l.name)})
		}
	}
	return found
}
