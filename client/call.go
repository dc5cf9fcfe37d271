package client

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/kscope/kscope/jsonform"
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
	return c.call(ctx, request, json, c.Exchange)
}

// call is Call by way of an exchange.
func (c *Conn) call(ctx context.Context, request *message.Spec, json string, exchange func(context.Context, []byte) (Answer, error)) (*Reply, error) {
	if request.Type != schema.Request {
		return nil, fmt.Errorf("%s is no request", request)
	}
	h := message.Header{CorrelationID: c.next}
	if c.cfg.ClientID != "" {
		h.ClientID = &c.cfg.ClientID
	}
	c.next++
	frame, err := request.Encode(nil, []byte(cmp.Or(json, "{}")), message.Frame, h)
	if err != nil {
		return nil, err
	}
	answer, err := exchange(ctx, frame)
	if err != nil {
		return nil, err
	}
	return c.Read(frame, answer), nil
}

// Read reads an answer with the request that it belongs to.
func (c *Conn) Read(request []byte, a Answer) *Reply {
	r := &Reply{Request: request, Answer: a, Tape: &tape.Tape{}}
	r.Expected, _ = message.Head(request, message.Frame)
	r.read(c.codec)
	return r
}

func (r *Reply) read(c *message.Codec) {
	// What the catalog lacks is told by the tape.
	r.Spec, _ = c.ReadResponse(r.Tape, r.Answer.Frame, message.Frame, r.Expected)
}

// code is the error code of a response. It stands in front of what else may be
// damaged, so that it counts even then.
func (r *Reply) code() (int16, error) {
	code, ok := r.Tape.Find("ErrorCode")
	if !ok {
		return 0, r.damage()
	}
	return int16(r.Tape.Int(code)), nil
}

// unmarshal gives the fields of a response's body to v, by their names.
func (r *Reply) unmarshal(v any) error {
	if r.Tape.Err != nil || r.Spec == nil {
		return r.damage()
	}
	return json.Unmarshal(r.Spec.AppendJSON(nil, r.Tape, message.Frame, jsonform.Options{}), v)
}

// damage is the error of a response that cannot be read.
func (r *Reply) damage() error {
	what := fmt.Sprintf("API key %d version %d", r.Expected.APIKey, r.Expected.Version)
	if r.Spec != nil {
		what = r.Spec.String()
	}
	if r.Tape.Err == nil {
		return fmt.Errorf("read %s: expected an error code, found none", what)
	}
	return fmt.Errorf("read %s: %w", what, r.Tape.Err)
}
