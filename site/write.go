package site

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Total is what Write has written.
type Total struct {
	Files int
	Bytes int64
}

// MakeFolder makes the folder that Write writes into, so that who has work to do
// before knows that it can be.
func MakeFolder(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("site: expected a folder to write into, %s is a file", dir)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	return nil
}

// Write writes all files below dir, which it makes. What is there already is
// overwritten, other files are left alone.
func (s *Site) Write(dir string) (Total, error) {
	if err := MakeFolder(dir); err != nil {
		return Total{}, err
	}
	sizes := make([]int64, len(s.files))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range s.files {
		g.Go(func() error {
			var b bytes.Buffer
			if err := f.write(&b); err != nil {
				return err
			}
			sizes[i] = int64(b.Len())
			name := filepath.Join(dir, filepath.FromSlash(f.path))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				return fmt.Errorf("site: %w", err)
			}
			if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
				return fmt.Errorf("site: %w", err)
			}
			return nil
		})
	}
	total := Total{Files: len(s.files)}
	if err := g.Wait(); err != nil {
		return Total{}, err
	}
	for _, n := range sizes {
		total.Bytes += n
	}
	return total, nil
}
