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

// The file is what Kafka's own tools take for --command-config.
func ExampleProperties_Config() {
	p, err := client.ParseProperties("client.properties", []byte(`
security.protocol = SASL_SSL
sasl.mechanism = SCRAM-SHA-512
sasl.jaas.config = org.apache.kafka.common.security.scram.ScramLoginModule required \
    username="alice" \
    password="not shown";
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg, err := p.Config()
	fmt.Println(cfg.SASL, cfg.TLS != nil, err)

	p.Set("sasl.mechanism", "SCRAM-SHA-1", "--sasl")
	_, err = p.Config()
	fmt.Println(err)
	// Output:
	// SCRAM-SHA-512 true <nil>
	// --sasl: sasl.mechanism: "SCRAM-SHA-1" is none of PLAIN, SCRAM-SHA-256, SCRAM-SHA-512, OAUTHBEARER, GSSAPI; did you mean SCRAM-SHA-512?
}

func ExampleHint() {
	l := node([]byte("HTTP/1.1 400 Bad Request\r\n\r\n"))
	defer l.Close()
	ctx := context.Background()
	conn, err := client.Dial(ctx, message.New(catalog.Builtin(), ""), l.Addr().String(), client.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer conn.Close()
	_, err = conn.Versions(ctx)
	fmt.Println(client.Hint(err))
	// Output: this is an HTTP answer: the port that was dialled is an HTTP server's, not a broker's; read as a frame size, its first four bytes are 1213486160
}
