package client_test

import (
	"context"
	"fmt"
	"io"
	"net"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
)

// node answers the first request of a connection with a frame.
func node(frame []byte) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		c.Read(make([]byte, 1<<10))
		c.Write(frame)
		io.Copy(io.Discard, c)
	}()
	return l
}

func Example() {
	codec := message.New(catalog.Builtin(), "")
	response, _ := codec.Spec("ApiVersionsResponse", 4)
	frame, _ := response.Encode(nil, []byte(`{"apiKeys":[{"apiKey":18,"minVersion":0,"maxVersion":4}]}`), message.Frame, message.Header{})
	l := node(frame)
	defer l.Close()

	ctx := context.Background()
	conn, err := client.Dial(ctx, codec, l.Addr().String(), client.Config{ClientID: "example"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer conn.Close()
	offer, err := conn.Versions(ctx)
	fmt.Println(offer.APIs[18], err)
	// Output: 0-4 <nil>
}
