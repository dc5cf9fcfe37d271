package mockpeers_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kscope/kscope/interop/internal/proc"
	"github.com/kscope/kscope/interop/internal/program"
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

// node is a running kscope mock.
type node struct {
	t      *testing.T
	kscope string
	addr   string
	frames string // file of vector lines
	said   string // file with what is on stderr
	p      *proc.Process
}

// start starts kscope mock with rules, one a line, on a free port.
func start(t *testing.T, kscope, rules string, flags ...string) *node {
	t.Helper()
	dir := t.TempDir()
	n := &node{t: t, kscope: kscope, frames: filepath.Join(dir, "frames.jsonl"), said: filepath.Join(dir, "stderr")}
	args := append([]string{"mock", "127.0.0.1:0", "--log", n.frames}, flags...)
	if rules != "" {
		file := filepath.Join(dir, "rules.jsonl")
		if err := os.WriteFile(file, []byte(rules), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--rules", file)
	}
	cmd := exec.Command(kscope, args...)
	said, err := os.Create(n.said)
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if n.p, err = proc.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.p.Kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v\n%s", err, n.log())
	}
	n.addr = strings.TrimSpace(line)
	return n
}

// log is what the node has said of its exchanges.
func (n *node) log() string {
	text, err := os.ReadFile(n.said)
	if err != nil {
		n.t.Fatal(err)
	}
	return string(text)
}

// count counts the exchanges of an API, those of a rule and those of none.
func (n *node) count(api string) (ruled, plain int) {
	for line := range strings.Lines(n.log()) {
		switch {
		case !strings.Contains(line, " "+api+"@"):
		case strings.Contains(line, " rule="):
			ruled++
		default:
			plain++
		}
	}
	return ruled, plain
}

// stop ends the node as Ctrl-C does, and has kscope read every frame that went
// over the wire.
func (n *node) stop() {
	n.t.Helper()
	n.p.Terminate()
	if err := n.p.Err(); err != nil {
		n.t.Errorf("kscope mock ends with %v", err)
	}
	out, err := exec.CommandContext(n.t.Context(), n.kscope, "decode", "--stream", n.frames).CombinedOutput()
	if err != nil {
		n.t.Errorf("frames: %v\n%.2000s", err, out)
	}
}
