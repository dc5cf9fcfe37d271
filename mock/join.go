package mock

import (
	"context"
	"slices"
	"time"
)

// look is how often those who wait for a group look whether its members are
// still there.
const look = 200 * time.Millisecond

// joinGroup answers JoinGroup, when all members have joined or those that have
// not are given up.
func (b *Broker) joinGroup(ctx context.Context, r *Request) (Body, error) {
	g := b.group(r.Body.Text("groupId"))
	g.expire()
	m, refused := b.enter(g, r)
	if refused != nil {
		return refused, nil
	}
	until := time.Now()
	for _, other := range g.members {
		until = later(until, time.Now().Add(min(other.rebalance, maxRebalance)))
	}
	for generation := g.generation; g.generation == generation && g.member(m.id) == m; {
		g.expire()
		if time.Now().After(until) {
			g.drop(func(m *member) bool { return !m.joined })
		}
		if g.ready() {
			g.begin()
			b.wake()
			break
		}
		if err := b.sleep(ctx, time.Now().Add(look)); err != nil {
			g.drop(func(other *member) bool { return other == m })
			return nil, err
		}
	}
	if g.member(m.id) == nil {
		return Body{"errorCode": "UNKNOWN_MEMBER_ID", "memberId": m.id, "generationId": -1}, nil
	}
	return g.welcome(m), nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// enter makes the sender a member that has joined; refused is the answer when it
// may not.
func (b *Broker) enter(g *group, r *Request) (m *member, refused Body) {
	refuse := func(code, id string) Body {
		return Body{"errorCode": code, "memberId": id, "generationId": -1}
	}
	id, instance, protocols := r.Body.Text("memberId"), r.Body["groupInstanceId"], r.Body.Structs("protocols")
	if known := slices.IndexFunc(g.members, func(m *member) bool { return instance != nil && m.instance == instance }); known >= 0 && id == "" {
		// A static member comes back under a new id (KIP-345).
		id = b.newMemberID(r)
		g.members[known].id = id
	}
	m = g.member(id)
	pending := slices.Index(g.pending, id)
	switch {
	case g.id == "":
		return nil, refuse("INVALID_GROUP_ID", id)
	case ms(r.Body, "sessionTimeoutMs") < b.opts.MinSession || ms(r.Body, "sessionTimeoutMs") > maxSession:
		return nil, refuse("INVALID_SESSION_TIMEOUT", id)
	case !g.fits(r.Body.Text("protocolType"), protocols, id):
		return nil, refuse("INCONSISTENT_GROUP_PROTOCOL", id)
	case id == "" && r.Version >= 4 && instance == nil: // KIP-394
		id = b.newMemberID(r)
		g.pending = append(g.pending, id)
		g.pending = g.pending[max(0, len(g.pending)-maxPending):]
		return nil, refuse("MEMBER_ID_REQUIRED", id)
	case id != "" && m == nil && pending < 0:
		return nil, refuse("UNKNOWN_MEMBER_ID", id)
	case m == nil:
		if pending >= 0 {
			g.pending = slices.Delete(g.pending, pending, pending+1)
		} else {
			id = b.newMemberID(r)
		}
		m = &member{id: id, instance: instance}
		g.members = append(g.members, m)
	}
	g.protocolType = r.Body.Text("protocolType")
	if r.ClientID != nil {
		m.client = *r.ClientID
	}
	m.protocols, m.joined, m.seen = protocols, true, time.Now()
	m.session = ms(r.Body, "sessionTimeoutMs")
	if m.rebalance = ms(r.Body, "rebalanceTimeoutMs"); m.rebalance <= 0 {
		m.rebalance = m.session // version 0 has one for both
	}
	g.joining = true
	b.wake()
	return m, nil
}

// maxSession is Kafka's group.max.session.timeout.ms.
const maxSession = 30 * time.Minute

// maxPending bounds the ids that a group remembers to have given.
const maxPending = 1000

// welcome tells a member of the generation; the leader, of all members.
func (g *group) welcome(m *member) Body {
	members := []any{}
	if m.id == g.leader {
		for _, other := range g.members {
			members = append(members, Body{"memberId": other.id, "groupInstanceId": other.instance,
				"metadata": bytesOf(other.protocol(g.protocol), "metadata")})
		}
	}
	return Body{"generationId": g.generation, "protocolType": g.protocolType, "protocolName": g.protocol,
		"leader": g.leader, "memberId": m.id, "members": members}
}

// syncGroup answers SyncGroup, when the leader has sent the parts.
func (b *Broker) syncGroup(ctx context.Context, r *Request) (Body, error) {
	g, id, generation := b.group(r.Body.Text("groupId")), r.Body.Text("memberId"), r.Body.Int("generationId")
	for {
		g.expire()
		if code := g.check(id, generation); code != "" {
			return Body{"errorCode": code, "assignment": []byte{}}, nil
		}
		if id == g.leader && !g.assigned {
			for _, a := range r.Body.Structs("assignments") {
				if m := g.member(a.Text("memberId")); m != nil {
					m.part = bytesOf(a, "assignment")
				}
			}
			g.assigned = true
			b.wake()
		}
		if g.assigned {
			part := append([]byte{}, g.member(id).part...)
			return Body{"protocolType": g.protocolType, "protocolName": g.protocol, "assignment": part}, nil
		}
		if err := b.sleep(ctx, time.Now().Add(look)); err != nil {
			return nil, err
		}
	}
}

func (b *Broker) heartbeat(r *Request) Body {
	g := b.group(r.Body.Text("groupId"))
	code := g.check(r.Body.Text("memberId"), r.Body.Int("generationId"))
	g.expire()
	if code == "" && g.joining { // somebody has just been given up
		code = rebalancing
	}
	if code == "" {
		return Body{}
	}
	return Body{"errorCode": code}
}

// leaveGroup answers LeaveGroup, which names one member before version 3.
func (b *Broker) leaveGroup(r *Request) Body {
	g := b.group(r.Body.Text("groupId"))
	leaving := r.Body.Structs("members")
	if !r.Body.Has("members") {
		leaving = []Body{{"memberId": r.Body["memberId"]}}
	}
	body := Body{}
	answers := []any{}
	for _, l := range leaving {
		is := func(m *member) bool {
			return m.id == l.Text("memberId") || l["groupInstanceId"] != nil && m.instance == l["groupInstanceId"]
		}
		answer := Body{"memberId": l["memberId"], "groupInstanceId": l["groupInstanceId"]}
		if !slices.ContainsFunc(g.members, is) {
			answer["errorCode"] = "UNKNOWN_MEMBER_ID"
			if !r.Body.Has("members") {
				body["errorCode"] = "UNKNOWN_MEMBER_ID"
			}
		}
		g.drop(is)
		answers = append(answers, answer)
	}
	b.wake()
	body["members"] = answers
	return body
}
