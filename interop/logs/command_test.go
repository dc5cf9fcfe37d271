package logs_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/interop/agreement"
	"github.com/kscope/kscope/interop/internal/program"
	"github.com/kscope/kscope/interop/logs"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/oracle"
)

// build makes the kscope binary.
func build(t *testing.T) (path string) {
	t.Helper()
	path, err := program.Build(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// run runs kscope, which has to find nothing wrong.
func run(t *testing.T, binary string, args ...string) []byte {
	t.Helper()
	var out, report bytes.Buffer
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Stdout, cmd.Stderr = &out, &report
	if err := cmd.Run(); err != nil || report.Len() > 0 {
		t.Errorf("kscope %s: %v\n%s", strings.Join(args, " "), err, &report)
	}
	return out.Bytes()
}

// line is one line of kscope log --deep -o json.
type line struct {
	Type string
	oracle.Record
}

// TestCommandDeep holds what the command prints of every log against Kafka's
// reading.
func TestCommandDeep(t *testing.T) {
	kscope := build(t)
	for _, recipe := range []string{"modern", "formats"} {
		t.Run(recipe, func(t *testing.T) {
			m := logs.ForTest(t, recipe)
			o, err := oracle.Start(t.Context(), m.Recipe.Release)
			need.Met(t, err)
			defer o.Close()
			for _, file := range batchFiles(t, m.Dir) {
				var want []oracle.Record
				for _, b := range allBatches(t, o, file) {
					want = append(want, b.Records...)
				}
				if diff := linesDiff(run(t, kscope, "log", "--deep", "-o", "json", file), want); diff != "" {
					t.Errorf("%s: %s", file, diff)
				}
			}
		})
	}
}

func linesDiff(text []byte, want []oracle.Record) string {
	i := 0
	for row := range bytes.Lines(text) {
		var l line
		if err := json.Unmarshal(row, &l); err != nil || l.Type != "record" || i == len(want) {
			return fmt.Sprintf("line %d: %v %s", i+1, err, row)
		}
		l.Sequence = want[i].Sequence // which the command does not print
		got, wanted := asText(l.Record), asText(want[i])
		if got != wanted {
			return fmt.Sprintf("line %d is\n%s\nKafka has\n%s", i+1, got, wanted)
		}
		i++
	}
	if i < len(want) {
		return fmt.Sprintf("%d records, Kafka has %d", i, len(want))
	}
	return ""
}

// asText tells null and empty apart, where %v does not.
func asText(r oracle.Record) string {
	text, _ := json.Marshal(r) // bytes, numbers and texts always marshal
	return string(text)
}

// TestCommandVerify: nothing is wrong with what a broker left.
func TestCommandVerify(t *testing.T) {
	kscope := build(t)
	for _, r := range logs.Recipes() {
		m := logs.ForTest(t, r.Name)
		if out := run(t, kscope, "log", "verify", "--deep", m.Dir); !bytes.Contains(out, []byte("nothing wrong")) {
			t.Errorf("%s: %s", r.Name, out)
		}
	}
}

// TestState plays the metadata log up to where the broker made each of its
// snapshots: what comes out is what the snapshot holds, and that Kafka made.
func TestState(t *testing.T) {
	kscope := build(t)
	dir := filepath.Join(logs.ForTest(t, "modern").Dir, "__cluster_metadata-0")
	all, err := filepath.Glob(filepath.Join(dir, "*-*.checkpoint"))
	if err != nil || len(all) < 3 {
		t.Fatalf("%d snapshots, %v", len(all), err)
	}
	for _, snapshot := range all[1:] { // the first is where the log begins
		var end int64
		if _, err := fmt.Sscanf(filepath.Base(snapshot), "%d-", &end); err != nil {
			t.Fatal(err)
		}
		want := image(t, run(t, kscope, "log", "state", "--reveal", "-o", "json", snapshot))
		got := image(t, run(t, kscope, "log", "state", "--reveal", "-o", "json", "--oldest", "--offset", fmt.Sprint(end-1), dir))
		if diff, err := agreement.Compare(got, want); diff != "" || err != nil {
			t.Errorf("%s: the log says otherwise: %s %v", snapshot, diff, err)
		}
		if len(want) < 1000 {
			t.Errorf("%s: %s", snapshot, want)
		}
	}
}

// image is the state in the JSON, without the records that set it.
func image(t *testing.T, text []byte) []byte {
	t.Helper()
	var out struct{ Image map[string]any }
	numbers := json.NewDecoder(bytes.NewReader(text))
	numbers.UseNumber()
	if err := numbers.Decode(&out); err != nil {
		t.Fatal(err)
	}
	withoutOrigin(out.Image)
	text, err := json.Marshal(out.Image)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func withoutOrigin(node any) {
	switch n := node.(type) {
	case map[string]any:
		delete(n, "_set")
		for _, k := range slices.Sorted(maps.Keys(n)) {
			withoutOrigin(n[k])
		}
	case []any:
		for _, e := range n {
			withoutOrigin(e)
		}
	}
}
