package program

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// Build builds the command as make build does, but for the playground's engine,
// into a folder, and gives its path.
// It is for programs and tests that run inside of the interop module.
func Build(ctx context.Context, dir string) (path string, err error) {
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/kscope/kscope").Output()
	if err != nil {
		return "", fmt.Errorf("go list (run this inside interop): %w", err)
	}
	path = filepath.Join(dir, "kscope")
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", path, "./cmd/kscope")
	cmd.Dir = strings.TrimSpace(string(root))
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, text)
	}
	return path, nil
}
