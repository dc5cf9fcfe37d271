package conform_test

import (
	"context"
	"fmt"
	"net"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/conform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
)

func ExampleRun() {
	codec := message.New(catalog.Builtin(), "")
	node, err := mock.New(codec, mock.Options{Rules: []mock.Rule{{API: "ApiVersions", Set: map[string]any{"apiKeys[2].minVersion": 99}}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go node.Serve(ctx, l)

	options := conform.Options{Only: []string{"versions.self", "versions.ranges", "produce.bad-crc"}}
	summary, err := conform.Run(ctx, codec, l.Addr().String(), client.Config{}, options, func(r conform.Result) {
		fmt.Println(r.Verdict, r.ID+":", r.Words)
	})
	fmt.Println(summary.Failed, "failed,", err)
	// Output:
	// ok versions.self: versions 0-5
	// fail versions.ranges: ApiVersionsResponse@5: offset 0x001d: ApiKeys[2].MaxVersion: expected at least 99, found 11
	// skip produce.bad-crc: it writes; --write allows it to
	// 1 failed, <nil>
}
