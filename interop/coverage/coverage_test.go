package coverage_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/coverage"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/tshark"
	"github.com/kscope/kscope/message"
)

var update = flag.Bool("update", false, "write the facts anew")

// factsFile is what the site shows.
const factsFile = "../../site/data/coverage.txt"

// TestFactsAreThoseOfTheTools asks all programs again.
func TestFactsAreThoseOfTheTools(t *testing.T) {
	path, err := tshark.Find(t.Context())
	need.Met(t, err)
	codec := message.New(catalog.Builtin(), "")
	wireshark, err := coverage.Wireshark(t.Context(), path, t.TempDir(), codec)
	if err != nil {
		t.Fatal(err)
	}
	kmsg, err := coverage.Kmsg(t.Context(), codec)
	if err != nil {
		t.Fatal(err)
	}
	page, err := coverage.KafkaPage(t.Context(), newest(codec), codec)
	need.Met(t, err)
	want := coverage.Facts(codec.Catalog, wireshark, kmsg, page)
	if *update {
		if err := os.WriteFile(factsFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found, err := os.ReadFile(factsFile)
	if err != nil {
		t.Fatal(err)
	}
	if tool := []byte("tool wireshark " + wireshark.Tool + "\n"); !bytes.Contains(found, tool) {
		t.Logf("LEFT OUT: the facts are of another version than %s", wireshark.Tool)
		found, want = withoutWireshark(found), withoutWireshark(want)
	}
	if !bytes.Equal(found, want) {
		t.Errorf("%s is stale; go test ./coverage -update\n%s", factsFile, firstDifference(found, want))
	}
}

// withoutWireshark leaves out what depends on the version of a program that
// machines have or have not, unlike kmsg's and Kafka's.
func withoutWireshark(facts []byte) []byte {
	var lines [][]byte
	for _, line := range bytes.Split(facts, []byte("\n")) {
		cells := bytes.Split(line, []byte("|"))
		switch {
		case bytes.HasPrefix(line, []byte("tool wireshark ")):
			continue
		case len(cells) == 7 && line[0] != '#':
			line = bytes.Join(slices.Delete(cells, 1, 3), []byte("|"))
		}
		lines = append(lines, line)
	}
	return bytes.Join(lines, []byte("\n"))
}

func TestWithoutWireshark(t *testing.T) {
	facts := "# 1 | 2\ntool wireshark W 1\ntool kmsg k 2\n18  ApiVersions | 0-3 | 0-3 | 0-5 | 0-5 | 0 | 1\n"
	want := "# 1 | 2\ntool kmsg k 2\n18  ApiVersions | 0-5 | 0-5 | 0 | 1\n"
	if got := string(withoutWireshark([]byte(facts))); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// newest is the release whose protocol page counts.
func newest(c *message.Codec) string {
	all := c.Catalog.Releases()
	return all[len(all)-1].Patch
}

func firstDifference(found, want []byte) string {
	a, b := bytes.Split(found, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range min(len(a), len(b)) {
		if !bytes.Equal(a[i], b[i]) {
			return fmt.Sprintf("line %d\n%s\nnow\n%s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, now %d", len(a), len(b))
}

// TestKafkaPageHasARule: Kafka's page has the versions of the newest release's
// APIs that brokers listen for, unstable ones too.
func TestKafkaPageHasARule(t *testing.T) {
	codec := message.New(catalog.Builtin(), "")
	page, err := coverage.KafkaPage(t.Context(), newest(codec), codec)
	need.Met(t, err)
	latest := codec.Catalog.Latest()
	for _, api := range codec.Catalog.APIs() {
		want := coverage.Versions{}
		if span, ok := api.Request.At(latest); ok {
			m, _, err := codec.Catalog.Schema(api.Request.Name, span.Versions.Hi, latest)
			if err != nil {
				t.Fatal(err)
			}
			for v := span.Versions.Lo; v <= span.Versions.Hi && slices.Contains(m.Listeners, "broker"); v++ {
				want[v] = coverage.Read
			}
		}
		if got := page.Requests[api.Key]; got.String() != want.String() {
			t.Errorf("%s: the page has %s, the rule says %s", api.Name, got, want)
		}
	}
}

func ExampleVersions() {
	fmt.Println(coverage.Versions{0: coverage.Read, 1: coverage.Read, 3: coverage.Misread})
	fmt.Println(coverage.Versions{})
	// Output:
	// 0-1 ~3
	// -
}
