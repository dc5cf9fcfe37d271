package mock_test

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// start runs a node for a test.
func start(t testing.TB, c *message.Codec, o mock.Options) *mock.Server {
	t.Helper()
	s, err := mock.New(c, o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	ctx, cancel := context.WithCancel(context.Background())
	go func() { done <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(10 * time.Second):
			t.Error("the node does not end")
		}
	})
	return served(t, s, l.Addr())
}

// served waits for nothing: a listener takes connections before it is served.
func served(_ testing.TB, s *mock.Server, _ net.Addr) *mock.Server { return s }

// TestEveryVersion asks for everything that a node offers, in a smallest and a
// random request, and reads each answer to its last byte.
func TestEveryVersion(t *testing.T) {
	for _, release := range []catalog.Release{"", "2.8"} {
		for _, listener := range []catalog.Listener{"", catalog.Controller} {
			t.Run(string(release)+string(listener), func(t *testing.T) { everyVersion(t, release, listener) })
		}
	}
}

func everyVersion(t *testing.T, release catalog.Release, listener catalog.Listener) {
	codec := message.New(catalog.Builtin(), release)
	offer := mock.NewOffer(codec, listener)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s, err := mock.New(codec, mock.Options{Offer: offer})
	if err != nil {
		t.Fatal(err)
	}
	go s.Serve(t.Context(), l)
	conn, err := client.Dial(t.Context(), codec, l.Addr().String(), client.Config{Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	asked := 0
	for key, versions := range offer {
		for v := versions.Lo; v <= versions.Hi; v++ {
			spec, err := codec.APISpec(int(key), v, schema.Request)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range []sample.Kind{sample.Smallest, sample.Random(uint64(v) + 1)} {
				frame, err := spec.Append(nil, sample.Source(k), message.Frame, message.Header{CorrelationID: 7})
				if err != nil {
					t.Fatal(err)
				}
				if acks(codec, frame) == 0 {
					continue
				}
				answer, err := conn.Exchange(t.Context(), frame)
				if err != nil {
					x := s.Exchanges()
					t.Fatalf("%s %s: %v %v", spec, k, err, x[len(x)-1].Err)
				}
				var tp tape.Tape
				head, _ := message.Head(frame, message.Frame)
				rs, err := codec.ReadResponse(&tp, answer.Frame, message.Frame, head)
				if err != nil || tp.Err != nil || len(tp.Findings)+len(tp.NotCanonical()) > 0 {
					t.Errorf("%s %s: %v %v %v", spec, k, err, tp.Err, tp.NotCanonical())
				}
				if body, ok := rs.BodyOn(&tp); !ok {
					t.Errorf("%s: no body", rs)
				} else if _, end := tp.Span(body); end != len(answer.Frame) {
					t.Errorf("%s: body ends at %d of %d", rs, end, len(answer.Frame))
				}
				asked++
			}
		}
	}
	t.Log(asked, "answers")
}

// acks is what a Produce request wants, -1 for other requests.
func acks(c *message.Codec, frame []byte) int64 {
	var tp tape.Tape
	c.ReadRequest(&tp, frame, message.Frame)
	if r, ok := tp.Find("Acks"); ok {
		return tp.Int(r)
	}
	return -1
}
