package mock

import (
	"fmt"
	"slices"
	"time"
)

// group is a group of consumers. Its members join, which ends in a generation,
// get their parts from the leader's SyncGroup, and beat.
type group struct {
	id           string
	protocolType string
	protocol     string
	generation   int32
	leader       string
	members      []*member // in the order in which they came
	pending      []string  // member ids that were given and have not joined yet
	joining      bool      // a generation is about to begin
	assigned     bool      // the leader has sent the parts of this generation
	offsets      map[place]commit
}

type member struct {
	id        string
	instance  any // its group.instance.id; nil for none
	client    any // its client id
	protocols []Body
	joined    bool // in the generation that is about to begin
	part      []byte
	session   time.Duration
	rebalance time.Duration
	seen      time.Time
}

// place is a partition, by its topic's name.
type place struct {
	topic     string
	partition int64
}

type commit struct {
	offset, epoch int64
	metadata      any
}

// maxRebalance bounds how long members are waited for.
const maxRebalance = time.Minute

func (b *Broker) group(id string) *group {
	g := b.groups[id]
	if g == nil {
		g = &group{id: id, offsets: map[place]commit{}}
		b.groups[id] = g
	}
	return g
}

func (g *group) member(id string) *member {
	i := slices.IndexFunc(g.members, func(m *member) bool { return m.id == id })
	if i < 0 {
		return nil
	}
	return g.members[i]
}

// check says by the name of an error why a member may not act in a generation;
// "" when it may. A known member has been seen then.
func (g *group) check(id string, generation int64) string {
	m := g.member(id)
	if m == nil {
		return "UNKNOWN_MEMBER_ID"
	}
	m.seen = time.Now()
	switch {
	case generation != int64(g.generation):
		return "ILLEGAL_GENERATION"
	case g.joining:
		return rebalancing
	}
	return ""
}

const rebalancing = "REBALANCE_IN_PROGRESS"

// expire drops members that have not been seen for their session timeout, while
// nothing is waited for that they take part in.
func (g *group) expire() {
	g.drop(func(m *member) bool { return !m.joined && time.Since(m.seen) > m.session })
}

// drop takes members out, after which the others must join anew.
func (g *group) drop(gone func(*member) bool) {
	before := len(g.members)
	g.members = slices.DeleteFunc(g.members, gone)
	if len(g.members) < before {
		g.joining = len(g.members) > 0
	}
}

// ready reports whether all members have joined.
func (g *group) ready() bool {
	return g.joining && !slices.ContainsFunc(g.members, func(m *member) bool { return !m.joined })
}

// begin begins a generation.
func (g *group) begin() {
	g.joining, g.assigned = false, false
	g.generation++
	if g.member(g.leader) == nil {
		g.leader = g.members[0].id
	}
	g.protocol = g.choose()
	for _, m := range g.members {
		m.joined, m.part, m.seen = false, nil, time.Now()
	}
}

// choose picks the first protocol of the leader that all members have.
func (g *group) choose() string {
	for _, p := range g.member(g.leader).protocols {
		name := p.Text("name")
		if !slices.ContainsFunc(g.members, func(m *member) bool { return m.protocol(name) == nil }) {
			return name
		}
	}
	return ""
}

// protocol is what a member says about a protocol, nil if it does not have it.
func (m *member) protocol(name string) Body {
	i := slices.IndexFunc(m.protocols, func(p Body) bool { return p.Text("name") == name })
	if i < 0 {
		return nil
	}
	return m.protocols[i]
}

// fits reports whether members with these protocols can be in the group.
func (g *group) fits(protocolType string, protocols []Body, id string) bool {
	if len(protocols) == 0 || protocolType == "" {
		return false
	}
	others := slices.DeleteFunc(slices.Clone(g.members), func(m *member) bool { return m.id == id })
	if len(others) == 0 {
		return true
	}
	return g.protocolType == protocolType && slices.ContainsFunc(protocols, func(p Body) bool {
		return !slices.ContainsFunc(others, func(m *member) bool { return m.protocol(p.Text("name")) == nil })
	})
}

// state is what brokers call the state of a group.
func (g *group) state() string {
	switch {
	case len(g.members) == 0:
		return "Empty"
	case g.joining:
		return "PreparingRebalance"
	case !g.assigned:
		return "CompletingRebalance"
	}
	return "Stable"
}

func (b *Broker) newMemberID(r *Request) string {
	b.members++
	prefix := "member"
	if r.ClientID != nil {
		prefix = *r.ClientID
	}
	return fmt.Sprintf("%s-%d", prefix, b.members)
}

// noSuchGroups refuses members of groups whose protocol is not there.
func noSuchGroups(*Request) Body { return Body{"errorCode": "UNSUPPORTED_VERSION"} }

// noneOf tells of each group that it is none of such a protocol; clients then
// ask for it by DescribeGroups.
func noneOf(r *Request) Body {
	ids, _ := r.Body["groupIds"].([]any)
	all := []any{}
	for _, id := range ids {
		all = append(all, Body{"groupId": id, "errorCode": "GROUP_ID_NOT_FOUND"})
	}
	return Body{"groups": all}
}
