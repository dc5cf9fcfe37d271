package mock_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/mock"
	"github.com/kscope/kscope/record"
)

func broker(t testing.TB, release catalog.Release) *node {
	return start(t, newCodec(release), mock.Options{
		Node:      mock.Node{ID: 7, ClusterID: "cluster"},
		Behaviour: mock.NewBroker(mock.BrokerOptions{Topics: map[string]int{"t": 2}}),
	})
}

func base(records []byte) string { return base64.StdEncoding.EncodeToString(records) }

// producer makes a batch of two records be one of an idempotent producer.
func producer(batch []byte, id int64, epoch int16, sequence int32) []byte {
	batch = bytes.Clone(batch)
	binary.BigEndian.PutUint64(batch[43:], uint64(id))
	binary.BigEndian.PutUint16(batch[51:], uint16(epoch))
	binary.BigEndian.PutUint32(batch[53:], uint32(sequence))
	binary.BigEndian.PutUint32(batch[record.CRCAt:], record.Checksum(batch))
	return batch
}

// plain is a batch of two records, of no producer id.
func plain() []byte { return producer(record.AppendSample(nil, 1), -1, -1, -1) }

func TestMetadata(t *testing.T) {
	p := broker(t, "4.4").dial()
	all := p.ask("Metadata@13", `{"topics":null}`)
	wants(t, all, `"brokers":[{"nodeId":7,"host":"127.0.0.1","port":9092,"rack":null}],"clusterId":"cluster","controllerId":7`,
		`"errorCode":0,"name":"t"`, `{"errorCode":0,"partitionIndex":1,"leaderId":7,"leaderEpoch":0,"replicaNodes":[7],"isrNodes":[7],"offlineReplicas":[]}`)
	wants(t, p.ask("Metadata@13", `{"topics":[]}`), `"topics":[]`)
	wants(t, p.ask("Metadata@13", `{"topics":[{"name":"new"}],"allowAutoTopicCreation":false}`), `{"errorCode":3,"name":"new"`)
	wants(t, p.ask("Metadata@13", `{"topics":[{"name":"new"}]}`), `{"errorCode":0,"name":"new"`)
	wants(t, p.ask("Metadata@13", `{"topics":[{"name":"not/one"}]}`), `{"errorCode":17,"name":"not/one"`)
	wants(t, p.ask("Metadata@13", `{"topics":[{"topicId":"AAAAAAAAAAAAAAAAAAAABA","name":null}]}`), `{"errorCode":100,"name":null`)
	id := all[strings.Index(all, `"topicId":"`)+11:][:22]
	wants(t, p.ask("Metadata@13", `{"topics":[{"topicId":"`+id+`","name":null}]}`), `{"errorCode":0,"name":"t"`)
	wants(t, p.ask("DescribeCluster@1", `{}`), `"clusterId":"cluster","controllerId":7,"brokers":[{"brokerId":7,`)
	wants(t, p.ask("DescribeTopicPartitions@0", `{"topics":[{"name":"t"},{"name":"u"}]}`), `"errorCode":0,"name":"t"`, `"errorCode":3,"name":"u"`)

	wants(t, p.ask("CreateTopics@7", `{"topics":[{"name":"t","numPartitions":1},{"name":"c","numPartitions":3},{"name":"d","numPartitions":0}]}`),
		`{"name":"t","topicId":"AAAAAAAAAAAAAAAAAAAAAA","errorCode":36,`, `"errorCode":0,"errorMessage":null,"numPartitions":3`, `"name":"d","topicId":"AAAAAAAAAAAAAAAAAAAAAA","errorCode":37,`)
	wants(t, p.ask("CreateTopics@7", `{"validateOnly":true,"topics":[{"name":"v","numPartitions":1}]}`), `"errorCode":0`)
	wants(t, p.ask("DeleteTopics@1", `{"topicNames":["c","v"]}`), `{"name":"c","errorCode":0},{"name":"v","errorCode":3}`)
	wants(t, p.ask("DeleteTopics@6", `{"topics":[{"topicId":"`+id+`"}]}`), `{"name":"t","topicId":"`+id+`","errorCode":0,`)
}

// TestLog produces and fetches in old and new versions of the APIs.
func TestLog(t *testing.T) {
	for _, c := range []struct {
		release              catalog.Release
		produce, fetch, list int
	}{{"2.8", 3, 4, 1}, {"2.8", 9, 12, 6}, {"3.9", 11, 12, 9}, {"4.4", 12, 12, 10}} {
		t.Run(fmt.Sprintf("%s %d %d", c.release, c.produce, c.fetch), func(t *testing.T) {
			p := broker(t, c.release).dial()
			produce := func(partition int, records []byte) string {
				return p.ask(fmt.Sprintf("Produce@%d", c.produce), fmt.Sprintf(
					`{"acks":-1,"topicData":[{"name":"t","partitionData":[{"index":%d,"records":"%s"}]}]}`, partition, base(records)))
			}
			batch := plain()
			wants(t, produce(0, batch), `"index":0,"errorCode":0,"baseOffset":0`)
			wants(t, produce(0, batch), `"index":0,"errorCode":0,"baseOffset":2`)
			wants(t, produce(0, batch), `"index":0,"errorCode":0,"baseOffset":4`)
			wants(t, produce(0, bytes.Repeat(batch, 2)), `"index":0,"errorCode":87,"baseOffset":-1`)
			wants(t, produce(5, batch), `"index":5,"errorCode":3,"baseOffset":-1`)
			damaged := bytes.Clone(batch)
			damaged[70]++
			wants(t, produce(0, damaged), `"index":0,"errorCode":2,"baseOffset":-1`)
			wants(t, produce(0, batch[:len(batch)-1]), `"errorCode":87`)
			wants(t, produce(0, nil), `"errorCode":87`)

			fetch := func(offset, most int) string {
				return p.ask(fmt.Sprintf("Fetch@%d", c.fetch), fmt.Sprintf(
					`{"maxBytes":%d,"topics":[{"topic":"t","partitions":[{"partition":0,"fetchOffset":%d,"partitionMaxBytes":100000}]}]}`, most, offset))
			}
			wants(t, fetch(0, 10000), `"errorCode":0,"highWatermark":6,"lastStableOffset":6`, `"baseOffset":0,`, `"baseOffset":2,`, `"baseOffset":4,`)
			if got := fetch(3, 1); !contains(got, `"baseOffset":2,`) || contains(got, `"baseOffset":4,`) || contains(got, `"baseOffset":0,`) {
				t.Error(got)
			}
			wants(t, fetch(6, 1000), `"highWatermark":6`, `":""}]}`)
			wants(t, fetch(7, 1000), `"errorCode":1`)

			list := func(timestamp int64) string {
				return p.ask(fmt.Sprintf("ListOffsets@%d", c.list), fmt.Sprintf(
					`{"topics":[{"name":"t","partitions":[{"partitionIndex":0,"timestamp":%d},{"partitionIndex":9,"timestamp":-1}]}]}`, timestamp))
			}
			wants(t, list(-1), `"offset":6`, `"partitionIndex":9,"errorCode":3`)
			wants(t, list(-2), `"offset":0`)
			wants(t, list(1), `"offset":0`)
			wants(t, list(1<<60), `"offset":-1`)
			if c.list >= 7 {
				wants(t, list(-3), `"offset":1`)
			}
			wants(t, p.ask("OffsetForLeaderEpoch@3", `{"topics":[{"topic":"t","partitions":[{"partition":0}]}]}`), `"leaderEpoch":0,"endOffset":6`)
		})
	}
}

// TestTopicIDs is Produce and Fetch in versions that know topics by id alone.
func TestTopicIDs(t *testing.T) {
	p := broker(t, "4.4").dial()
	all := p.ask("Metadata@13", `{"topics":null}`)
	id := all[strings.Index(all, `"topicId":"`)+11:][:22]
	wants(t, p.ask("Produce@13", `{"acks":1,"topicData":[{"topicId":"`+id+`","partitionData":[{"index":0,"records":"`+base(plain())+`"}]}]}`),
		`"topicId":"`+id+`"`, `"baseOffset":0`)
	wants(t, p.ask("Fetch@17", `{"maxBytes":1000,"topics":[{"topicId":"`+id+`","partitions":[{"partition":0,"partitionMaxBytes":1000}]}]}`),
		`"topicId":"`+id+`"`, `"highWatermark":2`)
	wants(t, p.ask("Fetch@17", `{"topics":[{"topicId":"AAAAAAAAAAAAAAAAAAAABA","partitions":[{"partition":0}]}]}`), `"errorCode":100`)
}

func TestFetchWaits(t *testing.T) {
	n := broker(t, "4.4")
	reader, writer := n.dial(), n.dial()
	const ask = `{"maxWaitMs":%d,"minBytes":1,"maxBytes":1000,"topics":[{"topic":"t","partitions":[{"partition":0,"partitionMaxBytes":1000}]}]}`
	before := time.Now()
	wants(t, reader.ask("Fetch@12", fmt.Sprintf(ask, 50)), `"records":""`)
	if time.Since(before) < 50*time.Millisecond {
		t.Error("the fetch does not wait")
	}
	sent := reader.send("Fetch@12", fmt.Sprintf(ask, 60_000))
	writer.ask("Produce@11", `{"acks":1,"topicData":[{"name":"t","partitionData":[{"index":0,"records":"`+base(plain())+`"}]}]}`)
	wants(t, reader.read(sent, reader.receive()), `"highWatermark":2`)
}

// TestIdempotence sends a batch again, leaves one out, and takes a new epoch.
func TestIdempotence(t *testing.T) {
	p := broker(t, "4.4").dial()
	wants(t, p.ask("InitProducerId@4", `{"transactionalId":null}`), `"producerId":1,"producerEpoch":0`)
	batch := plain()
	for _, c := range []struct {
		epoch    int16
		sequence int32
		want     string
	}{
		{0, 0, `"errorCode":0,"baseOffset":0`},
		{0, 2, `"errorCode":0,"baseOffset":2`},
		{0, 0, `"errorCode":0,"baseOffset":0`}, // again
		{0, 5, `"errorCode":45,"baseOffset":-1`},
		{1, 0, `"errorCode":0,"baseOffset":4`},
		{0, 4, `"errorCode":47,"baseOffset":-1`},
	} {
		got := p.ask("Produce@11", `{"acks":-1,"topicData":[{"name":"t","partitionData":[{"index":0,"records":"`+base(producer(batch, 1, c.epoch, c.sequence))+`"}]}]}`)
		wants(t, got, c.want)
	}
}

// TestUnanswered is acks 0: no answer, but the records are there.
func TestUnanswered(t *testing.T) {
	p := broker(t, "4.4").dial()
	p.send("Produce@11", `{"acks":0,"topicData":[{"name":"t","partitionData":[{"index":0,"records":"`+base(plain())+`"}]}]}`)
	wants(t, p.ask("ListOffsets@10", `{"topics":[{"name":"t","partitions":[{"partitionIndex":0,"timestamp":-1}]}]}`), `"offset":2`)
}

func TestMaxLog(t *testing.T) {
	batch := plain()
	p := start(t, newCodec("4.4"), mock.Options{
		Behaviour: mock.NewBroker(mock.BrokerOptions{Topics: map[string]int{"t": 1}, MaxLog: 2 * len(batch)}),
	}).dial()
	for range 4 {
		p.ask("Produce@11", `{"acks":1,"topicData":[{"name":"t","partitionData":[{"index":0,"records":"`+base(batch)+`"}]}]}`)
	}
	wants(t, p.ask("ListOffsets@10", `{"topics":[{"name":"t","partitions":[{"partitionIndex":0,"timestamp":-2}]}]}`), `"offset":4`)
	wants(t, p.ask("Fetch@12", `{"maxBytes":9999,"topics":[{"topic":"t","partitions":[{"partition":0,"fetchOffset":3,"partitionMaxBytes":9999}]}]}`), `"errorCode":1`)
}

func TestSASL(t *testing.T) {
	p := broker(t, "4.4").dial()
	wants(t, p.ask("SaslHandshake@1", `{"mechanism":"GSSAPI"}`), `{"errorCode":33,"mechanisms":["PLAIN","OAUTHBEARER"]}`)
	wants(t, p.ask("SaslHandshake@1", `{"mechanism":"PLAIN"}`), `"errorCode":0`)
	wants(t, p.ask("SaslAuthenticate@2", `{"authBytes":"AGEAYg=="}`), `"errorCode":0,"errorMessage":null,"authBytes":""`)
}

// TestOtherGroups is what clients ask about groups of newer protocols.
func TestOtherGroups(t *testing.T) {
	p := broker(t, "4.4").dial()
	wants(t, p.ask("ConsumerGroupHeartbeat@1", `{"groupId":"g"}`), `"errorCode":35`)
	wants(t, p.ask("ConsumerGroupDescribe@1", `{"groupIds":["g"]}`), `"errorCode":69,"errorMessage":null,"groupId":"g"`)
}
