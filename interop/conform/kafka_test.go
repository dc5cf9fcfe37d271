package conform_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/conform"
	"github.com/kscope/kscope/interop/lab"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
)

// Listeners of a lab: one that wants a password, one that is encrypted.
const (
	saslListener = "PASSWORD"
	tlsListener  = "ENCRYPTED"
)

func options(release string) lab.Options {
	return lab.Options{Release: release, Combined: true, Listeners: map[string]string{saslListener: "SASL_PLAINTEXT"},
		Properties: map[string]string{
			"sasl.enabled.mechanisms":                       "PLAIN",
			"listener.name.password.plain.sasl.jaas.config": `org.apache.kafka.common.security.plain.PlainLoginModule required user_kscope="secret";`,
		}}
}

func withPassword() client.Config { return client.Config{SASL: client.Plain("kscope", "secret")} }

func newCodec() *message.Codec { return message.New(catalog.Builtin(), "") }

// run runs checks and gives their results by id.
func run(t *testing.T, addr string, cfg client.Config, o conform.Options) (conform.Summary, map[string]conform.Result) {
	t.Helper()
	all := map[string]conform.Result{}
	s, err := conform.Run(t.Context(), newCodec(), addr, cfg, o, func(r conform.Result) { all[r.ID] = r })
	if err != nil {
		t.Fatal(err)
	}
	return s, all
}

// show prints a failure as people see it.
func show(t *testing.T, r conform.Result) {
	t.Helper()
	var b strings.Builder
	(&conform.Text{W: &b, Codec: newCodec()}).Result(r)
	t.Error(b.String())
}

// mostTime is how long a whole run may take.
const mostTime = 30 * time.Second

func TestKafka(t *testing.T) {
	o := options("4.4.0")
	o.Listeners[tlsListener] = "SSL"
	o.Properties["ssl.keystore.type"], o.Properties["ssl.keystore.location"] = "PEM", keystore(t)
	c := lab.ForTest(t, o)
	node := c.Nodes[0]
	for _, on := range []struct {
		name, addr string
		cfg        client.Config
	}{{"plain", node.Addr, client.Config{}}, {"password", node.Listeners[saslListener], withPassword()},
		{"TLS", node.Listeners[tlsListener], client.Config{TLS: &tls.Config{InsecureSkipVerify: true}}}} {
		for _, write := range []bool{true, false} { // the internal topics of the first are something to read for the second
			s, all := run(t, on.addr, on.cfg, conform.Options{Level: conform.May, Write: write})
			for _, r := range all {
				switch {
				case r.Verdict == conform.Failed:
					show(t, r)
				case r.Verdict == conform.Skipped && write && (on.cfg.SASL != nil || r.Group() != "sasl") && (on.cfg.TLS == nil || r.ID != "frames.cut"):
					t.Errorf("%s was skipped: %s", r.ID, r.Words)
				}
			}
			if s.Left != "" || s.Took > mostTime {
				t.Errorf("left behind: %q; it took %v", s.Left, s.Took)
			}
			t.Logf("%s, write %v: %d ok, %d failed, %d skipped in %v", on.name, write, s.OK, s.Failed, s.Skipped, s.Took.Round(time.Millisecond))
			if left := topics(t, node.Addr); len(left) > 0 {
				t.Errorf("topics that are left: %v", left)
			}
		}
	}
}

// topics are those whose names a run makes up.
func topics(t *testing.T, addr string) (scratch []string) {
	t.Helper()
	codec := newCodec()
	conn, err := client.Dial(t.Context(), codec, addr, client.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	spec, err := codec.Spec("MetadataRequest", 12)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := conn.Call(t.Context(), spec, `{"topics":null}`)
	if err != nil {
		t.Fatal(err)
	}
	var body struct{ Topics []struct{ Name string } }
	if err := json.Unmarshal(reply.Spec.AppendJSON(nil, reply.Tape, message.Frame, jsonform.Options{}), &body); err != nil {
		t.Fatal(err)
	}
	for _, topic := range body.Topics {
		if strings.HasPrefix(topic.Name, "kscope-conform-") {
			scratch = append(scratch, topic.Name)
		}
	}
	return scratch
}

// TestInterrupted ends a run when its first result is there.
func TestInterrupted(t *testing.T) {
	c := lab.ForTest(t, lab.Options{Release: "4.4.0", Combined: true})
	ctx, stop := context.WithCancel(t.Context())
	skipped := 0
	s, err := conform.Run(ctx, newCodec(), c.Nodes[0].Addr, client.Config{}, conform.Options{Write: true, Parallel: 1}, func(r conform.Result) {
		stop()
		if r.Verdict == conform.Skipped {
			skipped++
		}
		if r.Verdict == conform.Failed {
			t.Errorf("%s: %s", r.ID, r.Words)
		}
	})
	if err != nil || s.Left != "" || skipped < 50 {
		t.Errorf("%v, left %q, %d skipped", err, s.Left, skipped)
	}
	if left := topics(t, c.Nodes[0].Addr); len(left) > 0 {
		t.Errorf("topics that are left: %v", left)
	}
}

// TestOlderKafka lists what 3.9.1 does otherwise.
func TestOlderKafka(t *testing.T) {
	known := map[string]string{
		"answers.come": "OffsetFetch 8-9: nothing came within", // a request for no group is never answered
	}
	c := lab.ForTest(t, lab.Options{Release: "3.9.1", Combined: true})
	s, all := run(t, c.Nodes[0].Addr, client.Config{}, conform.Options{Level: conform.May, Write: true})
	for id, r := range all {
		want, ok := known[id]
		if r.Verdict == conform.Failed && (!ok || !strings.Contains(r.Words, want)) {
			show(t, r)
		}
		if ok && r.Verdict != conform.Failed {
			t.Errorf("%s: %s %s", id, r.Verdict, r.Words)
		}
	}
	t.Logf("%d ok, %d failed, %d skipped in %v", s.OK, s.Failed, s.Skipped, s.Took.Round(time.Millisecond))
}
