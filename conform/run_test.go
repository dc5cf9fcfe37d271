package conform

import (
	"context"
	"net"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
)

// TestTable holds the table of checks to its form.
func TestTable(t *testing.T) {
	form := regexp.MustCompile(`^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$`)
	seen := map[string]bool{}
	for _, c := range Checks() {
		switch {
		case !form.MatchString(c.ID) || seen[c.ID]:
			t.Errorf("%s: not of the form group.name, or there twice", c.ID)
		case len(c.ID) > idWidth:
			t.Errorf("%s: longer than tables have room for", c.ID)
		case c.Title == "" || c.Reason == "" || c.Source == "" || strings.HasSuffix(c.Title+c.Reason, "."):
			t.Errorf("%s: title, reason and source are sentences without full stops: %+v", c.ID, c)
		case !Must.covers(c.Level) && !May.covers(c.Level):
			t.Errorf("%s: level %q", c.ID, c.Level)
		}
		seen[c.ID] = true
		for _, api := range c.APIs {
			name, version, err := message.SplitVersion(api)
			if err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
			known, err := codec().Catalog.APIByName(name, "")
			if err != nil || version > int(known.Request.Versions().Hi) {
				t.Errorf("%s asks %s: %v", c.ID, api, err)
			}
		}
	}
}

func TestSelect(t *testing.T) {
	ids := func(o Options) string {
		checks, err := Select(o)
		if err != nil {
			return err.Error()
		}
		var all []string
		for _, c := range checks {
			all = append(all, c.ID)
		}
		return strings.Join(all, " ")
	}
	for _, c := range []struct {
		name    string
		options Options
		want    string
	}{
		{"id", Options{Only: []string{"fetch.session"}}, "fetch.session"},
		{"pattern", Options{Only: []string{"produce.acks*"}}, "produce.acks produce.acks-0 produce.acks-0-error"},
		{"group but one", Options{Only: []string{"offsets"}, Skip: []string{"*.by-time", "offsets.max-*"}}, "offsets.ends offsets.unknown-topic"},
		{"none left", Options{Only: []string{"produce.acks"}, Skip: []string{"produce"}}, "no check is left to run: all are left out"},
		{"slip of the pen", Options{Skip: []string{"produce.bad-src"}}, `no check is called "produce.bad-src"; did you mean produce.bad-crc`},
	} {
		if got := ids(c.options); !strings.HasPrefix(got, c.want) || len(c.options.Only) > 0 && got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	for _, c := range Checks() {
		for level, has := range map[Level]bool{Must: c.Level == Must, Should: c.Level != May, May: true} {
			if got := strings.Contains(" "+ids(Options{Level: level})+" ", " "+c.ID+" "); got != has {
				t.Errorf("%s at level %s: %v", c.ID, level, got)
			}
		}
	}
}

// accept serves connections until the test ends.
func accept(t *testing.T, serve func(net.Listener, net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { c.Close() })
			serve(l, c)
		}
	}()
	return l.Addr().String()
}

// TestSilent runs all checks against a node that takes connections and says
// nothing: one check fails, the others are skipped, and soon.
func TestSilent(t *testing.T) {
	addr := accept(t, func(net.Listener, net.Conn) {})
	began := time.Now()
	s, err := Run(t.Context(), codec(), addr, client.Config{}, Options{Level: May, Write: true, Timeout: 200 * time.Millisecond}, func(r Result) {
		if want := r.ID == "versions.offer"; (r.Verdict == Failed) != want || (r.Verdict == Skipped) == want {
			t.Errorf("%s: %s %s", r.ID, r.Verdict, r.Words)
		}
		if r.Verdict == Failed && (!strings.Contains(r.Words, "nothing came within 200ms") || len(r.Exchanges) != 1) {
			t.Error(r.Words, r.Exchanges)
		}
	})
	if took := time.Since(began); err != nil || s.Failed != 1 || s.Skipped != len(Checks())-1 || took > 5*time.Second {
		t.Errorf("%+v in %v: %v", s, took, err)
	}
}

// TestGone runs checks against a node that dies of the second connection.
func TestGone(t *testing.T) {
	seen := 0
	addr := accept(t, func(l net.Listener, c net.Conn) {
		if seen++; seen == 2 {
			l.Close()
			c.Close()
		}
	})
	s, err := Run(t.Context(), codec(), addr, client.Config{}, Options{Timeout: time.Second}, func(Result) {})
	if err != nil || s.OK != 0 || s.Failed != 1 {
		t.Errorf("%+v: %v", s, err)
	}
	if _, err := Run(t.Context(), codec(), addr, client.Config{}, Options{}, func(Result) {}); err == nil {
		t.Error("a node that is not there is no error")
	}
}

// TestHostile has a node turn bits of its answers round. What the checks find
// there does not matter; they must end.
func TestHostile(t *testing.T) {
	for seed := range uint64(3) {
		rule := mock.Rule{Every: 3, Flip: 7, Seed: seed, Answer: "node"}
		all := against(t, Options{Level: May, Write: true, Timeout: 300 * time.Millisecond, Parallel: 32}, rule)
		if len(all) != len(Checks()) {
			t.Errorf("%d results", len(all))
		}
	}
}

// TestInterrupted ends a run from its first result.
func TestInterrupted(t *testing.T) {
	addr := accept(t, func(net.Listener, net.Conn) {})
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, stop)
	began := time.Now()
	s, err := Run(ctx, codec(), addr, client.Config{}, Options{Timeout: time.Minute}, func(r Result) {
		if r.Verdict == Skipped && r.Words == "" {
			t.Errorf("%s is skipped without a reason", r.ID)
		}
	})
	if took := time.Since(began); err != nil || s.OK > 0 || took > 5*time.Second {
		t.Errorf("%+v in %v: %v", s, took, err)
	}
}

// TestMock runs everything against a mock node with a memory, which is right.
func TestMock(t *testing.T) {
	for id, r := range against(t, Options{Level: May, Write: true}) {
		if skip := r.Group() == "sasl"; r.Verdict != OK && !(skip && r.Verdict == Skipped) {
			t.Errorf("%s: %s %s", id, r.Verdict, r.Words)
		}
	}
}
