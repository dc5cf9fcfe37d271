package lint

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// State wants no init functions and no package-level variables that change
// after their declaration. Variables of sync and atomic types, channels and
// what is assigned, changed in place or has its address taken are state.
func State(t *Tree) (found []Finding) {
	for _, p := range t.Packages {
		vars := map[string]*ast.ValueSpec{}
		for _, f := range p.code() {
			for _, d := range f.Syntax.Decls {
				found = append(found, t.declared(d, vars)...)
			}
		}
		for _, f := range p.code() {
			c := changes{tree: t, vars: vars}
			ast.Inspect(f.Syntax, c.visit)
			found = append(found, c.found...)
		}
	}
	return found
}

// declared notes the variables of a declaration.
func (t *Tree) declared(d ast.Decl, vars map[string]*ast.ValueSpec) (found []Finding) {
	if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
		found = append(found, t.at(fn, "init functions hide what a program does"))
	}
	g, ok := d.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR {
		return found
	}
	for _, s := range g.Specs {
		spec := s.(*ast.ValueSpec)
		for _, name := range spec.Names {
			vars[name.Name] = spec
		}
		if bySync(spec) {
			found = append(found, t.at(spec, "%s is made to change", spec.Names[0].Name))
		}
	}
	return found
}

// bySync reports whether the type or the value at the top of a declaration is
// of package sync or atomic, or a channel.
func bySync(s *ast.ValueSpec) bool {
	sync := false
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // what runs later has its own variables
		case *ast.ChanType:
			sync = true
		case *ast.SelectorExpr:
			id, ok := n.X.(*ast.Ident)
			sync = sync || ok && (id.Name == "sync" || id.Name == "atomic")
		}
		return true
	}
	if s.Type != nil {
		ast.Inspect(s.Type, look)
	}
	for _, v := range s.Values {
		ast.Inspect(v, look)
	}
	return sync
}

// changes looks for what changes package-level variables.
type changes struct {
	tree  *Tree
	vars  map[string]*ast.ValueSpec
	found []Finding
}

func (c *changes) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			for _, e := range n.Lhs {
				c.changed(e, "assigned to")
			}
		}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			c.changed(n.Key, "assigned to")
			c.changed(n.Value, "assigned to")
		}
	case *ast.IncDecStmt:
		c.changed(n.X, "assigned to")
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			c.changed(n.X, "given away by address")
		}
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 && slices.Contains([]string{"delete", "clear", "copy"}, id.Name) {
			c.changed(n.Args[0], "changed by "+id.Name)
		}
	}
	return true
}

// changed notes a finding if an expression lies in a package-level variable,
// of this package or of another.
func (c *changes) changed(e ast.Expr, how string) {
	for {
		switch x := e.(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok && id.Obj == nil && c.vars[id.Name] == nil && how == "assigned to" && isPackage(id.Name) {
				c.found = append(c.found, c.tree.at(x, "%s.%s is %s", id.Name, x.Sel.Name, how))
				return
			}
			e = x.X
		case *ast.Ident:
			spec := c.vars[x.Name]
			if spec != nil && (x.Obj == nil || x.Obj.Decl == spec) {
				c.found = append(c.found, c.tree.at(x, "package-level variable %s is %s", x.Name, how))
			}
			return
		default:
			return
		}
	}
}

// isPackage guesses whether a name that is declared in no scope of its file is
// that of an imported package: those are in lower case.
func isPackage(name string) bool { return name != "" && strings.ToLower(name) == name }
