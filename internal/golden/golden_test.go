package golden_test

import (
	"fmt"
	"testing"

	"github.com/kscope/kscope/internal/golden"
)

// failures is a testing.TB that only notes what goes wrong.
type failures struct {
	testing.TB
	texts []string
}

func (f *failures) Helper()                      {}
func (f *failures) Errorf(s string, args ...any) { f.texts = append(f.texts, fmt.Sprintf(s, args...)) }
func (f *failures) Fatalf(s string, args ...any) { f.Errorf(s, args...) }

func TestEqualCanFail(t *testing.T) {
	if golden.Update() {
		t.Skip("files are being written")
	}
	f := &failures{TB: t}
	golden.Equal(f, "cut.txt", []byte("something else\n"))
	if len(f.texts) != 1 {
		t.Errorf("%q", f.texts)
	}
	f = &failures{TB: t}
	golden.Equal(f, "missing.txt", nil)
	if len(f.texts) == 0 {
		t.Error("a missing file was not noticed")
	}
}
