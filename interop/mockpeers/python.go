package mockpeers

import (
	"context"
	_ "embed" // for the script
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/kscope/kscope/interop/internal/proc"
	"github.com/kscope/kscope/interop/jars"
	"github.com/kscope/kscope/interop/need"
)

// The packages of Python peers, which need no other ones.
const (
	KafkaPython    = "kafka-python==3.0.12"
	ConfluentKafka = "confluent-kafka==2.16.1"
)

//go:embed peer.py
var script string

// NewPython gets a Python package and makes a peer of it. Both packages produce
// idempotently.
func NewPython(ctx context.Context, requirement string) (*Peer, error) {
	python, err := exec.LookPath("python3")
	if err != nil {
		return nil, fmt.Errorf("python3: %w", need.ErrTool)
	}
	dir, err := install(ctx, python, requirement)
	if err != nil {
		return nil, err
	}
	call := func(ctx context.Context, lines []string, args ...string) ([]string, error) {
		cmd := exec.Command(python, append([]string{"-c", script, requirement}, args...)...)
		cmd.Env = append(os.Environ(), "PYTHONPATH="+dir)
		return run(ctx, cmd, lines)
	}
	return &Peer{
		Name: requirement,
		Produce: func(ctx context.Context, addr, topic string, lines []string) error {
			_, err := call(ctx, lines, "produce", addr, topic)
			return err
		},
		Consume: func(ctx context.Context, addr, topic, group string, n int) ([]string, error) {
			return call(ctx, nil, "consume", addr, topic, group, strconv.Itoa(n))
		},
	}, nil
}

// install gives the directory of a package, which is fetched once: it is
// complete or absent.
func install(ctx context.Context, python, requirement string) (string, error) {
	cache, err := jars.CacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "python", requirement)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", err
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), "install-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	if err := proc.Run(ctx, exec.Command(python, "-m", "pip", "install", "--quiet", "--no-deps", "--target", temp, requirement)); err != nil {
		return "", fmt.Errorf("pip install %s: %w: %w", requirement, need.ErrTool, err)
	}
	if err := os.Rename(temp, dir); err != nil {
		if _, stat := os.Stat(dir); stat != nil { // another process was not quicker
			return "", err
		}
	}
	return dir, nil
}
