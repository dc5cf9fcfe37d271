package probe

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
)

// Node is what one address has told.
type Node struct {
	Addr string
	Err  error         // why the node could not be asked; then there is nothing else
	Took time.Duration // for all of it

	Offer    *client.Offer
	Likeness []Likeness // the nearest, all with as many differences; never empty
	Cluster  Cluster
	Quorum   *Quorum // nil where the node does not tell
	// Remarks are what the node did not answer, and why.
	Remarks []error
}

// Listener is the kind of listener that the node's offer looks like.
func (n *Node) Listener() catalog.Listener { return n.Likeness[0].Listener }

// Told lists the addresses of the other nodes that the node tells of: its peers,
// and the voters of the metadata log.
func (n *Node) Told() []string {
	var all []string
	for _, p := range n.Cluster.Peers {
		all = append(all, p.Addr)
	}
	if n.Quorum != nil {
		for _, id := range n.Quorum.Voters {
			all = append(all, n.Quorum.Addrs[id])
		}
	}
	return slices.DeleteFunc(all, func(addr string) bool { return addr == "" || local(addr) == local(n.Addr) })
}

// Peer is a node that another one tells of.
type Peer struct {
	ID     int32
	Addr   string // host:port, "" where it is not told
	Rack   string
	Fenced bool
}

// Cluster is what a node says about the cluster around it.
type Cluster struct {
	ID string
	// Controller is the id that the node gives: with ZooKeeper and at a
	// controller's listener that of the active one, at a KRaft broker that of some
	// broker that passes requests on.
	Controller int32
	Self       int32  // the node's own id, by the address that it was reached at
	Peers      []Peer // brokers; at a controller's listener, controllers
}

// Quorum is what a node says about the voters of the metadata log.
type Quorum struct {
	Leader      int32 // -1 for none
	LeaderEpoch int32
	Voters      []int32
	Observers   []int32
	Addrs       map[int32]string // of the voters' first listeners, as far as they are told
}

// Survey asks nodes side by side, and gives them in the order of the addresses.
func Survey(ctx context.Context, c *message.Codec, addrs []string, cfg client.Config) []Node {
	nodes := make([]Node, len(addrs))
	expected := sync.OnceValue(func() []expectation { return expectations(c.Catalog) })
	var wg sync.WaitGroup
	wg.Go(func() { expected() }) // while the nodes are dialled
	for i, addr := range addrs {
		wg.Go(func() { nodes[i] = survey(ctx, c, addr, cfg, expected) })
	}
	wg.Wait()
	return nodes
}

func survey(ctx context.Context, c *message.Codec, addr string, cfg client.Config, expected func() []expectation) Node {
	begin := time.Now()
	n := Node{Addr: addr, Cluster: Cluster{Controller: -1, Self: -1}}
	s, err := Open(ctx, c, addr, cfg)
	if err != nil {
		n.Err = client.Diagnose(ctx, c, cfg, err)
		return n
	}
	defer s.Close()
	n.Offer = s.Offer
	n.Likeness = nearest(match(c.Catalog, expected(), s.Offer.APIs))
	if n.Cluster, err = s.Cluster(ctx); err != nil {
		n.Remarks = append(n.Remarks, client.Diagnose(ctx, c, cfg, err))
	}
	if s.lacks(describeQuorum) == nil {
		n.Quorum, err = s.Quorum(ctx)
		if err != nil && !errors.Is(err, client.ErrBroken) && !isFollower(err) { // which is said already, or goes without saying
			n.Remarks = append(n.Remarks, err)
		}
	}
	n.Took = time.Since(begin)
	return n
}

// notLeader is what all controllers but the active one answer to DescribeQuorum.
const notLeader = "NOT_LEADER_OR_FOLLOWER"

func isFollower(err error) bool {
	refused := (*AnswerError)(nil)
	return errors.As(err, &refused) && refused.Code.Name == notLeader
}

// nearest cuts likenesses behind those that are as near as the first.
func nearest(all []Likeness) []Likeness {
	for i := range all {
		if all[i].distance() > all[0].distance() {
			return all[:i]
		}
	}
	return all
}
