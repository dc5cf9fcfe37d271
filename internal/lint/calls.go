package lint

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// ban is a call or import that needs a reason.
type ban struct {
	pkg   string   // import path; "" for what is built in
	names []string // nil bans the import
	why   string
	tests bool     // also in tests
	but   []string // folders and files where it is fine; reasons stand beside them
}

func bans() []ban {
	return []ban{
		{pkg: "os", names: []string{"Exit"}, why: "only a main function ends the program", tests: true, but: []string{"cmd/kscope/main.go", "cmd/import/main.go", "cmd/engine/main.go",
			"interop/bench/main.go", "interop/internal/proc"}}, // a process that takes its children along
		{pkg: "log", names: []string{"Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln"}, why: "return an error", tests: true},
		{pkg: "fmt", names: []string{"Print", "Printf", "Println"}, why: "write to the writer that the caller gives", but: []string{"cmd", "interop/bench"}},
		{names: []string{"panic"}, why: "return an error", but: []string{
			"catalog/catalog.go",     // built-in data that tests read in full
			"cmd/kscope/complete.go", // flags that are not there
		}},
		{names: []string{"print", "println"}, why: "write to the writer that the caller gives", tests: true},
		{pkg: "reflect", why: "layouts say what there is"},
		{pkg: "unsafe", why: "nothing here needs it", tests: true},
		{pkg: "time", names: []string{"Sleep"}, why: "wait for what is waited for", tests: true, but: []string{
			"interop/lab", // polls brokers, which tell nobody when they are ready
		}},
	}
}

// Calls looks for calls and imports that need a reason.
func Calls(t *Tree) (found []Finding) {
	for _, p := range t.Packages {
		for _, f := range p.Files {
			for _, b := range bans() {
				if f.Test && !b.tests || slices.ContainsFunc(b.but, func(place string) bool { return in(f.Path, place) }) {
					continue
				}
				found = append(found, b.look(t, f)...)
			}
		}
	}
	return found
}

func (b ban) look(t *Tree, f *File) (found []Finding) {
	local := ""
	for _, spec := range f.Syntax.Imports {
		if name, _ := strconv.Unquote(spec.Path.Value); name != b.pkg || b.pkg == "" {
			continue
		}
		if b.names == nil {
			found = append(found, t.at(spec, "import of %s: %s", b.pkg, b.why))
		}
		local = b.pkg[strings.LastIndexByte(b.pkg, '/')+1:]
		if spec.Name != nil {
			local = spec.Name.Name
		}
	}
	if b.pkg != "" && local == "" {
		return found
	}
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			id, ok := n.X.(*ast.Ident)
			if ok && b.pkg != "" && id.Obj == nil && id.Name == local && slices.Contains(b.names, n.Sel.Name) {
				found = append(found, t.at(n, "%s.%s: %s", b.pkg, n.Sel.Name, b.why))
			}
		case *ast.CallExpr:
			id, ok := n.Fun.(*ast.Ident)
			if ok && b.pkg == "" && id.Obj == nil && slices.Contains(b.names, id.Name) {
				found = append(found, t.at(n, "%s: %s", id.Name, b.why))
			}
		}
		return true
	})
	return found
}

// Errors holds the texts of errors to their form: they are parts of sentences,
// so they begin in lower case, unless with a name or an acronym, and do not
// end as sentences do.
func Errors(t *Tree) (found []Finding) {
	for _, p := range t.Packages {
		for _, f := range p.code() {
			ast.Inspect(f.Syntax, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					found = append(found, t.errorText(call)...)
				}
				return true
			})
		}
	}
	return found
}

func (t *Tree) errorText(call *ast.CallExpr) []Finding {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	pkg, ok := sel.X.(*ast.Ident)
	if !ok || pkg.Name+"."+sel.Sel.Name != "errors.New" && pkg.Name+"."+sel.Sel.Name != "fmt.Errorf" {
		return nil
	}
	lit, ok := call.Args[0].(*ast.BasicLit)
	if !ok {
		return nil
	}
	text, _ := strconv.Unquote(lit.Value)
	first, _, _ := strings.Cut(text, " ")
	switch {
	case text == "":
		return []Finding{t.at(lit, "error without a text")}
	case strings.ContainsAny(text[len(text)-1:], ".!\n"):
		return []Finding{t.at(lit, "error text ends in %q", text[len(text)-1:])}
	case first[0] >= 'A' && first[0] <= 'Z' && first[1:] == strings.ToLower(first[1:]) && !properName(first):
		return []Finding{t.at(lit, "error text begins with a capital: %s", first)}
	}
	return nil
}

// properName reports whether a word has its capital wherever it stands: files
// and a few names.
func properName(word string) bool {
	return strings.Contains(word, ".") || slices.Contains([]string{"Kafka", "Kafka's", "Java", "Maven", "Go"}, word)
}
