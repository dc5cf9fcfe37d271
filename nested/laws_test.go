package nested

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// joinGroup is a JoinGroup request of a Java consumer with two protocols, from
// a public capture (case pc-11-join-group-v7-req of the explainer's corpus).
const joinGroup = "0000008d000b0007000000780011636f6e73756d65722d7a7a7a7a31322d3100077a7a7a7a31320000afc8000493e0010009636f6e73756d6572030672616e67651b000100000001000a6162632d746f70696331ffffffff000000000013636f6f70657261746976652d737469636b791f000100000001000a6162632d746f7069633100000004ffffffff000000000000"

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestJoinGroup(t *testing.T) {
	c, _ := newCodec(t, "", Options{})
	tp := &tape.Tape{}
	s := c.ReadRequest(tp, unhex(t, joinGroup), message.Frame)
	checkClean(t, "JoinGroup", tp)
	for path, want := range map[string]string{
		"Protocols[0].Metadata.Topics[0]":           "abc-topic1",
		"Protocols[1].Metadata.Topics[0]":           "abc-topic1",
		"Protocols[1].Metadata.UserData.generation": "\xff\xff\xff\xff",
	} {
		r, ok := tp.Find(path)
		if !ok {
			t.Errorf("no %s", path)
			continue
		}
		off, end := tp.Span(r)
		if b := tp.Data[off:end]; !bytes.HasSuffix(b, []byte(want)) {
			t.Errorf("%s is %q", path, b)
		}
	}
	_ = s
}

// TestLawPrefix cuts a request at every byte: what is in front of the cut is
// read as in the whole.
func TestLawPrefix(t *testing.T) {
	c, _ := newCodec(t, "", Options{})
	whole, part := &tape.Tape{}, &tape.Tape{}
	data := unhex(t, joinGroup)
	c.ReadRequest(whole, data, message.Frame)
	for n := 12; n < len(data); n++ {
		c.ReadRequest(part, data[:n:n], message.Frame)
		if part.Err == nil {
			t.Fatalf("%d bytes are no error", n)
		}
		checkTiling(t, "cut", part)
		for i, w := range whole.Nodes {
			if int(w.End) <= part.Err.Offset && (i >= len(part.Nodes) || part.Nodes[i] != w) {
				t.Fatalf("%d bytes: %s [%d,%d) is not there: %v", n, whole.Info(whole.At(i)).Name, w.Off, w.End, part.Err)
			}
		}
	}
}

// TestLawLossless reads JSON and bytes of messages with something inside, both
// ways: what is inside stays base64.
func TestLawLossless(t *testing.T) {
	c, _ := newCodec(t, "", Options{})
	tp, plain := &tape.Tape{}, &tape.Tape{Nester: c.Records}
	data := unhex(t, joinGroup)
	s := c.ReadRequest(tp, data, message.Frame)
	c.ReadRequest(plain, data, message.Frame)
	body := func(tp *tape.Tape) []byte {
		for i, n := range tp.Nodes {
			if l, op := tp.Layout(tp.At(i)); l == s.Body && op == 0 {
				return jsonform.AppendLossless(nil, tp, i, tp.Data[n.Off:n.End], jsonform.Options{})
			}
		}
		return nil
	}
	text := body(tp)
	if !bytes.Equal(text, body(plain)) {
		t.Errorf("JSON differs by what is inside:\n%s\n%s", text, body(plain))
	}
	back, err := s.Encode(nil, text, message.Body, message.Header{})
	if err != nil || !bytes.HasSuffix(data, back) {
		t.Errorf("%x %v", back, err)
	}
}

// An edit inside a field mends the field's length, and the frame's.
func TestEditInside(t *testing.T) {
	c, _ := newCodec(t, "", Options{})
	tp := &tape.Tape{}
	c.ReadRequest(tp, unhex(t, joinGroup), message.Frame)
	r, ok := tp.Find("Protocols[0].Metadata.Topics[0]")
	if !ok {
		t.Fatal("no topic")
	}
	name := strings.Repeat("longer", 30)
	edited, err := tp.Replace(nil, r, append(binary.BigEndian.AppendUint16(nil, uint16(len(name))), name...))
	if err != nil {
		t.Fatal(err)
	}
	c.ReadRequest(tp, edited, message.Frame)
	checkClean(t, "edited", tp)
	if r, ok = tp.Find("Protocols[0].Metadata.Topics[0]"); !ok {
		t.Fatal("no topic in the edited request")
	}
	if b, _ := tp.Bytes(r); string(b) != name {
		t.Errorf("topic is %q", b)
	}
}

// A tape without room finds what is around the bytes all the same.
func TestTapeWithoutRoom(t *testing.T) {
	c, _ := newCodec(t, "", Options{})
	want, tp := &tape.Tape{}, &tape.Tape{Nodes: make([]tape.Node, 0, 1)}
	c.ReadRequest(want, unhex(t, joinGroup), message.Frame)
	c.ReadRequest(tp, unhex(t, joinGroup), message.Frame)
	if !slices.Equal(tp.Nodes, want.Nodes) {
		t.Errorf("%d nodes, with room %d", len(tp.Nodes), len(want.Nodes))
	}
}

// envelope wraps a request so many times.
func envelope(t *testing.T, c *message.Codec, times int) []byte {
	t.Helper()
	s := spec(t, c, "EnvelopeRequest", 0)
	data := full(t, spec(t, c, "MetadataRequest", 12), message.Payload)
	for range times {
		v := instanceOf(t, s)
		v.setBytes("RequestData", data)
		v.setBytes("RequestPrincipal", nil)
		v.setBytes("ClientHostAddress", []byte{127, 0, 0, 1})
		data = v.encode(t, s, message.Payload)
	}
	return data
}

func TestEnvelopes(t *testing.T) {
	c, _ := newCodec(t, "", Options{})
	tp := &tape.Tape{}
	c.ReadRequest(tp, envelope(t, c, 1), message.Payload)
	checkClean(t, "one envelope", tp)
	h := Enveloped(tp)
	if h == nil || h.APIKey != 3 || h.Version != 12 || h.CorrelationID != 7 {
		t.Fatalf("enveloped %v", h)
	}
	if Enveloped(&tape.Tape{}) != nil {
		t.Error("something in no envelope")
	}

	answer := spec(t, c, "EnvelopeResponse", 0)
	v := instanceOf(t, answer)
	v.setBytes("ResponseData", full(t, spec(t, c, "MetadataResponse", 12), message.Payload))
	data := v.encode(t, answer, message.Payload)
	answer.Read(tp, data, message.Payload)
	if _, inside := nests(tp, "ResponseData"); len(inside) > 0 || len(tp.Findings) != 1 {
		t.Errorf("a response to nobody knows what holds %v, %v", inside, tp.Findings)
	}
	tp.Nester = New(c, Options{Enveloped: h})
	answer.Read(tp, data, message.Payload)
	checkClean(t, "the answer", tp)
	if _, inside := nests(tp, "ResponseData"); !slices.Equal(inside, []string{"MetadataResponse"}) {
		t.Errorf("the answer holds %v", inside)
	}
}

func TestDepth(t *testing.T) {
	c, _ := newCodec(t, "", Options{})
	tp := &tape.Tape{}
	c.ReadRequest(tp, envelope(t, c, MaxDepth), message.Payload)
	checkClean(t, "as deep as can be", tp)
	c.ReadRequest(tp, envelope(t, c, MaxDepth+1), message.Payload)
	if len(tp.Findings) == 0 || !strings.Contains(tp.Findings[0].Text, "deep in bytes") || tp.Err != nil {
		t.Errorf("%v %v", tp.Findings, tp.Err)
	}
}

// TestMisfits says why bytes stay bytes, and never ends the reading around
// them.
func TestMisfits(t *testing.T) {
	c, _ := newCodec(t, "", Options{})
	for _, test := range []struct {
		message, path, set, value, data, want string
		version                               int16
	}{
		{"JoinGroupRequest", "Protocols.Metadata", "ProtocolType", "consumer", "\x00\x09", "ConsumerProtocolSubscription has no version 9", 7},
		{"JoinGroupRequest", "Protocols.Metadata", "ProtocolType", "consumer", "\x00", "ConsumerProtocolSubscription begins with 2 bytes, found 1 byte", 7},
		{"JoinGroupRequest", "Protocols.Metadata", "ProtocolType", "consumer", "\x00\x01\x00\x00\x00\x02\x00\x03one\x00\x03two\x00\x00\x00\x03abc", "no ConsumerProtocolSubscription, in which Protocols[0].Metadata.OwnedPartitions at offset", 7},
		{"JoinGroupRequest", "Protocols.Metadata", "ProtocolType", "connect", "\x00\x00\x00\x09", "no connect-subscription, in which Protocols[0].Metadata.url", 7},
		{"JoinGroupRequest", "Protocols.Metadata", "ProtocolType", "connect", "\x00\x05", "version 5 of Connect's protocol", 7},
		{"SyncGroupResponse", "Assignment", "", "", "?!?!", "ConsumerProtocolAssignment has no version 16161; it has versions 0-1 in 2.7 to 3.3, 0-3 in 3.4 to 4.4; version 16161 of Connect's protocol is not known", 0},
		{"EnvelopeRequest", "RequestData", "", "", "\x03\xe7\x00\x00\x00\x00\x00\x00", "unknown API key 999", 0},
		{"EnvelopeRequest", "RequestData", "", "", "\x00", "a request begins with 8 bytes, found 1 byte", 0},
	} {
		s := spec(t, c, test.message, test.version)
		v := instanceOf(t, s)
		v.setBytes(test.path, []byte(test.data))
		v.set(test.path, test.set, test.value)
		tp := &tape.Tape{}
		s.Read(tp, v.encode(t, s, message.Frame), message.Frame)
		found := slices.ContainsFunc(tp.Findings, func(f tape.Finding) bool { return strings.Contains(f.Text, test.want) })
		if !found || tp.Err != nil {
			t.Errorf("%s %q: %v %v, want %q", s, test.data, tp.Err, tp.Findings, test.want)
		}
		checkTiling(t, test.want, tp)
	}
}

// Notes are bounded, as they take more memory than what they are about.
func TestManyMisfits(t *testing.T) {
	c, _ := newCodec(t, "", Options{})
	s := spec(t, c, "JoinGroupRequest", 0)
	v := instanceOf(t, s)
	v["protocolType"] = "consumer"
	var protocols []any
	for range 3 * mostNotes {
		protocols = append(protocols, map[string]any{"name": "", "metadata": "AA=="})
	}
	v["protocols"] = protocols
	tp := &tape.Tape{}
	s.Read(tp, v.encode(t, s, message.Body), message.Body)
	if len(tp.Findings) != mostNotes || tp.Err != nil {
		t.Errorf("%d notes, %v", len(tp.Findings), tp.Err)
	}
}

// A second reading on the same tape allocates nothing for records of users.
func TestUsersRecordsCostNothing(t *testing.T) {
	c, _ := newCodec(t, "", Options{})
	s := spec(t, c, "FetchResponse", 12)
	v := instanceOf(t, s)
	v.setBytes("Responses.Partitions.Records", batch(false, pair{[]byte("k"), []byte("v")}))
	data, tp := v.encode(t, s, message.Frame), &tape.Tape{}
	s.Read(tp, data, message.Frame)
	if n := testing.AllocsPerRun(100, func() { s.Read(tp, data, message.Frame) }); n > 1 { // the parse function itself
		t.Errorf("%v allocations", n)
	}
}

// FuzzNested reads any bytes as each form and as each topic's records.
func FuzzNested(f *testing.F) {
	f.Add(unhex(f, joinGroup))
	f.Add(metricsData())
	f.Add(batch(true, pair{[]byte{0, 0, 0, 1}, []byte{0, 0, 0, 0, 0, 1}}))
	for _, c := range tokens {
		f.Add([]byte(c.token))
	}
	c, _ := newCodec(f, "", Options{Enveloped: &message.RequestHead{APIKey: 18, Version: 3}})
	n := New(c, Options{Reveal: true})
	tp := &tape.Tape{}
	f.Fuzz(func(t *testing.T, data []byte) {
		for what := range n.fields() {
			tp.Nester = n
			tp.Read(data, func(t *tape.Tape) { t.Nester.Nest(t, what); t.Rest() })
			checkTiling(t, what, tp)
			shown(tp)
		}
		for _, topic := range c.Catalog.Topics() {
			p, _ := n.Topic(topic.Topic)
			_, _ = p.Key(data)
			_, _ = p.Value(data, data)
			tp.Nester = p
			tp.Read(data, func(t *tape.Tape) { t.Nester.Nest(t, tape.RecordsField) })
			checkTiling(t, topic.Topic, tp)
		}
		if h, ok := message.Head(data, message.Frame); ok {
			if s, err := c.APISpec(int(h.APIKey), h.Version, schema.Request); err == nil {
				tp.Nester = nil
				s.Read(tp, data, message.Frame)
				checkTiling(t, s.String(), tp)
			}
		}
	})
}
