package logs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kscope/kscope/interop/logs"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/oracle"
)

func Example() {
	check := func(t *testing.T) {
		m := logs.ForTest(t, "modern") // skips where Maven or Java is missing
		segments, _ := filepath.Glob(filepath.Join(m.Dir, "segments-0", "*.log"))
		t.Log(segments)
	}
	_ = check
}

// TestSent holds the counts of what clients sent against what Kafka finds in
// the files, where nothing is compacted, cut off or deleted.
func TestSent(t *testing.T) {
	for _, r := range logs.Recipes() {
		t.Run(r.Name, func(t *testing.T) {
			m := logs.ForTest(t, r.Name)
			o, err := oracle.Start(t.Context(), r.Release)
			need.Met(t, err)
			defer o.Close()
			if len(m.Sent) == 0 {
				t.Error("nothing was sent")
			}
			for topic, want := range m.Sent {
				if strings.Contains(topic, "compacted") || strings.HasSuffix(topic, "-deleted") {
					continue
				}
				if got := count(t, o, filepath.Join(m.Dir, topic+"-0", "*.log")); got != want {
					t.Errorf("%s: %d records in the files, %d were sent", topic, got, want)
				}
			}
		})
	}
}

func count(t *testing.T, o *oracle.Oracle, pattern string) (n int) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		for b, err := range o.Records(t.Context(), f) {
			if err != nil || !b.Valid {
				t.Fatalf("%s: %+v %v", f, b, err)
			}
			n += len(b.Records)
		}
	}
	return n
}

// TestWhatIsThere names the files that other tests stand on.
func TestWhatIsThere(t *testing.T) {
	for recipe, patterns := range map[string][]string{
		"modern": {"__cluster_metadata-0/*-*.checkpoint", "__cluster_metadata-0/quorum-state", "__consumer_offsets-0/*.log", "__share_group_state-0/*.log",
			"__transaction_state-0/*.log", "transactions-0/*.txnindex", "transactions-0/*.snapshot", "compacted-none-0/*.log.deleted", "deleted-0.*-delete/partition.metadata",
			"*/leader-epoch-checkpoint", "*/partition.metadata", "*-checkpoint", "meta.properties", "segments-0/*.timeindex"},
		"killed":  {"killed-0/*.index"},
		"tiered":  {"__remote_log_metadata-0/*.log"},
		"formats": {"v0-*-0/*.log", "v1-*-0/*.log", "mixed-0/*.log", "v1-compacted-gzip-0/*.log"},
	} {
		m := logs.ForTest(t, recipe)
		for _, p := range patterns {
			if err := filled(filepath.Join(m.Dir, p)); err != nil {
				t.Errorf("%s: %v", recipe, err)
			}
		}
	}
}

// filled wants a file with bytes in it among those of a pattern.
func filled(pattern string) error {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return err
	}
	for _, f := range files {
		if info, err := os.Stat(f); err == nil && info.Size() > 0 {
			return nil
		}
	}
	return fmt.Errorf("%s: %d files, none with bytes in it", pattern, len(files))
}
