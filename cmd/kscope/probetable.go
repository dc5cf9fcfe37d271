package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/probe"
	"github.com/kscope/kscope/schema"
)

// writeProbe writes what nodes told, or why they did not, and is an error when
// one did not.
func (a *app) writeProbe(c *message.Codec, nodes []probe.Node, output string) error {
	differences := probe.Compare(c.Catalog, nodes)
	if output == "json" {
		if err := writeJSON(a.out, probeJSON(c, nodes, differences)); err != nil {
			return err
		}
	} else if err := a.writeProbeTable(c, nodes, differences); err != nil {
		return err
	}
	for i := range nodes {
		if nodes[i].Err != nil {
			return fmt.Errorf("%w: %w", errUnreachable, nodes[i].Err)
		}
	}
	return nil
}

func (a *app) writeProbeTable(c *message.Codec, nodes []probe.Node, differences []probe.Disagreement) error {
	var asked []*probe.Node
	for i := range nodes {
		if err := a.table(nodeRows(&nodes[i])); err != nil {
			return err
		}
		fmt.Fprintln(a.out)
		if nodes[i].Err == nil {
			asked = append(asked, &nodes[i])
		}
	}
	if len(asked) == 0 {
		return nil
	}
	if err := a.table(apiRows(c, asked, differences)); err != nil {
		return err
	}
	if ids := clusters(asked); len(ids) > 1 {
		fmt.Fprintf(a.out, "\nnodes are of different clusters: %s\n", prose.List(ids))
	}
	if len(differences) > 0 {
		fmt.Fprintf(a.out, "\nnodes of one kind differ in %s\n", prose.Count(len(differences), "API"))
	}
	return nil
}

// clusters lists the ids of the nodes' clusters.
func clusters(nodes []*probe.Node) []string {
	var ids []string
	for _, n := range nodes {
		if id := n.Cluster.ID; id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// nodeRows are the facts of one node, its address in the first row.
func nodeRows(n *probe.Node) [][]string {
	if n.Err != nil {
		rows := [][]string{{n.Addr, "not asked: " + n.Err.Error()}}
		if hint := hintFor(n.Err); hint != "" {
			rows = append(rows, []string{"  hint", hint})
		}
		return rows
	}
	rows := [][]string{{n.Addr, likenessText(n)}}
	add := func(what, text string) {
		if text != "" {
			rows = append(rows, []string{"  " + what, text})
		}
	}
	for _, d := range n.Likeness[0].Differences {
		add("differs", d.String())
	}
	add("cluster", n.Cluster.ID)
	if n.Cluster.Self >= 0 {
		add("node", strconv.Itoa(int(n.Cluster.Self)))
	}
	kind := "brokers"
	if n.Listener() == catalog.Controller {
		kind = "controllers"
	}
	add(kind, peersText(n.Cluster))
	if n.Quorum != nil {
		add("quorum", quorumText(n.Quorum))
	} else if n.Cluster.Controller >= 0 {
		add("controller", strconv.Itoa(int(n.Cluster.Controller)))
	}
	add("features", featuresText(n.Offer))
	for _, err := range n.Remarks {
		add("not told", err.Error())
		add("hint", hintFor(err))
	}
	add("asked in", n.Took.Round(100*time.Microsecond).String())
	return rows
}

func likenessText(n *probe.Node) string {
	var all []string
	for i := range n.Likeness {
		l := &n.Likeness[i]
		text := fmt.Sprintf("Kafka %s, %s", releasesText(l.Releases), l.Listener.Words())
		if l.Unstable {
			text += " with unstable versions"
		}
		all = append(all, text)
	}
	text := strings.Join(all, ", or ")
	switch n := len(n.Likeness[0].Differences); {
	case n == 0:
		return text
	case n == 1:
		return text + ", but for 1 API"
	default:
		return fmt.Sprintf("nearest to %s, but for %d APIs", text, n)
	}
}

func releasesText(all []catalog.Release) string {
	if len(all) == 1 {
		return string(all[0])
	}
	return fmt.Sprintf("%s to %s", all[0], all[len(all)-1])
}

func peersText(c probe.Cluster) string {
	var all []string
	for _, p := range c.Peers {
		text := fmt.Sprintf("%d %s", p.ID, p.Addr)
		if p.Rack != "" {
			text += " rack " + p.Rack
		}
		if p.Fenced {
			text += " fenced"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func quorumText(q *probe.Quorum) string {
	var voters []string
	for _, id := range q.Voters {
		voters = append(voters, strings.TrimSpace(fmt.Sprintf("%d %s", id, q.Addrs[id])))
	}
	text := fmt.Sprintf("leader %d in epoch %d, voters %s", q.Leader, q.LeaderEpoch, strings.Join(voters, ", "))
	if len(q.Observers) > 0 {
		text += ", observers " + strings.Trim(fmt.Sprint(q.Observers), "[]")
	}
	return text
}

func featuresText(o *client.Offer) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(o.Supported)) {
		text := name
		if level, ok := o.Finalized[name]; ok {
			text += fmt.Sprintf(" %d", level.Hi)
		}
		all = append(all, fmt.Sprintf("%s (%s)", text, o.Supported[name]))
	}
	if o.FinalizedEpoch >= 0 {
		all = append(all, fmt.Sprintf("epoch %d", o.FinalizedEpoch))
	}
	return strings.Join(all, ", ")
}

// apiRows are a row for each API that a node offers, with a column for each
// node.
func apiRows(c *message.Codec, nodes []*probe.Node, differences []probe.Disagreement) [][]string {
	head := []string{"KEY", "API", "NODES"}
	keys := map[int]bool{}
	for _, n := range nodes {
		head = append(head, n.Addr)
		for key := range n.Offer.APIs {
			keys[int(key)] = true
		}
	}
	rows := [][]string{head}
	for _, api := range c.Catalog.APIs() {
		if keys[api.Key] {
			rows = append(rows, apiRow(api.Key, api.Name, nodes, differences))
		}
		delete(keys, api.Key)
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) { // what the catalog lacks
		rows = append(rows, apiRow(key, "unknown", nodes, differences))
	}
	return rows
}

func apiRow(key int, name string, nodes []*probe.Node, differences []probe.Disagreement) []string {
	note := ""
	if slices.ContainsFunc(differences, func(d probe.Disagreement) bool { return d.Key == key }) {
		note = "differ"
	}
	row := []string{strconv.Itoa(key), name, note}
	for _, n := range nodes {
		row = append(row, offeredText(n.Offer.Of(key)))
	}
	return row
}

func offeredText(v schema.Versions) string {
	if v.Empty() {
		return "-"
	}
	return v.String()
}
