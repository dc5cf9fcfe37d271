package client

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/kscope/kscope/message"
)

// Config says how to reach a node. The zero value is a plain connection.
type Config struct {
	ClientID string
	// Timeout bounds each step: connecting, and each exchange. 0 is
	// DefaultTimeout.
	Timeout time.Duration
	// MaxResponse bounds a response, in bytes without its size. 0 is
	// message.MaxFrame.
	MaxResponse int
}

// DefaultTimeout is that of Kafka's tools: request.timeout.ms.
const DefaultTimeout = 30 * time.Second

// Times says when each step was done; the zero time for what did not take
// place.
type Times struct {
	Start     time.Time
	Connected time.Time
	Sent      time.Time
	FirstByte time.Time
	LastByte  time.Time
}

// Conn is a connection to a node. It is for one caller at a time.
type Conn struct {
	codec  *message.Codec
	cfg    Config
	addr   string
	net    net.Conn
	opened Times
	broken error // what ended the connection
	next   int32 // correlation id
}

// Dial connects to addr, "host:port".
func Dial(ctx context.Context, c *message.Codec, addr string, cfg Config) (*Conn, error) {
	conn := &Conn{codec: c, cfg: cfg, addr: addr, opened: Times{Start: time.Now()}}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(cfg.Timeout, DefaultTimeout))
	defer cancel()
	var d net.Dialer
	var err error
	if conn.net, err = d.DialContext(ctx, "tcp", addr); err != nil {
		return nil, fmt.Errorf("connect to %s: %w", addr, err)
	}
	conn.opened.Connected = time.Now()
	return conn, nil
}

// Opened says when the steps of connecting were done.
func (c *Conn) Opened() Times { return c.opened }

// Addr is the address that was dialled.
func (c *Conn) Addr() string { return c.addr }

// Close closes the connection.
func (c *Conn) Close() error { return c.net.Close() }

// Answer is a response as it came.
type Answer struct {
	Frame []byte // with its size in front
	Times Times  // Start is when sending began
}

// Exchange sends a request frame and waits for the response.
func (c *Conn) Exchange(ctx context.Context, frame []byte) (Answer, error) {
	a := Answer{Times: Times{Start: time.Now()}}
	if err := c.Send(ctx, frame); err != nil {
		return a, err
	}
	a.Times.Sent = time.Now()
	got, err := c.Receive(ctx)
	a.Frame, a.Times.FirstByte, a.Times.LastByte = got.Frame, got.Times.FirstByte, got.Times.LastByte
	return a, err
}

// Send sends bytes as they are.
func (c *Conn) Send(ctx context.Context, b []byte) error {
	return c.step(ctx, "send to", func() error {
		_, err := c.net.Write(b)
		return err
	})
}

// Receive reads one frame.
func (c *Conn) Receive(ctx context.Context) (a Answer, err error) {
	err = c.step(ctx, "receive from", func() error {
		var size [4]byte // int32
		if _, err := io.ReadFull(c.net, size[:1]); err != nil {
			return err
		}
		a.Times.FirstByte = time.Now()
		if _, err := io.ReadFull(c.net, size[1:]); err != nil {
			return err
		}
		n, most := int32(binary.BigEndian.Uint32(size[:])), cmp.Or(c.cfg.MaxResponse, message.MaxFrame)
		if n < 0 || int(n) > most {
			a.Frame = size[:]
			return &SizeError{Size: n, Most: most}
		}
		a.Frame = append(make([]byte, 0, 4+int(n)), size[:]...)[:4+int(n)]
		got, err := io.ReadFull(c.net, a.Frame[4:])
		a.Frame = a.Frame[:4+got]
		a.Times.LastByte = time.Now()
		return err
	})
	return a, err
}

// SizeError says that a response's size is none, or more than is allowed.
type SizeError struct {
	Size int32
	Most int
}

// Error says which size was found, also in hex: text that is no Kafka answers
// with letters there.
func (e *SizeError) Error() string {
	return fmt.Sprintf("offset 0x0000: expected a frame of 0 to %d bytes, found the size %d (0x%08x)", e.Most, e.Size, uint32(e.Size))
}

// ErrBroken is what a connection gives after an error in the middle of an
// exchange: what comes next on it belongs to nobody knows which request.
var ErrBroken = errors.New("the connection is broken")

// step does what waits for the peer, until the context or the timeout ends.
func (c *Conn) step(ctx context.Context, what string, do func() error) error {
	if c.broken != nil {
		return fmt.Errorf("%s %s: %w: %w", what, c.addr, ErrBroken, c.broken)
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(c.cfg.Timeout, DefaultTimeout))
	defer cancel()
	c.net.SetDeadline(time.Time{})
	// A deadline, unlike a close, leaves Close the only place that closes.
	stop := context.AfterFunc(ctx, func() { c.net.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	if err := do(); err != nil {
		c.broken = cmp.Or(ctx.Err(), err)
		return fmt.Errorf("%s %s: %w", what, c.addr, c.broken)
	}
	return nil
}
