package mockpeers

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"

	"github.com/kscope/kscope/interop/internal/proc"
	"github.com/kscope/kscope/interop/need"
)

// Peer is a client library, ready to be used.
type Peer struct {
	Name string
	// Produce produces lines to a topic, idempotently, and returns when all are
	// acknowledged.
	Produce func(ctx context.Context, addr, topic string, lines []string) error
	// Consume reads n records of a topic from the beginning, as the member of a
	// group, and gives their values in order.
	Consume func(ctx context.Context, addr, topic, group string, n int) ([]string, error)
}

// NewKcat finds kcat. It is told to produce idempotently, and not to give up when
// a connection ends.
func NewKcat() (*Peer, error) {
	path, err := exec.LookPath("kcat")
	if err != nil {
		return nil, fmt.Errorf("kcat: %w", need.ErrTool)
	}
	return &Peer{
		Name: "kcat",
		Produce: func(ctx context.Context, addr, topic string, lines []string) error {
			_, err := run(ctx, exec.Command(path, "-b", addr, "-t", topic, "-p", "0", "-P", "-E", "-X", "enable.idempotence=true"), lines)
			return err
		},
		Consume: func(ctx context.Context, addr, topic, group string, n int) ([]string, error) {
			return run(ctx, exec.Command(path, "-b", addr, "-q", "-X", "auto.offset.reset=earliest", "-c", strconv.Itoa(n), "-G", group, topic), nil)
		},
	}, nil
}

// run runs a command with lines on stdin and gives those on stdout.
func run(ctx context.Context, cmd *exec.Cmd, lines []string) ([]string, error) {
	var in strings.Builder
	for _, line := range lines {
		in.WriteString(line + "\n")
	}
	cmd.Stdin = strings.NewReader(in.String())
	var out strings.Builder
	failure := proc.NewTail(2 << 10)
	cmd.Stdout, cmd.Stderr = &out, failure
	p, err := proc.Start(cmd)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, p.Kill)
	defer stop()
	if err := p.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", cmd, err, failure)
	}
	return strings.Fields(out.String()), nil
}
