package mock

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// The sources of answers besides those of package sample.
const (
	fromNode     = "node"     // what the node says without the rule
	fromMirror   = "mirror"   // what was asked for; see mirror
	fromDefaults = "defaults" // every field has its default
)

// Sources lists the values of Rule.Answer.
func Sources() []string {
	return []string{fromNode, fromMirror, fromDefaults, "smallest", "full", "random", "random:SEED"}
}

// answer makes the frame that answers a request under a rule, nil for no rule.
// It is nil when nothing is to be sent.
func (s *Server) answer(ctx context.Context, r *Request, c *compiled) ([]byte, error) {
	if c == nil {
		c = &compiled{cut: never}
	}
	spec, err := s.shape(r, c)
	if err != nil {
		return nil, err
	}
	header := message.Header{CorrelationID: r.CorrelationID, Tags: c.HeaderTags}
	if c.CorrelationID != nil {
		header.CorrelationID = *c.CorrelationID
	}
	b, err := s.body(ctx, r, c, spec)
	if err != nil {
		return nil, err
	}
	if r.unanswered() && c.Raw == nil {
		return nil, nil
	}
	src := &source{root: b, code: s.errorCode}
	frame, err := spec.Append(nil, src, message.Frame, header)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", spec, err)
	}
	return c.mangle(r, frame), nil
}

// shape is the form of the answer: that of the response, unless the rule wants
// another version or header.
func (s *Server) shape(r *Request, c *compiled) (*message.Spec, error) {
	spec := *r.Response
	if c.Version != nil {
		other, err := s.any.Spec(spec.Name, *c.Version)
		if err != nil {
			return nil, err
		}
		header := spec.HeaderVersion
		spec = *other
		spec.HeaderVersion = header
	}
	if c.HeaderVersion != nil {
		spec.HeaderVersion = int(*c.HeaderVersion)
	}
	return &spec, nil
}

// body is what the answer says.
func (s *Server) body(ctx context.Context, r *Request, c *compiled, spec *message.Spec) (Body, error) {
	b, err := s.base(ctx, r, c, spec)
	if err != nil || c.Error == "" && len(c.paths) == 0 {
		return b, err
	}
	b = clone(b).(Body)
	if c.Error != "" {
		e := coder{l: spec.Body, meanings: s.codec.Catalog.Meanings(spec.Body), code: c.code}
		e.put(b)
	}
	scope := scopeOf(r)
	for i := range c.paths {
		if err := c.paths[i].apply(b, scope); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// base is the answer before error codes and values are set in it.
func (s *Server) base(ctx context.Context, r *Request, c *compiled, spec *message.Spec) (Body, error) {
	if c.Body != nil {
		v, err := scopeOf(r).fields(c.Body)
		if err != nil {
			return nil, err
		}
		return v.(Body), nil
	}
	switch from := c.source(); from {
	case fromNode:
		return s.usual(ctx, r, spec)
	case fromMirror:
		return mirrored(r, spec.Body), nil
	case fromDefaults:
		return Body{}, nil
	default:
		return sampled(spec, from)
	}
}

// source is where the answer comes from: a node that answers with an error has
// done nothing of what it was asked for.
func (c *compiled) source() string {
	switch {
	case c.Answer != "":
		return c.Answer
	case c.Error != "":
		return fromMirror
	}
	return fromNode
}

// usual is what the node says without a rule.
func (s *Server) usual(ctx context.Context, r *Request, spec *message.Spec) (Body, error) {
	if r.APIKey == apiVersions {
		b := s.offer.apiVersions()
		switch {
		case r.Version != r.Response.Version:
			b["errorCode"] = unsupportedVersion
		case !named(r.Body, "clientSoftwareName") || !named(r.Body, "clientSoftwareVersion"):
			b = Body{"errorCode": invalidRequest}
		}
		return b, nil
	}
	if s.behaviour != nil {
		if b, err := s.behave(ctx, r); b != nil || err != nil {
			return b, err
		}
	}
	return mirrored(r, spec.Body), nil
}

// behave asks the behaviour, which knows fields by their newest names. Where the
// node's release had others, they are exchanged by way of the bytes.
func (s *Server) behave(ctx context.Context, r *Request) (Body, error) {
	request, err := s.any.APISpec(int(r.APIKey), r.Version, schema.Request)
	if err != nil {
		return nil, err
	}
	response, err := s.any.APISpec(int(r.APIKey), r.Version, schema.Response)
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
	renamed.Response = response
	b, err := s.behaviour.Answer(ctx, &renamed)
	if b == nil || err != nil || response.Edition.First == r.Response.Edition.First {
		return b, err
	}
	bytes, err := response.Append(nil, &source{root: b, code: s.errorCode}, message.Body, message.Header{})
	if err != nil {
		return nil, err
	}
	return decode(r.Response, bytes)
}

// Errors of ApiVersions.
const (
	unsupportedVersion = 35 // the node does not know the version asked for
	invalidRequest     = 42 // the client's software has no name that can be
)

// software is what names and versions of clients may be (KIP-511).
var software = regexp.MustCompile(`^[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?$`)

// named reports whether a field, if the version has it, is a name of software.
func named(b Body, key string) bool {
	name, has := b[key].(string)
	return !has || software.MatchString(name)
}

// sampled is an instance of a response.
func sampled(spec *message.Spec, kind string) (Body, error) {
	k, err := sample.Parse(kind)
	if err != nil {
		return nil, err
	}
	bytes, err := spec.Append(nil, sample.Source(k), message.Body, message.Header{})
	if err != nil {
		return nil, err
	}
	return decode(spec, bytes)
}

func (s *Server) errorCode(name string) (int16, bool) {
	e, ok := s.codec.Catalog.ErrorByName(name)
	return e.Code, ok
}

// flip turns bits of b round.
func flip(b []byte, bits int, seed uint64) {
	if len(b) == 0 {
		return
	}
	random := rand.New(rand.NewPCG(seed, 0))
	for _, at := range random.Perm(8 * len(b))[:min(bits, 8*len(b))] {
		b[at/8] ^= 1 << (at % 8)
	}
}
