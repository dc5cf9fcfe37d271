package nested

import "github.com/kscope/kscope/layout"

// What assignors of the consumer put into a subscription's user data. Sources:
// StickyAssignor and CooperativeStickyAssignor in
// org.apache.kafka.clients.consumer.

type assignors struct{ sticky, stickyV0, cooperative *layout.Layout }

func newAssignors() assignors {
	previous := list("previousAssignment", "TopicAssignment", "partitions that the member had before",
		layout.Part{Name: "topic", Type: "string", Kind: layout.String, About: "name of the topic"},
		layout.Part{Name: "partitions", Type: "[]int32", Kind: layout.Array, About: "partitions of the topic", Parts: []layout.Part{number("partition", layout.Int32, "")}})
	generation := number("generation", layout.Int32, "generation of the assignment; -1 for none")
	literal := func(name string, parts ...layout.Part) *layout.Layout {
		return layout.Literal(name, "", "what the assignor remembers", layout.Body, parts...)
	}
	return assignors{
		sticky:      literal("StickyUserData", previous, generation),
		stickyV0:    literal("StickyUserData", previous),
		cooperative: literal("CooperativeStickyUserData", generation),
	}
}
