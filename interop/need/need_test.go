package need_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/kscope/kscope/interop/jars"
	"github.com/kscope/kscope/interop/need"
)

func TestMissing(t *testing.T) {
	for err, want := range map[error]bool{
		jars.ErrNoMaven:                     true,
		fmt.Errorf("x: %w", jars.ErrNoJava): true,
		fmt.Errorf("x: %w", need.ErrTool):   true,
		errors.New("a broken oracle"):       false,
	} {
		if got := need.Missing(err); got != want {
			t.Errorf("Missing(%v) = %v", err, got)
		}
	}
}

func TestEverything(t *testing.T) {
	t.Setenv("CI", "")
	t.Setenv("KSCOPE_REQUIRE", "")
	if need.Everything() {
		t.Error("nothing is required by default")
	}
	t.Setenv("KSCOPE_REQUIRE", "1")
	if !need.Everything() {
		t.Error("KSCOPE_REQUIRE=1 must require")
	}
}

func Example() {
	check := func(t *testing.T) {
		_, err := jars.Fetch(t.Context(), jars.Release("4.4.0"))
		need.Met(t, err) // skips where Maven is missing, fails in CI
	}
	_ = check
}
