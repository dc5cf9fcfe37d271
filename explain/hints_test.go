package explain

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/sample"
)

// full is the full instance of a message in some unit.
func full(t testing.TB, x *Explainer, name string, version int16, u message.Unit) []byte {
	t.Helper()
	s, err := x.codec.Spec(name, version)
	if err != nil {
		t.Fatal(err)
	}
	client := "a-client"
	b, err := s.Append(nil, sample.Source(sample.Full), u, message.Header{CorrelationID: 7, ClientID: &client})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// resized is a frame whose contents were changed, with its size mended.
func resized(frame []byte) []byte {
	binary.BigEndian.PutUint32(frame, uint32(len(frame)-4))
	return frame
}

// hintCase is damage with the hint that it should get.
type hintCase struct {
	id   string // of the hint
	as   string
	data func(t *testing.T, x *Explainer) []byte
	says string // part of the hint's text
}

func given(s string) func(*testing.T, *Explainer) []byte {
	return func(t *testing.T, _ *Explainer) []byte { return unhex(t, s) }
}

func raw(s string) func(*testing.T, *Explainer) []byte {
	return func(*testing.T, *Explainer) []byte { return []byte(s) }
}

func framed(s string) func(*testing.T, *Explainer) []byte {
	return func(*testing.T, *Explainer) []byte { return resized(append(make([]byte, 4), s...)) }
}

// changed is the full instance of a message with a change made to it.
func changed(name string, v int16, u message.Unit, change func([]byte) []byte) func(*testing.T, *Explainer) []byte {
	return func(t *testing.T, x *Explainer) []byte { return change(full(t, x, name, v, u)) }
}

var hintCases = []hintCase{
	{"not-kafka", "", given("16030100650100006103"), "TLS, not Kafka: record type 22 (handshake), version 3.1"},
	{"not-kafka", "frame", given("15030300020228"), "level 2, description 40"},
	{"not-kafka", "FetchResponse@12", given("15030300020228"), "security.protocol"},
	{"not-kafka", "", raw("GET / HTTP/1.1\r\nHost: broker:9092\r\n\r\n"), "1195725856"},
	{"not-kafka", "frame:MetadataResponse@9", raw("HTTP/1.1 400 Bad Request\r\n"), "1213486160"},
	{"not-kafka", "", raw("SSH-2.0-OpenSSH_9.6\r\n"), "1397966893"},
	{"not-kafka", "", raw("hello there, broker"), "this is text"},
	{"not-kafka", "", given("28b52ffd00581d"), "zstd"},
	{"raw-sasl", "", framed("\x60\x82\x02\x00\x06\x09token"), "GSSAPI"},
	{"raw-sasl", "", framed("\x00alice\x00secret"), "PLAIN"},
	{"raw-sasl", "", framed("n,,n=alice,r=fyko+d2lbbFgONRv9qkxdawL"), "SCRAM client-first"},
	{"size-cut", "frame", given("000000"), "3 of its 4 bytes"},
	{"size-small", "frame", given("00000000 00000000"), "shorter than the smallest request header"},
	{"size-small", "", changed("MetadataRequest", 9, message.Frame, func(b []byte) []byte { b[3] = 1; return b }), "a whole MetadataRequest@9"},
	{"size-negative", "frame:FetchRequest@4", given("ffffffff 0001"), "never negative"},
	{"size-large", "frame:FetchRequest@4", given("7fffffff 00010004"), "socket.request.max.bytes"},
	{"size-little-endian", "", changed("MetadataRequest", 9, message.Frame, func(b []byte) []byte {
		binary.LittleEndian.PutUint32(b, uint32(len(b)-4))
		return b
	}), "wrong order"},
	{"size-wrong", "", changed("MetadataRequest", 9, message.Frame, func(b []byte) []byte { b[3] += 9; return b }), "the size is wrong"},
	{"frame-cut", "frame:MetadataResponse@12", changed("MetadataResponse", 12, message.Frame, func(b []byte) []byte { return b[:len(b)-30] }), "30 bytes are missing"},
	{"api-unknown", "frame", given("00000012 03e7 0000 00000001 0008 612d636c69656e74"), "vendors"},
	{"api-unknown", "frame", given("00000012 0001 0063 00000001 0008 612d636c69656e74"), "Fetch is known, but not in version 99"},
	{"response-open", "", changed("MetadataResponse", 12, message.Frame, bytes.Clone), "MetadataResponse@12 in a frame (likely)"},
	{"frame-next", "", func(t *testing.T, x *Explainer) []byte {
		return append(full(t, x, "MetadataRequest", 9, message.Frame), full(t, x, "FetchRequest", 12, message.Frame)...)
	}, "comes a FetchRequest@12"},
	{"array-empty", "frame:ApiVersionsRequest@0", given("000000150012000000000081000772646b61666b6100000000"), "empty int32 array"},
	{"line-end", "body:MetadataResponse@12", changed("MetadataResponse", 12, message.Body, func(b []byte) []byte { return append(b, '\n') }), "line end"},
	{"prefix-wrong", "payload:PartitionRecord@1", changed("TopicRecord", 0, message.Payload, bytes.Clone), "record type"},
	{"prefix-wrong", "payload:TopicRecord@0", changed("TopicRecord", 0, message.Payload, func(b []byte) []byte {
		return append([]byte{0x81, 0x80, 0x80, 0x80, 0x08}, b[1:]...)
	}), "2147483649"},
	{"older-answer", "body:ApiVersionsResponse@3", given("002300000000"), "KIP-511"},
	{"header-tag-missing", "frame:MetadataResponse@12", changed("MetadataResponse", 12, message.Frame, func(b []byte) []byte { return resized(splice(b, 8, 1)) }), "header version 1, and header version 0 was written"},
	{"header-tag-missing", "", changed("MetadataRequest", 12, message.Frame, func(b []byte) []byte { return resized(splice(b, 22, 1)) }), "behind the client id"},
	{"header-tag-extra", "frame:ApiVersionsResponse@3", changed("ApiVersionsResponse", 3, message.Frame, func(b []byte) []byte { return resized(splice(b, 8, 0, 0)) }), "also in flexible ones"},
	{"header-tag-extra", "", changed("MetadataRequest", 4, message.Frame, func(b []byte) []byte { return resized(splice(b, 22, 0, 0)) }), "not flexible"},
	{"client-id", "", changed("MetadataRequest", 12, message.Frame, func(b []byte) []byte { return resized(splice(b, 12, 2, 9)) }), "compact string"},
	{"header-tag-in-body", "body:MetadataResponse@12", changed("MetadataResponse", 12, message.Body, func(b []byte) []byte { return append([]byte{0}, b...) }), "looks like the header's"},
	{"unit", "body:MetadataResponse@12", changed("MetadataResponse", 12, message.Payload, bytes.Clone), "with its header, not a body"},
	{"unit", "payload:MetadataResponse@12", changed("MetadataResponse", 12, message.Frame, bytes.Clone), "in a frame, not a payload"},
	{"version", "body:MetadataResponse@12", changed("MetadataResponse", 9, message.Body, bytes.Clone), "version 9 of MetadataResponse"},
	{"direction", "body:MetadataResponse@12", changed("MetadataRequest", 12, message.Body, bytes.Clone), "likely the request"},
	{"tags-missing", "body:ApiVersionsResponse@3", given("0000 03 001200000004 000100000003 00000000 00"), "each element of ApiKeys"},
	{"tags-missing", "body:ApiVersionsResponse@3", given("0000 03 001200000004 000100000003 00000000"), "at the end of every struct"},
	{"tags-extra", "body:MetadataRequest@9", given("02 04 616263 00 01 01 00 00 00"), "one too many"},
	{"count", "body:ApiVersionsResponse@3", given("0000 02 00120000000400 00010000000300 00000000 00"), "meant 2"},
	{"count", "body:ApiVersionsResponse@0", given("0000 00000003 001200000004 000100000003"), "with 2 the rest fits"},
	{"count", "body:SaslHandshakeRequest@1", given("0006 504c41494e"), "with 5 the rest fits"},
	{"count", "body:DescribeGroupsRequest@5", given("03 03 6f6e65 03 74776f 00 00"), "2 places"},
	{"tag-count", "body:ApiVersionsResponse@3", given("0000 03 00120000000401 00010000000301 00000000 01"), "one too high"},
	{"encoding", "body:DescribeGroupsRequest@5", given("03 0003 6f6e65 0003 74776f 00 00"), "fixed-size"},
	{"encoding", "body:SaslHandshakeRequest@1", given("06 504c41494e"), "compact one"},
	{"encoding", "body:ListTransactionsRequest@0", given("00000001 0003 616263 00000000"), "without compact lengths"},
	{"zig-zag", "body:DescribeGroupsRequest@5", given("03 06 6f6e65 06 74776f 00 00"), "zig-zag"},
	{"null", "body:DescribeGroupsRequest@5", given("00 00 00"), "may not be null"},
	{"records-length", "body:ProduceRequest@9", changed("ProduceRequest", 9, message.Body, shortRecords), "says"},
	{"field-missing", "body:ApiVersionsResponse@3", given("0000 03 00120000000400 00010000000300 00"), "ThrottleTimeMs is missing"},
	{"field-width", "body:ApiVersionsResponse@3", given("00000000 03 00120000000400 00010000000300 00000000 00"), "ErrorCode is written in 4 bytes"},
	{"crc", "batch", brokenSum(func(b []byte) uint32 { return 0 }), "never computed"},
	{"crc", "batch", brokenSum(func(b []byte) uint32 { return crc32.ChecksumIEEE(b[21:]) }), "Castagnoli"},
	{"crc", "records", brokenSum(func(b []byte) uint32 { return crc32.Checksum(append([]byte{2}, b[21:]...), castagnoli) }), "covers the magic"},
	{"batch-cut", "batch", func(*testing.T, *Explainer) []byte { return record.AppendSample(nil, 1)[:30] }, "30 of the 61"},
	{"batch-cut", "", func(*testing.T, *Explainer) []byte { return record.AppendSample(nil, 1)[:70] }, "70 are there"},
	{"batch-length", "records", given("000000000000000080000000000000000200000000000000000000000000"), "-2147483648"},
	{"record-cut", "record", given("3400f0e7f7dd5b060e746573744b6579127465737456616c7565"), "count of headers"},
	{"ends-early", "body:ApiVersionsResponse@1", given("0000 00000001 001200000004"), "before ThrottleTimeMs (versions 1+ have it), the last field"},
	{"count-large", "body:ProduceRequest@3", given("0000 0001 00000100 20000002 0001"), "do not fit"},
	{"varint-fixed", "body:DescribeGroupsRequest@5", given("ffffffff 00000000"), "int32 of -1"},
}

// shortRecords takes from the length of the first records field, which ends
// where the first batch begins.
func shortRecords(b []byte) []byte {
	at := 0
	for at < len(b) && batchAt(b[at:]) == 0 {
		at++
	}
	b[at-1] -= 9
	return b
}

func brokenSum(sum func([]byte) uint32) func(*testing.T, *Explainer) []byte {
	return func(*testing.T, *Explainer) []byte {
		b := record.AppendSample(nil, 1)
		binary.BigEndian.PutUint32(b[17:], sum(b))
		return b
	}
}

// TestHints gives each row of the catalogue damage that it should explain.
func TestHints(t *testing.T) {
	x := newExplainer()
	tested := map[string]bool{}
	for _, c := range hintCases {
		tested[c.id] = true
		t.Run(c.id, func(t *testing.T) {
			as, err := x.ParseAs(c.as)
			if err != nil {
				t.Fatal(err)
			}
			data := c.data(t, x)
			r, err := x.Read(data, as, nil, false)
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range r.Hints {
				if h.ID == c.id && strings.Contains(h.Text, c.says) {
					return
				}
			}
			t.Errorf("%s as %q: hints %v, expected %q\n%v\n%x", r.Spec, c.as, r.Hints, c.says, r.Tape.Err, data)
		})
	}
	for _, c := range causes {
		if !tested[c.id] {
			t.Errorf("no test for %s", c.id)
		}
	}
}
