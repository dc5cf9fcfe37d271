package lint_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kscope/kscope/internal/golden"
	"github.com/kscope/kscope/internal/lint"
)

type rule struct {
	name string
	run  func(*lint.Tree) []lint.Finding
}

func rules() []rule {
	return []rule{
		{"imports", lint.Imports}, {"docs", lint.Docs}, {"sizes", lint.Sizes}, {"state", lint.State},
		{"calls", lint.Calls}, {"errors", lint.Errors}, {"words", lint.Words}, {"laws", lint.Laws}, {"deps", lint.Dependencies},
	}
}

func load(t *testing.T, root string) *lint.Tree {
	t.Helper()
	tree, err := lint.Load(root)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestHouseRules(t *testing.T) {
	tree := load(t, "../..")
	if len(tree.Packages) < 15 || len(tree.Tracked) < 100 {
		t.Fatalf("only %d packages and %d files", len(tree.Packages), len(tree.Tracked))
	}
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			for _, f := range r.run(tree) {
				t.Error(f)
			}
		})
	}
}

// TestSharesCanFail makes a tree whose files are few lines too long, most of
// them in long functions.
func TestSharesCanFail(t *testing.T) {
	dir := t.TempDir()
	for i := range 25 {
		text := "package p\n\nfunc f() {\n" + strings.Repeat("\tg()\n", 60) + "}\n"
		if i < 3 {
			text += strings.Repeat("//\n", 400)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.go", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found := lint.Sizes(load(t, dir))
	if len(found) != 2 || found[0].Text != "3 of 25 files have over 450 lines" ||
		found[1].Text != "1550 of 1550 lines of code are in functions of over 60 lines" {
		t.Error(found)
	}
}

// TestRulesCanFail runs each rule on a small tree that breaks it.
func TestRulesCanFail(t *testing.T) {
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			var b strings.Builder
			for _, f := range r.run(load(t, "testdata/"+r.name)) {
				b.WriteString(f.String() + "\n")
			}
			if b.Len() == 0 {
				t.Error("nothing was found")
			}
			golden.Equal(t, r.name+".txt", []byte(b.String()))
		})
	}
}
