package replay

import (
	"io"
	"net"
	"sync"
	"time"
)

// Recorder is a proxy that notes what goes through it. Close it before its
// Conns are read.
type Recorder struct {
	l    net.Listener
	addr string // of the node
	wg   sync.WaitGroup

	mu    sync.Mutex
	conns []*Conn
}

// Record begins to record what clients say to the node at addr.
func Record(addr string) (*Recorder, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &Recorder{l: l, addr: addr}
	r.wg.Go(r.accept)
	return r, nil
}

// Addr is where clients connect.
func (r *Recorder) Addr() string { return r.l.Addr().String() }

// Close waits for the connections to end, and gives what went over them.
func (r *Recorder) Close() []Conn {
	r.l.Close()
	r.wg.Wait()
	var all []Conn
	for _, c := range r.conns {
		all = append(all, *c)
	}
	return all
}

func (r *Recorder) accept() {
	for {
		client, err := r.l.Accept()
		if err != nil {
			return
		}
		node, err := net.Dial("tcp", r.addr)
		if err != nil {
			client.Close()
			continue
		}
		c := &Conn{}
		r.mu.Lock()
		r.conns = append(r.conns, c)
		r.mu.Unlock()
		p := &pair{r: r, conn: c, last: time.Now()}
		var both sync.WaitGroup
		both.Go(func() { p.pass(node, client, false) })
		both.Go(func() { p.pass(client, node, true) })
		r.wg.Go(func() {
			both.Wait()
			client.Close()
			node.Close()
		})
	}
}

// pair is a connection on both sides of the proxy.
type pair struct {
	r    *Recorder
	conn *Conn
	last time.Time
}

// pass copies one way. What is noted before it is passed on stands in the
// right order.
func (p *pair) pass(dst, src net.Conn, fromNode bool) {
	buf := make([]byte, 64<<10)
	for {
		n, err := src.Read(buf)
		if n > 0 {
			p.note(Event{FromNode: fromNode, Bytes: append([]byte{}, buf[:n]...)})
			if _, err := dst.Write(buf[:n]); err != nil {
				io.Copy(io.Discard, src)
			}
		}
		if err != nil {
			p.note(Event{FromNode: fromNode, End: true})
			if half, ok := dst.(*net.TCPConn); ok {
				half.CloseWrite()
			}
			return
		}
	}
}

// longWait is from how long on a wait is a part of the script.
const longWait = 250 * time.Millisecond

// note adds an event; bytes that follow others of the same side join them.
func (p *pair) note(e Event) {
	p.r.mu.Lock()
	defer p.r.mu.Unlock()
	if wait := time.Since(p.last); e.FromNode && wait >= longWait {
		e.Wait = wait.Round(time.Millisecond)
	}
	p.last = time.Now()
	if n := len(*p.conn); n > 0 && !e.End {
		if last := &(*p.conn)[n-1]; !last.End && last.FromNode == e.FromNode && e.Wait == 0 {
			last.Bytes = append(last.Bytes, e.Bytes...)
			return
		}
	}
	*p.conn = append(*p.conn, e)
}
