package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kscope/kscope/internal/engine"
	"github.com/kscope/kscope/internal/golden"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"kscope": main}) }

// TestScripts runs testdata/script, the specification of the command line.
// Besides testscript's commands there is
//
//	exits CODE PROGRAM ARGS...
//	patch FILE OFFSET HEX
//	cut FILE SIZE
//	mock ARGS...
//	until FILE TEXT
//
// The first is exec with the exit code that is expected. The second puts bytes
// into a file, or behind its end; the third ends one early. The last starts kscope
// mock on a free port, which then is in $NODE, with its stderr in node.log; "mock
// -stop" ends it as Ctrl-C does. until waits for a text in a file. $REAL is where files of real brokers lie.
func TestScripts(t *testing.T) {
	brokers, err := filepath.Abs("../../segment/testdata/real")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Setup: func(env *testscript.Env) error {
			env.Setenv("REAL", brokers)
			env.Values[nodeKey{}] = new([]*mockNode)
			return nil
		},
		Dir:                 "testdata/script",
		UpdateScripts:       golden.Update(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "patch": patch, "cut": cut, "mock": startMock, "until": until},
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

func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cut file size")
	}
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), int64(size)))
}

func patch(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: patch file offset hex")
	}
	offset, err := strconv.Atoi(args[1])
	ts.Check(err)
	bytes, err := hex.DecodeString(args[2])
	ts.Check(err)
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_WRONLY|os.O_CREATE, 0o600)
	ts.Check(err)
	_, err = f.WriteAt(bytes, int64(offset))
	ts.Check(err)
	ts.Check(f.Close())
}

// TestBinarySize builds the program as make build does, the playground's engine
// inside. An overlay stands in for the files that make build leaves beside the
// sources.
func TestBinarySize(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	dir := t.TempDir()
	if err := engine.Pack(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	built, err := filepath.Abs("../../internal/engine/built")
	if err != nil {
		t.Fatal(err)
	}
	parts, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	for _, part := range parts {
		replace[filepath.Join(built, part.Name())] = filepath.Join(dir, part.Name())
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay, out := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "kscope")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-trimpath", "-tags=engine", "-ldflags=-s -w", "-overlay="+overlay, "-o", out, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	info, err := os.Stat(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", info.Size())
	if info.Size() > 20e6 {
		t.Errorf("the program has %d bytes, more than 20 MB", info.Size())
	}
}
