package oracle

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"

	"github.com/kscope/kscope/interop/internal/proc"
	"github.com/kscope/kscope/interop/jars"
)

const listSeparator = filepath.ListSeparator

// compile returns the directory of the oracle's classes for a set of jars. It
// is named after all that decides its content, so it never has to be cleared:
// the sources, the names of the jars (they carry versions) and the compiler.
func compile(ctx context.Context, set jars.Set) (string, error) {
	javac, err := jars.Tool("javac")
	if err != nil {
		return "", err
	}
	files, err := readSources(set)
	if err != nil {
		return "", err
	}
	cache, err := jars.CacheDir()
	if err != nil {
		return "", err
	}
	key, err := cacheKey(javac, files, set)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "oracle", key)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	return dir, compileTo(ctx, dir, javac, files, set)
}

func cacheKey(javac string, files []source, set jars.Set) (string, error) {
	h := sha256.New()
	real, err := filepath.EvalSymlinks(javac)
	if err != nil {
		return "", err
	}
	fmt.Fprintln(h, real)
	for _, jar := range set.Jars {
		fmt.Fprintln(h, filepath.Base(jar))
	}
	for _, f := range files {
		fmt.Fprintf(h, "%s %d\n%s", f.name, len(f.text), f.text)
	}
	return hex.EncodeToString(h.Sum(nil)[:12]), nil
}

// compileTo fills a temporary directory and renames it, so that two tests that
// compile at the same time don't see each other's half.
func compileTo(ctx context.Context, dir, javac string, files []source, set jars.Set) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), ".compile-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	out := filepath.Join(tmp, "classes")
	args := []string{"-nowarn", "-encoding", "UTF-8", "-d", out, "-cp", set.Classpath}
	for _, f := range files {
		file := filepath.Join(tmp, path.Base(f.name))
		if err := os.WriteFile(file, []byte(f.text), 0o644); err != nil {
			return err
		}
		args = append(args, file)
	}
	if err := proc.Run(ctx, exec.Command(javac, args...)); err != nil {
		return fmt.Errorf("compile the oracle for %s: %w", filepath.Base(set.Dir), err)
	}
	if err := os.Rename(out, dir); err != nil {
		if _, there := os.Stat(dir); there == nil {
			return nil // another process was quicker
		}
		return err
	}
	return nil
}
