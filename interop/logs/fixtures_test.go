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

// The files of real brokers that (go test -update makes them anew) the root module's tests stand on, and beside
// them what Kafka's classes of the same release read from them.
const (
	fixtures = "../../segment/testdata/real"
	readings = "../../segment/testdata/kafka"
)

// chosen are the files that are kept of each recipe: few, because all of them
// together are to stay small.
func chosen(recipe string) []string {
	if recipe == "formats" {
		return []string{"v0-*[^d]-0/*", "v1-*[^d]-0/*", "v1-append-time-gzip-0/*", "v1-compacted-gzip-0/*", "mixed-0/*", "*checkpoint", "meta.properties"}
	}
	return []string{"v2-*-0/*", "transactions-0/*", "compacted-none-0/*[xgta]", "compacted-transactions-0/*[xgta]", "__share_group_state-0/*", "__consumer_offsets-0/*",
		"__transaction_state-0/*", "__cluster_metadata-0/*.log", "__cluster_metadata-0/*.snapshot", "__cluster_metadata-0/*-*0.checkpoint",
		"__cluster_metadata-0/*h-checkpoint", "__cluster_metadata-0/quorum-state", "*checkpoint", "meta.properties"}
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

func refresh(t *testing.T) {
	for _, dir := range []string{fixtures, readings} {
		for _, release := range []string{"2.8.2", "4.4.0"} {
			if err := os.RemoveAll(filepath.Join(dir, release)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, recipe := range []string{"formats", "modern"} {
		m := logs.ForTest(t, recipe)
		for _, pattern := range chosen(recipe) {
			found, err := filepath.Glob(filepath.Join(m.Dir, pattern))
			if err != nil || len(found) == 0 {
				t.Fatalf("%s: %v", pattern, err)
			}
			for _, f := range found {
				copyFile(t, m, f)
			}
		}
		if snapshots, _ := filepath.Glob(filepath.Join(m.Dir, "__cluster_metadata-0/0*.checkpoint")); len(snapshots) > 0 {
			copyFile(t, m, snapshots[len(snapshots)-1])
		}
	}
}

func copyFile(t *testing.T, m *logs.Made, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > tooLarge {
		return
	}
	rel, _ := filepath.Rel(m.Dir, file)
	write(t, filepath.Join(fixtures, m.Recipe.Release, rel), data)
}
