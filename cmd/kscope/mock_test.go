package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// mockNode is a kscope mock that a script has started.
type mockNode struct {
	cmd  *exec.Cmd
	done chan error
	end  sync.Once
}

// startMock is the script command mock.
func startMock(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: mock [args...]")
	}
	if len(args) == 1 && args[0] == "-stop" {
		n, _ := ts.Value(nodeKey{}).(*[]*mockNode)
		for _, node := range *n {
			ts.Check(node.stop())
		}
		return
	}
	var path string
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if file := filepath.Join(dir, "kscope"); path == "" && executable(file) {
			path = file
		}
	}
	log, err := os.Create(ts.MkAbs("node.log"))
	ts.Check(err)
	defer log.Close()
	n := &mockNode{cmd: exec.Command(path, append([]string{"mock", "127.0.0.1:0"}, args...)...), done: make(chan error, 1)}
	n.cmd.Dir, n.cmd.Stderr = ts.MkAbs("."), log
	out, err := n.cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(n.cmd.Start())
	all := ts.Value(nodeKey{}).(*[]*mockNode)
	*all = append(*all, n)
	ts.Defer(func() { n.stop() })
	addr, err := bufio.NewReader(out).ReadString('\n')
	go func() { n.done <- n.cmd.Wait() }() // also of one that did not start, for which stop would wait
	ts.Check(err)
	ts.Setenv("NODE", strings.TrimSpace(addr))
}

// nodeKey is where a script keeps its nodes.
type nodeKey struct{}

func executable(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode()&0o111 != 0
}

// stop ends a node as Ctrl-C does; how it ends, the first time.
func (n *mockNode) stop() (err error) {
	n.end.Do(func() {
		n.cmd.Process.Signal(os.Interrupt)
		select {
		case err = <-n.done:
		case <-time.After(10 * time.Second):
			n.cmd.Process.Kill()
			err = <-n.done
		}
	})
	return err
}
