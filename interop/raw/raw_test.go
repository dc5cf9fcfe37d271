package raw_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/interop/raw"
)

// serve answers every connection with the same bytes once it has read four.
func serve(t testing.TB, answer []byte) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.ReadFull(c, make([]byte, 4))
			_, _ = c.Write(answer)
			_ = c.Close()
		}
	}()
	return l.Addr().String()
}

func ExampleNew() {
	client, node := net.Pipe()
	go func() {
		_, _ = io.ReadFull(node, make([]byte, 5))
		_, _ = node.Write([]byte{0, 0, 0, 2, 0xca, 0xfe})
	}()
	c := raw.New(context.Background(), client)
	defer c.Close()
	_ = c.Send([]byte{0, 0, 0, 1, 7})
	frame, err := c.Receive()
	fmt.Printf("%x %v\n", frame, err)
	// Output: 00000002cafe <nil>
}

func TestRoundtrip(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer []byte
		want   []byte
		err    string
	}{
		{"whole", []byte{0, 0, 0, 2, 1, 2}, []byte{0, 0, 0, 2, 1, 2}, ""},
		{"empty", []byte{0, 0, 0, 0}, []byte{0, 0, 0, 0}, ""},
		{"more follows", []byte{0, 0, 0, 1, 9, 9, 9}, []byte{0, 0, 0, 1, 9}, ""},
		{"nothing", nil, nil, "0 of 4 bytes: EOF"},
		{"cut length", []byte{0, 0}, nil, "2 of 4 bytes"},
		{"cut frame", []byte{0, 0, 0, 3, 1}, nil, "1 of 3 bytes"},
		{"negative", []byte{0xff, 0xff, 0xff, 0xff}, nil, "-1 (0xffffffff)"},
		{"TLS alert", []byte{0x15, 3, 3, 0}, nil, "352518912 (0x15030300)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := raw.Roundtrip(t.Context(), serve(t, c.answer), []byte{0, 0, 0, 0})
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Fatalf("got error %v, want %q", err, c.err)
			}
			if !bytes.Equal(got, c.want) {
				t.Errorf("got %x, want %x", got, c.want)
			}
		})
	}
}

func TestRoundtripEndsWithItsContext(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0") // accepts in the kernel, never answers
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := raw.Roundtrip(ctx, l.Addr().String(), []byte{0, 0, 0, 0}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want deadline exceeded", err)
	}
}
