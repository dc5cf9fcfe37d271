package client_test

import (
	"bufio"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// fakeNode is made of our own codec: it answers what SASL needs, and Metadata to
// who has authenticated.
type fakeNode struct {
	offer      string                     // apiKeys of ApiVersions; "" for all that is used here
	mechanisms map[string]func() saslSide // nil: no SASL is needed
	lifetime   int                        // of a session, in milliseconds
	tls        *tls.Config

	codec *message.Codec
	mu    sync.Mutex
	seen  []string // requests, as ApiVersionsRequest@4
}

// saslSide takes a token and answers it; the error is the node's refusal.
type saslSide func(token []byte) (answer []byte, done bool, err error)

const wholeOffer = `[{"apiKey":3,"minVersion":0,"maxVersion":13},{"apiKey":17,"minVersion":0,"maxVersion":1},
	{"apiKey":18,"minVersion":0,"maxVersion":4},{"apiKey":36,"minVersion":0,"maxVersion":2}]`

// start serves until the test ends.
func (n *fakeNode) start(t testing.TB) string {
	t.Helper()
	n.codec = message.New(catalog.Builtin(), "")
	return listen(t, func(conn net.Conn) {
		if n.tls != nil {
			conn = tls.Server(conn, n.tls)
			defer conn.Close() // with an alert that says so
		}
		s := &served{fakeNode: n, Conn: conn, in: bufio.NewReader(conn), open: n.mechanisms == nil}
		for s.serve() == nil {
		}
	})
}

// listen serves each connection to its end, until the test ends.
func listen(t testing.TB, serve func(net.Conn)) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				serve(conn)
			}()
		}
	}()
	return l.Addr().String()
}

func (n *fakeNode) requests() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.seen)
}

// served is one connection.
type served struct {
	*fakeNode
	net.Conn
	in   *bufio.Reader
	side saslSide
	open bool // requests are answered
	raw  bool // tokens come without a header
}

func (s *served) serve() error {
	frame, err := readFrame(s.in)
	if err != nil {
		return err
	}
	if s.raw {
		return s.token(frame[4:])
	}
	var t tape.Tape
	spec := s.codec.ReadRequest(&t, frame, message.Frame)
	if spec == nil || t.Err != nil {
		return fmt.Errorf("request: %w", t.Err)
	}
	s.mu.Lock()
	s.seen = append(s.seen, spec.String())
	s.mu.Unlock()
	var body struct {
		Mechanism string
		AuthBytes []byte
	}
	if err := json.Unmarshal(spec.AppendJSON(nil, &t, message.Frame, jsonform.Options{}), &body); err != nil {
		return err
	}
	answer, err := s.answer(spec, body.Mechanism, body.AuthBytes)
	if err != nil {
		return err
	}
	response, err := s.codec.APISpec(spec.APIKey, spec.Version, schema.Response)
	if err != nil {
		return err
	}
	out, err := response.Encode(nil, []byte(answer), message.Frame, message.Header{CorrelationID: message.ReadHeader(&t).CorrelationID})
	if err == nil {
		_, err = s.Write(out)
	}
	return err
}

func (s *served) answer(spec *message.Spec, mechanism string, token []byte) (string, error) {
	switch spec.Name {
	case "ApiVersionsRequest":
		offer := s.offer
		if offer == "" {
			offer = wholeOffer
		}
		return `{"apiKeys":` + offer + `}`, nil
	case "SaslHandshakeRequest":
		if s.mechanisms == nil {
			return `{"errorCode":34,"mechanisms":[]}`, nil
		}
		begin, ok := s.mechanisms[mechanism]
		if !ok {
			return `{"errorCode":33,"mechanisms":["PLAIN","GSSAPI"]}`, nil
		}
		s.side, s.raw = begin(), spec.Version == 0
		return `{"mechanisms":["PLAIN"]}`, nil
	case "SaslAuthenticateRequest":
		answer, done, err := s.side(token)
		if err != nil {
			return fmt.Sprintf(`{"errorCode":58,"errorMessage":%q}`, err.Error()), nil
		}
		s.open = s.open || done
		text := fmt.Sprintf(`{"authBytes":%q`, base64.StdEncoding.EncodeToString(answer))
		if spec.Version > 0 && done {
			text += fmt.Sprintf(`,"sessionLifetimeMs":%d`, s.lifetime)
		}
		return text + "}", nil
	}
	if !s.open {
		return "", io.EOF // as brokers do
	}
	return "{}", nil
}

// token answers one without a header.
func (s *served) token(token []byte) error {
	answer, done, err := s.side(token)
	if err != nil {
		return err
	}
	s.open, s.raw = done, !done
	_, err = s.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(answer))), answer...))
	return err
}

func readFrame(r io.Reader) ([]byte, error) {
	head := make([]byte, 4)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	size := binary.BigEndian.Uint32(head)
	if size > 1<<20 {
		return nil, fmt.Errorf("size %d", size)
	}
	frame := append(head, make([]byte, size)...)
	_, err := io.ReadFull(r, frame[4:])
	return frame, err
}
