package speak_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
)

// build gives the kscope binary, which is made once.
func build(t *testing.T) string {
	t.Helper()
	binary, err := shared.kscope()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

// run runs kscope and holds its exit code.
func run(t *testing.T, code int, binary string, args ...string) (stdout []byte, stderr string) {
	t.Helper()
	var out, report bytes.Buffer
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Stdout, cmd.Stderr = &out, &report
	err := cmd.Run()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Errorf("kscope %s: exit code %d, not %d\n%s", strings.Join(args, " "), got, code, &report)
	}
	return out.Bytes(), report.String()
}

// called is what call -o json prints.
type called struct {
	NodeID   int
	Version  int
	Response struct {
		Damaged bool
		Body    json.RawMessage
	}
	Errors []struct {
		Path, Name string
		Code       int
	}
}

func parse(t *testing.T, text []byte, out any) {
	t.Helper()
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// TestStaleBeginQuorumEpoch tells every controller of a leader whose epoch is
// over. They refuse, and the quorum stays what it is.
func TestStaleBeginQuorumEpoch(t *testing.T) {
	c := shared.quorum.cluster(t)
	kscope := build(t)
	broker := c.Brokers()[0].Addr
	before := quorum(t, kscope, broker)
	for _, n := range c.Controllers() {
		addr := n.Listeners["CONTROLLER"]
		body := fmt.Sprintf(`{"clusterId":%q,"voterId":%d,"topics":[{"topicName":"__cluster_metadata","partitions":[{"leaderId":%d,"leaderEpoch":0}]}]}`,
			c.ID, n.ID, n.ID)
		out, said := run(t, 2, kscope, "call", addr, "BeginQuorumEpoch@1", body)
		if !strings.Contains(said, "would have told a voter of a new leader") || !bytes.Contains(out, []byte("BeginQuorumEpochRequest message v1")) {
			t.Errorf("without --write: %s%s", said, out)
		}
		out, said = run(t, 1, kscope, "call", addr, "BeginQuorumEpoch@1", body, "--write", "-o", "json")
		var got called
		parse(t, out, &got)
		if len(got.Errors) != 1 || got.Errors[0].Name != "FENCED_LEADER_EPOCH" || got.Errors[0].Path != "Topics[0].Partitions[0].ErrorCode" || got.Response.Damaged {
			t.Errorf("%s\n%s", out, said)
		}
		if !strings.Contains(said, "error: Topics[0].Partitions[0].ErrorCode = 74 (FENCED_LEADER_EPOCH)") {
			t.Error(said)
		}
	}
	if after := quorum(t, kscope, broker); after != before {
		t.Errorf("the quorum was %q and is %q", before, after)
	}
}

// quorum is leader, epoch and voters, as the active controller tells; while
// another one is elected, it asks again.
func quorum(t *testing.T, kscope, addr string) string {
	t.Helper()
	var got called
	await(t, func() error {
		out, err := exec.CommandContext(t.Context(), kscope, "call", addr, "DescribeQuorum", "--to-controller", "-o", "json",
			`{"topics":[{"topicName":"__cluster_metadata","partitions":[{"partitionIndex":0}]}]}`).Output()
		if err == nil {
			parse(t, out, &got)
		}
		return err
	})
	var body struct {
		Topics []struct {
			Partitions []struct {
				LeaderID, LeaderEpoch int
				CurrentVoters         []struct{ ReplicaID int }
			}
		}
	}
	parse(t, got.Response.Body, &body)
	p := body.Topics[0].Partitions[0]
	if p.LeaderID != got.NodeID {
		t.Errorf("node %d answered as the controller, and the leader is %d", got.NodeID, p.LeaderID)
	}
	return fmt.Sprintf("leader %d in epoch %d, %d voters", p.LeaderID, p.LeaderEpoch, len(p.CurrentVoters))
}

// TestProbe holds that every node looks like what it is, all asked at once.
func TestProbe(t *testing.T) {
	kscope := build(t)
	var all []endpoint
	var releases []catalog.Release
	args := []string{"probe", "-o", "json"}
	for _, r := range shared.all() {
		for _, e := range r.endpoints(t) {
			all, releases, args = append(all, e), append(releases, r.release(t)), append(args, e.addr)
		}
	}
	out, _ := run(t, 0, kscope, args...)
	var got struct {
		Nodes []struct {
			Address, ClusterID string
			NodeID             *int
			Likeness           []struct {
				Releases    []catalog.Release
				Listener    catalog.Listener
				Differences []any
			}
			Remarks []string
		}
		Differences []any
	}
	parse(t, out, &got)
	if len(got.Nodes) != len(all) || len(got.Differences) == 0 {
		t.Fatalf("%d nodes, %d differences", len(got.Nodes), len(got.Differences))
	}
	for i, n := range got.Nodes {
		l := n.Likeness[0]
		if n.Address != all[i].addr || len(n.Likeness) != 1 || len(l.Differences) > 0 || l.Listener != all[i].listener || !slices.Equal(l.Releases, releases[i:i+1]) {
			t.Errorf("%s: %+v", all[i].name, n)
		}
		if len(n.Remarks) > 0 {
			t.Errorf("%s: %v", all[i].name, n.Remarks)
		}
		if n.NodeID == nil || *n.NodeID != all[i].node.ID {
			t.Errorf("%s: node %v", all[i].name, n.NodeID)
		}
	}
}

// TestProbeAll finds all nodes of a cluster from one of them.
func TestProbeAll(t *testing.T) {
	c := shared.quorum.cluster(t)
	out, _ := run(t, 0, build(t), "probe", "--all", c.Brokers()[0].Addr)
	for _, e := range shared.quorum.endpoints(t) {
		if !bytes.Contains(out, []byte("\n"+e.addr)) && !bytes.HasPrefix(out, []byte(e.addr)) {
			t.Errorf("%s is missing:\n%s", e.name, out)
		}
	}
}

// TestRoutes sends requests where they belong.
func TestRoutes(t *testing.T) {
	c := shared.quorum.cluster(t)
	kscope, addr := build(t), c.Brokers()[0].Addr
	run(t, 0, kscope, "call", addr, "CreateTopics", `{"topics":[{"name":"routes","numPartitions":2,"replicationFactor":1}]}`, "--write")
	offsets := []string{"ListOffsets", `{"topics":[{"name":"routes","partitions":[{"partitionIndex":1,"timestamp":-1}]}]}`, "--to-leader", "routes/1"}
	await(t, func() error { // a broker leads a little after the metadata says so
		return exec.CommandContext(t.Context(), kscope, append([]string{"call", addr}, offsets...)...).Run()
	})
	for _, args := range [][]string{offsets, {"DescribeCluster", "--all"}} {
		_, said := run(t, 0, kscope, append([]string{"call", addr}, args...)...)
		if !strings.Contains(said, fmt.Sprintf("node %d at %s", c.Brokers()[0].ID, addr)) {
			t.Error(said)
		}
	}
	_, said := run(t, 2, kscope, "call", addr, "ListOffsets", "--to-leader", "routes/7")
	if !strings.Contains(said, "topic routes has partitions 0 to 1, not 7") {
		t.Error(said)
	}
	out, _ := run(t, 0, kscope, "call", c.Controllers()[0].Addr, "DescribeCluster", `{"endpointType":2}`, "--all", "-o", "json")
	if n := bytes.Count(out, []byte("\n")); n != len(c.Controllers()) {
		t.Errorf("%d controllers answered:\n%s", n, out)
	}
}
