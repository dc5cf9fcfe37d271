package probe

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"

	"github.com/kscope/kscope/catalog"
)

// The APIs that tell of a node and its cluster.
const (
	apiVersions     = "ApiVersions"
	describeCluster = "DescribeCluster"
	describeQuorum  = "DescribeQuorum"
	metadata        = "Metadata"
	findCoordinator = "FindCoordinator"
)

// endpointType of DescribeCluster: which nodes to tell of (KIP-919).
const endpointControllers = "2"

// isController tells a controller's listener by what it does not have: every
// broker answers Metadata, and of controllers only those of 2.8.
func (s *Session) isController() bool {
	return s.lacks(metadata) != nil
}

// Cluster asks for the cluster's id and nodes. A controller before 3.7 tells of
// none; that is a *NotOfferedError.
func (s *Session) Cluster(ctx context.Context) (Cluster, error) {
	c := Cluster{Controller: -1, Self: -1}
	if err := s.lacks(describeCluster); err != nil && s.isController() {
		return c, err
	} else if err != nil {
		return s.clusterByMetadata(ctx)
	}
	body := fields{"IncludeFencedBrokers": "true"}
	if s.isController() {
		body = fields{"EndpointType": endpointControllers}
	}
	a, err := s.ask(ctx, describeCluster, body)
	if err == nil {
		err = a.check("", "")
	}
	if err != nil {
		return c, err
	}
	c.ID, c.Controller = a.text("ClusterId"), int32(a.num("ControllerId"))
	for _, at := range a.elements("Brokers") {
		c.Peers = append(c.Peers, Peer{int32(a.num(at + "BrokerId")), a.hostPort(at), a.text(at + "Rack"), a.num(at+"IsFenced") == 1})
	}
	c.Self = self(c.Peers, s.Conn.Addr())
	return c, nil
}

// clusterByMetadata asks for no topic; version 0 cannot but give them all.
func (s *Session) clusterByMetadata(ctx context.Context) (Cluster, error) {
	c := Cluster{Controller: -1, Self: -1}
	a, err := s.ask(ctx, metadata, fields{"Topics": "[]", "AllowAutoTopicCreation": "false"})
	if err != nil {
		return c, err
	}
	c.ID, c.Controller, c.Peers = a.text("ClusterId"), int32(a.num("ControllerId")), a.peers("Brokers", "NodeId")
	c.Self = self(c.Peers, s.Conn.Addr())
	return c, nil
}

// peers reads an array of nodes.
func (a answer) peers(path, id string) []Peer {
	var all []Peer
	for _, at := range a.elements(path) {
		all = append(all, Peer{ID: int32(a.num(at + id)), Addr: a.hostPort(at), Rack: a.text(at + "Rack")})
	}
	return all
}

// self is the id of the peer at an address, -1 where there is none. Names of
// this machine are one address.
func self(peers []Peer, addr string) int32 {
	for _, p := range peers {
		if local(p.Addr) == local(addr) {
			return p.ID
		}
	}
	return -1
}

func local(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); err == nil && (host == "localhost" || ip != nil && ip.IsLoopback()) {
		return net.JoinHostPort("localhost", port)
	}
	return addr
}

// Quorum asks for the voters of the metadata log.
func (s *Session) Quorum(ctx context.Context) (*Quorum, error) {
	body := fmt.Sprintf(`[{"topicName":%s,"partitions":[{"partitionIndex":0}]}]`, quote(catalog.MetadataTopic))
	a, err := s.ask(ctx, describeQuorum, fields{"Topics": body})
	if err == nil {
		err = a.check("", "")
	}
	const at = "Topics[0].Partitions[0]."
	if err == nil {
		err = a.check(at, "")
	}
	if err != nil {
		return nil, err
	}
	q := &Quorum{Leader: int32(a.num(at + "LeaderId")), LeaderEpoch: int32(a.num(at + "LeaderEpoch")), Addrs: map[int32]string{}}
	ids := func(path string) (all []int32) {
		for _, e := range a.elements(path) {
			all = append(all, int32(a.num(e+"ReplicaId")))
		}
		slices.Sort(all)
		return all
	}
	q.Voters, q.Observers = ids(at+"CurrentVoters"), ids(at+"Observers")
	for _, e := range a.elements("Nodes") {
		if addr := a.hostPort(e + "Listeners[0]."); addr != "" {
			q.Addrs[int32(a.num(e+"NodeId"))] = addr
		}
	}
	return q, nil
}

// nodeName says who a node is in errors.
func nodeName(id int32) string { return "node " + strconv.Itoa(int(id)) }
