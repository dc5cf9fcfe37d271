package conform

import "fmt"

const metadataAPI = "kafka.server.KafkaApis"

func metadataChecks() []Check {
	return []Check{
		{ID: "metadata.brokers", Title: "brokers have ids, hosts and ports, and no two have one id", Level: Must,
			Reason: "clients connect to what stands here", Source: guide + ", Metadata", APIs: []string{"Metadata@1"}, run: brokers},
		{ID: "metadata.no-topics", Title: "an empty list of topics gets none, and null gets all", Level: Must,
			Reason: "clients that want brokers alone would get every partition of the cluster, and the other way round", Source: "KIP-4",
			Needs: Topic, APIs: []string{"Metadata@1"}, run: noTopics},
		{ID: "metadata.topic", Title: "a topic comes with its partitions, each with a leader among the brokers", Level: Must,
			Reason: "that is how clients find whom to ask", Source: guide + ", Metadata",
			Needs: Topic, APIs: []string{"Metadata@4"}, run: topicMetadata},
		{ID: "metadata.by-id", Title: "a topic is found by its id", Level: Should,
			Reason: "clients that know the id alone learn the name so", Source: "KIP-516",
			Needs: Topic, APIs: []string{"Metadata@12"}, run: byID},
		{ID: "metadata.unknown-topic", Title: "a topic that is not there gets UNKNOWN_TOPIC_OR_PARTITION, and is not made unasked", Level: Must,
			Reason: "clients tell users so; a topic for each slip of the pen is no help", Source: "KIP-204",
			APIs: []string{"Metadata@4"}, run: unknownTopic},
		{ID: "metadata.unknown-id", Title: "a topic id that is not there gets UNKNOWN_TOPIC_ID", Level: Must,
			Reason: "clients learn by it that a topic was deleted", Source: "KIP-516", APIs: []string{"Metadata@12"}, run: unknownID},
		{ID: "metadata.invalid-topic", Title: "a topic name that is none gets INVALID_TOPIC_EXCEPTION", Level: Should,
			Reason: "clients need not ask again for what can never be", Source: "org.apache.kafka.common.internals.Topic",
			APIs: []string{"Metadata@4"}, run: invalidTopic},
		{ID: "metadata.each-once", Title: "each topic that is asked for is answered", Level: Must,
			Reason: "a client that waits for a topic left out waits for good", Source: metadataAPI,
			APIs: []string{"Metadata@4"}, run: eachOnce},
	}
}

func named(names ...string) object {
	topics := list{}
	for _, name := range names {
		topics = append(topics, object{"name": name, "topicId": noID})
	}
	return object{"allowAutoTopicCreation": false, "topics": topics}
}

func brokers(t *try) {
	r := t.ask("Metadata", object{"topics": list{}})
	all := r.elements("Brokers")
	if len(all) == 0 {
		r.wrong("Brokers", "at least one broker", "none")
	}
	seen := map[int64]bool{}
	for _, at := range all {
		if r.text(at+"Host") == "" {
			r.wrong(at+"Host", "a host", `""`)
		}
		if port := r.least(at+"Port", 1); port > 65535 {
			r.wrong(at+"Port", "a port up to 65535", fmt.Sprint(port))
		}
		id := r.least(at+"NodeId", 0)
		if seen[id] {
			r.wrong(at+"NodeId", "an id that has not come before", fmt.Sprint(id))
		}
		seen[id] = true
	}
	t.saw("%d", len(all))
}

func noTopics(t *try) {
	r := t.ask("Metadata", object{"topics": list{}})
	if n := r.count("Topics"); n > 0 {
		r.wrong("Topics", "no topic", fmt.Sprint(n))
	}
	r = t.ask("Metadata", object{"topics": nil})
	all := r.elements("Topics")
	for _, at := range all {
		if r.text(at+"Name") == t.topic.name {
			t.saw("none, and %d", len(all))
			return
		}
	}
	r.wrong("Topics", "topic "+t.topic.name+" among all", fmt.Sprintf("%d others", len(all)))
}

func topicMetadata(t *try) {
	r := t.ask("Metadata", named(t.topic.name))
	r.fine("Topics[0].ErrorCode")
	ids := map[int64]bool{}
	for _, at := range r.elements("Brokers") {
		ids[r.int(at+"NodeId")] = true
	}
	all := r.elements("Topics[0].Partitions")
	seen := map[int64]bool{}
	for _, at := range all {
		index := r.least(at+"PartitionIndex", 0)
		if seen[index] {
			r.wrong(at+"PartitionIndex", "a partition that has not come before", fmt.Sprint(index))
		}
		seen[index] = true
		if leader := r.int(at + "LeaderId"); leader >= 0 && !ids[leader] {
			r.wrong(at+"LeaderId", "one of the brokers", fmt.Sprint(leader))
		}
	}
	if !seen[int64(t.topic.partition)] {
		r.wrong("Topics[0].Partitions", fmt.Sprintf("partition %d", t.topic.partition), fmt.Sprintf("%d others", len(all)))
	}
	t.saw("%d partitions", len(all))
}

func byID(t *try) {
	if t.topic.id == noID {
		t.skip("topics have no ids")
	}
	r := t.ask("Metadata", object{"topics": list{object{"name": nil, "topicId": t.topic.id}}})
	r.fine("Topics[0].ErrorCode")
	if name := r.text("Topics[0].Name"); name != t.topic.name {
		r.wrong("Topics[0].Name", fmt.Sprintf("%q", t.topic.name), fmt.Sprintf("%q", name))
	}
}

func unknownTopic(t *try) {
	for range 2 {
		t.ask("Metadata", named(t.strange().name)).code("Topics[0].ErrorCode", "UNKNOWN_TOPIC_OR_PARTITION")
	}
}

func unknownID(t *try) {
	r := t.ask("Metadata", object{"topics": list{object{"name": nil, "topicId": t.strange().id}}})
	r.code("Topics[0].ErrorCode", "UNKNOWN_TOPIC_ID")
}

func invalidTopic(t *try) {
	for _, name := range []string{"", "..", "k scope"} {
		t.ask("Metadata", named(name)).code("Topics[0].ErrorCode", "INVALID_TOPIC_EXCEPTION")
	}
}

func eachOnce(t *try) {
	names := []string{t.key + "-a", t.key + "-b", t.key + "-c"}
	r := t.ask("Metadata", named(names...))
	seen := map[string]int{}
	for _, at := range r.elements("Topics") {
		seen[r.text(at+"Name")]++
	}
	for _, name := range names {
		if t.going() && seen[name] != 1 {
			r.wrong("Topics", "topic "+name+" once", fmt.Sprintf("%d times", seen[name]))
		}
	}
}
