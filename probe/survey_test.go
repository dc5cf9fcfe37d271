package probe_test

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
	"github.com/kscope/kscope/probe"
)

var config = client.Config{ClientID: "kscope"}

// node starts a mock as a release has it, and gives its address.
func node(t *testing.T, r catalog.Release, o mock.Options) string {
	t.Helper()
	s, err := mock.New(message.New(catalog.Builtin(), r), o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return l.Addr().String()
}

// orders is a broker with a topic of that name.
func orders(partitions int) mock.Options {
	return mock.Options{Node: mock.Node{ID: 1}, Behaviour: mock.NewBroker(mock.BrokerOptions{Topics: map[string]int{"orders": partitions}})}
}

func codec() *message.Codec { return message.New(catalog.Builtin(), "") }

func open(t *testing.T, addr string) *probe.Session {
	t.Helper()
	s, err := probe.Open(t.Context(), codec(), addr, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestSurvey(t *testing.T) {
	addrs := []string{node(t, "4.4", orders(1)), "127.0.0.1:1", node(t, "2.8", orders(1)), node(t, "3.9", orders(1))}
	nodes := probe.Survey(t.Context(), codec(), addrs, config)
	for i, want := range []string{"4.4 broker", "", "2.8 zkBroker", "3.9 broker"} {
		n := &nodes[i]
		switch {
		case n.Addr != addrs[i]:
			t.Errorf("%s in the place of %s", n.Addr, addrs[i])
		case want == "" && (n.Err == nil || client.Hint(n.Err) == ""):
			t.Errorf("%s: %v", n.Addr, n.Err)
		case want != "" && (n.Err != nil || n.Likeness[0].String() != want || len(n.Likeness[0].Differences) > 0 || n.Cluster.Self != 1 || len(n.Remarks) > 0):
			t.Errorf("%s: %+v", want, n)
		}
	}
	all := probe.Compare(catalog.Builtin(), nodes)
	i := slices.IndexFunc(all, func(d probe.Disagreement) bool { return d.Name == "LeaderAndIsr" })
	if i < 0 || !slices.Equal(all[i].Asked, []bool{true, false, true, true}) || !all[i].Offered[0].Empty() || all[i].Offered[2].Hi != 5 {
		t.Errorf("%+v", all)
	}
	if same := probe.Compare(catalog.Builtin(), nodes[:2]); len(same) > 0 {
		t.Errorf("one node differs from itself: %+v", same)
	}
}

func TestRoutes(t *testing.T) {
	ctx, s := t.Context(), open(t, node(t, "", orders(2)))
	peer, err := s.Leader(ctx, "orders", 1)
	if err != nil || peer.ID != 1 || peer.Addr != s.Conn.Addr() {
		t.Errorf("%+v, %v", peer, err)
	}
	if _, err = s.Leader(ctx, "orders", 2); err == nil || !strings.Contains(err.Error(), "partitions 0 to 1, not 2") {
		t.Error(err)
	}
	refused := (*probe.AnswerError)(nil)
	if _, err = s.Leader(ctx, "nothing", 0); !errors.As(err, &refused) || refused.Code.Name != "UNKNOWN_TOPIC_OR_PARTITION" {
		t.Error(err)
	}
	for _, kind := range []probe.Coordinator{probe.GroupCoordinator, probe.TransactionCoordinator} {
		if peer, err = s.Coordinator(ctx, kind, "g"); err != nil || peer.Addr != s.Conn.Addr() {
			t.Errorf("%+v, %v", peer, err)
		}
	}
	if all, err := s.Peers(ctx); err != nil || len(all) != 1 {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestRoutesOfOldVersions goes through the forms of requests that came first;
// which release the codec is of makes no difference.
func TestRoutesOfOldVersions(t *testing.T) {
	for _, r := range []catalog.Release{"2.4", "2.6", "2.8"} {
		s, err := probe.Open(t.Context(), message.New(catalog.Builtin(), "2.2"), node(t, r, orders(1)), config)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for what, ask := range map[string]func() (probe.Peer, error){
			"leader":      func() (probe.Peer, error) { return s.Leader(t.Context(), "orders", 0) },
			"coordinator": func() (probe.Peer, error) { return s.Coordinator(t.Context(), probe.GroupCoordinator, "g") },
			"controller":  func() (probe.Peer, error) { return s.Controller(t.Context()) },
		} {
			if peer, err := ask(); err != nil || peer.Addr != s.Conn.Addr() {
				t.Errorf("%s, %s: %+v, %v", r, what, peer, err)
			}
		}
	}
}

func TestPick(t *testing.T) {
	s := open(t, node(t, "3.9", mock.Options{}))
	if spec, err := s.Pick("Metadata", -1); err != nil || spec.Version != 12 {
		t.Errorf("%v, %v", spec, err)
	}
	if spec, err := s.Pick("3", 1); err != nil || spec.Version != 1 {
		t.Errorf("%v, %v", spec, err)
	}
	for _, c := range []struct {
		api     string
		version int
		want    string
	}{
		{"Metadata", 13, "offers Metadata 0-12, not 13"},
		{"Vote", -1, "does not offer Vote, which is for a KRaft controller"},
		{"UnregisterController", -1, "does not offer UnregisterController"},
	} {
		refused := (*probe.NotOfferedError)(nil)
		if _, err := s.Pick(c.api, c.version); !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %d: %v", c.api, c.version, err)
		}
	}
}

func TestDamagedAnswer(t *testing.T) {
	rules, err := mock.ParseRules("rules", []byte(`{"api":"DescribeCluster","truncate":20}`+"\n"+`{"api":"DescribeQuorum","error":"CLUSTER_AUTHORIZATION_FAILED"}`))
	if err != nil {
		t.Fatal(err)
	}
	nodes := probe.Survey(t.Context(), codec(), []string{node(t, "", mock.Options{Rules: rules})}, config)
	if n := nodes[0]; n.Err != nil || len(n.Remarks) != 2 || n.Quorum != nil || n.Cluster.Self != -1 {
		t.Errorf("%+v", n)
	}
}
