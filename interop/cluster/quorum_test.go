package cluster_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/kscope/kscope/interop/lab"
)

// bodies are the requests that every node is asked, as far as it offers them.
// What a version lacks is left out by its default.
var bodies = map[string]string{
	"ApiVersions":     `{}`,
	"Metadata":        `{"topics":[{"name":"kscope"}]}`,
	"DescribeCluster": `{}`,
	"DescribeQuorum":  describeQuorum,
}

const describeQuorum = `{"topics":[{"topicName":"__cluster_metadata","partitions":[{"partitionIndex":0}]}]}`

// bodyFor is the request of one version for one node.
func bodyFor(n *lab.Node, api string, version int16) string {
	switch {
	case api == "ApiVersions" && version >= 3:
		return `{"clientSoftwareName":"kscope","clientSoftwareVersion":"0"}`
	case api == "DescribeCluster" && version >= 1 && n.Role == lab.Controller:
		return `{"endpointType":2}` // controllers answer about controllers alone (KIP-919)
	}
	return bodies[api]
}

// errorFor is the error code that a node is to answer with: INVALID_REQUEST
// from a controller whom a version without endpointType asks about brokers.
func errorFor(n *lab.Node, api string, version int16) int {
	if api == "DescribeCluster" && version == 0 && n.Role == lab.Controller {
		return 42
	}
	return 0
}

func TestQuorum(t *testing.T) {
	c := lab.ForTest(t, lab.Options{Release: "4.4.0", Controllers: 3, Brokers: 1})
	a := newAsker()
	a.createTopic(t, c.Brokers()[0])
	for _, n := range c.Nodes {
		a.askAll(t, n)
	}
	t.Logf("%d answers from %d nodes, read to the last byte", a.answers, len(c.Nodes))

	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	before, err := a.leader(ctx, c, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range c.Controllers() {
		if n.ID == before.LeaderID {
			c.Kill(n)
		}
	}
	begin := time.Now()
	after, err := a.leader(ctx, c, before.LeaderEpoch)
	if err != nil {
		t.Fatal(err)
	}
	if after.LeaderID == before.LeaderID || after.LeaderEpoch <= before.LeaderEpoch {
		t.Errorf("after the kill of %+v: %+v", before, after)
	}
	t.Logf("leader %d in epoch %d; %v after it was killed, leader %d in epoch %d", before.LeaderID, before.LeaderEpoch,
		time.Since(begin).Round(time.Millisecond), after.LeaderID, after.LeaderEpoch)
}

// createTopic gives Metadata something to tell.
func (a *asker) createTopic(t *testing.T, broker *lab.Node) {
	t.Helper()
	var created struct {
		Topics []struct {
			Name                     string
			ErrorCode, NumPartitions int
		}
	}
	body := `{"topics":[{"name":"kscope","numPartitions":3,"replicationFactor":1}],"timeoutMs":20000}`
	if err := a.answer(t.Context(), broker.Addr, "CreateTopics", 7, body, &created); err != nil {
		t.Fatal(err)
	}
	if len(created.Topics) != 1 || created.Topics[0].ErrorCode != 0 || created.Topics[0].NumPartitions != 3 {
		t.Errorf("%+v", created)
	}
}

// askAll asks a node in all versions that it offers.
func (a *asker) askAll(t *testing.T, n *lab.Node) {
	t.Helper()
	offered := a.offered(t, n)
	asked := 0
	for api := range bodies {
		span, ok := offered[api]
		if !ok {
			continue // Metadata is not for controllers
		}
		for v := span.MinVersion; v <= span.MaxVersion; v++ {
			var out struct{ ErrorCode int }
			if err := a.answer(t.Context(), n.Addr, api, v, bodyFor(n, api, v), &out); err != nil {
				t.Errorf("%s %d: %v", n.Role, n.ID, err)
			}
			if out.ErrorCode != errorFor(n, api, v) {
				t.Errorf("%s %d: %s %d answers with error %d", n.Role, n.ID, api, v, out.ErrorCode)
			}
			asked++
		}
	}
	t.Logf("%s %d offers %d APIs, %d requests asked", n.Role, n.ID, len(offered), asked)
}

// quorum is what DescribeQuorum tells about the partition.
type quorum struct {
	ErrorCode, LeaderID, LeaderEpoch int
	CurrentVoters                    []struct{ ReplicaID int }
}

// leader asks the living controllers until one leads in a higher epoch.
func (a *asker) leader(ctx context.Context, c *lab.Cluster, above int) (quorum, error) {
	for {
		for _, n := range c.Controllers() {
			if !n.Alive() {
				continue
			}
			var out struct {
				Topics []struct{ Partitions []quorum }
			}
			err := a.answer(ctx, n.Addr, "DescribeQuorum", 2, describeQuorum, &out)
			if err != nil || len(out.Topics) != 1 || len(out.Topics[0].Partitions) != 1 {
				return quorum{}, fmt.Errorf("controller %d: %+v, %w", n.ID, out, err)
			}
			if q := out.Topics[0].Partitions[0]; q.ErrorCode == 0 && q.LeaderEpoch > above {
				return q, nil
			}
		}
		select {
		case <-ctx.Done():
			return quorum{}, fmt.Errorf("no leader in an epoch above %d: %w", above, ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}
