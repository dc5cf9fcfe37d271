// Package probe finds out what a node is: which APIs and versions it offers,
// which release of Kafka that looks like, which features, nodes and quorum it
// tells of; and where in its cluster the node is that a request is for.
//
//	nodes := probe.Survey(ctx, codec, addrs, cfg)    all nodes side by side
//	nodes[0].Likeness[0]                             the release that it looks like
//	probe.Compare(nodes)                             where they differ, as in a rolling upgrade
//
//	s, err := probe.Open(ctx, codec, addr, cfg)      a connection that knows what is offered
//	spec, err := s.Pick("Fetch", -1)                 the newest version that both know
//	peer, err := s.Leader(ctx, "orders", 0)          the node to ask: a leader, a coordinator, the controller
//
// # Terminology
//
// An offer is what a node says to ApiVersions. A listener is the kind of
// endpoint that answers: that of a broker (with ZooKeeper or KRaft) or of a
// controller. A likeness is a run of releases that offer the same at one kind of
// listener, with what the node's offer has otherwise; without differences it is
// exact. A peer is a node that another one tells of.
//
// # Guarantees
//
// Only requests that read are sent, but FindCoordinator, which has the internal
// topic made that it needs. What is not offered is not asked for. What a node does
// not tell is -1, empty or nil, and never guessed. Matching is pure: it works on
// offers from anywhere.
//
// It does not say which patch release a node is, nor which vendor's: no wire
// format tells.
package probe
