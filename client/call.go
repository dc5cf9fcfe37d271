package client

import (
	"context"
	"fmt"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// Reply is an exchange, read.
type Reply struct {
	Request  []byte // the frame that was sent
	Answer   Answer
	Spec     *message.Spec // of the response; nil when the catalog lacks it
	Tape     *tape.Tape    // of Answer.Frame
	Expected message.RequestHead
}

// Call sends a request whose body is JSON in Kafka's form, "" for defaults,
// and reads the response. That the response is damaged is in Reply.Tape.Err, not
// in the error.
func (c *Conn) Call(ctx context.Context, request *message.Spec, json string) (*Reply, error) {
	if request.Type != schema.Request {
		return nil, fmt.Errorf("%s is no request", request)
	}
	if json == "" {
		json = "{}"
	}
	h := message.Header{CorrelationID: c.next}
	if c.cfg.ClientID != "" {
		h.ClientID = &c.cfg.ClientID
	}
	c.next++
	frame, err := request.Encode(nil, []byte(json), message.Frame, h)
	if err != nil {
		return nil, err
	}
	answer, err := c.Exchange(ctx, frame)
	if err != nil {
		return nil, err
	}
	return c.Read(frame, answer), nil
}

// Read reads an answer with the request that it belongs to.
func (c *Conn) Read(request []byte, a Answer) *Reply {
	r := &Reply{Request: request, Answer: a, Tape: &tape.Tape{}}
	r.Expected, _ = message.Head(request, message.Frame)
	r.Spec, _ = c.codec.ReadResponse(r.Tape, a.Frame, message.Frame, r.Expected)
	return r
}
