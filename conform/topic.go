package conform

import (
	"context"
	"fmt"
	"time"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/schema"
)

// topic is a partition to ask about.
type topic struct {
	name      string
	id        string // 22 characters; that of no topic where the node gives no ids
	partition int
}

// noID is the id of no topic.
const noID = "AAAAAAAAAAAAAAAAAAAAAA"

// strange is a topic that nobody has made.
func (t *try) strange() topic {
	return topic{name: t.key, id: "a3Njb3BlLWNvbmZvcm0tMA"}
}

// poll is how long to wait before asking again for what takes the node a while.
const poll = 20 * time.Millisecond

// pause waits for that long; it reports whether there is time left.
func (t *try) pause() bool {
	select {
	case <-t.ctx.Done():
		t.fail("it took more than %v", t.patience)
	case <-time.After(poll):
	}
	return t.going()
}

// find takes the first topic that the node leads a partition of.
func (n *node) find(ctx context.Context) {
	n.noTopic = "there is no topic to ask about; --write makes one"
	if n.span("Metadata").Empty() {
		return
	}
	t := n.try(ctx, "topics")
	defer t.close()
	r := t.ask("Metadata", object{"topics": nil})
	for _, at := range r.elements("Topics") {
		if r.int(at+"ErrorCode") != 0 || r.has(at+"IsInternal") && r.int(at+"IsInternal") != 0 {
			continue
		}
		for _, p := range r.elements(at + "Partitions") {
			if r.int(p+"LeaderId") == n.id && r.int(p+"ErrorCode") == 0 {
				n.topic, n.noTopic = topic{r.text(at + "Name"), r.uuid(at + "TopicId"), int(r.int(p + "PartitionIndex"))}, ""
				return
			}
		}
	}
}

// uuid is the uuid at a path as JSON has it, noID where there is none.
func (r *reply) uuid(path string) string {
	ref, _, ok := r.find(path)
	if !ok {
		return noID
	}
	quoted := string(jsonform.Append(nil, r.tape, ref.Node(), jsonform.Options{}))
	return quoted[1 : len(quoted)-1]
}

// create makes the scratch topic: one partition for each check that writes, all
// led by the node, so that no check sees what another writes.
func (n *node) create(ctx context.Context, partitions int) {
	ctx, cancel := context.WithTimeout(ctx, 3*n.patience)
	defer cancel()
	t := n.try(ctx, "scratch")
	defer t.close()
	if n.noTopic = t.missing([]string{"CreateTopics", "DeleteTopics", "Metadata"}); n.noTopic != "" {
		return
	}
	if n.id < 0 {
		n.noTopic = "it cannot be told which broker of the cluster the node is, and so what it leads"
		return
	}
	name := "kscope-conform-" + n.seed
	var assigned list
	for i := range partitions {
		assigned = append(assigned, object{"partitionIndex": i, "brokerIds": list{n.id}})
	}
	n.topic, n.scratch = topic{name: name, id: noID}, true
	// Not even an interrupt ends the wait for the answer: a topic that is made
	// after it was removed would stay.
	sure, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*n.patience)
	defer cancel()
	t.ctx = sure
	r := t.ask("CreateTopics", object{"timeoutMs": 10_000, "topics": list{
		object{"name": name, "numPartitions": -1, "replicationFactor": -1, "assignments": assigned}}})
	n.made = r.has("Topics[0].ErrorCode")
	r.fine("Topics[0].ErrorCode")
	t.ctx = ctx
	t.await(name, partitions)
	if !t.going() {
		n.noTopic = "the scratch topic could not be made: " + t.words
	}
}

// await waits until the node leads all partitions of the scratch topic: what
// Metadata says comes before the partitions do.
func (t *try) await(name string, partitions int) {
	for t.going() {
		r := t.ask("Metadata", named(name))
		if r.has("Topics[0].Partitions") && r.int("Topics[0].ErrorCode") == 0 && r.count("Topics[0].Partitions") == partitions {
			t.node.topic.id = r.uuid("Topics[0].TopicId")
			break
		}
		t.pause()
	}
	for t.going() && !t.span("ListOffsets").Empty() {
		var all list
		for i := range partitions {
			all = append(all, object{"partitionIndex": i, "currentLeaderEpoch": -1, "timestamp": latest})
		}
		r := t.ask("ListOffsets", object{"replicaId": -1, "topics": list{object{"name": name, "partitions": all}}})
		waits := false
		for _, at := range r.elements("Topics[0].Partitions") {
			waits = waits || r.int(at+"ErrorCode") != 0
		}
		if !waits {
			return
		}
		t.pause()
	}
}

// remove deletes the scratch topic, and says what is left where it cannot.
func (n *node) remove(ctx context.Context) string {
	if !n.scratch {
		return ""
	}
	// The run may have been interrupted; the topic is to go all the same.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*n.patience)
	defer cancel()
	t := n.try(ctx, "remove")
	defer t.close()
	r := t.ask("DeleteTopics", object{"timeoutMs": 10_000, "topicNames": list{n.topic.name},
		"topics": list{object{"name": n.topic.name, "topicId": noID}}})
	gone := r.code("Responses[0].ErrorCode", "NONE", "UNKNOWN_TOPIC_OR_PARTITION") != "NONE"
	switch {
	case t.going() && gone && !n.made:
		return fmt.Sprintf("topic %s may yet come: the node has not said whether it made it", n.topic.name)
	case t.going():
		t.awaitEnd()
		return ""
	}
	return fmt.Sprintf("topic %s: %s", n.topic.name, t.words)
}

// awaitEnd waits until the node no longer tells of the scratch topic, so that
// nobody finds it who looks right behind a run.
func (t *try) awaitEnd() {
	for t.going() {
		r := t.ask("Metadata", named(t.topic.name))
		if r.has("Topics[0].ErrorCode") && r.int("Topics[0].ErrorCode") == 0 {
			t.pause()
			continue
		}
		return
	}
}

// upTo is the newest version of an API that both sides know and that is
// not above most.
func (t *try) upTo(api string, most int16) int16 {
	span := t.span(api).Intersect(schema.Versions{Lo: 0, Hi: most})
	if span.Empty() {
		t.skip("the node does not offer %s up to version %d", api, most)
	}
	return span.Hi
}
