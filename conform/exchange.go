package conform

import (
	"errors"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/view"
)

// docs reads both frames for views to show. The fault is the error of the
// answer's tape, so that trees end with it.
func (x Exchange) docs(c *message.Codec) (request, answer *view.Doc) {
	names := view.NewNames(c.Catalog)
	request = &view.Doc{Tape: newTape(), Names: names}
	c.ReadRequest(request.Tape, x.Request, message.Frame)
	answer = &view.Doc{Tape: newTape(), Names: names}
	head, _ := message.Head(x.Request, message.Frame)
	head.Version = x.Version
	if _, err := c.ReadResponse(answer.Tape, x.Answer, message.Frame, head); err != nil {
		answer.Tape.Read(x.Answer, func(t *tape.Tape) { t.Rest() })
	}
	names.Learn(answer.Tape)
	if x.Fault != nil {
		fault := *x.Fault
		if answer.Tape.Err != nil && fault.Hint == "" {
			fault.Hint = x.hint(c, head)
		}
		answer.Tape.Err = &fault
		// It is said at its place too, where an array that is cut keeps it in sight.
		if ref, ok := answer.Tape.Find(fault.Path); ok && fault.Path != "" {
			answer.Tape.Findings = append(answer.Tape.Findings,
				tape.Finding{Node: ref.Node(), Offset: fault.Offset, Text: "expected " + fault.Expected + ", found " + fault.Found})
		}
	}
	return request, answer
}

// hint is the likely cause of bytes that cannot be read.
func (x Exchange) hint(c *message.Codec, head message.RequestHead) string {
	r, err := explain.New(c).Read(x.Answer, explain.As{}, &head, false)
	if err != nil || len(r.Hints) == 0 {
		return ""
	}
	return r.Hints[0].Text
}

// requestName is what was sent, as far as its header says it.
func (x Exchange) requestName(c *message.Codec) string {
	return x.name(c, schema.Request, "no request")
}

// answerName is what the answer should be.
func (x Exchange) answerName(c *message.Codec) string {
	return x.name(c, schema.Response, "an answer")
}

func (x Exchange) name(c *message.Codec, t schema.Type, otherwise string) string {
	spec, err := x.spec(c, t)
	if err != nil {
		return otherwise
	}
	return spec.String()
}

// spec is the message that was sent, or the one that the answer should be.
func (x Exchange) spec(c *message.Codec, t schema.Type) (*message.Spec, error) {
	head, ok := message.Head(x.Request, message.Frame)
	if !ok {
		return nil, errors.New("expected a request header, found fewer bytes")
	}
	version := head.Version
	if t == schema.Response {
		version = x.Version
	}
	return c.APISpec(int(head.APIKey), version, t)
}
