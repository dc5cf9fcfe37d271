package mock

import (
	"context"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// Behaviour answers requests as a node with a state does.
type Behaviour interface {
	// Answer gives the body of the response, in the form that Body documents;
	// nil leaves it to the mirror. Fields have the names of the newest release
	// that has the version, whatever the node's. It may wait, as long as ctx
	// lasts. An error ends the connection. It is called for many connections at
	// once.
	Answer(ctx context.Context, r *Request) (Body, error)
}

// behave asks the behaviour, which knows fields by their newest names. Where the
// node's release had others, they are exchanged by way of the bytes.
func (s *Server) behave(ctx context.Context, r *Request) (Body, error) {
	request, err := s.all.APISpec(int(r.APIKey), r.Version, schema.Request)
	if err != nil {
		return nil, err
	}
	renamed := *r
	if renamed.Spec = request; request.Edition.First != r.Spec.Edition.First {
		renamed.Tape = &tape.Tape{Nester: opaque{}}
		request.Read(renamed.Tape, r.Frame, message.Frame)
		if renamed.Body, err = bodyOf(request, renamed.Tape); err != nil {
			return nil, err
		}
	}
	if renamed.Response, err = s.all.APISpec(int(r.APIKey), r.Version, schema.Response); err != nil {
		return nil, err
	}
	b, err := s.behaviour.Answer(ctx, &renamed)
	if b == nil || err != nil {
		return nil, err
	}
	return s.asReleased(r, b)
}

// asReleased gives the body of the response to r, whose fields have their newest
// names, those that the node's release had.
func (s *Server) asReleased(r *Request, b Body) (Body, error) {
	response, err := s.all.APISpec(int(r.APIKey), r.Response.Version, schema.Response)
	if err != nil || response.Edition.First == r.Response.Edition.First {
		return b, err
	}
	bytes, err := response.Append(nil, &source{root: b, code: s.errorCode}, message.Body, message.Header{})
	if err != nil {
		return nil, err
	}
	return decode(r.Response, bytes)
}
