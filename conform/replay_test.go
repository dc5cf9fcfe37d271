package conform

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/internal/replay"
	"github.com/kscope/kscope/message"
)

// recorded is what Kafka 4.4.0 said to each check that was run alone, and when.
// interop/conform writes it.
func recorded(t *testing.T) (scripts map[string]replay.Script, now time.Time) {
	t.Helper()
	f, err := os.Open("testdata/kafka-4.4.0.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := replay.Parse(f)
	if err != nil || len(all) == 0 {
		t.Fatal(len(all), err)
	}
	ms, err := strconv.ParseInt(strings.TrimPrefix(all[0].Name, "at "), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	scripts = map[string]replay.Script{}
	for _, s := range all[1:] {
		scripts[s.Name] = s
	}
	return scripts, time.UnixMilli(ms)
}

// codec is for all tests, because making one takes longer than most of them.
var codec = sync.OnceValue(func() *message.Codec { return message.New(catalog.Builtin(), "") })

// replayed runs one check against a player of its script.
func replayed(t *testing.T, p *replay.Player, s replay.Script, now time.Time, timeout time.Duration) (r Result, parts []string) {
	t.Helper()
	addr, err := p.Play(s)
	if err != nil {
		t.Fatal(err)
	}
	cfg := client.Config{}
	if strings.HasPrefix(s.Name, "sasl.") {
		cfg.SASL = client.Plain("kscope", "secret")
	}
	o := Options{Only: []string{s.Name}, Write: true, Seed: "recorded", Now: now, Timeout: timeout}
	if _, err := Run(t.Context(), codec(), addr, cfg, o, func(got Result) { r = got }); err != nil {
		t.Fatal(err)
	}
	return r, p.Close()
}

// TestRight plays what Kafka said: each check must hold, and say just what it
// said then.
func TestRight(t *testing.T) {
	scripts, now := recorded(t)
	for _, c := range Checks() {
		s, ok := scripts[c.ID]
		if !ok && c.Group() == "answers" {
			continue // TestAnswers
		}
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			if !ok {
				t.Fatal("there is no recording; see interop/conform")
			}
			r, parts := replayed(t, &replay.Player{Hurry: c.ID != "fetch.max-wait"}, s, now, DefaultTimeout)
			if r.Verdict != OK {
				t.Error(r.Verdict, r.Words)
			}
			for _, p := range parts {
				t.Error(p)
			}
		})
	}
	if len(scripts) != len(Checks())-countAnswers() {
		t.Errorf("%d recordings for %d checks", len(scripts), len(Checks())-countAnswers())
	}
}

func countAnswers() (n int) {
	for _, c := range Checks() {
		if c.Group() == "answers" {
			n++
		}
	}
	return n
}
