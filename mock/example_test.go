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
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go node.Serve(ctx, l)

	conn, err := client.Dial(ctx, codec, l.Addr().String(), client.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer conn.Close()
	request, _ := codec.Spec("ListOffsetsRequest", 1)
	for range 2 {
		reply, err := conn.Call(ctx, request, `{"topics":[{"name":"orders","partitions":[{"partitionIndex":3}]}]}`)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s\n", reply.Spec.AppendJSON(nil, reply.Tape, message.Frame, jsonform.Options{}))
	}
	// Output:
	// {"topics":[{"name":"orders","partitions":[{"partitionIndex":3,"errorCode":6,"timestamp":0,"offset":-1}]}]}
	// {"topics":[{"name":"orders","partitions":[{"partitionIndex":3,"errorCode":0,"timestamp":0,"offset":-1}]}]}
}
