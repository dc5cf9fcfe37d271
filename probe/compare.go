package probe

import (
	"slices"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/schema"
)

// Disagreement is an API that nodes with one kind of listener do not offer
// alike.
type Disagreement struct {
	Key      int
	Name     string // "" of an API that the catalog lacks
	Listener catalog.Listener
	Offered  []schema.Versions // by node; schema.None of those without, and of other listeners
	Asked    []bool            // by node: whether it is one of those that are compared
}

// Compare lists where nodes of the same kind do not offer the same, as in the
// middle of a rolling upgrade. Nodes that could not be asked do not count.
func Compare(c *catalog.Catalog, nodes []Node) []Disagreement {
	var all []Disagreement
	for _, l := range []catalog.Listener{catalog.Broker, catalog.Controller} {
		for _, key := range keys(nodes) {
			d := Disagreement{Key: int(key), Listener: l, Offered: make([]schema.Versions, len(nodes)), Asked: make([]bool, len(nodes))}
			if api, err := c.API(int(key)); err == nil {
				d.Name = api.Name
			}
			if !d.agree(nodes) {
				all = append(all, d)
			}
		}
	}
	return all
}

// agree fills what is offered, and reports whether it is all the same.
func (d *Disagreement) agree(nodes []Node) bool {
	var first *schema.Versions
	same := true
	for i := range nodes {
		d.Offered[i] = schema.None
		if nodes[i].Err != nil || !nodes[i].is(d.Listener) {
			continue
		}
		d.Asked[i] = true
		d.Offered[i] = nodes[i].Offer.Of(d.Key)
		if first == nil {
			first = &d.Offered[i]
		}
		same = same && *first == d.Offered[i]
	}
	return same
}

// is reports whether a node has a kind of listener. Both kinds of brokers are
// one: a cluster that migrates to KRaft has both.
func (n *Node) is(l catalog.Listener) bool {
	kind := n.Listener()
	return kind == l || kind == catalog.ZKBroker && l == catalog.Broker
}

// keys lists the API keys that any node offers.
func keys(nodes []Node) []int16 {
	seen := map[int16]bool{}
	var all []int16
	for i := range nodes {
		if nodes[i].Err != nil {
			continue
		}
		for key := range nodes[i].Offer.APIs {
			if !seen[key] {
				seen[key] = true
				all = append(all, key)
			}
		}
	}
	slices.Sort(all)
	return all
}
