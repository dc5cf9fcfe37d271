package lab_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kscope/kscope/interop/jars"
	"github.com/kscope/kscope/interop/lab"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/raw"
)

func Example() {
	ctx := context.Background()
	c, err := lab.Start(ctx, lab.Options{Release: "4.4.0", Combined: true})
	if errors.Is(err, jars.ErrNoMaven) || errors.Is(err, jars.ErrNoJava) {
		return
	}
	defer c.Stop()
	fmt.Println(c.Bootstrap())
}

// apiVersions is a whole frame: ApiVersions v0, correlation id 7, client "lab".
var apiVersions = []byte("\x00\x00\x00\x0d\x00\x12\x00\x00\x00\x00\x00\x07\x00\x03lab")

func answers(t *testing.T, addr string) {
	t.Helper()
	got, err := raw.Roundtrip(t.Context(), addr, apiVersions)
	if err != nil {
		t.Error(err)
		return
	}
	// length, correlation id, error code 0
	if len(got) < 100 || !bytes.Equal(got[4:10], []byte{0, 0, 0, 7, 0, 0}) {
		t.Errorf("%s answered %x", addr, got)
	}
}

func gone(t *testing.T, c *lab.Cluster, pids []int) {
	t.Helper()
	for _, pid := range pids {
		if lives(pid) {
			t.Errorf("process %d is still there", pid)
		}
	}
	if _, err := os.Stat(c.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", c.Dir, err)
	}
}

// lives tells whether a process runs; one that only waits to be reaped does not.
func lives(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil || p.Signal(syscall.Signal(0)) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !bytes.Contains(stat, []byte(") Z "))
}

func pids(c *lab.Cluster) []int {
	var out []int
	for _, n := range c.Nodes {
		out = append(out, n.Pid())
	}
	return out
}

func TestQuorum(t *testing.T) {
	begin := time.Now()
	c := lab.ForTest(t, lab.Options{Release: "4.4.0", Controllers: 3, Brokers: 1})
	t.Logf("3 controllers and 1 broker serve after %v", time.Since(begin).Round(time.Millisecond))
	if len(c.Controllers()) != 3 || len(c.Brokers()) != 1 || c.Bootstrap() != c.Nodes[3].Addr {
		t.Errorf("nodes: %+v", c.Nodes)
	}
	for _, n := range c.Nodes {
		answers(t, n.Addr)
	}
	victim := c.Controllers()[0]
	c.Kill(victim)
	if victim.Alive() || !c.Nodes[1].Alive() {
		t.Error("kill must end one node and no other")
	}
	if _, err := raw.Roundtrip(t.Context(), victim.Addr, apiVersions); err == nil {
		t.Error("a killed node answers")
	}
	if err := c.Restart(t.Context(), victim); err != nil {
		t.Fatal(err)
	}
	answers(t, victim.Addr)
	all := pids(c)
	c.Stop()
	c.Stop()
	gone(t, c, all)
}

func TestCombinedOfThreeReleases(t *testing.T) {
	for _, release := range []string{"3.3.2", "3.9.1", "4.4.0"} {
		t.Run(release, func(t *testing.T) {
			if testing.Short() && release != "4.4.0" {
				t.Skip("LEFT OUT: short run")
			}
			begin := time.Now()
			c := lab.ForTest(t, lab.Options{Release: release, Combined: true, Listeners: map[string]string{"EXTRA": "SASL_PLAINTEXT"},
				Properties: map[string]string{"sasl.enabled.mechanisms": "PLAIN",
					"listener.name.extra.plain.sasl.jaas.config": `org.apache.kafka.common.security.plain.PlainLoginModule required user_a="b";`}})
			t.Logf("one combined node serves after %v", time.Since(begin).Round(time.Millisecond))
			for _, name := range []string{"PLAINTEXT", "CONTROLLER", "EXTRA"} {
				answers(t, c.Nodes[0].Listeners[name])
			}
		})
	}
}

func TestZooKeeperAge(t *testing.T) {
	begin := time.Now()
	c := lab.ForTest(t, lab.Options{Release: "2.8.2", Brokers: 1})
	t.Logf("ZooKeeper and 1 broker serve after %v", time.Since(begin).Round(time.Millisecond))
	answers(t, c.Bootstrap())
}

func TestStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c, err := lab.Start(ctx, lab.Options{Release: "4.4.0", Combined: true})
	need.Met(t, err)
	all := pids(c)
	cancel()
	c.Stop() // waits for the one that cancel began
	gone(t, c, all)
}

func TestFailedStartTellsWhy(t *testing.T) {
	for name, properties := range map[string]map[string]string{
		"format": {"num.network.threads": "many"},
		"start":  {"authorizer.class.name": "no.such.Authorizer"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := lab.Start(t.Context(), lab.Options{Release: "4.4.0", Combined: true,
				NodeProperties: func(*lab.Node) map[string]string { return properties }})
			if need.Missing(err) {
				need.Met(t, err)
			}
			for key, value := range properties {
				if err == nil || !strings.Contains(err.Error(), key) && !strings.Contains(err.Error(), value) {
					t.Errorf("got %v", err)
				}
			}
		})
	}
}

func TestOptionsThatDoNotFit(t *testing.T) {
	for _, o := range []lab.Options{
		{},
		{Release: "4.4.0", Combined: true, Brokers: 1},
		{Release: "4.4.0", Brokers: -1},
		{Release: "2.8.2", Combined: true},
	} {
		if c, err := lab.Start(t.Context(), o); err == nil {
			c.Stop()
			t.Errorf("%+v: started", o)
		}
	}
}

// A node that ends in its own way says so in its data.
func TestShutdown(t *testing.T) {
	c := lab.ForTest(t, lab.Options{Release: "4.4.0", Combined: true})
	n := c.Nodes[0]
	if err := c.Shutdown(t.Context(), n); err != nil || n.Alive() {
		t.Errorf("alive: %t, %v", n.Alive(), err)
	}
	if _, err := os.Stat(filepath.Join(n.DataDir, ".kafka_cleanshutdown")); err != nil {
		t.Error(err)
	}
}
