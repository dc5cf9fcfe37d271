package nested

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// forms are the forms that nested.txt calls by a word, and those that our
// own literals nest.
func (n *Nester) forms() map[string]form {
	connect, streams, assignors := newConnect(), newStreams(), newAssignors()
	sasl := newSASL(n.opt.Reveal)
	return map[string]form{
		tape.RecordsField:        func(t *tape.Tape) error { n.readRecords(t); return nil },
		record.ChunkField:        n.readChunk,
		"request":                n.readRequest,
		"response":               n.readResponse,
		"ip-address":             leafForm("address", "ip-address", "address of the client", showAddress),
		"text":                   leafForm("text", "string", "", showText),
		"connect-subscription":   connect.subscription,
		"connect-assignment":     connect.assignment,
		"streams-subscription":   streams.subscription,
		"streams-assignment":     streams.assignment,
		"sticky-assignment":      run(assignors.sticky),
		"sticky-assignment-v0":   run(assignors.stickyV0),
		"cooperative-generation": run(assignors.cooperative),
		"sasl-client":            sasl.client,
		"sasl-server":            sasl.server,
		record.ControlKeyField:   newControlKey(),
		"otlp-metrics":           newMetrics(&n.codec.Records.Codecs).read,
	}
}

// run is a form of one layout.
func run(l *layout.Layout) form {
	return func(t *tape.Tape) error {
		t.Run(l)
		return nil
	}
}

func leafForm(name, typ, about string, show func([]byte) string) form {
	l := layout.Leaf(name, typ, about, layout.Body)
	l.Info[0].Show = show
	return run(l)
}

// versioned reads a message that begins with its int16 version.
func (n *Nester) versioned(name string) form {
	return func(t *tape.Tape) error {
		s, err := n.specOf(name, t.Upcoming())
		if err != nil {
			return err
		}
		s.Run(t)
		return nil
	}
}

// specOf finds the version of a message that data begins with.
func (n *Nester) specOf(name string, data []byte) (*message.Spec, error) {
	if len(data) < 2 {
		return nil, tooShort(name, 2, len(data))
	}
	return n.spec(name, int16(binary.BigEndian.Uint16(data)))
}

// readRequest reads a request with its header.
func (n *Nester) readRequest(t *tape.Tape) error {
	h, ok := message.Head(t.Upcoming(), message.Payload)
	if !ok {
		return tooShort("a request", 8, len(t.Upcoming()))
	}
	s, err := n.codec.APISpec(int(h.APIKey), h.Version, schema.Request)
	if err != nil {
		return err
	}
	s.Run(t)
	return nil
}

// readResponse reads a response with its header.
func (n *Nester) readResponse(t *tape.Tape) error {
	h := n.opt.Enveloped
	if h == nil {
		return errors.New("a response does not say which request it answers")
	}
	s, err := n.codec.APISpec(int(h.APIKey), h.Version, schema.Response)
	if err != nil {
		return err
	}
	s.Run(t)
	return nil
}

// Enveloped is what the header of the request in an EnvelopeRequest says, for
// Options; nil when t holds no such request.
func Enveloped(t *tape.Tape) *message.RequestHead {
	r, ok := t.Find("RequestData.RequestHeader")
	if !ok {
		return nil
	}
	off, end := t.Span(r)
	h, ok := message.Head(t.DataOf(r.Node())[off:end], message.Payload)
	if !ok {
		return nil
	}
	return &h
}

// readChunk reads a piece of a file of batches. One that does not begin the
// file may begin anywhere in a batch; only a CRC shows that it does not.
func (n *Nester) readChunk(t *tape.Tape) error {
	first := false
	if r, ok := t.Enclosing("Position"); ok {
		first = t.Int(r) == 0
	}
	if _, sound := record.Entry(t.Upcoming()); !first && !sound {
		return errors.New("a chunk from the middle of a batch")
	}
	n.readRecords(t)
	return nil
}

// showAddress writes an address as people do: 10.0.0.1, ::1.
func showAddress(b []byte) string {
	a, ok := netip.AddrFromSlice(b)
	if !ok {
		return fmt.Sprintf("% x", b)
	}
	return a.String()
}
