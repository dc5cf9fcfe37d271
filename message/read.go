package message

import (
	"encoding/binary"
	"fmt"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// Read indexes data, a unit of the message, on t. What goes wrong is in t.Err.
func (s *Spec) Read(t *tape.Tape, data []byte, u Unit) {
	if t.Nester == nil {
		t.Nester = s.codec.Nester
	}
	if u == Body {
		t.Decode(s.Body, data)
		return
	}
	t.Read(data, func(t *tape.Tape) {
		t.Open(s.root)
		if u == Frame && s.IsAPI() && !s.codec.frame(t) {
			return
		}
		if s.header == nil || t.Run(s.header) {
			t.Run(s.Body)
		}
		t.Rest()
		if n := t.Missing(); n > 0 {
			t.Fail(tape.Short, fmt.Sprintf("a frame of %d bytes", len(data)+n), fmt.Sprintf("%d bytes", len(data)))
		}
		t.Close()
	})
}

// Run reads a payload of the message from t's position on, for bytes that lie
// in other bytes. What is left up to the limit stays to be read. It reports
// whether that went well.
func (s *Spec) Run(t *tape.Tape) bool {
	t.Open(s.root)
	if s.header == nil || t.Run(s.header) {
		t.Run(s.Body)
	}
	t.Close()
	return t.Err == nil
}

// frame reads the size and ends what is read next where the frame ends. A
// size that cannot be that of any frame ends reading.
func (c *Codec) frame(t *tape.Tape) bool {
	at := t.Pos()
	if !t.Run(c.headers.frame) {
		return false
	}
	size := int(int32(binary.BigEndian.Uint32(t.Data[at:])))
	if size < 0 || size > MaxFrame {
		t.Unread(4)
		t.Fail(tape.BadLength, fmt.Sprintf("a frame size of 0 to %d bytes", MaxFrame), fmt.Sprint(size))
		return false
	}
	t.SetLimit(t.Pos() + size)
	return true
}

// RequestHead is what the first bytes of a request say.
type RequestHead struct {
	APIKey        int16
	Version       int16
	CorrelationID int32
}

// Head reads API key, version and correlation id of a request frame or
// payload; ok is false when it is shorter than that.
func Head(data []byte, u Unit) (h RequestHead, ok bool) {
	if u == Frame {
		data = data[min(4, len(data)):]
	}
	if len(data) < 8 || u == Body {
		return h, false
	}
	return RequestHead{
		APIKey:        int16(binary.BigEndian.Uint16(data)),
		Version:       int16(binary.BigEndian.Uint16(data[2:])),
		CorrelationID: int32(binary.BigEndian.Uint32(data[4:])),
	}, true
}

// EditHead changes the head of a request frame or payload in its bytes. It does
// nothing where Head finds none.
func EditHead(data []byte, u Unit, change func(*RequestHead)) {
	h, ok := Head(data, u)
	if !ok {
		return
	}
	change(&h)
	if u == Frame {
		data = data[4:]
	}
	binary.BigEndian.PutUint16(data, uint16(h.APIKey))
	binary.BigEndian.PutUint16(data[2:], uint16(h.Version))
	binary.BigEndian.PutUint32(data[4:], uint32(h.CorrelationID))
}

// ReadRequest indexes a request frame or payload, whichever its header says it
// is. When the catalog lacks that API or version the Spec is nil, the tape has
// the header and the body undecoded, and its Err says what is not known.
func (c *Codec) ReadRequest(t *tape.Tape, data []byte, u Unit) *Spec {
	if h, ok := Head(data, u); ok {
		s, err := c.APISpec(int(h.APIKey), h.Version, schema.Request)
		if err != nil {
			c.readUnknown(t, data, u, err)
			return nil
		}
		s.Read(t, data, u)
		return s
	}
	c.readUnknown(t, data, u, nil)
	return nil
}

var unknownRoot = layout.Literal("Request", "message", "", layout.Request)

// readUnknown reads frame and header of a request whose body has no layout.
// Header version 1 is the one that all but flexible and very old versions
// have; its client id is where it is in version 2.
func (c *Codec) readUnknown(t *tape.Tape, data []byte, u Unit, cause error) {
	t.Read(data, func(t *tape.Tape) {
		t.Open(unknownRoot)
		if u == Frame && !c.frame(t) {
			return
		}
		if !t.Run(c.headers.request[1]) {
			return
		}
		found := "nothing"
		if cause != nil {
			found = cause.Error()
		}
		t.Fail(tape.Unknown, "a request that the catalog knows", found)
	})
}

// ReadResponse indexes the response to a request with the given header.
func (c *Codec) ReadResponse(t *tape.Tape, data []byte, u Unit, request RequestHead) (*Spec, error) {
	s, err := c.APISpec(int(request.APIKey), request.Version, schema.Response)
	if err != nil {
		return nil, err
	}
	s.Read(t, data, u)
	return s, nil
}
