package main

import (
	"maps"
	"slices"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/probe"
)

// probeJSON is all that was found out, for scripts. Ids that are not told are
// null.
func probeJSON(c *message.Codec, nodes []probe.Node, differences []probe.Disagreement) any {
	all := []any{}
	for i := range nodes {
		all = append(all, nodeJSON(c, &nodes[i]))
	}
	differ := []any{}
	for _, d := range differences {
		offered := map[string]any{}
		for i, asked := range d.Asked {
			if asked {
				offered[nodes[i].Addr] = versionsJSON(d.Offered[i])
			}
		}
		differ = append(differ, map[string]any{"apiKey": d.Key, "api": d.Name, "offered": offered})
	}
	return map[string]any{"nodes": all, "differences": differ}
}

func nodeJSON(c *message.Codec, n *probe.Node) any {
	if n.Err != nil {
		return map[string]any{"address": n.Addr, "error": n.Err.Error(), "hint": client.Hint(n.Err)}
	}
	apis := []any{}
	for _, key := range slices.Sorted(maps.Keys(n.Offer.APIs)) {
		api, _ := c.Catalog.API(int(key)) // without a name where the catalog lacks it
		v := n.Offer.APIs[key]
		apis = append(apis, map[string]any{"apiKey": key, "api": api.Name, "min": v.Lo, "max": v.Hi})
	}
	likeness := []any{}
	for _, l := range n.Likeness {
		differ := []any{}
		for _, d := range l.Differences {
			differ = append(differ, map[string]any{"apiKey": d.Key, "api": d.Name, "offered": versionsJSON(d.Offered), "expected": versionsJSON(d.Expected)})
		}
		likeness = append(likeness, map[string]any{"releases": l.Releases, "listener": l.Listener, "unstable": l.Unstable, "differences": differ})
	}
	remarks := []string{}
	for _, err := range n.Remarks {
		remarks = append(remarks, err.Error())
	}
	return map[string]any{
		"address": n.Addr, "ms": milliseconds(n.Took), "apis": apis, "likeness": likeness, "features": featuresJSON(n.Offer),
		"clusterId": n.Cluster.ID, "nodeId": idJSON(n.Cluster.Self), "controllerId": idJSON(n.Cluster.Controller),
		"peers": peersJSON(n.Cluster.Peers), "quorum": quorumJSON(n.Quorum), "remarks": remarks,
	}
}

func peersJSON(peers []probe.Peer) any {
	all := []any{}
	for _, p := range peers {
		all = append(all, map[string]any{"id": p.ID, "address": p.Addr, "rack": p.Rack, "fenced": p.Fenced})
	}
	return all
}

func quorumJSON(q *probe.Quorum) any {
	if q == nil {
		return nil
	}
	return map[string]any{"leaderId": idJSON(q.Leader), "leaderEpoch": q.LeaderEpoch, "voters": append([]int32{}, q.Voters...),
		"observers": append([]int32{}, q.Observers...), "addresses": q.Addrs}
}

func featuresJSON(o *client.Offer) any {
	all := []any{}
	for _, name := range slices.Sorted(maps.Keys(o.Supported)) {
		var level any
		if v, ok := o.Finalized[name]; ok {
			level = v.Hi
		}
		all = append(all, map[string]any{"name": name, "min": o.Supported[name].Lo, "max": o.Supported[name].Hi, "level": level})
	}
	return map[string]any{"epoch": o.FinalizedEpoch, "features": all}
}
