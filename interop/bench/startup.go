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

// startup builds the binary and times kscope show from start to end.
func startup(ctx context.Context, out io.Writer) error {
	dir, err := os.MkdirTemp("", "kscope-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "kscope")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", binary, "./cmd/kscope")
	if build.Dir, err = rootDir(ctx); err != nil {
		return err
	}
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w\n%s", err, text)
	}
	info, err := os.Stat(binary)
	if err != nil {
		return err
	}
	var times []float64
	for range 15 {
		begin := time.Now()
		if text, err := exec.CommandContext(ctx, binary, "show", "BeginQuorumEpoch@1").CombinedOutput(); err != nil {
			return fmt.Errorf("kscope show: %w\n%s", err, text)
		}
		times = append(times, float64(time.Since(begin).Nanoseconds()))
	}
	ns := median(times)
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
