package client

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"time"

	"github.com/kscope/kscope/message"
)

// Conn is a connection to a node. It is for one caller at a time.
type Conn struct {
	codec    *message.Codec
	cfg      Config
	addr     string
	host     string
	net      net.Conn
	in       *bufio.Reader
	opened   Times
	answered bool  // a whole frame has come
	broken   error // what ended the connection
	next     int32 // correlation id
	session  session

	interrupt   func()        // ends a wait on net, and says so
	interrupted chan struct{} // of interrupt
}

// Opened says when the steps of connecting were done.
func (c *Conn) Opened() Times { return c.opened }

// Addr is the address that was dialled.
func (c *Conn) Addr() string { return c.addr }

// Close closes the connection.
func (c *Conn) Close() error { return c.net.Close() }

// CloseWrite ends sending, as a client does that asks for nothing more; what
// the node has to say still comes.
func (c *Conn) CloseWrite() error {
	half, ok := c.net.(interface{ CloseWrite() error })
	if !ok {
		return fmt.Errorf("close the sending side of the connection to %s: %w", c.addr, errors.ErrUnsupported)
	}
	if err := half.CloseWrite(); err != nil {
		return fmt.Errorf("close the sending side of the connection to %s: %w", c.addr, err)
	}
	return nil
}

// Answer is a response as it came.
type Answer struct {
	Frame []byte // with its size in front; of a response that was cut, what came
	Times Times  // Start is when sending began
}

// Exchange sends a request frame and waits for the response. If the SASL
// session is about to end, it authenticates anew before (KIP-368).
func (c *Conn) Exchange(ctx context.Context, frame []byte) (Answer, error) {
	if c.session.isDue(time.Now()) {
		if err := c.Reauthenticate(ctx); err != nil {
			return Answer{}, err
		}
	}
	return c.exchange(ctx, frame)
}

func (c *Conn) exchange(ctx context.Context, frame []byte) (a Answer, err error) {
	a.Times.Start = time.Now()
	err = c.steps(ctx, Send, func() (Step, error) {
		if _, err := c.net.Write(frame); err != nil {
			return Send, err
		}
		a.Times.Sent = time.Now()
		return Receive, c.receive(&a)
	})
	return a, err
}

// Send sends bytes as they are. Who sends without Exchange minds the end of the
// SASL session too: see Expires and Reauthenticate.
func (c *Conn) Send(ctx context.Context, b []byte) error {
	return c.steps(ctx, Send, func() (Step, error) {
		_, err := c.net.Write(b)
		return Send, err
	})
}

// Receive reads one frame.
func (c *Conn) Receive(ctx context.Context) (a Answer, err error) {
	err = c.steps(ctx, Receive, func() (Step, error) { return Receive, c.receive(&a) })
	return a, err
}

func (c *Conn) receive(a *Answer) (err error) {
	if _, err := c.in.Peek(1); err != nil {
		return err
	}
	a.Times.FirstByte = time.Now()
	a.Frame, err = c.readFrame()
	a.Times.LastByte = time.Now()
	return err
}

// believed is how many bytes are set aside because a size says so; a frame that
// is larger must come for its memory.
const believed = 1 << 20

func (c *Conn) readFrame() ([]byte, error) {
	head, err := c.in.Peek(4) // int32
	if err != nil {
		return slices.Clone(head), cut(len(head), 4, err)
	}
	n, most := int32(binary.BigEndian.Uint32(head)), cmp.Or(c.cfg.MaxResponse, message.MaxFrame)
	if n < 0 || int(n) > most {
		start, _ := c.in.Peek(c.in.Buffered()) // what else came with it tells who speaks
		start = slices.Clone(start)
		return start, &SizeError{Size: n, Most: most, Start: start}
	}
	size := 4 + int(n)
	frame := make([]byte, 0, min(size, believed))
	for len(frame) < size {
		frame = slices.Grow(frame, min(size, max(cap(frame), 2*len(frame)))-len(frame))
		got, err := io.ReadFull(c.in, frame[len(frame):min(size, cap(frame))])
		frame = frame[:len(frame)+got]
		if err != nil {
			return frame, cut(len(frame), size, err)
		}
	}
	c.answered = true
	return frame, nil
}

// steps does what waits for the peer, until the context or the timeout ends. It
// begins with a step; do says at which it ended.
func (c *Conn) steps(ctx context.Context, first Step, do func() (Step, error)) error {
	if c.broken != nil {
		return &Error{Step: first, Addr: c.addr, Err: &brokenError{c.broken}}
	}
	if err := ctx.Err(); err != nil {
		return c.fail(first, err) // nothing was begun, so nothing is broken
	}
	c.net.SetDeadline(time.Now().Add(c.cfg.timeout()))
	// A deadline, unlike a close, leaves Close the only place that closes.
	stop := context.AfterFunc(ctx, c.interrupt)
	at, err := do()
	if !stop() {
		<-c.interrupted // so that it cannot end a later step
	}
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	c.broken = c.plain(err)
	return c.fail(at, err)
}
