package message_test

import (
	"fmt"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

func Example() {
	codec := message.New(catalog.Builtin(), "")
	s, err := codec.Spec("ApiVersionsRequest", 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	client := "me"
	b, err := s.Encode(nil, []byte(`{"clientSoftwareName":"kscope","clientSoftwareVersion":"1"}`),
		message.Frame, message.Header{CorrelationID: 7, ClientID: &client})
	fmt.Printf("%x %v\n", b, err)

	var t tape.Tape
	s = codec.ReadRequest(&t, b, message.Frame)
	name, _ := t.Find("ClientSoftwareName")
	text, _ := t.Bytes(name)
	fmt.Printf("%s %s\n", s, text)

	codec.ReadRequest(&t, []byte{0x27, 0x0f, 0, 0, 0, 0, 0, 7, 0xff, 0xff, 1, 2, 3}, message.Payload)
	fmt.Println(t.Err)
	// Output:
	// 00000017001200030000000700026d6500076b73636f7065023100 <nil>
	// ApiVersionsRequest@3 kscope
	// offset 0x000a: expected a request that the catalog knows, found unknown API key 9999
}
