package play_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/play"
)

type object = map[string]any

// metadata is the body of a MetadataResponse@12 of 100 topics with 10
// partitions each: 46 KB.
func metadata(t testing.TB) []byte {
	t.Helper()
	var topics []object
	for i := range 100 {
		var partitions []object
		for p := range 10 {
			nodes := []int{(i+p)%3 + 1, (i+p+1)%3 + 1, (i+p+2)%3 + 1}
			partitions = append(partitions, object{"partitionIndex": p, "leaderId": nodes[0], "leaderEpoch": i, "replicaNodes": nodes, "isrNodes": nodes})
		}
		topics = append(topics, object{"name": fmt.Sprintf("topic-name-%03d", i), "topicId": base64.RawURLEncoding.EncodeToString(bytes.Repeat([]byte{byte(i + 1)}, 16)), "partitions": partitions})
	}
	text, err := json.Marshal(object{"brokers": []object{{"nodeId": 1, "host": "broker-1.example.org", "port": 9092}}, "topics": topics})
	if err != nil {
		t.Fatal(err)
	}
	s, err := message.New(catalog.Builtin(), "").Spec("MetadataResponse", 12)
	if err != nil {
		t.Fatal(err)
	}
	data, err := s.Encode(nil, text, message.Body, message.Header{})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// BenchmarkKeystroke is what a key pressed in the text of 46 KB costs: all is
// read again, and what there is room for is shown.
func BenchmarkKeystroke(b *testing.B) {
	e := play.New(catalog.Builtin())
	request, err := json.Marshal(object{"text": fmt.Sprintf("%x", metadata(b)), "as": "body:MetadataResponse@12", "quick": true, "window": object{"rows": []int{1000, 1060}, "lines": []int{9000, 9060}}})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("decode", func(b *testing.B) {
		for b.Loop() {
			e.Call("decode", request)
		}
	})
	b.Run("view", func(b *testing.B) {
		for b.Loop() {
			e.Call("view", []byte(`{"rows":[1000,1060],"lines":[9000,9060]}`))
		}
	})
	b.Run("set", func(b *testing.B) {
		for b.Loop() {
			e.Call("set", []byte(`{"path":"Topics[50].Name","value":"other"}`))
		}
	})
}
