package message_test

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// A frame is read once; the tape then answers: what the header says, what lies
// at a path, every thing on the wire in its order, the body as JSON.
func Example() {
	frame, _ := hex.DecodeString("00000023" + "0003" + "0009" + "00000007" + "000473686f70" + "00" +
		"03" + "076f7264657273" + "00" + "067573657273" + "00" + "00" + "00" + "00" + "00")
	codec := message.New(catalog.Builtin(), "")
	var t tape.Tape
	spec := codec.ReadRequest(&t, frame, message.Frame)
	if t.Err != nil {
		fmt.Println(t.Err)
		return
	}
	header := message.ReadHeader(&t)
	fmt.Println(spec, header.CorrelationID, *header.ClientID)

	if name, ok := t.Find("Topics[1].Name"); ok {
		text, _ := t.Bytes(name)
		off, end := t.Span(name)
		fmt.Printf("%s at %d-%d\n", text, off, end)
	}

	topics, _ := t.Find("Topics")
	for r, depth := range t.Walk(topics) {
		fmt.Printf("%s%s %s\n", strings.Repeat("  ", depth), t.Info(r).Name, t.Info(r).Type)
	}

	fmt.Printf("%s\n", spec.AppendJSON(nil, &t, message.Frame, jsonform.Options{}))
	// Output:
	// MetadataRequest@9 7 shop
	// users at 28-34
	// Topics []MetadataRequestTopic
	//   length uvarint
	//   MetadataRequestTopic MetadataRequestTopic
	//     Name string
	//     tagged_fields uvarint
	//   MetadataRequestTopic MetadataRequestTopic
	//     Name string
	//     tagged_fields uvarint
	// {"topics":[{"name":"orders"},{"name":"users"}],"allowAutoTopicCreation":false,"includeClusterAuthorizedOperations":false,"includeTopicAuthorizedOperations":false}
}

func ExampleSpec_Encode() {
	codec := message.New(catalog.Builtin(), "")
	spec, err := codec.Spec("ApiVersionsRequest", 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	client := "me"
	frame, err := spec.Encode(nil, []byte(`{"clientSoftwareName": "kscope", "clientSoftwareVersion": "1"}`),
		message.Frame, message.Header{CorrelationID: 7, ClientID: &client})
	fmt.Printf("%x %v\n", frame, err)

	_, err = spec.Encode(nil, []byte(`{"clientSoftware": "kscope"}`), message.Body, message.Header{})
	fmt.Println(err)
	// Output:
	// 00000017001200030000000700026d6500076b73636f7065023100 <nil>
	// json line 1, column 2: ApiVersionsRequest has no field "clientSoftware"; did you mean "clientSoftwareName"?
}

// A response does not say what it is: its request does.
func ExampleCodec_ReadResponse() {
	codec := message.New(catalog.Builtin(), "")
	request := message.RequestHead{APIKey: 12, Version: 0, CorrelationID: 7}
	var t tape.Tape
	spec, err := codec.ReadResponse(&t, []byte{0, 0, 0, 7, 0, 27}, message.Payload, request)
	if err != nil {
		fmt.Println(err)
		return
	}
	code, _ := t.Find("ErrorCode")
	reason, _ := codec.Catalog.Error(int16(t.Int(code)))
	fmt.Println(spec, t.Int(code), reason.Name)
	// Output:
	// HeartbeatResponse@0 27 REBALANCE_IN_PROGRESS
}

// Nothing is decoded under a neighbouring version or API: what the catalog lacks
// is a header and undecoded bytes.
func ExampleCodec_ReadRequest() {
	codec := message.New(catalog.Builtin(), "")
	var t tape.Tape
	spec := codec.ReadRequest(&t, []byte{0x27, 0x0f, 0, 0, 0, 0, 0, 7, 0xff, 0xff, 1, 2, 3}, message.Payload)
	fmt.Println(spec == nil, message.ReadHeader(&t).CorrelationID)
	fmt.Println(t.Err)
	// Output:
	// true 7
	// offset 0x000a: expected a request that the catalog knows, found unknown API key 9999
}

func ExampleCodec_Resolve() {
	codec := message.New(catalog.Builtin(), "3.9")
	for _, name := range []string{"Heartbeat@4", "heartbeatrequest", "12@0"} {
		specs, err := codec.Resolve(name)
		fmt.Println(specs, err)
	}
	// Output:
	// [HeartbeatRequest@4 HeartbeatResponse@4] <nil>
	// [HeartbeatRequest@4] <nil>
	// [HeartbeatRequest@0 HeartbeatResponse@0] <nil>
}
