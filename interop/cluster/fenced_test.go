package cluster_test

import (
	"bytes"
	"fmt"
	"net"
	"testing"

	"github.com/kscope/kscope/interop/lab"
	"github.com/kscope/kscope/interop/raw"
	"github.com/kscope/kscope/message"
)

// TestStaleBeginQuorumEpoch sends the message that the product grew from to a
// real controller, with an epoch that is over.
func TestStaleBeginQuorumEpoch(t *testing.T) {
	c := lab.ForTest(t, lab.Options{Release: "4.4.0", Combined: true})
	a, node := newAsker(), c.Nodes[0]
	addr := node.Listeners["CONTROLLER"]

	spec, err := a.codec.Spec("BeginQuorumEpochRequest", 1)
	if err != nil {
		t.Fatal(err)
	}
	request, err := spec.Encode(nil, fmt.Appendf(nil, `{"clusterId":%q,"voterId":1,"topics":[{"topicName":"__cluster_metadata",
		"partitions":[{"partitionIndex":0,"leaderId":1,"leaderEpoch":0}]}],"leaderEndpoints":[]}`, c.ID),
		message.Frame, message.Header{CorrelationID: correlationID, ClientID: &clientID})
	if err != nil {
		t.Fatal(err)
	}
	got, err := raw.Roundtrip(t.Context(), addr, request)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.read(request, got); err != nil {
		t.Error(err)
	}
	if want := fenced(t, a, addr); !bytes.Equal(got, want) {
		t.Errorf("got  %x\nwant %x", got, want)
	}

	var out struct {
		Topics []struct{ Partitions []quorum }
	}
	if err := a.answer(t.Context(), addr, "DescribeQuorum", 2, describeQuorum, &out); err != nil {
		t.Fatal(err)
	}
	if q := out.Topics[0].Partitions[0]; q.ErrorCode != 0 || q.LeaderID != 1 || q.LeaderEpoch != 1 {
		t.Errorf("the quorum is no longer what it was: %+v", q)
	}
}

// fenced is the whole frame of the answer: the partition has error 74, the
// leader is 1 in epoch 1, and the tagged NodeEndpoints say where.
func fenced(t *testing.T, a *asker, addr string) []byte {
	t.Helper()
	code, ok := a.codec.Catalog.ErrorByName("FENCED_LEADER_EPOCH")
	if !ok {
		t.Fatal("no such error")
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := a.codec.Spec("BeginQuorumEpochResponse", 1)
	if err != nil {
		t.Fatal(err)
	}
	frame, err := spec.Encode(nil, fmt.Appendf(nil, `{"errorCode":0,"topics":[{"topicName":"__cluster_metadata","partitions":[
		{"partitionIndex":0,"errorCode":%d,"leaderId":1,"leaderEpoch":1}]}],"nodeEndpoints":[{"nodeId":1,"host":%q,"port":%s}]}`,
		code.Code, host, port), message.Frame, message.Header{CorrelationID: correlationID})
	if err != nil {
		t.Fatal(err)
	}
	return frame
}
