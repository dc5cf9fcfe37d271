package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write golden files anew")

// Update reports whether golden files are to be written anew.
func Update() bool { return *update }

// Equal fails the test unless got is what testdata/name holds, and says which
// line differs first. With -update it writes the file instead.
func Equal(t testing.TB, name string, got []byte) {
	t.Helper()
	File(t, filepath.Join("testdata", filepath.FromSlash(name)), got)
}

// File is Equal for a file anywhere: facts that a test finds out and a program
// embeds.
func File(t testing.TB, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if !bytes.Equal(got, want) {
		line, g, w := difference(string(got), string(want))
		t.Errorf("%s differs in line %d (go test -update accepts that)\n got %s\nwant %s", file, line, g, w)
	}
}

// difference is the first line in which two texts differ, from 1 on.
func difference(got, want string) (line int, g, w string) {
	a, b := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	for line < len(a) && line < len(b) && a[line] == b[line] {
		line++
	}
	g, w = "(the end)", "(the end)"
	if line < len(a) {
		g = strings.TrimSuffix(a[line], "\n")
	}
	if line < len(b) {
		w = strings.TrimSuffix(b[line], "\n")
	}
	return line + 1, g, w
}
