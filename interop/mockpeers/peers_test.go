package mockpeers_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/kscope/kscope/interop/mockpeers"
	"github.com/kscope/kscope/interop/need"
)

// patience is how long one scene may take.
const patience = 60 * time.Second

// peers are those that the machine has; the test says which are left out.
func peers(t *testing.T, tools *mockpeers.Tools) (all []*mockpeers.Peer) {
	t.Helper()
	add := func(p *mockpeers.Peer, err error) {
		if err == nil {
			all = append(all, p)
			return
		}
		t.Run("peer", func(t *testing.T) { need.Met(t, err) })
	}
	add(mockpeers.NewFranz(), nil)
	add(mockpeers.NewKcat())
	if tools != nil {
		add(tools.Peer(), nil)
	}
	add(mockpeers.NewPython(t.Context(), mockpeers.KafkaPython))
	add(mockpeers.NewPython(t.Context(), mockpeers.ConfluentKafka))
	return all
}

func TestPeers(t *testing.T) {
	kscope := build(t)
	var tools *mockpeers.Tools
	t.Run("tools", func(t *testing.T) {
		got, err := mockpeers.NewTools(t.Context())
		need.Met(t, err)
		tools = got
		administer(t, kscope, tools)
	})
	all := peers(t, tools)
	for _, release := range []string{"4.4", "2.8"} {
		t.Run(release, func(t *testing.T) { everybody(t, kscope, all, release) })
	}
	for _, p := range all {
		t.Run(p.Name, func(t *testing.T) { faulty(t, kscope, p) })
	}
	t.Run("group", func(t *testing.T) { group(t, kscope) })
	t.Run("transactions", func(t *testing.T) { transactions(t, kscope, tools, all) })
}

// everybody has each peer produce, and each consume what all have produced.
func everybody(t *testing.T, kscope string, all []*mockpeers.Peer, release string) {
	n := start(t, kscope, "", "--release", release)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var want []string
	for _, p := range all {
		lines := []string{p.Name + "-1", p.Name + "-2", p.Name + "-3"}
		if err := p.Produce(ctx, n.addr, "orders", lines); err != nil {
			t.Fatalf("%s: %v\n%s", p.Name, err, n.log())
		}
		want = append(want, lines...)
	}
	var readers sync.WaitGroup
	for _, p := range all {
		readers.Go(func() {
			got, err := p.Consume(ctx, n.addr, "orders", "group-of-"+p.Name, len(want))
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s reads %q, not %q: %v\n%s", p.Name, got, want, err, n.log())
			}
		})
	}
	readers.Wait()
	n.stop()
}

// administer has Kafka's tools make a topic and describe a group.
func administer(t *testing.T, kscope string, tools *mockpeers.Tools) {
	n := start(t, kscope, "")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if _, err := tools.Run(ctx, nil, "TopicCommand", "--bootstrap-server", n.addr, "--create", "--topic", "made", "--partitions", "2"); err != nil {
		t.Fatal(err)
	}
	franz := mockpeers.NewFranz()
	if err := franz.Produce(ctx, n.addr, "made", []string{"one", "two"}); err != nil {
		t.Fatal(err)
	}
	if _, err := franz.Consume(ctx, n.addr, "made", "readers", 2); err != nil {
		t.Fatal(err)
	}
	words, err := tools.Run(ctx, nil, "consumer.group.ConsumerGroupCommand", "--bootstrap-server", n.addr, "--describe", "--group", "readers")
	if text := strings.Join(words, " "); err != nil || !strings.Contains(text, "readers made 0 2 2 0 ") {
		t.Errorf("%s: %v\n%s", text, err, n.log())
	}
	n.stop()
}

// faults are a broker that is no leader at first, whose next answer to Produce
// gets lost, and whose answers to Fetch are cut once and come byte by byte then.
const faults = `{"api":"Produce","nth":1,"error":"NOT_LEADER_OR_FOLLOWER"}
{"api":"Produce","nth":1,"disconnect":"before"}
{"api":"Fetch","nth":1,"disconnect":"30"}
{"api":"Fetch","split":1}
{"api":"Metadata","set":{"topics[*]._taggedFields":[{"tag":1000,"data":"AQI="}]}}
`

// faulty has a peer meet the faults: as an idempotent producer it asks again
// until its record is there, once; as a consumer it reads all.
func faulty(t *testing.T, kscope string, p *mockpeers.Peer) {
	n := start(t, kscope, faults)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	want := []string{"one", "end"}
	for i, q := range []*mockpeers.Peer{p, mockpeers.NewFranz()} {
		if err := q.Produce(ctx, n.addr, "orders", want[i:i+1]); err != nil {
			t.Fatalf("%v\n%s", err, n.log())
		}
	}
	got, err := p.Consume(ctx, n.addr, "orders", "group", len(want))
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, not %q: %v\n%s", got, want, err, n.log())
	}
	produces, acknowledged := n.count("Produce")
	fetches, _ := n.count("Fetch")
	if produces != 2 || acknowledged != 2 || fetches < 2 {
		t.Errorf("%d and %d produce requests, %d fetches\n%s", produces, acknowledged, fetches, n.log())
	}
}

// group has two members share the partitions of a topic, and one take over from
// the other.
func group(t *testing.T, kscope string) {
	n := start(t, kscope, "", "--topic", "shared:4")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	assigned := make(chan string, 100)
	join := func(name string) *kgo.Client {
		note := func(what string) func(context.Context, *kgo.Client, map[string][]int32) {
			return func(_ context.Context, _ *kgo.Client, parts map[string][]int32) {
				assigned <- fmt.Sprintf("%s %s %d", name, what, len(parts["shared"]))
			}
		}
		c, err := kgo.NewClient(kgo.SeedBrokers(n.addr), kgo.ConsumeTopics("shared"), kgo.ConsumerGroup("g"), kgo.Balancers(kgo.RangeBalancer()),
			kgo.HeartbeatInterval(50*time.Millisecond), kgo.OnPartitionsAssigned(note("has")), kgo.OnPartitionsRevoked(note("lost")))
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for ctx.Err() == nil && !errors.Is(c.PollFetches(ctx).Err(), kgo.ErrClientClosed) {
			}
		}()
		return c
	}
	wait := func(all ...string) {
		t.Helper()
		for len(all) > 0 {
			select {
			case got := <-assigned:
				all = slices.DeleteFunc(all, func(want string) bool { return want == got })
			case <-ctx.Done():
				t.Fatalf("waiting for %q\n%s", all, strings.TrimSpace(n.log()))
			}
		}
	}
	one := join("one")
	defer one.Close()
	wait("one has 4")
	two := join("two")
	wait("one has 2", "two has 2")
	two.Close()
	wait("one has 4")
	one.Close()
	n.stop()
}

// transactions aborts one and commits one, of which read_committed sees one.
func transactions(t *testing.T, kscope string, tools *mockpeers.Tools, all []*mockpeers.Peer) {
	n := start(t, kscope, "")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	c, err := kgo.NewClient(kgo.SeedBrokers(n.addr), kgo.AllowAutoTopicCreation(), kgo.TransactionalID("t"), kgo.DefaultProduceTopic("orders"),
		kgo.ProducerBatchCompression(kgo.GzipCompression()))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for value, how := range map[string]kgo.TransactionEndTry{"aborted": kgo.TryAbort, "kept": kgo.TryCommit} {
		if err := c.BeginTransaction(); err != nil {
			t.Fatal(err)
		}
		if err := c.ProduceSync(ctx, kgo.StringRecord(value)).FirstErr(); err != nil {
			t.Fatalf("%v\n%s", err, n.log())
		}
		if err := c.EndTransaction(ctx, how); err != nil {
			t.Fatalf("%v\n%s", err, n.log())
		}
	}
	readers := map[string]func() ([]string, error){}
	for _, p := range all {
		if p.Name == "kcat" || strings.HasPrefix(p.Name, "confluent") { // which read_committed unless they are told otherwise
			readers[p.Name] = func() ([]string, error) { return p.Consume(ctx, n.addr, "orders", "of-"+p.Name, 1) }
		}
	}
	if tools != nil {
		readers["java"] = func() ([]string, error) {
			return tools.Run(ctx, nil, "consumer.ConsoleConsumer", "--bootstrap-server", n.addr, "--topic", "orders", "--from-beginning",
				"--isolation-level", "read_committed", "--max-messages", "1")
		}
	}
	for name, read := range readers {
		if got, err := read(); err != nil || !slices.Equal(got, []string{"kept"}) {
			t.Errorf("%s reads %q: %v\n%s", name, got, err, n.log())
		}
	}
	n.stop()
}
