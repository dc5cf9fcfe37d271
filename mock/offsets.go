package mock

import (
	"maps"
	"slices"
)

// keyTypes is the largest kind of keys that have coordinators: groups,
// transactions, share groups.
const keyTypes = 2

func (b *Broker) findCoordinator(r *Request) Body {
	n := r.Node
	here := func(key any) Body {
		if kind := r.Body.Int("keyType"); kind < 0 || kind > keyTypes {
			return Body{"key": key, "nodeId": -1, "port": -1, "errorCode": "INVALID_REQUEST"}
		}
		return Body{"key": key, "nodeId": n.ID, "host": n.Host, "port": n.Port}
	}
	body := here(r.Body["key"])
	keys, _ := r.Body["coordinatorKeys"].([]any)
	all := []any{}
	for _, key := range keys {
		all = append(all, here(key))
	}
	body["coordinators"] = all
	return body
}

// offsetCommit answers OffsetCommit. A generation below 0 is that of one who is
// no member.
func (b *Broker) offsetCommit(r *Request) Body {
	g := b.group(r.Body.Text("groupId"))
	refused := ""
	if generation, ok := toInt(r.Body["generationIdOrMemberEpoch"]); ok && generation >= 0 {
		refused = g.check(r.Body.Text("memberId"), generation)
		if refused == rebalancing {
			refused = "" // members commit before they join anew
		}
	}
	topics, _ := b.each(r.Body.Structs("topics"), commits, func(t *topic, _ *partition, asked, answer Body) {
		if refused != "" {
			answer.fail(refused)
			return
		}
		g.offsets[place{t.name, asked.Int("partitionIndex")}] = commitOf(asked)
	})
	return Body{"topics": topics}
}

// commits is where requests to commit offsets have partitions.
var commits = shape{"partitions", "partitions", "partitionIndex", "partitionIndex", nil}

func commitOf(asked Body) commit {
	c := commit{offset: asked.Int("committedOffset"), epoch: -1, metadata: asked["committedMetadata"]}
	if asked.Has("committedLeaderEpoch") {
		c.epoch = asked.Int("committedLeaderEpoch")
	}
	return c
}

// offsetFetch answers OffsetFetch, which asks about one group before version 8.
func (b *Broker) offsetFetch(r *Request) Body {
	body := Body{"topics": b.committed(r.Body)}
	groups := []any{}
	for _, asked := range r.Body.Structs("groups") {
		groups = append(groups, Body{"groupId": asked["groupId"], "topics": b.committed(asked)})
	}
	body["groups"] = groups
	return body
}

// committed gives the offsets of the partitions that are asked about; of all,
// when no topics are named.
func (b *Broker) committed(asked Body) []any {
	g := b.group(asked.Text("groupId"))
	topics := asked.Structs("topics")
	if !asked.Has("topics") {
		topics = b.withOffsets(g)
	}
	all := []any{}
	for _, names := range topics {
		name := names.Text("name")
		if t, _ := b.find(names); t != nil {
			name = t.name
		}
		answers := []any{}
		list, _ := names["partitionIndexes"].([]any)
		for _, x := range list {
			index, _ := toInt(x)
			c, ok := g.offsets[place{name, index}]
			if !ok {
				c = commit{offset: -1, epoch: -1, metadata: ""}
			}
			answers = append(answers, Body{"partitionIndex": index, "committedOffset": c.offset, "committedLeaderEpoch": c.epoch, "metadata": c.metadata})
		}
		all = append(all, Body{"name": name, "topicId": names["topicId"], "partitions": answers})
	}
	return all
}

// withOffsets lists the partitions that a group has offsets of, as a request
// names them.
func (b *Broker) withOffsets(g *group) (topics []Body) {
	byTopic := map[string][]any{}
	for p := range g.offsets {
		byTopic[p.topic] = append(byTopic[p.topic], p.partition)
	}
	for _, name := range slices.Sorted(maps.Keys(byTopic)) {
		names := Body{"name": name, "partitionIndexes": byTopic[name]}
		if t := b.topics[name]; t != nil {
			names["topicId"] = t.id
		}
		topics = append(topics, names)
	}
	return topics
}

func (b *Broker) describeGroups(r *Request) Body {
	ids, _ := r.Body["groups"].([]any)
	all := []any{}
	for _, x := range ids {
		id, _ := x.(string)
		g := b.groups[id]
		if g == nil {
			dead := Body{"groupId": id, "groupState": "Dead"}
			if r.Version >= 6 { // KIP-1043
				dead["errorCode"], dead["errorMessage"] = "GROUP_ID_NOT_FOUND", "there is no group "+id
			}
			all = append(all, dead)
			continue
		}
		members := []any{}
		for _, m := range g.members {
			members = append(members, Body{"memberId": m.id, "groupInstanceId": m.instance, "clientId": m.client, "memberAssignment": append([]byte{}, m.part...),
				"memberMetadata": append([]byte{}, bytesOf(m.protocol(g.protocol), "metadata")...)})
		}
		all = append(all, Body{"groupId": id, "groupState": g.state(), "protocolType": g.protocolType, "protocolData": g.protocol, "members": members})
	}
	return Body{"groups": all}
}

func (b *Broker) listGroups(*Request) Body {
	all := []any{}
	for _, id := range slices.Sorted(maps.Keys(b.groups)) {
		g := b.groups[id]
		all = append(all, Body{"groupId": id, "protocolType": g.protocolType, "groupState": g.state(), "groupType": "classic"})
	}
	return Body{"groups": all}
}

func (b *Broker) deleteGroups(r *Request) Body {
	ids, _ := r.Body["groupsNames"].([]any)
	all := []any{}
	for _, x := range ids {
		id, _ := x.(string)
		result := Body{"groupId": id}
		switch g := b.groups[id]; {
		case g == nil:
			result["errorCode"] = "GROUP_ID_NOT_FOUND"
		case len(g.members) > 0:
			result["errorCode"] = "NON_EMPTY_GROUP"
		default:
			delete(b.groups, id)
		}
		all = append(all, result)
	}
	return Body{"results": all}
}
