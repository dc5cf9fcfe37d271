package oracle

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"

	"github.com/kscope/kscope/interop/internal/proc"
	"github.com/kscope/kscope/interop/jars"
)

// Oracle is a running Java process with the classes of one Kafka release.
// Its methods may be called by several goroutines; one batch runs at a time.
type Oracle struct {
	release string
	process *proc.Process
	stderr  *proc.Tail
	stop    func() bool // stops watching the context of Start

	mu    sync.Mutex // held for a batch: replies come in the order of requests
	in    io.WriteCloser
	out   *bufio.Reader
	ended error // why no further batch is possible
}

// ErrEnded says that the oracle's process is gone: closed, killed with its
// context, or fallen.
var ErrEnded = errors.New("the oracle has ended")

// Start starts the oracle of a Kafka release such as "4.4.0"; releases from
// 0.11 on work, those before 2.8 for Errors and APIKeys only. The first start
// on a machine fetches jars and compiles, later ones take about half a second.
// The process lives until Close or the end of ctx.
// Errors of package jars tell what the machine lacks.
func Start(ctx context.Context, release string) (*Oracle, error) {
	set, err := jars.Fetch(ctx, jars.Release(release))
	if err != nil {
		return nil, fmt.Errorf("oracle for Kafka %s: %w", release, err)
	}
	return StartWith(ctx, release, set)
}

// StartWarm is Start for Bench: the Java process runs as a Kafka broker's does,
// with both compilers and the default collector.
func StartWarm(ctx context.Context, release string) (*Oracle, error) {
	set, err := jars.Fetch(ctx, jars.Release(release))
	if err != nil {
		return nil, fmt.Errorf("oracle for Kafka %s: %w", release, err)
	}
	return start(ctx, release, set, "-Xms512m", "-Xmx1g")
}

// Classes returns the directory of the oracle's compiled classes for a release.
// A broker of its jars can have them on its classpath: Remote is a remote tier
// (from 4.0 on).
func Classes(ctx context.Context, release string) (dir string, err error) {
	set, err := jars.Fetch(ctx, jars.Release(release))
	if err != nil {
		return "", err
	}
	return compile(ctx, set)
}

// StartWith is Start with jars that are there already; release is a name for
// messages only.
func StartWith(ctx context.Context, release string, set jars.Set) (*Oracle, error) {
	// The quick compiler alone and the plainest collector: a run of seconds ends
	// before better code would pay.
	return start(ctx, release, set, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m")
}

func start(ctx context.Context, release string, set jars.Set, flags ...string) (*Oracle, error) {
	java, err := jars.Tool("java")
	if err != nil {
		return nil, fmt.Errorf("oracle for Kafka %s: %w", release, err)
	}
	classes, err := compile(ctx, set)
	if err != nil {
		return nil, fmt.Errorf("oracle for Kafka %s: %w", release, err)
	}
	cmd := exec.Command(java, append(flags, "-cp", classes+string(listSeparator)+set.Classpath, "Oracle")...)
	o := &Oracle{release: release, stderr: proc.NewTail(4 << 10)}
	cmd.Stderr = o.stderr
	if err := o.connect(cmd); err != nil {
		return nil, fmt.Errorf("oracle for Kafka %s: %w", release, err)
	}
	o.stop = context.AfterFunc(ctx, o.process.Kill)
	return o, nil
}

func (o *Oracle) connect(cmd *exec.Cmd) error {
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, w := io.Pipe() // not StdoutPipe, which Wait closes under the reader
	cmd.Stdout = w
	o.process, err = proc.Start(cmd)
	if err != nil {
		return err
	}
	go func() {
		<-o.process.Done()
		w.CloseWithError(ErrEnded)
	}()
	o.in, o.out = in, bufio.NewReaderSize(out, 1<<20)
	return nil
}

// Release returns the release that Start was given.
func (o *Oracle) Release() string { return o.release }

// Pid returns the process id of the Java process.
func (o *Oracle) Pid() int { return o.process.Pid() }

// Close ends the process. It returns nil, also when called again.
func (o *Oracle) Close() error {
	o.stop()
	o.process.Kill()
	return nil
}

// Batch sends all requests without waiting for replies and returns one reply
// for each, in order. A reply may be a refusal: see Reply.Err. An error of Batch
// itself is about the process (ErrEnded) or ctx; when ctx ends while replies are
// due, the oracle ends too.
func (o *Oracle) Batch(ctx context.Context, requests []Request) ([]Reply, error) {
	replies := make([]Reply, len(requests))
	err := o.exchange(ctx, requests, func() error { return o.receive(replies) })
	if err != nil {
		return nil, err
	}
	return replies, nil
}

// exchange sends requests while receive takes what is answered. When either
// fails, or ctx ends first, so does the process.
func (o *Oracle) exchange(ctx context.Context, requests []Request, receive func() error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended != nil {
		return o.ended
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, o.process.Kill)
	defer stop()
	sent := make(chan error, 1)
	go func() { sent <- o.send(requests) }()
	err := receive()
	if err == nil {
		return <-sent
	}
	// What was sent and what was answered no longer match.
	o.process.Kill()
	<-sent
	o.ended = fmt.Errorf("oracle for Kafka %s: %w: %s", o.release, ErrEnded, o.stderr)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(o.ended, err)
}

func (o *Oracle) send(requests []Request) error {
	w := bufio.NewWriterSize(o.in, 1<<16)
	lines := json.NewEncoder(w) // one line each
	for i := range requests {
		if err := lines.Encode(&requests[i]); err != nil {
			o.process.Kill() // else the reader would wait for the reply
			return fmt.Errorf("request %d: %w", i, err)
		}
	}
	return w.Flush()
}

func (o *Oracle) receive(replies []Reply) error {
	for i := range replies {
		line, err := o.out.ReadBytes('\n')
		if err != nil {
			return err
		}
		if err := json.Unmarshal(line, &replies[i]); err != nil {
			return fmt.Errorf("reply %d: %w", i, err)
		}
	}
	return nil
}
