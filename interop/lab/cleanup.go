package lab

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const dirPrefix = "kscope-lab-"

// watch stops the cluster with ctx and when somebody interrupts this process;
// then the signal goes its usual way.
func (c *Cluster) watch(ctx context.Context) {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	c.unwatch = func() {
		signal.Stop(signals)
		close(done)
	}
	go func() {
		select {
		case s := <-signals:
			c.Stop()
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Signal(s)
			}
		case <-done:
		}
	}()
	context.AfterFunc(ctx, c.Stop)
}

// sweep removes directories of processes that died without cleaning up. The age
// keeps us from those of another process namespace that shares the directory.
func sweep() {
	old, err := filepath.Glob(filepath.Join(os.TempDir(), dirPrefix+"*"))
	if err != nil {
		return
	}
	for _, dir := range old {
		pid, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), dirPrefix), "-")
		id, err := strconv.Atoi(pid)
		info, statErr := os.Stat(dir)
		if err != nil || statErr != nil || time.Since(info.ModTime()) < time.Hour {
			continue
		}
		if p, err := os.FindProcess(id); err != nil || errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone) {
			_ = os.RemoveAll(dir)
		}
	}
}
