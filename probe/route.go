package probe

import (
	"context"
	"fmt"
	"strconv"
)

// Coordinator is a kind of coordinator: the key type of FindCoordinator.
type Coordinator int8

// The kinds of coordinators.
const (
	GroupCoordinator       Coordinator = 0 // of a group
	TransactionCoordinator Coordinator = 1 // of a transactional id
)

// Leader finds the leader of a partition. A topic that is not there is an
// *AnswerError, and is not created.
func (s *Session) Leader(ctx context.Context, topic string, partition int32) (Peer, error) {
	a, err := s.ask(ctx, metadata, fields{"Topics": fmt.Sprintf(`[{"name":%s}]`, quote(topic)), "AllowAutoTopicCreation": "false"})
	if err == nil {
		err = a.check("Topics[0].", "topic "+topic)
	}
	if err != nil {
		return Peer{}, err
	}
	for _, at := range a.elements("Topics[0].Partitions") {
		if int32(a.num(at+"PartitionIndex")) != partition {
			continue
		}
		leader := int32(a.num(at + "LeaderId"))
		if leader < 0 {
			return Peer{}, fmt.Errorf("%s: partition %s-%d has no leader", s.Conn.Addr(), topic, partition)
		}
		return s.peer(a.peers("Brokers", "NodeId"), leader)
	}
	n := a.count("Topics[0].Partitions")
	return Peer{}, fmt.Errorf("%s: topic %s has partitions 0 to %d, not %d", s.Conn.Addr(), topic, n-1, partition)
}

// Coordinator finds the coordinator of a group or a transactional id.
func (s *Session) Coordinator(ctx context.Context, kind Coordinator, key string) (Peer, error) {
	a, err := s.ask(ctx, findCoordinator, fields{"Key": quote(key), "KeyType": strconv.Itoa(int(kind)), "CoordinatorKeys": "[" + quote(key) + "]"})
	if err != nil {
		return Peer{}, err
	}
	at := "" // up to version 3
	if a.count("Coordinators") > 0 {
		at = "Coordinators[0]."
	}
	if err := a.check(at, key); err != nil {
		return Peer{}, err
	}
	return Peer{ID: int32(a.num(at + "NodeId")), Addr: a.hostPort(at)}, nil
}

// Controller finds the active controller.
func (s *Session) Controller(ctx context.Context) (Peer, error) {
	switch {
	case s.isController():
		return s.active(s.Cluster(ctx))
	case s.lacks(describeQuorum) != nil: // with ZooKeeper, where a broker is it
		return s.active(s.clusterByMetadata(ctx))
	}
	q, err := s.Quorum(ctx)
	if err != nil {
		return Peer{}, err
	}
	if addr := q.Addrs[q.Leader]; addr != "" {
		return Peer{ID: q.Leader, Addr: addr}, nil
	}
	return Peer{}, fmt.Errorf("%s says that the active controller is %s, but not where that is; name its address (controller.quorum.voters)",
		s.Conn.Addr(), nodeName(q.Leader))
}

// active finds the controller that a cluster tells of.
func (s *Session) active(c Cluster, err error) (Peer, error) {
	if err != nil {
		return Peer{}, err
	}
	return s.peer(c.Peers, c.Controller)
}

// Peers lists all nodes of the kind that the session's node is: the brokers, or
// the controllers.
func (s *Session) Peers(ctx context.Context) ([]Peer, error) {
	c, err := s.Cluster(ctx)
	return c.Peers, err
}

// peer finds a node by its id.
func (s *Session) peer(all []Peer, id int32) (Peer, error) {
	for _, p := range all {
		if p.ID == id && p.Addr != "" {
			return p, nil
		}
	}
	if id < 0 {
		return Peer{}, fmt.Errorf("%s knows of no controller", s.Conn.Addr())
	}
	return Peer{}, fmt.Errorf("%s does not say where %s is", s.Conn.Addr(), nodeName(id))
}
