package nested

import (
	"fmt"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// What Kafka Streams puts into the user data of its consumers. Sources:
// SubscriptionInfoData.json, AssignmentInfo and ConsumerProtocolUtils in
// org.apache.kafka.streams.processor.internals.assignment.

const streamsVersions = 11 // 1 is the first

type streams struct {
	subscriptions, assignments [streamsVersions + 1]*layout.Layout // by version
}

func newStreams() *streams {
	s := &streams{}
	for v := 1; v <= streamsVersions; v++ {
		typ := fmt.Sprintf("v%d", v)
		s.subscriptions[v] = layout.Literal("SubscriptionInfo", typ, "what a Streams client tells when it joins", layout.Body, since(v, subscriptionInfo())...)
		s.assignments[v] = layout.Literal("AssignmentInfo", typ, "what a Streams client is to run", layout.Body, since(v, assignmentInfo(v))...)
	}
	return s
}

func (s *streams) subscription(t *tape.Tape) error {
	return runLong(t, "Streams' subscription", s.subscriptions[:])
}

func (s *streams) assignment(t *tape.Tape) error {
	return runLong(t, "Streams' assignment", s.assignments[:])
}

// spanned is a part that versions from first to last have.
type spanned struct {
	first, last int
	part        layout.Part
}

// since gives the parts that version v has.
func since(v int, all []spanned) (parts []layout.Part) {
	for _, p := range all {
		if p.first <= v && v <= p.last {
			parts = append(parts, p.part)
		}
	}
	return parts
}

const newest = streamsVersions

func subscriptionInfo() []spanned {
	offsets := func(parts ...layout.Part) layout.Part {
		return list("taskOffsetSums", "TaskOffsetSum", "how far the client has restored tasks", parts...)
	}
	group := number("topicGroupId", layout.Int32, "subtopology of the task")
	partition := number("partition", layout.Int32, "partition of the task")
	sum := number("offsetSum", layout.Int64, "sum of the changelog offsets of the task; -2 while it runs")
	return []spanned{
		{1, newest, number("version", layout.Int32, "version of this layout")},
		{3, newest, number("latestSupportedVersion", layout.Int32, "highest version that the client knows")},
		{1, newest, number("processId", layout.UUID, "process that the client runs in")},
		{1, 6, list("prevTasks", "TaskId", "active tasks until now", group, partition)},
		{1, 6, list("standbyTasks", "TaskId", "standby tasks until now", group, partition)},
		{2, newest, layout.Part{Name: "userEndPoint", Type: "bytes", Kind: layout.Bytes, Nest: "text", About: "host and port of interactive queries"}},
		{7, 9, offsets(group, list("partitionToOffsetSum", "PartitionToOffsetSum", "", partition, sum))},
		{10, newest, offsets(group, partition, sum, layout.Part{Name: "namedTopology", Type: "string", Kind: layout.String, Nullable: true, About: "topology of the task"})},
		{8, newest, number("uniqueField", layout.Int8, "changes so that subscriptions differ")},
		{9, newest, number("errorCode", layout.Int32, "0 none, others ask to shut down")},
		{11, newest, list("clientTags", "ClientTag", "tags for rack-aware standbys",
			layout.Part{Name: "key", Type: "bytes", Kind: layout.Bytes, Nest: "text", About: "name of the tag"},
			layout.Part{Name: "value", Type: "bytes", Kind: layout.Bytes, Nest: "text", About: "value of the tag"})},
	}
}

func assignmentInfo(v int) []spanned {
	task := []layout.Part{number("topicGroupId", layout.Int32, "subtopology of the task"), number("partition", layout.Int32, "partition of the task")}
	if v >= 10 {
		task = append(task, layout.Part{Name: "namedTopology", Type: "[]uint16", Kind: layout.Array, About: "topology of the task, in UTF-16", Parts: []layout.Part{number("unit", layout.Uint16, "")}})
	}
	name := layout.Part{Name: "topic", Type: "string", Kind: layout.String, About: "name of the topic"}
	index := number("topic", layout.Int32, "topic, by its index")
	partition := number("partition", layout.Int32, "partition of the topic")
	partitions := func(topic layout.Part) layout.Part {
		return list("partitions", "TopicPartition", "", topic, partition)
	}
	hosts := func(name, about string, topic layout.Part) layout.Part {
		return list(name, "Host", about,
			layout.Part{Name: "host", Type: "string", Kind: layout.String}, number("port", layout.Int32, ""), partitions(topic))
	}
	const active, standby = "partitions of active tasks, by host", "partitions of standby tasks, by host"
	return []spanned{
		{1, newest, number("version", layout.Int32, "version of this layout")},
		{3, newest, number("commonlySupportedVersion", layout.Int32, "highest version that all clients know")},
		{1, newest, list("activeTasks", "TaskId", "tasks that the client is to run", task...)},
		{1, newest, list("standbyTasks", "StandbyTask", "tasks that the client is to keep ready", append(task[:len(task):len(task)], partitions(name))...)},
		{2, 4, hosts("partitionsByHost", active, name)},
		{5, newest, list("topics", "Topic", "names of topics by index", number("index", layout.Int32, ""), name)},
		{5, newest, hosts("partitionsByHost", active, index)},
		{6, newest, hosts("standbyPartitionsByHost", standby, index)},
		{4, newest, number("errCode", layout.Int32, "0 none, others tell why nothing was assigned")},
		{7, newest, number("nextRebalanceMs", layout.Int64, "when the next rebalance is due, in milliseconds since 1970")},
	}
}
