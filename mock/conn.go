package mock

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/message"
)

// conn is one connection. Requests are answered one after the other, as nodes
// do: the next is read when the one before has its answer.
type conn struct {
	server *Server
	net    net.Conn
	held   []byte // an answer that goes behind the next one
}

// errEnd ends a connection as the rule wants it.
var errEnd = errors.New("the rule ends the connection")

func (s *Server) serve(ctx context.Context, nc net.Conn) {
	if !s.track(nc) {
		nc.Close()
		return
	}
	defer s.untrack(nc)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { nc.Close() })
	defer stop()
	c := &conn{server: s, net: nc}
	for c.exchange(ctx) {
	}
}

// exchange reads one request and answers it; false when the connection ends.
func (c *conn) exchange(ctx context.Context) bool {
	frame, err := c.read()
	if len(frame) == 0 {
		return false // the client is done, or gone
	}
	x := &Exchange{Peer: c.net.RemoteAddr(), Request: frame, Start: time.Now()}
	if err == nil {
		err = c.reply(ctx, x)
	}
	x.Closed = err != nil
	if !errors.Is(err, errEnd) {
		x.Err = err
	}
	c.server.note(x)
	return err == nil
}

// read reads a frame. What a frame's size promises is believed as it arrives, so
// that a size alone takes no memory.
func (c *conn) read() ([]byte, error) {
	var size [sizeLen]byte
	if n, err := io.ReadFull(c.net, size[:]); err != nil {
		return size[:n], fmt.Errorf("the connection ended in the size of a frame: %w", err)
	}
	n, most := int32(binary.BigEndian.Uint32(size[:])), cmp.Or(c.server.opts.MaxRequest, message.MaxFrame)
	if n < 0 || int(n) > most {
		seen := c.glance(size[:])
		if foreign := explain.Foreign(seen); foreign != "" {
			return seen, errors.New(foreign)
		}
		return seen, fmt.Errorf("expected a frame of 0 to %d bytes, found the size %d (0x%08x)", most, n, uint32(n))
	}
	var frame bytes.Buffer
	frame.Write(size[:])
	if got, err := io.CopyN(&frame, c.net, int64(n)); err != nil {
		return frame.Bytes(), fmt.Errorf("the connection ended behind %d of the %d bytes of a frame: %w", got, n, err)
	}
	return frame.Bytes(), nil
}

// How much is looked at behind a size that cannot be, and how long that is waited
// for: protocols tell what they are by their first line.
const (
	glanceLen  = 60
	glanceTime = 50 * time.Millisecond
)

// glance adds to the size of a frame that cannot be what comes right behind it,
// which may tell what it is instead.
func (c *conn) glance(size []byte) []byte {
	var more [glanceLen]byte
	c.net.SetReadDeadline(time.Now().Add(glanceTime))
	n, _ := c.net.Read(more[:])
	return append(size, more[:n]...)
}

// reply answers a request; an error ends the connection.
func (c *conn) reply(ctx context.Context, x *Exchange) error {
	r, err := c.server.read(x.Request, x.Peer)
	if r != nil {
		x.Head, x.API, x.ClientID, x.Spec = r.RequestHead, r.API, r.ClientID, r.Response
	}
	if err != nil {
		return err
	}
	rule, found := c.server.match(r)
	if found {
		x.Rule = &rule.Rule
	}
	frame, err := c.server.answer(ctx, r, rule)
	if err != nil {
		return err
	}
	return c.send(ctx, x, frame, rule)
}
