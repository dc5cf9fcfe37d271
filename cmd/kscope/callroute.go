package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/probe"
)

// routeFlags say which node of the cluster a request is for.
type routeFlags struct {
	leader      string
	group       string
	transaction string
	controller  bool
	all         bool
}

func (f *routeFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.leader, "to-leader", "", "send to the leader of a `TOPIC[/PARTITION]`, which ADDR is asked for")
	flags.StringVar(&f.group, "to-coordinator", "", "send to the coordinator of a `GROUP`")
	flags.StringVar(&f.transaction, "to-transaction-coordinator", "", "send to the coordinator of a transactional `ID`")
	flags.BoolVar(&f.controller, "to-controller", false, "send to the active controller")
	flags.BoolVar(&f.all, "all", false, "send to every node of the kind that ADDR is: all brokers, or all controllers")
	cmd.MarkFlagsMutuallyExclusive("to-leader", "to-coordinator", "to-transaction-coordinator", "to-controller", "all")
}

// targets asks the node at addr where to send to, as the flags want.
func (f *routeFlags) targets(ctx context.Context, k *caller, addr string) ([]probe.Peer, error) {
	if *f == (routeFlags{}) {
		return []probe.Peer{{ID: -1, Addr: addr}}, nil
	}
	s, err := probe.Open(ctx, k.codec, addr, k.cfg)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if f.all {
		all, err := s.Peers(ctx)
		if err == nil && len(all) == 0 {
			err = fmt.Errorf("%s tells of no nodes", addr)
		}
		return all, err
	}
	peer, why, err := f.one(ctx, s)
	if err != nil {
		return nil, err
	}
	k.app.note("%s is node %d at %s", why, peer.ID, peer.Addr)
	return []probe.Peer{peer}, nil
}

// one finds the one node, and says why it is that.
func (f *routeFlags) one(ctx context.Context, s *probe.Session) (probe.Peer, string, error) {
	var peer probe.Peer
	var err error
	switch {
	case f.group != "":
		peer, err = s.Coordinator(ctx, probe.GroupCoordinator, f.group)
		return peer, "the coordinator of group " + f.group, err
	case f.transaction != "":
		peer, err = s.Coordinator(ctx, probe.TransactionCoordinator, f.transaction)
		return peer, "the coordinator of transactional id " + f.transaction, err
	case f.controller:
		peer, err = s.Controller(ctx)
		return peer, "the active controller", err
	}
	topic, text, ok := strings.Cut(f.leader, "/")
	partition := int64(0)
	if ok {
		if partition, err = strconv.ParseInt(text, 10, 32); err != nil || partition < 0 {
			return peer, "", errors.New("--to-leader: expected TOPIC/PARTITION, found " + strconv.Quote(f.leader))
		}
	}
	peer, err = s.Leader(ctx, topic, int32(partition))
	return peer, fmt.Sprintf("the leader of %s-%d", topic, partition), err
}
