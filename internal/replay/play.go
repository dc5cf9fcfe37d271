package replay

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// Player is a node that says what a script says.
type Player struct {
	// Change, if set, gives what is sent in the place of one answer: the frames
	// in the script's bytes, one by one, each with the number of its connection
	// among those that the script has, from 0 on. Nil is nothing, so that the
	// client waits. It is called by one goroutine at a time.
	Change func(conn int, frame []byte) []byte
	// Hurry leaves waits out.
	Hurry bool
	// Open keeps connections open that the script closes; what Refuse gives is
	// sent then, if anything.
	Open   bool
	Refuse []byte

	script Script
	l      net.Listener
	wg     sync.WaitGroup
	done   chan struct{}

	mu    sync.Mutex
	taken []bool
	parts []string // where clients have left the script
	open  map[net.Conn]bool
}

// Play begins to play.
func (p *Player) Play(s Script) (addr string, err error) {
	p.l, err = net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	p.script, p.taken, p.open = s, make([]bool, len(s.Conns)), map[net.Conn]bool{}
	p.done = make(chan struct{})
	p.wg.Go(p.accept)
	return p.l.Addr().String(), nil
}

// Close ends all connections. It says where clients left the script.
func (p *Player) Close() []string {
	p.l.Close()
	close(p.done)
	p.mu.Lock()
	for c := range p.open {
		c.Close()
	}
	p.mu.Unlock()
	p.wg.Wait()
	return p.parts
}

func (p *Player) accept() {
	for {
		c, err := p.l.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		p.open[c] = true
		p.mu.Unlock()
		p.wg.Go(func() {
			defer c.Close()
			if err := p.serve(c); err != nil {
				p.mu.Lock()
				p.parts = append(p.parts, err.Error())
				p.mu.Unlock()
			}
		})
	}
}

// serve plays the script of a connection, once its first bytes tell which.
func (p *Player) serve(c net.Conn) error {
	first := make([]byte, 16<<10)
	n, err := c.Read(first)
	if n == 0 || err != nil {
		return nil // somebody has looked whether there is a node
	}
	i := p.match(first[:n])
	if i < 0 {
		return fmt.Errorf("no connection begins with %x", first[:n])
	}
	in := io.MultiReader(bytes.NewReader(first[:n]), c)
	for at, e := range p.script.Conns[i] {
		if err := p.act(c, in, i, e); err != nil {
			return fmt.Errorf("connection %d, event %d: %w", i, at, err)
		}
	}
	return nil
}

// match finds the script of a connection by the first bytes of it.
func (p *Player) match(first []byte) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, conn := range p.script.Conns {
		if p.taken[i] || len(conn) == 0 || conn[0].FromNode {
			continue
		}
		if n := min(len(first), len(conn[0].Bytes)); n > 0 && bytes.Equal(first[:n], conn[0].Bytes[:n]) {
			p.taken[i] = true
			return i
		}
	}
	return -1
}

func (p *Player) act(c net.Conn, in io.Reader, conn int, e Event) error {
	switch {
	case !e.FromNode && e.End:
		io.Copy(io.Discard, in) // until the client ends, in whichever way
		return nil
	case !e.FromNode:
		got := make([]byte, len(e.Bytes))
		if n, err := io.ReadFull(in, got); err != nil {
			return fmt.Errorf("expected %d bytes, found %d: %w", len(got), n, err)
		}
		if !bytes.Equal(got, e.Bytes) {
			return fmt.Errorf("expected %x, found %x", e.Bytes, got)
		}
		return nil
	case e.End && p.Open:
		c.Write(p.Refuse)
		<-p.done
		return nil
	case e.End:
		c.Close()
		return nil
	}
	if !p.Hurry {
		<-time.After(e.Wait)
	}
	return p.say(c, conn, e.Bytes)
}

// say sends frames, changed as is wanted.
func (p *Player) say(c net.Conn, conn int, b []byte) error {
	for p.Change != nil && len(b) >= 4 {
		n := min(len(b), 4+int(binary.BigEndian.Uint32(b)))
		p.mu.Lock()
		out := p.Change(conn, b[:n:n])
		p.mu.Unlock()
		if _, err := c.Write(out); err != nil {
			return err
		}
		b = b[n:]
	}
	_, err := c.Write(b)
	return err
}
