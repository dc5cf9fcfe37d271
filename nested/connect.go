package nested

import (
	"fmt"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// What workers of Kafka Connect put into group messages. Kafka has it in code
// only: org.apache.kafka.connect.runtime.distributed.ConnectProtocol (version 0)
// and IncrementalCooperativeConnectProtocol (1, and 2 with the same layout).

type connect struct {
	subscriptions, assignments [3]*layout.Layout // by version
}

func newConnect() *connect {
	version := number("version", layout.Int16, "version of Connect's protocol: 0 eager, 1 compatible, 2 sessioned")
	state := []layout.Part{version,
		{Name: "url", Type: "string", Kind: layout.String, About: "REST address of the worker"},
		number("configOffset", layout.Int64, "offset up to which the worker has read the config topic"),
		{Name: "allocation", Type: "bytes", Kind: layout.Bytes, Nullable: true, Nest: "connect-assignment", About: "what the worker runs at present"},
	}
	assigned := []layout.Part{version,
		number("error", layout.Int16, "0 none, 1 workers have read different configs"),
		{Name: "leader", Type: "string", Kind: layout.String, About: "member id of the leader"},
		{Name: "leaderUrl", Type: "string", Kind: layout.String, About: "REST address of the leader"},
		number("configOffset", layout.Int64, "offset of the config topic that the assignment was made at"),
		connectors("assignment", "what the worker is to run"),
		connectors("revoked", "what the worker is to stop"),
		number("delay", layout.Int32, "milliseconds until lost tasks are given to others"),
	}
	c := &connect{}
	for v := range c.subscriptions {
		parts, fields := state, assigned
		if v == 0 {
			parts, fields = state[:3], append(assigned[:5:5], connectors("assignment", "what the worker is to run"))
			fields[5].Nullable = false
		}
		typ := fmt.Sprintf("v%d", v)
		c.subscriptions[v] = layout.Literal("ConnectWorkerState", typ, "what a Connect worker tells when it joins", layout.Body, parts...)
		c.assignments[v] = layout.Literal("ConnectAssignment", typ, "what a Connect worker is to run", layout.Body, fields...)
	}
	return c
}

func connectors(name, about string) layout.Part {
	p := list(name, "ConnectorAssignment", about,
		layout.Part{Name: "connector", Type: "string", Kind: layout.String, About: "name of the connector"},
		layout.Part{Name: "tasks", Type: "[]int32", Kind: layout.Array, About: "tasks of the connector; -1 is the connector itself", Parts: []layout.Part{number("task", layout.Int32, "")}})
	p.Nullable = true
	return p
}

func (c *connect) subscription(t *tape.Tape) error {
	return runShort(t, "Connect's protocol", c.subscriptions[:])
}

func (c *connect) assignment(t *tape.Tape) error {
	return runShort(t, "Connect's protocol", c.assignments[:])
}
