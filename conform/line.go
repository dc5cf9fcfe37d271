package conform

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"syscall"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// line is a connection of a try. A line of a try that has ended may be nil.
type line struct {
	t    *try
	conn *client.Conn
	next int32       // correlation id
	open []*Exchange // sent and not answered
}

// dial opens a connection.
func (t *try) dial() *line { return t.dialAs(t.cfg) }

func (t *try) dialAs(cfg client.Config) *line {
	if !t.going() {
		return nil
	}
	conn, err := client.Dial(t.ctx, t.codec, t.addr, cfg)
	if err != nil {
		t.fail("%v", err)
		t.refused.CompareAndSwap(false, errors.Is(err, syscall.ECONNREFUSED))
		return nil
	}
	l := &line{t: t, conn: conn, next: 1}
	t.lines = append(t.lines, l)
	return l
}

// ends reports whether there is nothing more to do.
func (l *line) ends() bool { return l == nil || !l.t.going() }

// ask sends a request and reads the answer.
func (l *line) ask(api string, version int16, body object) *reply {
	if l.ends() {
		return &reply{}
	}
	l.send(l.frame(api, version, body))
	return l.receive()
}

// frame writes a request. Fields that its version lacks are left out.
func (l *line) frame(api string, version int16, body object) []byte {
	return l.request(api, version, body, func(*message.Header) {})
}

// request is frame with a header of one's own.
func (l *line) request(api string, version int16, body object, change func(*message.Header)) []byte {
	if l.ends() {
		return nil
	}
	spec, err := l.t.spec(api, version, schema.Request)
	if err != nil {
		l.t.fail("%v", err)
		return nil
	}
	return l.encode(spec, body.json(spec.Body), change)
}

// encode is request for a body as text.
func (l *line) encode(spec *message.Spec, body []byte, change func(*message.Header)) []byte {
	if l.ends() {
		return nil
	}
	h := message.Header{CorrelationID: l.next, ClientID: &l.t.cfg.ClientID}
	change(&h)
	l.next++
	frame, err := spec.Encode(nil, body, message.Frame, h)
	if err != nil {
		l.t.fail("%s: %v", spec, err)
	}
	return frame
}

// send sends frames, all in one write. Each waits for its answer from then on.
func (l *line) send(frames ...[]byte) {
	if l.ends() {
		return
	}
	for _, f := range frames {
		x := &Exchange{Request: f}
		if h, ok := message.Head(f, message.Frame); ok {
			x.Version = h.Version
		}
		l.t.wire, l.open = append(l.t.wire, x), append(l.open, x)
	}
	if err := l.conn.Send(l.t.ctx, bytes.Join(frames, nil)); err != nil {
		l.t.fail("%v", err)
	}
}

// post sends more of what was sent last.
func (l *line) post(b []byte) {
	if l.ends() {
		return
	}
	x := l.open[len(l.open)-1]
	x.Request = append(x.Request[:len(x.Request):len(x.Request)], b...)
	if h, ok := message.Head(x.Request, message.Frame); ok {
		x.Version = h.Version
	}
	if err := l.conn.Send(l.t.ctx, b); err != nil {
		l.t.fail("%v", err)
	}
}

// forget takes back that the request sent last waits for an answer.
func (l *line) forget() {
	if !l.ends() {
		l.open = l.open[:len(l.open)-1]
	}
}

// receive reads the answer to the oldest request that has none.
func (l *line) receive() *reply {
	if r := l.take(); !l.ends() {
		r.read(r.x.Version)
		return r
	}
	return &reply{}
}

// take is receive without a look at the body: size and correlation id alone.
func (l *line) take() *reply {
	if l.ends() {
		return &reply{}
	}
	x := l.open[0]
	l.open = l.open[1:]
	r := &reply{t: l.t, x: x}
	answer, err := l.conn.Receive(l.t.ctx)
	x.Answer = answer.Frame
	if err != nil {
		x.Note = l.ending(err)
		l.t.fail("%s: expected an answer, found that %s", l.t.title(x), x.Note)
		return r
	}
	want, _ := message.Head(x.Request, message.Frame)
	if len(x.Answer) < bodyAt {
		l.t.fail("%s: expected an answer with a correlation id, found a frame of %d bytes", l.t.title(x), len(x.Answer))
	} else if got := int32(binary.BigEndian.Uint32(x.Answer[4:])); got != want.CorrelationID {
		r.fault(&tape.Error{Offset: 4, Path: "ResponseHeader.correlation_id", Expected: fmt.Sprint(want.CorrelationID), Found: fmt.Sprint(got)})
	}
	return r
}

// closed waits until the node closes the connection, without an answer.
func (l *line) closed() {
	if l.ends() {
		return
	}
	x := l.open[0]
	answer, err := l.conn.Receive(l.t.ctx)
	x.Answer = answer.Frame
	switch {
	case err == nil:
		l.t.fail("expected the connection to be closed, found an answer of %d bytes", len(answer.Frame))
	case timedOut(err):
		x.Note = l.ending(err)
		l.t.fail("expected the connection to be closed, found that %s", x.Note)
	case len(answer.Frame) > 0:
		l.t.fail("expected the connection to be closed, found the beginning of an answer: %v", err)
	}
	l.t.saw("closed")
}

// shut ends sending; what the node sends still comes.
func (l *line) shut() {
	if l.ends() {
		return
	}
	if err := l.conn.CloseWrite(); err != nil {
		l.t.fail("%v", err)
	}
}

// ending says in words why nothing came.
func (l *line) ending(err error) string {
	if timedOut(err) {
		return fmt.Sprintf("nothing came within %v", l.t.patience)
	}
	return "the connection was closed: " + err.Error()
}

// title names the message of a request.
func (n *node) title(x *Exchange) string { return x.name(n.codec, schema.Request, "what was sent") }
