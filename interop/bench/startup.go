package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// What the binary may cost.
const (
	maxStart = 30 * time.Millisecond
	maxSize  = 20 << 20
)

// build makes the binary in a folder of its own, which the caller removes.
func build(ctx context.Context) (dir, binary string, err error) {
	if dir, err = os.MkdirTemp("", "kscope-bench-"); err != nil {
		return "", "", err
	}
	binary = filepath.Join(dir, "kscope")
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", binary, "./cmd/kscope")
	if cmd.Dir, err = rootDir(ctx); err != nil {
		return dir, "", err
	}
	if text, err := cmd.CombinedOutput(); err != nil {
		return dir, "", fmt.Errorf("build: %w\n%s", err, text)
	}
	return dir, binary, nil
}

// startup times kscope show from start to end.
func startup(ctx context.Context, out io.Writer, binary string) error {
	info, err := os.Stat(binary)
	if err != nil {
		return err
	}
	ns, err := command(ctx, binary, "show", "BeginQuorumEpoch@1")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\nkscope show BeginQuorumEpoch@1, start to end: %s, < %v  %s; the binary: %s, <= %d MiB  %s\n",
		nanos(ns), maxStart, reached(ns < float64(maxStart)), size(int(info.Size())), maxSize>>20, reached(info.Size() <= maxSize))
	return err
}

// rootDir is the directory of the root module, wherever this is run.
func rootDir(ctx context.Context) (string, error) {
	text, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/kscope/kscope").Output()
	if err != nil {
		return "", fmt.Errorf("go list (run this inside interop): %w", err)
	}
	return string(text[:len(text)-1]), nil
}
