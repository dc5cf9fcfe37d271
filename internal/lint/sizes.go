package lint

import (
	"fmt"
	"go/ast"
	"strings"
)

// Bounds of sizes. Lines are lines of text, comments and blanks included.
const (
	maxFile       = 600 // lines of a file
	usualFile     = 450 // lines that nine in ten files stay below
	maxFunc       = 80  // lines of a function
	longFunc      = 60  // lines from which on a function is long
	longPercent   = 15  // share of code that long functions may have
	maxNesting    = 4   // statements in statements
	largePercent  = 10  // share of files that may be larger than usual
	fewestToJudge = 20  // files or functions below which shares say nothing
)

// Sizes holds files, functions and nesting to their bounds.
func Sizes(t *Tree) (found []Finding) {
	var c sizes
	for _, p := range t.Packages {
		for _, f := range p.Files {
			found = append(found, c.file(t, f)...)
		}
	}
	if c.files >= fewestToJudge && 100*c.large > largePercent*c.files {
		found = append(found, Finding{File: ".", Text: fmt.Sprintf("%d of %d files have over %d lines", c.large, c.files, usualFile)})
	}
	if c.funcs >= fewestToJudge && 100*c.long > longPercent*c.code {
		found = append(found, Finding{File: ".", Text: fmt.Sprintf("%d of %d lines of code are in functions of over %d lines", c.long, c.code, longFunc)})
	}
	return found
}

type sizes struct {
	files, large int
	funcs        int
	code, long   int // lines in functions, in long ones
}

func (c *sizes) file(t *Tree, f *File) (found []Finding) {
	n := strings.Count(f.Text, "\n")
	c.files++
	if n > usualFile {
		c.large++
	}
	if n > maxFile {
		found = append(found, Finding{File: f.Path, Text: fmt.Sprintf("has %d lines, more than %d", n, maxFile)})
	}
	for _, d := range f.Syntax.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		lines := t.lines(fn)
		c.funcs++
		c.code += lines
		if lines > longFunc {
			c.long += lines
		}
		if lines > maxFunc {
			found = append(found, t.at(fn, "%s has %d lines, more than %d", fn.Name.Name, lines, maxFunc))
		}
		if deep := deepest(fn.Body, 0); deep > maxNesting {
			found = append(found, t.at(fn, "%s nests %d deep, more than %d", fn.Name.Name, deep, maxNesting))
		}
	}
	return found
}

// deepest is how deep statements nest below n. An else-if is no deeper than
// its if, and a function literal as deep as the statement that it is in.
func deepest(n ast.Node, depth int) int {
	most := depth
	ast.Inspect(n, func(m ast.Node) bool {
		if m == nil || m == n {
			return m != nil
		}
		switch s := m.(type) {
		case *ast.IfStmt:
			most = max(most, deepest(s.Body, depth+1))
			if s.Else != nil {
				most = max(most, elseDepth(s.Else, depth))
			}
			return false
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			most = max(most, deepest(m, depth+1))
			return false
		}
		return true
	})
	return most
}

func elseDepth(s ast.Stmt, depth int) int {
	if next, ok := s.(*ast.IfStmt); ok {
		most := deepest(next.Body, depth+1)
		if next.Else != nil {
			most = max(most, elseDepth(next.Else, depth))
		}
		return most
	}
	return deepest(s, depth+1)
}
