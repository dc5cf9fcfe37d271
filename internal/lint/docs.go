package lint

import (
	"go/ast"
	"go/token"
	"strings"
	"unicode"
)

// Docs wants a package comment in doc.go, a comment on every exported name,
// and in public packages an Example with its output.
func Docs(t *Tree) (found []Finding) {
	for _, p := range t.Packages {
		if p.name() == "" {
			continue // tests alone
		}
		found = append(found, t.packageDoc(p)...)
		for _, f := range p.code() {
			if f.Syntax.Name.Name != "main" {
				found = append(found, t.exported(f)...)
			}
		}
		if p.public() && exports(p) && !hasExample(p) {
			found = append(found, Finding{File: p.Dir, Text: "has no Example that runs"})
		}
	}
	return found
}

func (t *Tree) packageDoc(p *Package) (found []Finding) {
	has := false
	for _, f := range p.code() {
		doc := strings.HasSuffix(f.Path, "/doc.go")
		switch {
		case doc && f.Syntax.Doc != nil && strings.HasPrefix(f.Syntax.Doc.Text(), docStart(p)):
			has = true
		case !doc && f.Syntax.Doc != nil:
			found = append(found, t.at(f.Syntax, "the package comment belongs into doc.go"))
		}
	}
	if !has {
		found = append(found, Finding{File: p.Dir, Text: "has no doc.go with a comment that begins \"" + docStart(p) + "\""})
	}
	return found
}

func docStart(p *Package) string {
	if p.name() == "main" {
		return "Command " + p.Dir[strings.LastIndexByte(p.Dir, '/')+1:] + " "
	}
	return "Package " + p.name() + " "
}

func (t *Tree) exported(f *File) (found []Finding) {
	for _, d := range f.Syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && exportedReceiver(d) && !documents(d.Doc, d.Name.Name) {
				found = append(found, t.at(d, "%s has no comment that begins with its name", d.Name.Name))
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				found = append(found, t.spec(d, s)...)
			}
		}
	}
	return found
}

func (t *Tree) spec(d *ast.GenDecl, s ast.Spec) (found []Finding) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		doc := s.Doc
		if doc == nil {
			doc = d.Doc
		}
		if s.Name.IsExported() && !documents(doc, s.Name.Name) {
			found = append(found, t.at(s, "%s has no comment that begins with its name", s.Name.Name))
		}
		if i, ok := s.Type.(*ast.InterfaceType); ok && s.Name.IsExported() {
			for _, m := range i.Methods.List {
				if len(m.Names) > 0 && m.Doc == nil && m.Comment == nil {
					found = append(found, t.at(m, "%s.%s has no comment", s.Name.Name, m.Names[0].Name))
				}
			}
		}
	case *ast.ValueSpec:
		for _, name := range s.Names {
			if name.IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
				found = append(found, t.at(name, "%s has no comment", name.Name))
			}
		}
	}
	return found
}

// exportedReceiver reports whether a function is no method of a hidden type.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	name := ""
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return token.IsExported(name)
}

// documents reports whether a comment begins with the name, perhaps behind an
// article.
func documents(doc *ast.CommentGroup, name string) bool {
	words := strings.Fields(doc.Text())
	if len(words) > 1 && (words[0] == "A" || words[0] == "An" || words[0] == "The") {
		words = words[1:]
	}
	return len(words) > 1 && strings.TrimRightFunc(words[0], func(r rune) bool { return unicode.IsPunct(r) && r != '_' }) == name
}

// exports reports whether a package has anything to show; some hold tests alone.
func exports(p *Package) bool {
	for _, f := range p.code() {
		for name := range f.Syntax.Scope.Objects {
			if token.IsExported(name) {
				return true
			}
		}
	}
	return false
}

// hasExample looks for an Example function that is run, not only compiled.
// Those of the interop module need what a machine may lack, so that compiling
// them is enough.
func hasExample(p *Package) bool {
	for _, f := range p.Files {
		for _, d := range f.Syntax.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !f.Test || !ok || !strings.HasPrefix(fn.Name.Name, "Example") {
				continue
			}
			if in(p.Dir, "interop") {
				return true
			}
			for _, c := range f.Syntax.Comments {
				text := strings.ToLower(c.Text())
				if c.Pos() > fn.Pos() && c.End() < fn.End() && (strings.HasPrefix(text, "output:") || strings.HasPrefix(text, "unordered output:")) {
					return true
				}
			}
		}
	}
	return false
}
