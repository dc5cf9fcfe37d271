package replay

import (
	"bytes"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
)

// echo is a node that answers a frame with itself twice, and closes.
func echo(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			b := make([]byte, 6)
			if _, err := io.ReadFull(c, b); err == nil {
				c.Write(append(b, b...))
			}
			c.Close()
		}
	}()
	return l.Addr().String()
}

// say sends bytes and gives all that comes.
func say(t *testing.T, addr string, b []byte) []byte {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Write(b); err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(c)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

var frame = []byte{0, 0, 0, 2, 7, 9}

// recorded is a script of one connection, written and read again.
func recorded(t *testing.T) Script {
	t.Helper()
	r, err := Record(echo(t))
	if err != nil {
		t.Fatal(err)
	}
	if got := say(t, r.Addr(), frame); len(got) != 12 {
		t.Fatalf("%x", got)
	}
	var text bytes.Buffer
	if err := Write(&text, []Script{{Name: "echo", Conns: r.Close()}}); err != nil {
		t.Fatal(err)
	}
	scripts, err := Parse(&text)
	if err != nil || len(scripts) != 1 || scripts[0].Name != "echo" || len(scripts[0].Conns) != 1 {
		t.Fatalf("%+v %v", scripts, err)
	}
	return scripts[0]
}

func TestPlay(t *testing.T) {
	s := recorded(t)
	for _, c := range []struct {
		name   string
		player *Player
		sent   []byte
		want   string // what comes, as hex pairs without blanks
		leaves bool   // the client leaves the script
	}{
		{"as it was", &Player{}, frame, "\x00\x00\x00\x02\x07\x09\x00\x00\x00\x02\x07\x09", false},
		{"changed", &Player{Change: func(conn int, b []byte) []byte { return b[4:] }}, frame, "\x07\x09\x07\x09", false},
		{"another request", &Player{}, []byte{0, 0, 0, 2, 7, 8}, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			addr, err := c.player.Play(s)
			if err != nil {
				t.Fatal(err)
			}
			if got := say(t, addr, c.sent); string(got) != c.want {
				t.Errorf("%x, want %x", got, c.want)
			}
			if left := c.player.Close(); (len(left) > 0) != c.leaves {
				t.Error(left)
			}
		})
	}
}

// TestParse reads bytes that are told of twice, and refuses what is no script.
func TestParse(t *testing.T) {
	long := strings.Repeat("ab", shortBytes+1)
	scripts, err := Parse(strings.NewReader("script a\nconn\n> " + long + "\nwait 300\n< =0\n< end\n"))
	if err != nil {
		t.Fatal(err)
	}
	c := scripts[0].Conns[0]
	if len(c) != 3 || !slices.Equal(c[0].Bytes, c[1].Bytes) || c[1].Wait.Milliseconds() != 300 || !c[2].End {
		t.Errorf("%+v", c)
	}
	for _, bad := range []string{"conn\n", "script a\n> 00\n", "script a\nconn\n> 0\n", "script a\nconn\n< =7\n", "script a\nwhat\n", "script a\nconn\nwait x\n"} {
		if _, err := Parse(strings.NewReader(bad)); err == nil || !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
