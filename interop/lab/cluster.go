package lab

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/kscope/kscope/interop/jars"
	"github.com/kscope/kscope/interop/need"
)

// Cluster is a running Kafka cluster. Stop it.
type Cluster struct {
	ID      string // cluster id, 22 characters of base64url
	Release string
	Dir     string
	Nodes   []*Node // controllers (or ZooKeeper) first

	options Options
	jars    jars.Set
	once    sync.Once
	stopped atomic.Bool // no node may start any more
	unwatch func()      // ends what Start's watch began
}

// ForTest is Start for a test or benchmark: it skips where Kafka cannot run
// (see package need), fails when it does not start, and stops with the test.
func ForTest(t testing.TB, options Options) *Cluster {
	t.Helper()
	c, err := Start(t.Context(), options)
	need.Met(t, err)
	t.Cleanup(c.Stop)
	return c
}

// Start starts a cluster and returns when all its nodes serve: four nodes in
// some ten seconds, a combined one in three, on two cores. It stops with ctx.
// The error of a node that does not start carries the end of its log; errors of
// package jars say what the machine lacks.
func Start(ctx context.Context, options Options) (*Cluster, error) {
	if err := options.complete(); err != nil {
		return nil, err
	}
	if _, err := jars.Tool("java"); err != nil {
		return nil, err
	}
	kafka, log := options.coordinates()
	set, err := jars.Fetch(ctx, kafka, log)
	if err != nil {
		return nil, err
	}
	c := &Cluster{ID: randomID(), Release: options.Release, options: options, jars: set, unwatch: func() {}}
	if err := c.layOut(); err != nil {
		c.Stop()
		return nil, err
	}
	c.watch(ctx)
	if err := c.run(ctx); err != nil {
		c.Stop()
		return nil, fmt.Errorf("lab: kafka %s: %w", options.Release, err)
	}
	return c, nil
}

// Stop ends all nodes and removes the directory. Calls after the first do nothing.
func (c *Cluster) Stop() {
	c.once.Do(func() {
		c.stopped.Store(true)
		c.unwatch()
		for _, n := range c.Nodes {
			n.kill()
		}
		_ = os.RemoveAll(c.Dir)
	})
}

// Kill ends one node at once, as kill -9 does; its data stay.
func (c *Cluster) Kill(n *Node) { n.kill() }

// Shutdown asks a node to end in its own way, which closes its files, and waits
// until it has.
func (c *Cluster) Shutdown(ctx context.Context, n *Node) error { return n.shutdown(ctx) }

// Restart starts a killed node again, over its data and on its ports, and waits
// until it serves.
func (c *Cluster) Restart(ctx context.Context, n *Node) error {
	n.kill()
	if err := os.Rename(n.LogPath, n.LogPath+".old"); err != nil {
		return err
	}
	if err := c.launch(n); err != nil {
		return err
	}
	return c.await(ctx, n)
}

// Brokers returns the nodes that clients talk to.
func (c *Cluster) Brokers() []*Node { return c.filter((*Node).isBroker) }

// Controllers returns the KRaft voters; none with ZooKeeper.
func (c *Cluster) Controllers() []*Node { return c.filter((*Node).isVoter) }

// Bootstrap returns the brokers' addresses with commas between.
func (c *Cluster) Bootstrap() string {
	var addrs []string
	for _, n := range c.Brokers() {
		addrs = append(addrs, n.Addr)
	}
	return strings.Join(addrs, ",")
}

func (c *Cluster) filter(keep func(*Node) bool) []*Node {
	var out []*Node
	for _, n := range c.Nodes {
		if keep(n) {
			out = append(out, n)
		}
	}
	return out
}

// layOut decides ids and ports and writes all files.
func (c *Cluster) layOut() (err error) {
	sweep()
	c.Dir, err = os.MkdirTemp("", fmt.Sprintf("%s%d-", dirPrefix, os.Getpid()))
	if err != nil {
		return err
	}
	c.addNodes()
	if err := c.addPorts(); err != nil {
		return err
	}
	if err := writeLogConfigs(c.Dir); err != nil {
		return err
	}
	for _, n := range c.Nodes {
		if err := os.MkdirAll(n.DataDir, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(n.config(), c.properties(n), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (c *Cluster) addNodes() {
	add := func(role Role) {
		id := len(c.Nodes) + 1
		dir := filepath.Join(c.Dir, fmt.Sprintf("%s-%d", strings.ReplaceAll(string(role), ",", "-"), id))
		c.Nodes = append(c.Nodes, &Node{ID: id, Role: role, Listeners: map[string]string{}, Dir: dir,
			LogPath: filepath.Join(dir, "node.log"), DataDir: filepath.Join(dir, "data"), directoryID: randomID()})
	}
	switch {
	case c.options.Combined:
		add(Combined)
	case c.options.zooKeeper():
		add(ZooKeeper)
	default:
		for range c.options.Controllers {
			add(Controller)
		}
	}
	for range c.options.Brokers {
		add(Broker)
	}
}

// addPorts takes all free ports at once before it gives any back, so that no
// port is chosen twice.
func (c *Cluster) addPorts() error {
	var held []net.Listener
	defer func() {
		for _, l := range held {
			_ = l.Close()
		}
	}()
	for _, n := range c.Nodes {
		for _, name := range c.listenerNames(n) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return err
			}
			held = append(held, l)
			n.Listeners[name] = l.Addr().String()
		}
		n.Addr = n.Listeners[c.listenerNames(n)[0]]
	}
	return nil
}

// randomID returns 16 random bytes as Kafka writes a uuid. Kafka's tools take a
// leading dash for an option, so there is none.
func randomID() string {
	for {
		var b [16]byte
		_, _ = rand.Read(b[:]) // never fails
		if id := base64.RawURLEncoding.EncodeToString(b[:]); id[0] != '-' {
			return id
		}
	}
}
