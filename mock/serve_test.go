package mock_test

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/mock"
)

// TestTLS serves by a listener of crypto/tls.
func TestTLS(t *testing.T) {
	web := httptest.NewTLSServer(nil) // for its certificate
	defer web.Close()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	codec := newCodec("4.4")
	s, err := mock.New(codec, mock.Options{Behaviour: mock.NewBroker(mock.BrokerOptions{})})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		done <- s.Serve(t.Context(), tls.NewListener(inner, &tls.Config{Certificates: web.TLS.Certificates}))
	}()
	c, err := tls.Dial("tcp", inner.Addr().String(), &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	p := &peer{&node{t: t, codec: codec}, c, 0}
	wants(t, p.ask("Metadata@12", `{"topics":null}`), `"host":"127.0.0.1"`)
	if s.Addr().String() != inner.Addr().String() {
		t.Errorf("the address is %s", s.Addr())
	}
	s.Close()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Error("the node does not end")
	}
	if err := s.Serve(t.Context(), inner); !errors.Is(err, mock.ErrClosed) {
		t.Errorf("a closed node serves: %v", err)
	}
}

// TestExchanges holds what the node remembers against what went over the wire.
func TestExchanges(t *testing.T) {
	n := start(t, newCodec("4.4"), mock.Options{})
	p := n.dial()
	sent := p.send("Metadata@12", `{"topics":[{"name":"t"}]}`)
	got := p.receive()
	p.ask("Metadata@0", `{}`) // the exchange before is noted by now
	x := n.Exchanges()[0]
	if !slices.Equal(x.Request, sent) || !slices.Equal(x.Response, got) || x.API != "Metadata" || *x.ClientID != "tester" ||
		x.Spec.String() != "MetadataResponse@12" || x.Rule != nil || x.Closed || x.Err != nil || x.Took <= 0 {
		t.Errorf("%+v", x)
	}
	for range 1100 {
		p.ask("Metadata@0", `{}`)
	}
	all := n.Exchanges()
	if len(all) != 1000 || all[999].Number-all[0].Number != 999 {
		t.Errorf("%d exchanges, from %d to %d", len(all), all[0].Number, all[len(all)-1].Number)
	}
}

// TestEnd ends a node while clients wait for it.
func TestEnd(t *testing.T) {
	s, err := mock.New(newCodec("4.4"), mock.Options{Rules: []mock.Rule{{Delay: time.Hour}}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	conn, err := client.Dial(t.Context(), newCodec("4.4"), l.Addr().String(), client.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	answered := make(chan error, 1)
	go func() {
		_, err := conn.Versions(t.Context())
		answered <- err
	}()
	cancel()
	for range 2 {
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		case err := <-answered:
			if err == nil {
				t.Error("answered")
			}
		case <-time.After(patience):
			t.Fatal("the node does not end")
		}
	}
}
