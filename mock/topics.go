package mock

import (
	"cmp"
	"regexp"
	"slices"
)

// topic is a topic of a Broker.
type topic struct {
	name       string
	id         string // uuid
	partitions []*partition
}

var topicName = regexp.MustCompile(`^[a-zA-Z0-9._-]+$`)

// longestName is how long a topic's name may be; a count in the expression would
// make it slow to compile, at the start of every command.
const longestName = 249

// isTopicName reports whether a topic may be called so: as in
// org.apache.kafka.common.internals.Topic.
func isTopicName(name string) bool {
	return len(name) <= longestName && topicName.MatchString(name) && name != "." && name != ".."
}

// maxPartitions bounds what one request may make.
const maxPartitions = 10_000

// create makes a topic, or says by the name of an error why it does not.
func (b *Broker) create(name string, partitions int) (*topic, string) {
	switch {
	case !isTopicName(name):
		return nil, "INVALID_TOPIC_EXCEPTION"
	case b.topics[name] != nil:
		return nil, "TOPIC_ALREADY_EXISTS"
	case partitions < 1 || partitions > maxPartitions:
		return nil, "INVALID_PARTITIONS"
	}
	t := &topic{name: name, id: newUUID(), partitions: make([]*partition, partitions)}
	for i := range t.partitions {
		t.partitions[i] = &partition{most: b.opts.MaxLog}
	}
	b.topics[name] = t
	b.order = append(b.order, t)
	return t, ""
}

// find finds the topic that a struct names, by name or by id; where neither is
// known, the error says so.
func (b *Broker) find(names Body) (*topic, string) {
	if name, ok := cmp.Or(names["name"], names["topic"]).(string); ok {
		if t := b.topics[name]; t != nil {
			return t, ""
		}
		return nil, "UNKNOWN_TOPIC_OR_PARTITION"
	}
	for _, t := range b.order {
		if t.id == names.Text("topicId") {
			return t, ""
		}
	}
	return nil, "UNKNOWN_TOPIC_ID"
}

// at finds a partition; nil when there is none.
func (t *topic) at(index int64) *partition {
	if t == nil || index < 0 || index >= int64(len(t.partitions)) {
		return nil
	}
	return t.partitions[index]
}

// metadata answers Metadata. No topics are all of them in version 0; later, null
// is, and no topics are none.
func (b *Broker) metadata(r *Request) Body {
	topics := []any{}
	asked := r.Body.Structs("topics")
	if !r.Body.Has("topics") || r.Version == 0 && len(asked) == 0 {
		for _, t := range b.order {
			topics = append(topics, t.describe(r.Node))
		}
	}
	for _, names := range asked {
		topics = append(topics, b.metadataOf(r, names))
	}
	return Body{
		"brokers":   []any{brokerOf(r.Node)},
		"clusterId": r.Node.ClusterID, "controllerId": r.Node.ID,
		"topics": topics,
	}
}

// metadataOf describes one topic, which it makes where that is wanted. Before
// version 4 that goes without saying.
func (b *Broker) metadataOf(r *Request, names Body) Body {
	t, code := b.find(names)
	name, named := names["name"].(string)
	allowed, said := r.Body["allowAutoTopicCreation"].(bool)
	switch {
	case t != nil || !named:
	case !isTopicName(name):
		code = "INVALID_TOPIC_EXCEPTION"
	case (allowed || !said) && !b.opts.NoCreation:
		t, code = b.create(name, b.opts.Partitions)
	}
	if t == nil {
		return Body{"errorCode": code, "name": names["name"], "topicId": names["topicId"]}
	}
	return t.describe(r.Node)
}

func brokerOf(n Node) Body {
	return Body{"nodeId": n.ID, "brokerId": n.ID, "host": n.Host, "port": n.Port}
}

func (t *topic) describe(n Node) Body {
	all := []any{}
	for i := range t.partitions {
		all = append(all, Body{
			"partitionIndex": i, "leaderId": n.ID, "leaderEpoch": 0,
			"replicaNodes": []any{n.ID}, "isrNodes": []any{n.ID},
			"eligibleLeaderReplicas": []any{}, "lastKnownElr": []any{}, // null breaks Java's client
		})
	}
	return Body{"name": t.name, "topicId": t.id, "partitions": all}
}

func (b *Broker) describeCluster(r *Request) Body {
	return Body{
		"clusterId": r.Node.ClusterID, "controllerId": r.Node.ID, "endpointType": cmp.Or(r.Body.Int("endpointType"), 1),
		"brokers": []any{brokerOf(r.Node)},
	}
}

func (b *Broker) describeTopicPartitions(r *Request) Body {
	topics := []any{}
	for _, names := range r.Body.Structs("topics") {
		if t, code := b.find(names); t != nil {
			topics = append(topics, t.describe(r.Node))
		} else {
			topics = append(topics, Body{"errorCode": code, "name": names["name"]})
		}
	}
	if len(topics) == 0 {
		for _, t := range b.order {
			topics = append(topics, t.describe(r.Node))
		}
	}
	return Body{"topics": topics}
}

func (b *Broker) createTopics(r *Request) Body {
	only, _ := r.Body["validateOnly"].(bool)
	out := []any{}
	for _, wanted := range r.Body.Structs("topics") {
		name := wanted.Text("name")
		n := int(wanted.Int("numPartitions"))
		if assigned := wanted.Structs("assignments"); len(assigned) > 0 {
			n = len(assigned)
		} else if n == -1 {
			n = b.opts.Partitions
		}
		t, code := b.create(name, n)
		if t == nil {
			out = append(out, Body{"name": name, "errorCode": code})
			continue
		}
		if only {
			b.remove(t)
		}
		out = append(out, Body{"name": name, "topicId": t.id, "numPartitions": n, "replicationFactor": 1, "configs": []any{}})
	}
	b.wake()
	return Body{"topics": out}
}

// deleteTopics answers DeleteTopics, which names topics in an array of their
// names before version 6.
func (b *Broker) deleteTopics(r *Request) Body {
	named := r.Body.Structs("topics")
	list, _ := r.Body["topicNames"].([]any)
	for _, name := range list {
		named = append(named, Body{"name": name})
	}
	out := []any{}
	for _, names := range named {
		t, code := b.find(names)
		if t == nil {
			out = append(out, Body{"name": names["name"], "topicId": names["topicId"], "errorCode": code})
			continue
		}
		b.remove(t)
		out = append(out, Body{"name": t.name, "topicId": t.id})
	}
	b.wake()
	return Body{"responses": out}
}

func (b *Broker) remove(t *topic) {
	delete(b.topics, t.name)
	b.order = slices.DeleteFunc(b.order, func(other *topic) bool { return other == t })
}
