package mock_test

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
	"github.com/kscope/kscope/tape"
)

// patience is how long a test waits for what must come.
const patience = time.Minute

// pipes is a listener whose connections are pipes: what is written in one piece
// is read in one piece.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   *sync.Once
}

func newPipes() pipes { return pipes{make(chan net.Conn), make(chan struct{}), &sync.Once{}} }

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 9092} }

// node is a node that is served over pipes.
type node struct {
	t     testing.TB
	codec *message.Codec
	*mock.Server
	pipes pipes
}

func newCodec(release catalog.Release) *message.Codec { return message.New(catalog.Builtin(), release) }

// start serves a node to the end of the test, by which all of it must have ended.
func start(t testing.TB, codec *message.Codec, o mock.Options) *node {
	t.Helper()
	s, err := mock.New(codec, o)
	if err != nil {
		t.Fatal(err)
	}
	n := &node{t, codec, s, newPipes()}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, n.pipes) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(patience):
			t.Error("the node does not end")
		}
	})
	return n
}

// rules starts a node without state by rules as a file has them.
func rules(t testing.TB, lines string) *node {
	t.Helper()
	parsed, err := mock.ParseRules("rules.jsonl", []byte(lines))
	if err != nil {
		t.Fatal(err)
	}
	return start(t, newCodec("4.4"), mock.Options{Rules: parsed, Node: mock.Node{ID: 1, ClusterID: "c"}})
}

func (n *node) dial() *peer {
	ours, theirs := net.Pipe()
	n.pipes.conns <- theirs
	ours.SetDeadline(time.Now().Add(patience))
	n.t.Cleanup(func() { ours.Close() })
	return &peer{n, ours, 0}
}

// peer is a client of a node.
type peer struct {
	node *node
	net.Conn
	correlation int32
}

// frame writes a request.
func (p *peer) frame(request, json string) []byte {
	p.node.t.Helper()
	name, version, err := message.SplitVersion(request)
	if err != nil {
		p.node.t.Fatal(err)
	}
	spec, err := p.node.codec.Spec(name+"Request", int16(version))
	if err != nil {
		p.node.t.Fatal(err)
	}
	p.correlation++
	client := "tester"
	frame, err := spec.Encode(nil, []byte(json), message.Frame, message.Header{CorrelationID: p.correlation, ClientID: &client})
	if err != nil {
		p.node.t.Fatal(err)
	}
	return frame
}

// send sends a request.
func (p *peer) send(request, json string) []byte {
	p.node.t.Helper()
	frame := p.frame(request, json)
	if _, err := p.Write(frame); err != nil {
		p.node.t.Fatal(err)
	}
	return frame
}

// receive reads a frame.
func (p *peer) receive() []byte {
	p.node.t.Helper()
	frame := make([]byte, 4)
	if _, err := io.ReadFull(p, frame); err != nil {
		p.node.t.Fatal(err)
	}
	frame = append(frame, make([]byte, binary.BigEndian.Uint32(frame))...)
	if _, err := io.ReadFull(p, frame[4:]); err != nil {
		p.node.t.Fatal(err)
	}
	return frame
}

// ask sends a request and gives the answer as JSON, which must be sound.
func (p *peer) ask(request, json string) string {
	p.node.t.Helper()
	sent := p.send(request, json)
	return p.read(sent, p.receive())
}

func (p *peer) read(sent, got []byte) string {
	p.node.t.Helper()
	var tp tape.Tape
	head, _ := message.Head(sent, message.Frame)
	spec, err := p.node.codec.ReadResponse(&tp, got, message.Frame, head)
	if err := errors.Join(err, asError(tp.Err)); err != nil {
		p.node.t.Fatalf("%v\n%x", err, got)
	}
	if id := message.ReadHeader(&tp).CorrelationID; id != head.CorrelationID {
		p.node.t.Fatalf("correlation id %d, not %d", id, head.CorrelationID)
	}
	if body, ok := spec.BodyOn(&tp); !ok || end(&tp, body) != len(got) {
		p.node.t.Fatalf("%s is not read to its end\n%x", spec, got)
	}
	return string(spec.AppendJSON(nil, &tp, message.Frame, jsonform.Options{}))
}

func asError(err *tape.Error) error {
	if err == nil {
		return nil
	}
	return err
}

func end(tp *tape.Tape, r tape.Ref) int {
	_, end := tp.Span(r)
	return end
}

// ended wants the connection to end, after so many bytes.
func (p *peer) ended(bytes int) {
	p.node.t.Helper()
	if got, err := io.ReadAll(p); err != nil || len(got) != bytes {
		p.node.t.Fatalf("%d bytes and %v, not %d and the end", len(got), err, bytes)
	}
}

// wants fails the test unless text has all of some parts.
func wants(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s\nhas no %s", text, part)
		}
	}
}

// decodes reads a body to its end and gives its JSON.
func decodes(spec *message.Spec, b []byte) (string, error) {
	var tp tape.Tape
	spec.Read(&tp, b, message.Body)
	return string(spec.AppendJSON(nil, &tp, message.Body, jsonform.Options{})), asError(tp.Err)
}
