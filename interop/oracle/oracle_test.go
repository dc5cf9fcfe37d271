package oracle_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/oracle"
)

func Example() {
	ctx := context.Background()
	o, err := oracle.Start(ctx, "4.4.0")
	if err != nil {
		return // errors.Is(err, jars.ErrNoMaven), ErrNoJava: not on this machine
	}
	defer o.Close()
	d, err := o.Decode(ctx, "HeartbeatResponse", 0, []byte{0, 27})
	fmt.Println(string(d.JSON), d.Remaining, err) // {"errorCode":27} 0 <nil>
}

func start(t *testing.T, release string) *oracle.Oracle {
	t.Helper()
	o, err := oracle.Start(t.Context(), release)
	need.Met(t, err)
	t.Cleanup(func() { _ = o.Close() })
	return o
}

// The counts of messages and of (message, version) pairs were taken from the
// classes once; a change means that the search of the jars has changed.
func TestListAndAgree(t *testing.T) {
	for _, c := range []struct {
		release         string
		messages, pairs int
	}{{"2.8.2", 151, 514}, {"3.9.1", 240, 740}, {"4.4.0", 278, 744}} {
		t.Run(c.release, func(t *testing.T) {
			o := start(t, c.release)
			list, err := o.List(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var ask []oracle.Request
			for _, m := range list {
				for v := m.Lowest; v <= m.Highest; v++ {
					ask = append(ask, oracle.RandomRequest(m.Name, v, 1, 3))
				}
			}
			if len(list) != c.messages || len(ask) != c.pairs {
				t.Errorf("%d messages and %d pairs, want %d and %d", len(list), len(ask), c.messages, c.pairs)
			}
			begin := time.Now()
			samples := agree(t, o, ask)
			t.Logf("%d pairs, %d instances there and back in %v", len(ask), samples, time.Since(begin).Round(time.Millisecond))
		})
	}
}

// agree has Kafka make random instances, read them and write them again.
func agree(t *testing.T, o *oracle.Oracle, ask []oracle.Request) int {
	t.Helper()
	var want []oracle.Sample
	var decode, encode []oracle.Request
	for i, r := range batch(t, o, ask) {
		if err := r.Err(); err != nil {
			t.Errorf("random %s %d: %v", ask[i].Message, ask[i].Version, err)
		}
		for _, s := range r.Samples {
			want = append(want, s)
			decode = append(decode, oracle.DecodeRequest(ask[i].Message, ask[i].Version, s.Bytes))
			encode = append(encode, oracle.EncodeRequest(ask[i].Message, ask[i].Version, s.Value))
		}
	}
	for i, r := range batch(t, o, decode) {
		if r.Err() != nil || r.Remaining != 0 || !bytes.Equal(r.JSON, want[i].JSON) {
			t.Errorf("decode %s %d %x: %v, %d bytes remain", decode[i].Message, decode[i].Version, decode[i].Bytes, r.Err(), r.Remaining)
		}
	}
	for i, r := range batch(t, o, encode) {
		if r.Err() != nil || !bytes.Equal(r.Bytes, want[i].Bytes) {
			t.Errorf("encode %s %d: %v\ngot  %x\nwant %x", encode[i].Message, encode[i].Version, r.Err(), r.Bytes, want[i].Bytes)
		}
	}
	return len(want)
}

func batch(t *testing.T, o *oracle.Oracle, requests []oracle.Request) []oracle.Reply {
	t.Helper()
	replies, err := o.Batch(t.Context(), requests)
	if err != nil {
		t.Fatal(err)
	}
	return replies
}

// A run that draws no nulls, no unknown tags or no records proves less than it
// seems to.
func TestRandomCoversTheEdges(t *testing.T) {
	o := start(t, "4.4.0")
	all := map[string]bool{}
	for _, message := range []string{"FetchResponse", "ProduceRequest", "DescribeTopicPartitionsResponse"} {
		version := map[string]int{"FetchResponse": 17, "ProduceRequest": 12}[message]
		samples, err := o.Random(t.Context(), message, version, 100, 60)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range samples {
			note(all, s)
		}
	}
	for _, edge := range []string{"null records", "null struct", "null string", "records", "unknown tag", "many", "4-byte utf-8",
		"largest int64", "smallest int32"} {
		if !all[edge] {
			t.Errorf("no instance has: %s", edge)
		}
	}
}

func note(all map[string]bool, s oracle.Sample) {
	for edge, text := range map[string]string{"null records": `"records":null`, "null struct": `"nextCursor":null`, "null string": `"name":null`,
		"largest int64": "9223372036854775807", "smallest int32": "-2147483648", "4-byte utf-8": "\U0001F600"} {
		all[edge] = all[edge] || strings.Contains(string(s.JSON), text)
	}
	all["records"] = all["records"] || len(s.Records) > 0
	all["unknown tag"] = all["unknown tag"] || len(s.Unknown) > 0
	all["many"] = all["many"] || strings.Count(string(s.JSON), "{") > 127
}

func TestRandomIsRepeatable(t *testing.T) {
	o := start(t, "4.4.0")
	two, err := o.Random(t.Context(), "MetadataResponse", 12, 5, 2)
	if err != nil {
		t.Fatal(err)
	}
	one, err := o.Random(t.Context(), "MetadataResponse", 12, 6, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(two[1].Bytes, one[0].Bytes) {
		t.Error("instance i of seed s must be instance 0 of seed s+i")
	}
}

func TestRefusals(t *testing.T) {
	o := start(t, "4.4.0")
	empty := oracle.Value{JSON: json.RawMessage(`{}`)}
	for _, c := range []struct {
		request oracle.Request
		want    string
	}{
		{oracle.DecodeRequest("Nonsense", 0, nil), "no message called Nonsense"},
		{oracle.DecodeRequest("FetchResponse", 3, nil), "has versions 4-18, not 3"},
		{oracle.DecodeRequest("HeartbeatResponse", 0, []byte{0}), "BufferUnderflowException"},
		{oracle.EncodeRequest("HeartbeatResponse", 0, empty), "errorCode"},
		{oracle.Request{Op: "dance", Message: "HeartbeatResponse"}, "unknown op dance"},
	} {
		replies := batch(t, o, []oracle.Request{c.request})
		var refusal *oracle.Refusal
		if err := replies[0].Err(); !errors.As(err, &refusal) || !strings.Contains(refusal.Text, c.want) {
			t.Errorf("%+v: got %v, want %s", c.request, err, c.want)
		}
	}
	d, err := o.Decode(t.Context(), "HeartbeatResponseData", 0, []byte{0, 27, 1, 2, 3})
	if err != nil || string(d.JSON) != `{"errorCode":27}` || d.Remaining != 3 {
		t.Errorf("got %s, %d remaining, %v", d.JSON, d.Remaining, err)
	}
}

func TestErrorsAndAPIKeysOfAllAges(t *testing.T) {
	for _, c := range []struct {
		release                  string
		errors, apis, fetch      int
		headers, listeners, list bool
	}{
		{"0.11.0.3", 57, 34, 5, false, false, false},
		{"2.2.2", 83, 44, 10, false, false, false},
		{"2.8.2", 106, 65, 12, true, true, true},
		{"4.4.0", 138, 95, 18, true, true, true},
	} {
		t.Run(c.release, func(t *testing.T) {
			o := start(t, c.release)
			codes, err := o.Errors(t.Context())
			if err != nil || len(codes) != c.errors {
				t.Fatalf("%d errors, %v", len(codes), err)
			}
			want := oracle.ErrorCode{Code: 3, Name: "UNKNOWN_TOPIC_OR_PARTITION", Exception: "UnknownTopicOrPartitionException", Retriable: true}
			if codes[4] != want || codes[len(codes)-1].Code != len(codes)-2 {
				t.Errorf("codes should run from -1 without gaps: %+v, last %+v", codes[4], codes[len(codes)-1])
			}
			apis, err := o.APIKeys(t.Context())
			if err != nil || len(apis) != c.apis {
				t.Fatalf("%d APIs, %v", len(apis), err)
			}
			fetch := apis[1]
			if fetch.Name != "Fetch" || fetch.Latest != c.fetch || (fetch.RequestHeaders != nil) != c.headers || (fetch.Listeners != nil) != c.listeners {
				t.Errorf("got %+v", fetch)
			}
			if _, err := o.List(t.Context()); (err == nil) != c.list {
				t.Errorf("list: %v", err)
			}
		})
	}
}

func TestEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o, err := oracle.Start(ctx, "4.4.0")
	need.Met(t, err)
	defer o.Close()
	cancel()
	if _, err := o.List(t.Context()); !errors.Is(err, oracle.ErrEnded) {
		t.Errorf("got %v, want an ended oracle", err)
	}
	if _, err := o.List(t.Context()); !errors.Is(err, oracle.ErrEnded) {
		t.Errorf("again: got %v", err)
	}
}

func TestBatchStopsWithItsContext(t *testing.T) {
	o := start(t, "4.4.0")
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	many := make([]oracle.Request, 20_000)
	for i := range many {
		many[i] = oracle.RandomRequest("MetadataResponse", 12, int64(i), 5)
	}
	if _, err := o.Batch(ctx, many); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want deadline exceeded", err)
	}
}

func TestBench(t *testing.T) {
	o, err := oracle.StartWarm(t.Context(), "4.4.0")
	need.Met(t, err)
	defer o.Close()
	for _, what := range []oracle.Work{oracle.DecodeWork, oracle.ToJSONWork, oracle.FromJSONWork} {
		nanos, err := o.Bench(t.Context(), what, "HeartbeatResponse", 0, []byte{0, 27}, []byte(`{"errorCode":27}`), 20*time.Millisecond)
		if err != nil || nanos <= 0 || nanos > 1e9 {
			t.Errorf("%s: %v ns, %v", what, nanos, err)
		}
	}
	if _, err := o.Bench(t.Context(), "sleep", "HeartbeatResponse", 0, nil, nil, time.Millisecond); err == nil {
		t.Error("unknown work must be refused")
	}
}

// A schema may end in Data itself; then that is its name.
func TestNames(t *testing.T) {
	o := start(t, "4.4.0")
	list, err := o.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, m := range list {
		names[m.Name] = m.Class[strings.LastIndexByte(m.Class, '.')+1:]
	}
	for name, class := range map[string]string{"FetchResponse": "FetchResponseData", "DefaultPrincipalData": "DefaultPrincipalData",
		"QuorumStateData": "QuorumStateData", "PartitionRecord": "PartitionRecord"} {
		if names[name] != class {
			t.Errorf("%s is of class %q, want %q", name, names[name], class)
		}
	}
}

func TestConvert(t *testing.T) {
	o := start(t, "4.4.0")
	rack := oracle.Value{JSON: json.RawMessage(`{"replicaId":-1,"maxWaitMs":0,"minBytes":0,"maxBytes":1,"isolationLevel":0,"sessionId":0,
		"sessionEpoch":-1,"topics":[],"forgottenTopicsData":[],"rackId":"a"}`)}
	replies := batch(t, o, []oracle.Request{
		oracle.ConvertRequest("FetchRequest", 11, 4, rack), // rackId is ignorable
		oracle.ConvertRequest("HeartbeatRequest", 3, 0, oracle.Value{
			JSON: json.RawMessage(`{"groupId":"","generationId":0,"memberId":"","groupInstanceId":"a"}`)}), // this one is not
	})
	if err := replies[0].Err(); err != nil || len(replies[0].Bytes) != 21 {
		t.Errorf("%x, %v", replies[0].Bytes, err)
	}
	if err := replies[1].Err(); err == nil || !strings.Contains(err.Error(), "UnsupportedVersionException") {
		t.Errorf("got %v", err)
	}
}
