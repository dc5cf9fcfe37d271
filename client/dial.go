package client

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/kscope/kscope/message"
)

// readAhead is how many bytes are read at once: responses that fit cost one
// system call.
const readAhead = 4 << 10

// Dial connects to addr, "host:port": TCP, then TLS and SASL as cfg says. Its
// errors are of type *Error, or say that cfg cannot be.
func Dial(ctx context.Context, c *message.Codec, addr string, cfg Config) (*Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("address %q: expected host:port", addr)
	}
	conn := &Conn{codec: c, cfg: cfg, addr: addr, host: host, opened: Times{Start: time.Now()}, interrupted: make(chan struct{}, 1)}
	conn.interrupt = func() {
		conn.net.SetDeadline(time.Unix(1, 0))
		conn.interrupted <- struct{}{}
	}
	if err := conn.connect(ctx); err != nil {
		return nil, err
	}
	if err := conn.secure(ctx); err != nil {
		conn.net.Close()
		return nil, err
	}
	return conn, nil
}

// connect resolves and connects.
func (c *Conn) connect(ctx context.Context) error {
	outer := ctx
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(c.cfg.ConnectTimeout, c.cfg.timeout()))
	defer cancel()
	var resolved atomic.Pointer[time.Time] // addresses may be tried side by side
	d := net.Dialer{ControlContext: func(context.Context, string, string, syscall.RawConn) error {
		now := time.Now()
		resolved.CompareAndSwap(nil, &now)
		return nil
	}}
	conn, err := d.DialContext(ctx, "tcp", c.addr)
	if t := resolved.Load(); t != nil {
		c.opened.Resolved = *t
	}
	if err != nil {
		if ctx.Err() != nil && outer.Err() == nil {
			err = os.ErrDeadlineExceeded
		}
		step := Connect
		if c.opened.Resolved.IsZero() {
			step = Resolve
		}
		return c.fail(step, err)
	}
	c.net, c.in = conn, bufio.NewReaderSize(conn, readAhead)
	c.opened.Connected = time.Now()
	return nil
}

// secure does TLS and SASL.
func (c *Conn) secure(ctx context.Context) error {
	if c.cfg.TLS != nil {
		t := tls.Client(c.net, c.tlsConfig())
		if err := c.steps(ctx, Encrypt, func() (Step, error) { return Encrypt, t.Handshake() }); err != nil {
			return err
		}
		c.net = t
		c.in.Reset(t)
		c.opened.Encrypted = time.Now()
	}
	if c.cfg.SASL != nil {
		return c.authenticate(ctx)
	}
	return nil
}

// tlsConfig is the caller's, with the name that was dialled.
func (c *Conn) tlsConfig() *tls.Config {
	cfg := c.cfg.TLS.Clone()
	if cfg.ServerName == "" {
		cfg.ServerName = c.host
	}
	return cfg
}
