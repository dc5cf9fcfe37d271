package lab_test

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/kscope/kscope/interop/lab"
	"github.com/kscope/kscope/interop/need"
)

// childVar makes this test binary a process that starts a cluster and waits to
// be interrupted.
const childVar = "KSCOPE_LAB_CHILD"

type childReport struct {
	Dir  string
	Pids []int
}

func TestChild(t *testing.T) {
	if os.Getenv(childVar) == "" {
		return // it is for TestInterrupted, which runs it in a process of its own
	}
	c := lab.ForTest(t, lab.Options{Release: "4.4.0", Combined: true})
	if err := json.NewEncoder(os.Stderr).Encode(childReport{c.Dir, pids(c)}); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Minute)
}

func TestInterrupted(t *testing.T) {
	for _, c := range []struct {
		signal    syscall.Signal
		dirIsGone bool
	}{{syscall.SIGINT, true}, {syscall.SIGTERM, true}, {syscall.SIGKILL, false}} {
		t.Run(c.signal.String(), func(t *testing.T) {
			if c.signal == syscall.SIGKILL && runtime.GOOS != "linux" {
				t.Skip("LEFT OUT: only Linux ends children with their parent")
			}
			report := interruptChild(t, c.signal)
			t.Cleanup(func() { _ = os.RemoveAll(report.Dir) })
			for deadline := time.Now().Add(5 * time.Second); lives(report.Pids[0]) && time.Now().Before(deadline); {
				time.Sleep(10 * time.Millisecond)
			}
			if lives(report.Pids[0]) {
				t.Errorf("process %d outlived its test", report.Pids[0])
			}
			if _, err := os.Stat(report.Dir); (err != nil) != c.dirIsGone {
				t.Errorf("directory: %v", err)
			}
		})
	}
}

func interruptChild(t *testing.T, signal syscall.Signal) (report childReport) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$")
	cmd.Env = append(os.Environ(), childVar+"=1")
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err != nil {
		// it ended without a report: what it lacks, we lack too
		if err := cmd.Wait(); err != nil || need.Everything() {
			t.Fatal("the child failed: ", err)
		}
		t.Skip("LEFT OUT: the child could not run Kafka here")
	}
	if err := json.Unmarshal(line, &report); err != nil || len(report.Pids) != 1 {
		t.Fatalf("%s: %v", line, err)
	}
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("an interrupted test must not look like one that passed")
	}
	return report
}
