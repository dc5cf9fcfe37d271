package main

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kscope/kscope/internal/golden"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"kscope": main}) }

// TestScripts runs testdata/script, the specification of the command line.
// Besides testscript's commands there is
//
//	exits CODE PROGRAM ARGS...
//
// which is exec with the exit code that is expected.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       golden.Update(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		got = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, not %d", got, want)
	}
}

// TestBinarySize builds the program as users get it.
func TestBinarySize(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	out := t.TempDir() + "/kscope"
	if text, err := exec.Command("go", "build", "-o", out, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	info, err := os.Stat(out)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 20<<20 {
		t.Errorf("the program has %d bytes", info.Size())
	}
}
