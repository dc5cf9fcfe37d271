package proc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
)

// Process is a started child.
type Process struct {
	cmd  *exec.Cmd
	done chan struct{}
	err  error // of Wait; valid once done is closed
}

// Start starts cmd in its own process group. Kill and Wait end and await it.
func Start(cmd *exec.Cmd) (*Process, error) {
	own(cmd)
	p := &Process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The kernel ties the death signal to the starting thread, not to the
		// process, so that thread must live as long as the child.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := cmd.Start(); err != nil {
			started <- err
			return
		}
		started <- nil
		p.err = cmd.Wait()
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	return p, nil
}

// Pid returns the process id, which is also the id of its group.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Done is closed when the process has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err returns how the process ended, nil for exit code 0. It waits for the end.
func (p *Process) Err() error {
	<-p.done
	return p.err
}

// Kill ends the process group at once (SIGKILL) and waits for the process.
// Killing a process that has ended does nothing.
func (p *Process) Kill() {
	select {
	case <-p.done:
		return
	default:
	}
	kill(p.cmd)
	<-p.done
}

// Terminate asks the process to end by itself (SIGTERM) and does not wait.
func (p *Process) Terminate() { _ = p.cmd.Process.Signal(syscall.SIGTERM) }

// Run starts cmd, waits for it, and kills its group when ctx ends first.
// The error carries the end of what the command printed.
func Run(ctx context.Context, cmd *exec.Cmd) error {
	out := NewTail(4 << 10)
	cmd.Stdout, cmd.Stderr = out, out
	p, err := Start(cmd)
	if err != nil {
		return err
	}
	select {
	case <-p.Done():
	case <-ctx.Done():
		p.Kill()
		return fmt.Errorf("%s: %w", cmd.Path, ctx.Err())
	}
	if err := p.Err(); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", cmd.Path, err), errors.New(out.String()))
	}
	return nil
}

// Tail is a writer that keeps the last bytes written to it.
type Tail struct {
	mu    sync.Mutex
	limit int
	buf   []byte
}

// NewTail returns a Tail that keeps about limit bytes.
func NewTail(limit int) *Tail { return &Tail{limit: limit} }

// Write keeps the end of what was written so far. It never fails.
func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if len(t.buf) > 2*t.limit {
		t.buf = bytes.Clone(t.buf[len(t.buf)-t.limit:])
	}
	return len(p), nil
}

// String returns what is kept, without surrounding space.
func (t *Tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.buf[max(0, len(t.buf)-t.limit):]))
}
