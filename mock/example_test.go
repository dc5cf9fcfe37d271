package mock_test

import (
	"context"
	"fmt"
	"net"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
)

// ask serves a node, sends it a request some times, and prints the answers.
func ask(node *mock.Server, codec *message.Codec, request, json string, times int) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go node.Serve(ctx, l)
	conn, err := client.Dial(ctx, codec, l.Addr().String(), client.Config{})
	if err != nil {
		return err
	}
	defer conn.Close()
	specs, err := codec.Resolve(request)
	if err != nil {
		return err
	}
	for range times {
		reply, err := conn.Call(ctx, specs[0], json)
		if err != nil {
			return err
		}
		fmt.Printf("%s\n", reply.Spec.AppendJSON(nil, reply.Tape, message.Frame, jsonform.Options{}))
	}
	return nil
}

func Example() {
	codec := message.New(catalog.Builtin(), "3.9")
	rules, err := mock.ParseRules("rules.jsonl", []byte(`{"api":"ListOffsets","times":1,"error":"NOT_LEADER_OR_FOLLOWER"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	node, err := mock.New(codec, mock.Options{Rules: rules})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = ask(node, codec, "ListOffsetsRequest@1", `{"topics":[{"name":"orders","partitions":[{"partitionIndex":3}]}]}`, 2)
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"topics":[{"name":"orders","partitions":[{"partitionIndex":3,"errorCode":6,"timestamp":0,"offset":-1}]}]}
	// {"topics":[{"name":"orders","partitions":[{"partitionIndex":3,"errorCode":0,"timestamp":0,"offset":-1}]}]}
}

// empty is a behaviour: a cluster in which nothing is.
type empty struct{}

func (empty) Answer(_ context.Context, r *mock.Request) (mock.Body, error) {
	if r.API != "Metadata" {
		return nil, nil // what was asked for
	}
	broker := mock.Body{"nodeId": r.Node.ID, "host": r.Node.Host, "port": 9092}
	return mock.Body{"brokers": []any{broker}, "controllerId": r.Node.ID}, nil
}

func ExampleBehaviour() {
	codec := message.New(catalog.Builtin(), "")
	node, err := mock.New(codec, mock.Options{Behaviour: empty{}, Node: mock.Node{ID: 7}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := ask(node, codec, "MetadataRequest@1", `{}`, 1); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"brokers":[{"nodeId":7,"host":"127.0.0.1","port":9092,"rack":null}],"controllerId":7,"topics":[]}
}

func ExampleRule() {
	codec := message.New(catalog.Builtin(), "")
	node, err := mock.New(codec, mock.Options{Rules: []mock.Rule{
		{API: "Heartbeat", Nth: 1, Set: map[string]any{"throttleTimeMs": 250}},
		{API: "Heartbeat", Nth: 1, Error: "REBALANCE_IN_PROGRESS"},
		{API: "Heartbeat", Mangle: func(_ message.RequestHead, frame []byte) []byte {
			frame[len(frame)-1] = 1 // says that one tagged field follows
			return frame
		}},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := ask(node, codec, "HeartbeatRequest@4", `{"groupId":"g"}`, 3); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"throttleTimeMs":250,"errorCode":0}
	// {"throttleTimeMs":0,"errorCode":27}
	// {"throttleTimeMs":0,"errorCode":0}
}
