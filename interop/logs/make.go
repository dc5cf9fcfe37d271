package logs

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"github.com/kscope/kscope/interop/jars"
	"github.com/kscope/kscope/interop/lab"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/oracle"
)

// Made is a log directory that a broker wrote. Nobody may change it.
type Made struct {
	Recipe Recipe
	Dir    string         // what log.dirs said; partitions are folders in it
	Sent   map[string]int // records by topic, markers of transactions included
}

// The steps are part of what a directory is named after.
//
//go:embed recipe.go streams.go
var steps embed.FS

// patience is what a recipe may take; five to ten seconds are usual.
const patience = 2 * time.Minute

// ForTest is Make for a test: it skips where Kafka cannot run (see package
// need) and fails when something else is wrong.
func ForTest(t testing.TB, name string) *Made {
	t.Helper()
	r, ok := Named(name)
	if !ok {
		t.Fatalf("no recipe is called %s", name)
	}
	m, err := Make(t.Context(), r)
	need.Met(t, err)
	return m
}

// Make returns the directory of a recipe, from the cache or from a broker that
// it starts and stops. Errors of package jars say what the machine lacks.
func Make(ctx context.Context, r Recipe) (*Made, error) {
	cache, err := jars.CacheDir()
	if err != nil {
		return nil, err
	}
	key, err := r.key()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(cache, "logs", r.Name+"-"+key)
	if m, err := open(r, dir); err == nil {
		return m, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return nil, err
	}
	lock := flock.New(dir + ".lock")
	if _, err := lock.TryLockContext(ctx, 100*time.Millisecond); err != nil {
		return nil, fmt.Errorf("lock %s: %w", lock.Path(), err)
	}
	defer func() { _ = lock.Unlock() }()
	if m, err := open(r, dir); err == nil { // made while we waited
		return m, nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := r.makeIn(ctx, dir); err != nil {
		return nil, fmt.Errorf("log directory %s: %w", r.Name, err)
	}
	return open(r, dir)
}

const (
	dataName = "data"
	sentName = "sent.json"
)

func open(r Recipe, dir string) (*Made, error) {
	text, err := os.ReadFile(filepath.Join(dir, sentName))
	if err != nil {
		return nil, err
	}
	m := &Made{Recipe: r, Dir: filepath.Join(dir, dataName)}
	return m, json.Unmarshal(text, &m.Sent)
}

func (r Recipe) key() (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s %s %v\n", r.Name, r.Release, oracle.WorkloadKey(), r.options)
	err := fs.WalkDir(steps, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := steps.ReadFile(name)
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)[:8]), err
}

// makeIn fills a temporary directory and renames it, so that one with the final
// name is always complete.
func (r Recipe) makeIn(ctx context.Context, dir string) error {
	tmp, err := os.MkdirTemp(filepath.Dir(dir), ".make-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	options := r.options
	options.Release = r.Release
	if r.tier {
		classes, err := oracle.Classes(ctx, r.Release)
		if err != nil {
			return err
		}
		options.Classpath = []string{classes}
	}
	c, err := lab.Start(ctx, options)
	if err != nil {
		return err
	}
	defer c.Stop()
	sent, err := r.work(ctx, c)
	if err != nil {
		return err
	}
	broker := c.Brokers()[0]
	if err := await(ctx, func() bool { return r.ready(broker.DataDir) }); err != nil {
		return fmt.Errorf("the broker does not do all that is waited for: %w; its log ends with:\n%s", err, broker.Log())
	}
	if r.killed {
		c.Kill(broker)
	} else if err := c.Shutdown(ctx, broker); err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(tmp, dataName), os.DirFS(broker.DataDir)); err != nil {
		return err
	}
	text, err := json.Marshal(sent)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(tmp, sentName), text, 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, dir)
}

func await(ctx context.Context, done func() bool) error {
	for !done() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return nil
}
