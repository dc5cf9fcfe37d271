package logs_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/kscope/kscope/interop/logs"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
)

// TestNothingIsWrong: a broker leaves no damage, also when it is killed, so a
// finding in its directory is a wrong one.
func TestNothingIsWrong(t *testing.T) {
	for _, r := range logs.Recipes() {
		t.Run(r.Name, func(t *testing.T) {
			m := logs.ForTest(t, r.Name)
			paths, err := segment.Files(m.Dir)
			if err != nil {
				t.Fatal(err)
			}
			v := segment.Verifier{Deep: true, Codecs: &record.Codecs{}, Found: func(f *segment.File, x segment.Finding) {
				t.Errorf("%s: %s (%s)", f.Path, x, x.Kind)
			}}
			if err := v.Files(paths); err != nil {
				t.Error(err)
			}
			t.Logf("%+v", v.Summary)
			if int(v.Summary.Files) != len(paths) || v.Summary.Records < 30 {
				t.Errorf("%d files in %d were looked at", v.Summary.Files, len(paths))
			}
		})
	}
}

// TestKinds holds what a file is found to be by its content alone against what
// it is by the name that the broker gave it.
func TestKinds(t *testing.T) {
	seen := map[segment.Kind]int{}
	for _, r := range logs.Recipes() {
		m := logs.ForTest(t, r.Name)
		paths, err := segment.Files(m.Dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paths {
			f, err := segment.Open(p)
			if err != nil {
				t.Fatal(err)
			}
			seen[f.Kind]++
			if named := segment.ParseName(p).Kind; f.Size > 0 && named != f.Kind {
				t.Errorf("%s: opened as %q, by its name it is %q", p, f.Kind, named)
			}
			if got, ok := nameless(t, f); ok && got != f.Kind {
				t.Errorf("%s (%d bytes): without its name it is %q, with it %q", p, f.Size, got, f.Kind)
			}
			f.Close()
		}
	}
	t.Log(seen)
}

// nameless is the kind of a copy whose name says nothing; not ok when there is
// nothing but the name to tell it by.
func nameless(t *testing.T, f *segment.File) (k segment.Kind, ok bool) {
	t.Helper()
	data, err := os.ReadFile(f.Path)
	if err != nil {
		t.Fatal(err)
	}
	if len(bytes.Trim(data, "\x00")) == 0 {
		return "", false
	}
	path := filepath.Join(t.TempDir(), "upload")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	same, err := segment.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer same.Close()
	return same.Kind, true
}
