package proc

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestKillEndsTheGroup(t *testing.T) {
	p, err := Start(exec.Command("sleep", "60"))
	if err != nil {
		t.Skip("LEFT OUT: no sleep command here: ", err)
	}
	p.Kill()
	p.Kill() // of what has ended: nothing
	if p.Err() == nil {
		t.Error("a killed process must not look like one that ended well")
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	if _, err := exec.LookPath("sleep"); err != nil {
		t.Skip("LEFT OUT: ", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := Run(ctx, exec.Command("sleep", "60")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want deadline exceeded", err)
	}
}

func TestTailKeepsTheEnd(t *testing.T) {
	tail := NewTail(8)
	for range 100 {
		_, _ = tail.Write([]byte("0123456"))
	}
	_, _ = tail.Write([]byte("the end"))
	if got := tail.String(); len(got) > 8 || !strings.HasSuffix(got, "the end") {
		t.Errorf("got %q", got)
	}
}
