package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
)

// What calls may cost.
const (
	maxCall  = 1.1 // of what franz-go takes for a request on an open connection
	maxProbe = 200 * time.Millisecond
	probed   = 5 // nodes at once
)

// calls times requests to nodes on loopback, which are kscope's own mock in
// processes of their own.
func calls(ctx context.Context, out io.Writer, c *message.Codec, m *meter, binary string) error {
	addrs := make([]string, probed)
	for i := range addrs {
		stop, addr, err := startMock(ctx, binary)
		if err != nil {
			return err
		}
		defer stop()
		addrs[i] = addr
	}
	if err := m.requests(ctx, out, c, addrs[0]); err != nil {
		return err
	}
	for _, p := range []struct {
		name string
		args []string
		most time.Duration
	}{
		{"kscope call ApiVersions", []string{"call", addrs[0], "ApiVersions"}, maxStart},
		{fmt.Sprintf("kscope probe, %d nodes", probed), append([]string{"probe"}, addrs...), maxProbe},
	} {
		ns, err := command(ctx, binary, p.args...)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s, start to end: %s, < %v  %s\n", p.name, nanos(ns), p.most, reached(ns < float64(p.most)))
	}
	return nil
}

// startMock starts a node and gives its address.
func startMock(ctx context.Context, binary string) (stop func(), addr string, err error) {
	cmd := exec.CommandContext(ctx, binary, "mock", "127.0.0.1:0", "--quiet")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	stop = func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	}
	addr, err = bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		stop()
		return nil, "", fmt.Errorf("kscope mock: %w", err)
	}
	return stop, strings.TrimSpace(addr), nil
}

// requests lets us and franz-go ask the same question in turns, each on one open
// connection.
func (m *meter) requests(ctx context.Context, out io.Writer, c *message.Codec, addr string) error {
	spec, err := c.Spec("MetadataRequest", 12)
	if err != nil {
		return err
	}
	conn, err := client.Dial(ctx, c, addr, client.Config{ClientID: "bench"})
	if err != nil {
		return err
	}
	defer conn.Close()
	franz, err := kgo.NewClient(kgo.SeedBrokers(addr), kgo.ClientID("bench"))
	if err != nil {
		return err
	}
	defer franz.Close()
	ours := func() error {
		r, err := conn.Call(ctx, spec, `{"topics":[]}`)
		if err == nil && r.Tape.Err != nil {
			err = r.Tape.Err
		}
		return err
	}
	theirs := func() error {
		q := kmsg.NewPtrMetadataRequest()
		q.Version, q.Topics = 12, []kmsg.MetadataRequestTopic{}
		_, err := franz.SeedBrokers()[0].RetriableRequest(ctx, q)
		return err
	}
	var us, them, ratios []float64
	for range m.rounds {
		a, err := m.turn(ours)
		if err != nil {
			return err
		}
		b, err := m.turn(theirs)
		if err != nil {
			return err
		}
		us, them, ratios = append(us, a), append(them, b), append(ratios, a/b)
	}
	ratio := median(ratios)
	_, err = fmt.Fprintf(out, "\nMetadata v12 on an open connection: %s, franz-go %s, ratio %.2f, %s\n",
		nanos(median(us)), nanos(median(them)), ratio, verdict(ratio, maxCall))
	return err
}

// command times a command from start to end.
func command(ctx context.Context, binary string, args ...string) (float64, error) {
	var times []float64
	for range 15 {
		begin := time.Now()
		if text, err := exec.CommandContext(ctx, binary, args...).CombinedOutput(); err != nil {
			return 0, fmt.Errorf("kscope %s: %w\n%s", strings.Join(args, " "), err, text)
		}
		times = append(times, float64(time.Since(begin).Nanoseconds()))
	}
	return median(times), nil
}
