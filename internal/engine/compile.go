package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// playground is the package that is compiled. By its full name, the go command
// finds it in every folder of a clone, and fails in any other.
const playground = "github.com/kscope/kscope/cmd/playground"

// compile makes the parts with the go command, whose build cache remembers
// them.
func compile(ctx context.Context) (p parts, err error) {
	dir, err := os.MkdirTemp("", "kscope-engine-")
	if err != nil {
		return p, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "playground.wasm")
	if _, err := run(ctx, "build", "-trimpath", "-ldflags=-s -w", "-o", name, playground); err != nil {
		return p, err
	}
	if p.module, err = os.ReadFile(name); err != nil {
		return p, err
	}
	root, err := run(ctx, "env", "GOROOT")
	if err != nil {
		return p, err
	}
	p.support, err = os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", supportName))
	return p, err
}

// run gives the output of a go command, or the first line that it complains
// with.
func run(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	if errors.Is(err, exec.ErrNotFound) {
		return "", errors.New("there is no go command to compile it with")
	}
	if first, _, _ := strings.Cut(complaint.String(), "\n"); err != nil && first != "" {
		return "", fmt.Errorf("go %s: %s", args[0], first)
	}
	return out.String(), err
}
