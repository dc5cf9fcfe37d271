package mock

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/kscope/kscope/message"
)

// Options say what a node is like. The zero value is a broker of the codec's
// release, without state and rules.
type Options struct {
	Offer Offer // nil for NewOffer at the listener of brokers
	Rules []Rule
	// Behaviour answers what no rule answers; nil for a node without state. See
	// NewBroker.
	Behaviour Behaviour
	// Node is what the node says about itself. Host and Port are those of the
	// listener when they are not given.
	Node Node
	// MaxRequest is the largest request that is read, in bytes without its size;
	// larger ones end the connection. 0 is message.MaxFrame.
	MaxRequest int
	// OnExchange is called at the end of each exchange, by one goroutine at a
	// time. It may keep the exchange, but must not change the frames.
	OnExchange func(*Exchange)
}

// Server is a node. It may serve several listeners, at the same time or one
// after the other, until it is closed.
type Server struct {
	codec     *message.Codec
	all       *message.Codec // of all releases: newest names, and versions that are wrong on purpose
	offer     Offer
	behaviour Behaviour
	opts      Options

	logging sync.Mutex // held while OnExchange runs
	mu      sync.Mutex // of all below
	rules   []*compiled
	history history
	addr    net.Addr // of the first listener
	open    map[io.Closer]bool
	closed  bool
}

// New makes a node that speaks what the codec knows. The error is about a rule.
func New(c *message.Codec, o Options) (*Server, error) {
	s := &Server{
		codec: message.New(c.Catalog, releaseOf(c)), all: message.New(c.Catalog, ""),
		offer: o.Offer, behaviour: o.Behaviour, opts: o, open: map[io.Closer]bool{},
	}
	if s.offer == nil {
		s.offer = NewOffer(c, "")
	}
	for _, r := range o.Rules {
		rule, err := s.compile(r)
		if err != nil {
			return nil, err
		}
		s.rules = append(s.rules, rule)
	}
	return s, nil
}

// ErrClosed is what Serve returns of a server that was closed before.
var ErrClosed = errors.New("the mock node is closed")

// Serve answers on all connections that l accepts, until ctx ends or the server
// is closed, which it returns nil for. It closes l. When it returns, nothing of
// it runs any more. For TLS, give it a listener of package crypto/tls.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if !s.track(l) {
		l.Close()
		return ErrClosed
	}
	defer s.untrack(l)
	s.mu.Lock()
	if s.addr == nil {
		s.addr = l.Addr()
	}
	s.mu.Unlock()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	var conns sync.WaitGroup
	defer conns.Wait()
	defer cancel()
	for {
		c, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil || s.isClosed() {
				return nil
			}
			return fmt.Errorf("mock node: %w", err)
		}
		conns.Go(func() { s.serve(ctx, c) })
	}
}

// Addr is the address of the first listener that is or was served, nil before.
func (s *Server) Addr() net.Addr {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addr
}

// Close ends all listeners and connections. Serve then returns.
func (s *Server) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for c := range s.open {
		c.Close()
	}
	return nil
}

// Exchanges gives the latest exchanges, the oldest first: at most 1,000, and of
// 64 MiB together.
func (s *Server) Exchanges() []Exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.history.list)
}

func (s *Server) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// track notes what Close is to close; false when it is too late.
func (s *Server) track(c io.Closer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.open[c] = true
	}
	return !s.closed
}

func (s *Server) untrack(c io.Closer) {
	s.mu.Lock()
	delete(s.open, c)
	s.mu.Unlock()
	c.Close()
}

// node is what the node says about itself, with what the listener knows.
func (s *Server) node() Node {
	n := s.opts.Node
	addr := s.Addr()
	if addr == nil {
		return n
	}
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return n
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1" // an address to listen on, none to connect to
	}
	p, _ := strconv.ParseUint(port, 10, 16)
	n.Host, n.Port = cmp.Or(n.Host, host), cmp.Or(n.Port, int32(p))
	return n
}

// note logs an exchange.
func (s *Server) note(x *Exchange) {
	x.Took = time.Since(x.Start)
	s.logging.Lock()
	defer s.logging.Unlock()
	s.mu.Lock()
	s.history.add(x)
	s.mu.Unlock()
	if s.opts.OnExchange != nil {
		s.opts.OnExchange(x)
	}
}
