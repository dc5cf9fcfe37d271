package client_test

import (
	"encoding/binary"
	"io"
	"net"
	"testing"
	"time"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

func header(correlationID int) message.Header {
	return message.Header{CorrelationID: int32(correlationID)}
}

// offers answers ApiVersions up to a version; newer ones as brokers answer what
// they do not know, in version 0 with or without the range that they have.
func offers(t *testing.T, newest int16, tellsRange bool, body string) (addr string, seen *[]int16) {
	t.Helper()
	seen = &[]int16{}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		for {
			frame, err := readFrame(conn)
			if err != nil {
				return
			}
			head, _ := message.Head(frame, message.Frame)
			*seen = append(*seen, head.Version)
			version, text := head.Version, body
			if head.Version > newest {
				version, text = 0, `{"errorCode":35}`
				if tellsRange {
					text = `{"errorCode":35,"apiKeys":[{"apiKey":18,"minVersion":0,"maxVersion":` + string('0'+rune(newest)) + `}]}`
				}
			}
			spec, err := codec().Spec("ApiVersionsResponse", version)
			if err != nil {
				return
			}
			out, err := spec.Encode(nil, []byte(text), message.Frame, header(int(head.CorrelationID)))
			if err != nil {
				return
			}
			conn.Write(out)
		}
	}()
	return l.Addr().String(), seen
}

func TestVersions(t *testing.T) {
	addr, _ := offers(t, 5, true, `{"apiKeys":[{"apiKey":1,"minVersion":4,"maxVersion":17},{"apiKey":18,"minVersion":0,"maxVersion":5}],
		"throttleTimeMs":250,"zkMigrationReady":true,"finalizedFeaturesEpoch":9,
		"supportedFeatures":[{"name":"group.version","minVersion":0,"maxVersion":1}],
		"finalizedFeatures":[{"name":"group.version","minVersionLevel":1,"maxVersionLevel":1}]}`)
	o, err := dial(t, addr, client.Config{}).Versions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if o.Version != 5 || o.Error != 0 || len(o.APIs) != 2 || o.APIs[1] != (schema.Versions{Lo: 4, Hi: 17}) ||
		o.Supported["group.version"] != (schema.Versions{Lo: 0, Hi: 1}) || o.Finalized["group.version"] != (schema.Versions{Lo: 1, Hi: 1}) ||
		o.FinalizedEpoch != 9 || !o.ZkMigrationReady || o.Throttle != 250*time.Millisecond {
		t.Errorf("got %+v", o)
	}
}

func TestVersionsOfOldNodes(t *testing.T) {
	for _, test := range []struct {
		newest int16
		tells  bool
		asked  []int16
	}{{3, true, []int16{5, 3}}, {0, true, []int16{5, 0}}, {2, false, []int16{5, 0}}} {
		addr, seen := offers(t, test.newest, test.tells, `{"apiKeys":[{"apiKey":18,"minVersion":0,"maxVersion":2}]}`)
		o, err := dial(t, addr, client.Config{}).Versions(t.Context())
		if err != nil || o.Error != 0 || o.Version != test.asked[1] || len(o.APIs) != 1 || o.FinalizedEpoch != -1 {
			t.Errorf("up to %d: %+v, %v", test.newest, o, err)
		}
		if len(*seen) != 2 || (*seen)[1] != test.asked[1] {
			t.Errorf("up to %d: asked for %v", test.newest, *seen)
		}
	}
}

// TestDamagedVersions: an answer that cannot be read is an error that says
// where.
func TestDamagedVersions(t *testing.T) {
	for text, want := range map[string]string{
		"\x00\x00\x00\x04\x00\x00\x00\x00":             "ErrorCode",
		"\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x7f": "ApiKeys",
	} {
		_, err := dial(t, says(t, text), client.Config{}).Versions(t.Context())
		expect(t, err, want, "")
	}
}

// loopback answers every request with one frame.
func loopback(b *testing.B, frame []byte) string {
	b.Helper()
	return listen(b, func(conn net.Conn) {
		buf := make([]byte, 1<<16)
		for {
			if _, err := io.ReadFull(conn, buf[:4]); err != nil {
				return
			}
			if _, err := io.ReadFull(conn, buf[4:4+binary.BigEndian.Uint32(buf)]); err != nil {
				return
			}
			conn.Write(frame)
		}
	})
}

func metadataFrames(b *testing.B) (request, response []byte, spec *message.Spec) {
	spec, err := codec().Spec("MetadataRequest", 12)
	if err != nil {
		b.Fatal(err)
	}
	request, _ = spec.Encode(nil, []byte(`{}`), message.Frame, header(0))
	answer, _ := codec().Spec("MetadataResponse", 12)
	response, _ = answer.Encode(nil, []byte(`{"brokers":[{"nodeId":1,"host":"localhost","port":9092}],"topics":[]}`), message.Frame, header(0))
	return request, response, spec
}

func BenchmarkExchange(b *testing.B) {
	request, response, _ := metadataFrames(b)
	conn := dial(b, loopback(b, response), client.Config{})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := conn.Exchange(b.Context(), request); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCall(b *testing.B) {
	_, response, spec := metadataFrames(b)
	conn := dial(b, loopback(b, response), client.Config{})
	b.ReportAllocs()
	for b.Loop() {
		if r, err := conn.Call(b.Context(), spec, ""); err != nil || r.Tape.Err != nil {
			b.Fatal(err, r)
		}
	}
}

// BenchmarkConnect is connecting and one exchange.
func BenchmarkConnect(b *testing.B) {
	_, response, spec := metadataFrames(b)
	addr, codec := loopback(b, response), codec()
	for b.Loop() {
		conn, err := client.Dial(b.Context(), codec, addr, client.Config{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := conn.Call(b.Context(), spec, ""); err != nil {
			b.Fatal(err)
		}
		conn.Close()
	}
}

// BenchmarkReadAnswer is what reading a response costs without the network.
func BenchmarkReadAnswer(b *testing.B) {
	request, response, _ := metadataFrames(b)
	head, _ := message.Head(request, message.Frame)
	c, t := codec(), tape.Tape{}
	for b.Loop() {
		if _, err := c.ReadResponse(&t, response, message.Frame, head); err != nil {
			b.Fatal(err)
		}
	}
}
