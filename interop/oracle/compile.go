package oracle

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/kscope/kscope/interop/internal/proc"
	"github.com/kscope/kscope/interop/jars"
)

//go:embed java/*.java
var sources embed.FS

const listSeparator = filepath.ListSeparator

// compile returns the directory of the oracle's classes for a set of jars. It
// is named after all that decides its content, so it never has to be cleared:
// the sources, the names of the jars (they carry versions) and the compiler.
func compile(ctx context.Context, set jars.Set) (string, error) {
	javac, err := jars.Tool("javac")
	if err != nil {
		return "", err
	}
	files, err := fs.Glob(sources, sourcesFor(set))
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

// sourcesFor leaves out what needs Jackson where it is missing: clients before 2.8.
func sourcesFor(set jars.Set) string {
	if set.Has("jackson-databind") {
		return "java/*.java"
	}
	return "java/Oracle.java"
}

func cacheKey(javac string, files []string, set jars.Set) (string, error) {
	h := sha256.New()
	real, err := filepath.EvalSymlinks(javac)
	if err != nil {
		return "", err
	}
	fmt.Fprintln(h, real)
	for _, jar := range set.Jars {
		fmt.Fprintln(h, filepath.Base(jar))
	}
	for _, name := range files {
		text, err := sources.ReadFile(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)[:12]), nil
}

// compileTo fills a temporary directory and renames it, so that two tests that
// compile at the same time don't see each other's half.
func compileTo(ctx context.Context, dir, javac string, files []string, set jars.Set) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), ".compile-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := os.CopyFS(tmp, sources); err != nil {
		return err
	}
	out := filepath.Join(tmp, "classes")
	args := []string{"-nowarn", "-encoding", "UTF-8", "-d", out, "-cp", set.Classpath}
	for _, f := range files {
		args = append(args, filepath.Join(tmp, filepath.FromSlash(f)))
	}
	if err := proc.Run(ctx, exec.Command(javac, args...)); err != nil {
		return fmt.Errorf("compile %s: %w", strings.Join(files, " "), err)
	}
	if err := os.Rename(out, dir); err != nil {
		if _, there := os.Stat(dir); there == nil {
			return nil // another process was quicker
		}
		return err
	}
	return nil
}
