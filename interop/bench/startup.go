package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/kscope/kscope/interop/internal/program"
)

// What the binary may cost.
const (
	maxStart = 30 * time.Millisecond
	maxSize  = 20 << 20
)

// build makes the binary in a folder of its own, which the caller removes.
func build(ctx context.Context) (dir, path string, err error) {
	if dir, err = os.MkdirTemp("", "kscope-bench-"); err != nil {
		return "", "", err
	}
	path, err = program.Build(ctx, dir)
	return dir, path, err
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
