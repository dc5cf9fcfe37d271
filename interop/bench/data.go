package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// subject is one message that is worked on.
type subject struct {
	name string
	spec *message.Spec
	data []byte // a body
	json []byte // the same in Kafka's JSON form
}

func newSubject(c *message.Codec, name string, version int16, value any) (*subject, error) {
	s, err := c.Spec(name, version)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	data, err := s.Encode(nil, text, message.Body, message.Header{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	// JSON from Kafka or from us has the fields in the schema's order.
	var t tape.Tape
	t.Decode(s.Body, data)
	text = jsonform.Append(nil, &t, 0, jsonform.Options{OpaqueRecords: true})
	return &subject{name: fmt.Sprintf("%s, %s", s, size(len(data))), spec: s, data: data, json: text}, nil
}

type object = map[string]any

// metadata is a MetadataResponse of 100 topics with 10 partitions each, three
// replicas: 46 KB.
func metadata(c *message.Codec) (*subject, error) {
	var brokers, topics []object
	for i := range 3 {
		brokers = append(brokers, object{"nodeId": i + 1, "host": fmt.Sprintf("broker-%d.example.org", i+1), "port": 9092, "rack": fmt.Sprintf("rack-%d", i)})
	}
	for t := range 100 {
		var partitions []object
		for p := range 10 {
			nodes := []int{(t+p)%3 + 1, (t+p+1)%3 + 1, (t+p+2)%3 + 1}
			partitions = append(partitions, object{"errorCode": 0, "partitionIndex": p, "leaderId": nodes[0], "leaderEpoch": t,
				"replicaNodes": nodes, "isrNodes": nodes, "offlineReplicas": []int{}})
		}
		id := base64.RawURLEncoding.EncodeToString(bytes.Repeat([]byte{byte(t + 1)}, 16))
		topics = append(topics, object{"errorCode": 0, "name": fmt.Sprintf("topic-name-%03d", t), "topicId": id, "isInternal": false,
			"partitions": partitions, "topicAuthorizedOperations": -2147483648})
	}
	return newSubject(c, "MetadataResponse", 12, object{"throttleTimeMs": 0, "brokers": brokers,
		"clusterId": "k5sLzGv0TnKpY3b1cQ9w7g", "controllerId": 1, "topics": topics})
}

// beginQuorumEpoch is a BeginQuorumEpochRequest as a quorum sends it: 117 bytes.
func beginQuorumEpoch(c *message.Codec) (*subject, error) {
	endpoint := object{"name": "CONTROLLER", "host": "controller-1.example.o", "port": 9093}
	return newSubject(c, "BeginQuorumEpochRequest", 1, object{"clusterId": "k5sLzGv0TnKpY3b1cQ9w7g", "voterId": 2,
		"topics": []object{{"topicName": "__cluster_metadata", "partitions": []object{{"partitionIndex": 0,
			"voterDirectoryId": "AAECAwQFBgcICQoLDA0ODw", "leaderId": 1, "leaderEpoch": 3}}}},
		"leaderEndpoints": []object{endpoint}})
}

// fetch is a FetchResponse of 100 partitions with 1 KB of records each, which
// nobody looks into: 107 KB.
func fetch(c *message.Codec) (*subject, error) {
	return fetchOf(c, base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{0x5a}, 1030)))
}

// recordsEach is how many records each partition of the subject of records has.
const recordsEach = 10

// fetchRecords is the same with a batch of records in each partition, with a
// key and a value of 82 bytes each.
func fetchRecords(c *message.Codec) (*subject, error) {
	return fetchCompressed(c, 0)
}

// fetchCompressed has its batches compressed by the codec of that number.
func fetchCompressed(c *message.Codec, codec int) (*subject, error) {
	var records []object
	for i := range recordsEach {
		value := fmt.Sprintf(`{"id":%d,"name":"somebody","city":"somewhere","amount":%d.%02d,"paid":true}`, 1_000_000+i*7919, 100+i*37, i)
		records = append(records, object{"timestampDelta": i * 3, "offsetDelta": i, "key": []byte(fmt.Sprintf("key-%06d", i*7919)), "value": []byte(value)})
	}
	return fetchOf(c, []object{{"baseOffset": 1000, "attributes": codec, "lastOffsetDelta": recordsEach - 1, "baseTimestamp": 1700000000000,
		"maxTimestamp": 1700000000030, "records": records}})
}

// fetchOf is a FetchResponse of 10 topics with 10 partitions each.
func fetchOf(c *message.Codec, records any) (*subject, error) {
	var topics []object
	for t := range 10 {
		var partitions []object
		for p := range 10 {
			partitions = append(partitions, object{"partitionIndex": p, "errorCode": 0, "highWatermark": 1000, "lastStableOffset": 1000,
				"logStartOffset": 0, "abortedTransactions": nil, "preferredReadReplica": -1, "records": records})
		}
		topics = append(topics, object{"topic": fmt.Sprintf("some-topic-name-%03d", t), "partitions": partitions})
	}
	return newSubject(c, "FetchResponse", 12, object{"throttleTimeMs": 0, "errorCode": 0, "sessionId": 1, "responses": topics})
}

// size is a number of bytes as people say it.
func size(n int) string {
	switch {
	case n >= 1<<20:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(n)/(1<<20)), ".0") + " MiB"
	case n >= 10_000:
		return fmt.Sprintf("%.0f KB", float64(n)/1000)
	}
	return fmt.Sprintf("%d B", n)
}
