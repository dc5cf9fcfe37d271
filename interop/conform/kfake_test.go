package conform_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/conform"
	"github.com/kscope/kscope/internal/golden"
)

// asKfake makes the test program a kfake, because one that panics must not take
// the tests along.
const asKfake = "KSCOPE_AS_KFAKE"

func TestMain(m *testing.M) {
	if os.Getenv(asKfake) == "" {
		m.Run()
		return
	}
	c, err := kfake.NewCluster(kfake.NumBrokers(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	fmt.Println(c.ListenAddrs()[0])
	_, _ = io.Copy(io.Discard, os.Stdin) // which ends when the test does
}

// kfakeAround runs a kfake, and says what it died of, if it did.
func kfakeAround(t *testing.T, do func(addr string)) (died string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), asKfake+"=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	addr, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err, stderr.String())
	}
	do(strings.TrimSpace(addr))
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err = <-ended:
	case <-time.After(deathThroes):
		in.Close()
		err = <-ended
	}
	if err == nil {
		return ""
	}
	died, _, _ = strings.Cut(stderr.String(), "\n")
	return died
}

// deathThroes is how long a kfake may take to die of what it has read.
const deathThroes = 300 * time.Millisecond

// places are what differs from run to run.
var places = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// byChance is a check that kfake fails or not, as its reader or its writer is
// quicker: answers are lost when a client shuts its sending side.
const byChance = "frames.half-closed"

// TestKfake writes down what the checks find in kfake, each on a fresh one.
func TestKfake(t *testing.T) {
	checks := conform.Checks()
	lines := make([]string, len(checks))
	ok := 0
	var mu sync.Mutex
	turns, wg := make(chan struct{}, 4), sync.WaitGroup{}
	for i, check := range checks {
		if check.ID == byChance {
			continue
		}
		wg.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			var r conform.Result
			died := kfakeAround(t, func(addr string) {
				_, all := run(t, addr, client.Config{}, conform.Options{Only: []string{check.ID}, Write: true})
				r = all[check.ID]
			})
			words := places.ReplaceAllString(r.Words, "node")
			if died != "" { // when, is chance
				r.Verdict, words = conform.Failed, "kfake ended: "+died
			}
			mu.Lock()
			defer mu.Unlock()
			if r.Verdict == conform.OK {
				ok++
				return
			}
			lines[i] = fmt.Sprintf("%-6s %-4s %s: %s\n", r.Level, r.Verdict, r.ID, words)
		})
	}
	wg.Wait()
	golden.Equal(t, "kfake.txt", []byte(strings.Join(lines, "")))
	t.Logf("kfake: %d of %d checks hold", ok, len(checks)-1)
}
