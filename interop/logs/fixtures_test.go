package logs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kscope/kscope/internal/golden"
	"github.com/kscope/kscope/interop/logs"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/oracle"
)

// The files of real brokers that the root module's tests stand on, and beside
// them what Kafka's classes of the same release read from them. go test -update
// adds what is missing.
const (
	fixtures = "../../segment/testdata/real"
	readings = "../../segment/testdata/kafka"
)

// chosen are the files that are kept of a recipe: few, because all of them
// together are to stay small.
func chosen(recipe string) []string {
	switch recipe {
	case "formats":
		return []string{"v0-*[^d]-0/*", "v1-*[^d]-0/*", "v1-append-time-gzip-0/*", "v1-compacted-gzip-0/*", "mixed-0/*",
			"transactions-0/*", "__consumer_offsets-0/*", "__transaction_state-0/*", "*checkpoint", "meta.properties"}
	case "tiered":
		return []string{"__remote_log_metadata-0/*"}
	case "killed":
		return []string{"killed-0/*"}
	}
	return []string{"v2-*-0/*", "transactions-0/*", "compacted-none-0/*[xgta]", "compacted-transactions-0/*[xgta]",
		"__share_group_state-0/*", "__consumer_offsets-0/*", "__transaction_state-0/*", "__cluster_metadata-0/*.log",
		"__cluster_metadata-0/*.snapshot", "__cluster_metadata-0/*-*0.checkpoint", "__cluster_metadata-0/*h-checkpoint",
		"__cluster_metadata-0/quorum-state", "*checkpoint", "meta.properties"}
}

// tooLarge: indexes that a broker leaves at the length that it made them with
// are 10 MB of zeros.
const tooLarge = 1 << 20

func TestFixtures(t *testing.T) {
	if golden.Update() {
		refresh(t)
	}
	for _, release := range []string{"2.8.2", "4.4.0"} {
		t.Run(release, func(t *testing.T) {
			o, err := oracle.Start(t.Context(), release)
			need.Met(t, err)
			defer o.Close()
			files := 0
			root := filepath.Join(fixtures, release)
			err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
				if err != nil || !isBatches(name) {
					return err
				}
				files++
				rel, _ := filepath.Rel(root, name)
				compare(t, filepath.Join(readings, release, rel+".jsonl"), reading(t, o, name))
				return nil
			})
			if err != nil || files < 15 {
				t.Errorf("%d files, %v", files, err)
			}
		})
	}
}

func isBatches(name string) bool {
	name = strings.TrimSuffix(name, ".deleted")
	return strings.HasSuffix(name, ".log") || strings.HasSuffix(name, ".checkpoint")
}

// reading is what Kafka reads, a line a batch.
func reading(t *testing.T, o *oracle.Oracle, file string) []byte {
	t.Helper()
	var b bytes.Buffer
	lines := json.NewEncoder(&b)
	for batch, err := range o.Records(t.Context(), file) {
		if err != nil {
			t.Errorf("%s: %v", file, err)
			break
		}
		if err := lines.Encode(batch); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func compare(t *testing.T, file string, got []byte) {
	t.Helper()
	if golden.Update() {
		write(t, file, got)
	}
	want, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: Kafka reads it otherwise: %v\n%s", file, err, got)
	}
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, data, 0o644)); err != nil {
		t.Fatal(err)
	}
}

// refresh adds partitions and files that are not there; what is to be made anew
// has to be removed first. Partitions of two runs of a broker don't mix.
func refresh(t *testing.T) {
	there := map[string]bool{}
	old, err := filepath.Glob(filepath.Join(fixtures, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range old {
		there[f] = true
	}
	for _, r := range logs.Recipes() {
		m := logs.ForTest(t, r.Name)
		patterns := chosen(r.Name)
		if snapshots, _ := filepath.Glob(filepath.Join(m.Dir, "__cluster_metadata-0/0*.checkpoint")); r.Name == "modern" && len(snapshots) > 0 {
			patterns = append(patterns, "__cluster_metadata-0/"+filepath.Base(snapshots[len(snapshots)-1]))
		}
		for _, p := range patterns {
			found, err := filepath.Glob(filepath.Join(m.Dir, p))
			if err != nil || len(found) == 0 {
				t.Fatalf("%s: %v", p, err)
			}
			for _, f := range found {
				copyFile(t, m, f, there)
			}
		}
	}
}

func copyFile(t *testing.T, m *logs.Made, file string, there map[string]bool) {
	t.Helper()
	rel, _ := filepath.Rel(m.Dir, file)
	top, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
	if there[filepath.Join(fixtures, m.Recipe.Release, top)] {
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > tooLarge {
		return
	}
	write(t, filepath.Join(fixtures, m.Recipe.Release, rel), data)
}
