package raw

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// MaxFrame bounds a response, in bytes without its length: 100 MiB, the bound
// that brokers themselves set for requests by default.
const MaxFrame = 100 << 20

// Conn is a connection to a Kafka node.
type Conn struct {
	net  net.Conn
	stop func() bool
}

// Dial connects to addr ("host:port"). The end of ctx ends all waiting on it.
func Dial(ctx context.Context, addr string) (*Conn, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	return New(ctx, c), nil
}

// New is Dial over a connection that is open already, for instance one with
// TLS.
func New(ctx context.Context, c net.Conn) *Conn {
	// A deadline, unlike a close, also ends a read that is already waiting with
	// a timeout error, and Close stays the only place that closes.
	return &Conn{net: c, stop: context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })}
}

// Close closes the connection.
func (c *Conn) Close() error {
	c.stop()
	return c.net.Close()
}

// Send writes bytes as they are; a whole frame begins with its length.
func (c *Conn) Send(b []byte) error {
	_, err := c.net.Write(b)
	return err
}

// Receive reads one frame and returns it with its length in front. A length
// that is negative or above MaxFrame is an error and nothing is allocated for it.
func (c *Conn) Receive() ([]byte, error) {
	var head [4]byte // int32
	if n, err := io.ReadFull(c.net, head[:]); err != nil {
		return nil, fmt.Errorf("frame length: %d of 4 bytes: %w", n, err)
	}
	size := int32(binary.BigEndian.Uint32(head[:]))
	if size < 0 || size > MaxFrame {
		return nil, fmt.Errorf("frame length: %d (0x%08x) is not within 0-%d", size, uint32(size), MaxFrame)
	}
	frame := make([]byte, 4+size)
	copy(frame, head[:])
	if n, err := io.ReadFull(c.net, frame[4:]); err != nil {
		return nil, fmt.Errorf("frame: %d of %d bytes: %w", n, size, err)
	}
	return frame, nil
}

// Roundtrip connects, sends one frame and reads one. Both have their int32
// length in front. A node that closes without an answer gives io.EOF or a
// connection error, as it comes.
func Roundtrip(ctx context.Context, addr string, frame []byte) ([]byte, error) {
	c, err := Dial(ctx, addr)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	if err := c.Send(frame); err != nil {
		return nil, errors.Join(ctx.Err(), err)
	}
	answer, err := c.Receive()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", addr, errors.Join(ctx.Err(), err))
	}
	return answer, nil
}
