package logs_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/lab"
	"github.com/kscope/kscope/interop/oracle"
	"github.com/kscope/kscope/interop/raw"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// produce is a ProduceRequest@9 around a records field, as JSON.
const produce = `{"transactionalId":null,"acks":-1,"timeoutMs":5000,"topicData":[{"name":%q,"partitionData":[{"index":0,"records":%s}]}]}`

// TestEncodedIsRead decodes batches of real brokers to JSON, without what is
// compressed and without lengths and sums, and writes them anew: Kafka reads the same
// records from our batches, and finds their CRC right.
func TestEncodedIsRead(t *testing.T) {
	o := newest(t)
	c := newProducer(t)
	for _, pattern := range []string{"2.8.2/v*/*.log", "2.8.2/mixed-0/*.log", "4.4.0/*/*.log"} {
		files, err := filepath.Glob(filepath.Join(fixtures, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			data := readFile(t, file)
			if len(data) == 0 {
				continue // all of it was compacted away
			}
			ours := c.recode(data)
			want, got := kafkaReading(t, o, data), kafkaReading(t, o, ours)
			if got != want {
				t.Errorf("%s: Kafka reads from ours\n%s\nfrom the broker's\n%s", file, got, want)
			}
		}
	}
}

// kafkaReading is what Kafka reads as text, without what may differ when
// records are compressed anew.
func kafkaReading(t *testing.T, o *oracle.Oracle, data []byte) string {
	t.Helper()
	var out strings.Builder
	for b, err := range o.MemoryRecords(t.Context(), data) {
		if err != nil {
			t.Fatal(err)
		}
		b.Position, b.Size, b.CRC = 0, 0, 0
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(text, '\n'))
	}
	return out.String()
}

// producer writes and reads produce requests.
type producer struct {
	t    *testing.T
	spec *message.Spec
	code *message.Codec
}

func newProducer(t *testing.T) *producer {
	t.Helper()
	c := message.New(catalog.Builtin(), "4.4")
	s, err := c.Spec("ProduceRequest", 9)
	if err != nil {
		t.Fatal(err)
	}
	return &producer{t, s, c}
}

func (p *producer) encode(topic, records string) []byte {
	p.t.Helper()
	body, err := p.spec.Encode(nil, fmt.Appendf(nil, produce, topic, records), message.Body, message.Header{})
	if err != nil {
		p.t.Fatalf("%v\n%s", err, records)
	}
	return body
}

// records gives the records field of a body as JSON.
func (p *producer) records(body []byte, o jsonform.Options) json.RawMessage {
	p.t.Helper()
	var t tape.Tape
	p.spec.Read(&t, body, message.Body)
	if t.Err != nil {
		p.t.Fatal(t.Err)
	}
	var out struct {
		TopicData []struct {
			PartitionData []struct{ Records json.RawMessage }
		}
	}
	if err := json.Unmarshal(jsonform.Append(nil, &t, 0, o), &out); err != nil {
		p.t.Fatal(err)
	}
	return out.TopicData[0].PartitionData[0].Records
}

// recode writes batches anew from their JSON, all lengths and sums computed.
func (p *producer) recode(data []byte) []byte {
	p.t.Helper()
	body := p.encode("t", fmt.Sprintf("%q", base64.StdEncoding.EncodeToString(data)))
	text := p.records(body, jsonform.Options{Unpacked: true})
	var batches []map[string]any
	numbers := json.NewDecoder(strings.NewReader(string(text)))
	numbers.UseNumber()
	if err := numbers.Decode(&batches); err != nil {
		p.t.Fatal(err)
	}
	strip(batches)
	text, err := json.Marshal(batches)
	if err != nil {
		p.t.Fatal(err)
	}
	var encoded []byte // base64 in JSON
	if err := json.Unmarshal(p.records(p.encode("t", string(text)), jsonform.Options{OpaqueRecords: true}), &encoded); err != nil {
		p.t.Fatal(err)
	}
	return encoded
}

func strip(batches []map[string]any) {
	for _, b := range batches {
		for _, name := range []string{"batchLength", "messageSize", "crc", "recordsCount"} {
			delete(b, name)
		}
		if inner, ok := b["messages"].([]any); ok {
			for _, m := range inner {
				strip([]map[string]any{m.(map[string]any)})
			}
		}
	}
}

// TestProduced has a real broker take batches that we wrote by hand, in every
// codec, and reads from its files what it kept.
func TestProduced(t *testing.T) {
	c := lab.ForTest(t, lab.Options{Release: "4.4.0", Combined: true})
	p, o := newProducer(t), newest(t)
	for codec, name := range []string{"none", "gzip", "snappy", "lz4", "zstd"} {
		topic := "by-hand-" + name
		p.call(c, "CreateTopics", 7, fmt.Sprintf(`{"topics":[{"name":%q,"numPartitions":1,"replicationFactor":1,"assignments":[],"configs":[]}],
			"timeoutMs":5000,"validateOnly":false}`, topic))
		p.call(c, "Produce", 9, fmt.Sprintf(produce, topic, fmt.Sprintf(`[{"magic":2,"attributes":%d,"lastOffsetDelta":1,"baseTimestamp":1700000000000,
			"maxTimestamp":1700000000005,"records":[
			{"timestampDelta":0,"offsetDelta":0,"key":null,"value":"dmFsdWU=","headers":[{"key":"h","value":null}]},
			{"timestampDelta":5,"offsetDelta":1,"key":"a2V5","value":null,"headers":[]}]}]`, codec)))
		var kept []string
		for b, err := range o.Records(t.Context(), filepath.Join(c.Brokers()[0].DataDir, topic+"-0", "00000000000000000000.log")) {
			if err != nil || !b.Valid || b.Codec != name {
				t.Errorf("%s: %+v, %v", topic, b, err)
				break
			}
			for _, r := range b.Records {
				kept = append(kept, fmt.Sprintf("%d %d %q %q %q", r.Offset, r.Timestamp, r.Key, r.Value, r.Headers))
			}
		}
		want := `0 1700000000000 "" "value" [{"h" ""}]` + "\n" + `1 1700000000005 "key" "" []`
		if got := strings.Join(kept, "\n"); got != want {
			t.Errorf("%s: the broker kept\n%s", topic, got)
		}
	}
}

// call sends one request until every error code of the answer is 0: a topic
// that was just made has no leader for a moment.
func (p *producer) call(c *lab.Cluster, api string, version int16, body string) {
	p.t.Helper()
	code := p.ask(c, api, version, body)
	for i := 0; i < 100 && code != 0; i++ {
		select {
		case <-p.t.Context().Done():
		case <-time.After(50 * time.Millisecond):
		}
		code = p.ask(c, api, version, body)
	}
	if code != 0 {
		p.t.Fatalf("%s answers with error %d", api, code)
	}
}

// ask sends one request and gives the first error code of the answer.
func (p *producer) ask(c *lab.Cluster, api string, version int16, body string) int64 {
	p.t.Helper()
	s, err := p.code.Spec(api+"Request", version)
	if err != nil {
		p.t.Fatal(err)
	}
	request, err := s.Encode(nil, []byte(body), message.Frame, message.Header{CorrelationID: 1})
	if err != nil {
		p.t.Fatalf("%v\n%s", err, body)
	}
	answer, err := raw.Roundtrip(p.t.Context(), c.Bootstrap(), request)
	if err != nil {
		p.t.Fatal(err)
	}
	head, _ := message.Head(request, message.Frame)
	var t tape.Tape
	if _, err := p.code.ReadResponse(&t, answer, message.Frame, head); err != nil || t.Err != nil {
		p.t.Fatal(err, t.Err)
	}
	for i := range t.Nodes {
		if _, info := t.Lookup(t.Nodes[i].Op); info.Name != "ErrorCode" {
			continue
		}
		if code := t.Int(t.At(i)); code != 0 {
			return code
		}
	}
	return 0
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
