package lint

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Module is the path of the root module; packages are named without it.
const Module = "github.com/kscope/kscope"

// Finding is one place that breaks a rule.
type Finding struct {
	File string // slash path from the root
	Line int    // 0 for the file or package as a whole
	Text string
}

// String gives "file:line: text".
func (f Finding) String() string {
	if f.Line == 0 {
		return f.File + ": " + f.Text
	}
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Text)
}

// File is one Go file.
type File struct {
	Path   string // slash path from the root
	Text   string
	Syntax *ast.File
	Test   bool
}

// Package is one folder with Go files.
type Package struct {
	Dir   string // slash path from the root
	Files []*File
}

// Tree is what the rules look at.
type Tree struct {
	Root     string
	Fset     *token.FileSet
	Packages []*Package // by folder
	Tracked  []string   // all files, slash paths from the root
}

// Load reads the Go files below root that are tracked by git, or all where
// there is no git. Folders called testdata are left out.
func Load(root string) (*Tree, error) {
	t := &Tree{Root: root, Fset: token.NewFileSet()}
	var err error
	if t.Tracked, err = files(root); err != nil {
		return nil, err
	}
	for _, name := range t.Tracked {
		if !strings.HasSuffix(name, ".go") || slices.Contains(strings.Split(name, "/"), "testdata") {
			continue
		}
		if err := t.add(name); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// files lists what is tracked and still there, or else every file.
func files(root string) ([]string, error) {
	var all []string
	cmd := exec.Command("git", "ls-files", "-z")
	cmd.Dir = root
	if out, err := cmd.Output(); err == nil && len(out) > 0 {
		for _, name := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
			if _, err := os.Stat(filepath.Join(root, name)); err == nil {
				all = append(all, name)
			}
		}
		return all, nil
	}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == ".git" {
			return filepath.SkipDir
		}
		if err == nil && d.Type().IsRegular() {
			rel, _ := filepath.Rel(root, name)
			all = append(all, filepath.ToSlash(rel))
		}
		return err
	})
	return all, err
}

func (t *Tree) add(name string) error {
	text, err := os.ReadFile(filepath.Join(t.Root, name))
	if err != nil {
		return err
	}
	syntax, err := parser.ParseFile(t.Fset, name, text, parser.ParseComments)
	if err != nil {
		return err
	}
	dir := path.Dir(name)
	i := slices.IndexFunc(t.Packages, func(p *Package) bool { return p.Dir == dir })
	if i < 0 {
		i = len(t.Packages)
		t.Packages = append(t.Packages, &Package{Dir: dir})
	}
	f := &File{Path: name, Text: string(text), Syntax: syntax, Test: strings.HasSuffix(name, "_test.go")}
	t.Packages[i].Files = append(t.Packages[i].Files, f)
	return nil
}

// at makes a finding at a node.
func (t *Tree) at(n ast.Node, format string, args ...any) Finding {
	p := t.Fset.Position(n.Pos())
	return Finding{File: p.Filename, Line: p.Line, Text: fmt.Sprintf(format, args...)}
}

func (t *Tree) lines(n ast.Node) int {
	return t.Fset.Position(n.End()).Line - t.Fset.Position(n.Pos()).Line + 1
}

// code gives the files of a package that are no tests.
func (p *Package) code() (all []*File) {
	for _, f := range p.Files {
		if !f.Test {
			all = append(all, f)
		}
	}
	return all
}

// name is the package's name in its code, "" when it has tests only.
func (p *Package) name() string {
	for _, f := range p.code() {
		return f.Syntax.Name.Name
	}
	return ""
}

// public reports whether others may import the package.
func (p *Package) public() bool {
	name := p.name()
	return name != "" && name != "main" && !slices.Contains(strings.Split(p.Dir, "/"), "internal")
}

// in reports whether a path is a folder or lies in it.
func in(name, folder string) bool {
	return name == folder || strings.HasPrefix(name, folder+"/")
}
