package conform_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/conform"
	"github.com/kscope/kscope/internal/golden"
	"github.com/kscope/kscope/internal/replay"
	"github.com/kscope/kscope/interop/lab"
)

// recording is where the tests of package conform find what Kafka said.
const recording = "../../conform/testdata/kafka-4.4.0.txt"

// TestRecord records what is said for each check, run alone. It writes a file
// that differs each time, so it does so only when asked to: go test -run
// TestRecord -update.
func TestRecord(t *testing.T) {
	if !golden.Update() {
		return // it proves nothing, so that nothing is left out
	}
	c := lab.ForTest(t, options("4.4.0"))
	run(t, c.Nodes[0].Addr, client.Config{}, conform.Options{Only: []string{"groups.life", "transactions.commit"}, Write: true}) // makes internal topics
	now := time.Now().Truncate(time.Second)
	all := []replay.Script{{Name: fmt.Sprintf("at %d", now.UnixMilli())}}
	for _, check := range conform.Checks() {
		if check.Group() == "answers" {
			continue // package mock answers these
		}
		addr, cfg := c.Nodes[0].Addr, client.Config{}
		if check.Group() == "sasl" {
			addr, cfg = c.Nodes[0].Listeners[saslListener], withPassword()
		}
		r, err := replay.Record(addr)
		if err != nil {
			t.Fatal(err)
		}
		_, results := run(t, r.Addr(), cfg, conform.Options{Only: []string{check.ID}, Write: true, Seed: "recorded", Now: now})
		if results[check.ID].Verdict != conform.OK {
			t.Errorf("%s: %s", check.ID, results[check.ID].Words)
		}
		all = append(all, replay.Script{Name: check.ID, Conns: r.Close()})
	}
	var b bytes.Buffer
	if err := replay.Write(&b, all); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(recording, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d scripts, %d bytes", len(all)-1, b.Len())
}
