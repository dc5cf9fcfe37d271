package client_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/client"
)

func dial(t testing.TB, addr string, cfg client.Config) *client.Conn {
	t.Helper()
	conn, err := client.Dial(t.Context(), codec(), addr, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestWhatComes(t *testing.T) {
	for name, test := range map[string]struct {
		says      string
		frame     string
		err, hint string
	}{
		"whole":           {"\x00\x00\x00\x02ab", "\x00\x00\x00\x02ab", "", ""},
		"empty":           {"\x00\x00\x00\x00", "\x00\x00\x00\x00", "", ""},
		"more behind":     {"\x00\x00\x00\x01abc", "\x00\x00\x00\x01a", "", ""},
		"nothing":         {"", "", "the node closed the connection without an answer", "SASL"},
		"cut in the size": {"\x00\x00", "\x00\x00", "offset 0x0002: expected a frame of 4 bytes, found the end", ""},
		"cut":             {"\x00\x00\x00\x09abc", "\x00\x00\x00\x09abc", "offset 0x0007: expected a frame of 13 bytes", ""},
		"negative":        {"\xff\xff\xff\xff", "\xff\xff\xff\xff", "found the size -1 (0xffffffff)", ""},
		"too large":       {"\x00\x01\x00\x01", "\x00\x01\x00\x01", "expected a frame of 0 to 65536 bytes, found the size 65537 (0x00010001)", ""},
		"TLS":             {"\x15\x03\x03\x00\x02\x02\x50", "\x15\x03\x03\x00\x02\x02\x50", "found the size 352518912 (0x15030300)", "the port speaks TLS: security.protocol is SSL or SASL_SSL"},
		"HTTP":            {"HTTP/1.1 400 Bad Request\r\n", "HTTP/1.1 400 Bad Request\r\n", "(0x48545450)", "an HTTP answer"},
		"SSH":             {"SSH-2.0-OpenSSH_9\r\n", "SSH-2.0-OpenSSH_9\r\n", "(0x5353482d)", "SSH"},
	} {
		t.Run(name, func(t *testing.T) {
			conn := dial(t, says(t, test.says), client.Config{MaxResponse: 1 << 16})
			before := time.Now()
			a, err := conn.Exchange(t.Context(), []byte{0, 0, 0, 0})
			expect(t, err, test.err, test.hint)
			if string(a.Frame) != test.frame {
				t.Errorf("got %q", a.Frame)
			}
			if w := a.Times; w.Start.Before(before) || w.Sent.Before(w.Start) || test.says != "" && w.FirstByte.Before(w.Sent) || w.LastByte.Before(w.FirstByte) {
				t.Errorf("times: %+v", w)
			}
			if _, again := conn.Exchange(t.Context(), []byte{0, 0, 0, 0}); test.err != "" && !errors.Is(again, client.ErrBroken) {
				t.Errorf("afterwards: %v", again)
			}
		})
	}
}

// TestLate: what came before a wait ended is told.
func TestLate(t *testing.T) {
	for sent, want := range map[string]string{"": "nothing came within 50ms", "\x00": "1 of 4 bytes came within 50ms", "\x00\x00\x00\x09abc": "7 of 13 bytes came within 50ms"} {
		wrote := make(chan struct{})
		addr := listen(t, func(conn net.Conn) {
			io.WriteString(conn, sent)
			close(wrote)
			<-t.Context().Done()
		})
		conn := dial(t, addr, client.Config{Timeout: 50 * time.Millisecond, ConnectTimeout: time.Minute})
		<-wrote // so that only what comes after it can be late
		_, err := conn.Exchange(t.Context(), []byte{0})
		expect(t, err, "receive from "+addr+": "+want, "")
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%q: %v", sent, err)
		}
	}
}

// TestLargeFrame reads a frame whose memory is not all set aside at once.
func TestLargeFrame(t *testing.T) {
	frame := append([]byte{0, 0x30, 0, 0}, bytes.Repeat([]byte("kafka!!!"), 0x300000/8)...)
	a, err := dial(t, says(t, string(frame)), client.Config{}).Exchange(t.Context(), []byte{0})
	if err != nil || !bytes.Equal(a.Frame, frame) || cap(a.Frame) > 2*len(frame) {
		t.Errorf("got %d bytes of %d, room for %d: %v", len(a.Frame), len(frame), cap(a.Frame), err)
	}
}

// TestBelievesNoSize: a size alone takes no memory.
func TestBelievesNoSize(t *testing.T) {
	a, err := dial(t, says(t, "\x06\x00\x00\x00abc"), client.Config{}).Exchange(t.Context(), []byte{0})
	if !errors.Is(err, io.ErrUnexpectedEOF) || cap(a.Frame) > 2<<20 {
		t.Errorf("room for %d: %v", cap(a.Frame), err)
	}
}

func TestPipelining(t *testing.T) {
	n := &fakeNode{}
	conn := dial(t, n.start(t), client.Config{})
	spec, err := codec().Spec("MetadataRequest", 0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		frame, err := spec.Encode(nil, []byte(`{}`), "frame", header(i))
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.Send(t.Context(), frame); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3 {
		a, err := conn.Receive(t.Context())
		if err != nil || a.Frame[7] != byte(i) {
			t.Fatalf("answer %d: %x %v", i, a.Frame, err)
		}
	}
}

// silent accepts connections and says nothing.
func silent(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0") // the kernel accepts
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String()
}

// steps are those that wait for a node that says nothing.
func steps(t *testing.T) map[client.Step]func(ctx context.Context, timeout time.Duration) error {
	dialOnly := func(cfg client.Config) func(context.Context, time.Duration) error {
		return func(ctx context.Context, timeout time.Duration) error {
			cfg.Timeout = timeout
			conn, err := client.Dial(ctx, codec(), silent(t), cfg)
			if err == nil {
				conn.Close()
			}
			return err
		}
	}
	return map[client.Step]func(context.Context, time.Duration) error{
		client.Encrypt: dialOnly(client.Config{TLS: &tls.Config{}}),
		client.Receive: dialOnly(client.Config{SASL: client.Plain(user, password)}),
		client.Send: func(ctx context.Context, timeout time.Duration) error {
			conn := dial(t, silent(t), client.Config{Timeout: timeout})
			return conn.Send(ctx, make([]byte, 64<<20)) // more than buffers hold
		},
	}
}

func TestTimeoutsOfSteps(t *testing.T) {
	for step, do := range steps(t) {
		err := do(t.Context(), 200*time.Millisecond)
		e := (*client.Error)(nil)
		if !errors.As(err, &e) || e.Step != step || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "within 200ms") {
			t.Errorf("%s: %v", step, err)
		}
	}
}

func TestCancelOfSteps(t *testing.T) {
	for step, do := range steps(t) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(30*time.Millisecond, cancel)
		err := do(ctx, time.Minute)
		e := (*client.Error)(nil)
		if !errors.As(err, &e) || e.Step != step || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", step, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client.Dial(ctx, codec(), silent(t), client.Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("connect: %v", err)
	}
	conn := dial(t, (&fakeNode{}).start(t), client.Config{})
	if _, err := conn.Exchange(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("exchange: %v", err)
	}
	if err := metadata(t.Context(), conn); err != nil {
		t.Errorf("what was cancelled before it began broke the connection: %v", err)
	}
}

func TestAddressesThatLeadNowhere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	_, err = client.Dial(t.Context(), codec(), l.Addr().String(), client.Config{})
	expect(t, err, "connect to "+l.Addr().String()+": connection refused", "nothing listens there")
	_, err = client.Dial(t.Context(), codec(), "no-such-host.invalid:9092", client.Config{})
	expect(t, err, "resolve no-such-host.invalid:9092: ", "is the name right")
	_, err = client.Dial(t.Context(), codec(), "localhost", client.Config{})
	expect(t, err, `address "localhost": expected host:port`, "")
}
