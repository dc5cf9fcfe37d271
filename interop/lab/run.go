package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/kscope/kscope/interop/internal/proc"
	"github.com/kscope/kscope/interop/jars"
	"github.com/kscope/kscope/interop/raw"
)

// ErrStopped says that the cluster was stopped while a node was to start.
var ErrStopped = errors.New("the cluster is stopped")

// run formats and starts the nodes side by side, and returns when all serve or
// the first has failed.
func (c *Cluster) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.options.Ready)
	defer cancel()
	if c.options.zooKeeper() {
		// brokers give up when they find no ZooKeeper
		if err := c.bringUp(ctx, c.Nodes[0]); err != nil {
			return err
		}
		return c.each(c.Nodes[1:], func(n *Node) error { return c.bringUp(ctx, n) })
	}
	return c.each(c.Nodes, func(n *Node) error {
		err := proc.Run(ctx, c.java("kafka.tools.StorageTool", c.formatArguments(n)...))
		if err != nil {
			return fmt.Errorf("format %s %d: %w", n.Role, n.ID, err)
		}
		return c.bringUp(ctx, n)
	})
}

func (c *Cluster) each(nodes []*Node, do func(*Node) error) error {
	errs := make([]error, len(nodes))
	var wg sync.WaitGroup
	for i, n := range nodes {
		wg.Go(func() { errs[i] = do(n) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

func (c *Cluster) bringUp(ctx context.Context, n *Node) error {
	if err := c.launch(n); err != nil {
		return err
	}
	return c.await(ctx, n)
}

func (c *Cluster) launch(n *Node) error {
	log, err := os.Create(n.LogPath)
	if err != nil {
		return err
	}
	defer log.Close() // the child has its own copy
	main := "kafka.Kafka"
	if n.Role == ZooKeeper {
		main = "org.apache.zookeeper.server.quorum.QuorumPeerMain"
	}
	cmd := c.java(main, n.config())
	cmd.Dir, cmd.Stdout, cmd.Stderr = n.Dir, log, log
	// Under the lock, so that Stop either finds the process or keeps it from starting.
	n.mu.Lock()
	defer n.mu.Unlock()
	if c.stopped.Load() {
		return ErrStopped
	}
	p, err := proc.Start(cmd)
	if err != nil {
		return err
	}
	n.process = p
	return nil
}

func (c *Cluster) java(main string, args ...string) *exec.Cmd {
	flags := []string{"-Xmx" + c.options.Heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
		"-Djava.awt.headless=true", "-cp", strings.Join(append([]string{c.jars.Classpath}, c.options.Classpath...), string(filepath.ListSeparator))}
	if jars.Before(c.Release, 4, 0) {
		flags = append(flags, "-Dlog4j.configuration=file:"+filepath.Join(c.Dir, log4j1File))
	} else {
		flags = append(flags, "-Dlog4j2.configurationFile="+filepath.Join(c.Dir, log4j2File))
	}
	return exec.Command("java", append(append(flags, main), args...)...)
}

// await waits until the node serves. An open port alone says too little: a
// broker listens before it is unfenced, so its own word in the log counts too.
func (c *Cluster) await(ctx context.Context, n *Node) error {
	var last error
	for {
		if last = serves(ctx, n); last == nil {
			return nil
		}
		if !n.Alive() {
			return fmt.Errorf("%s %d ended while starting; its log ends with:\n%s", n.Role, n.ID, n.Log())
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s %d does not serve: %w (%w); its log ends with:\n%s", n.Role, n.ID, last, ctx.Err(), n.Log())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func serves(ctx context.Context, n *Node) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if n.Role == ZooKeeper {
		var d net.Dialer
		conn, err := d.DialContext(ctx, "tcp", n.Addr)
		if err != nil {
			return err
		}
		return conn.Close()
	}
	text, err := os.ReadFile(n.LogPath)
	if err != nil {
		return err
	}
	// KafkaRaftServer and, with ZooKeeper, KafkaServer
	if !bytes.Contains(text, []byte("Kafka Server started")) && !bytes.Contains(text, []byte("started (kafka.server.KafkaServer)")) {
		return errors.New("it has not yet said that it started")
	}
	_, err = raw.Roundtrip(ctx, n.Addr, apiVersionsV0)
	return err
}

// apiVersionsV0 is the one request that every node of every release since 0.10
// answers without any knowledge: header version 1, no client id, no body.
var apiVersionsV0 = []byte{
	0, 0, 0, 10, // length
	0, 18, // api key
	0, 0, // api version
	0, 0, 0, 1, // correlation id
	0xff, 0xff, // client id: null
}
