package mock

import (
	"context"
	"fmt"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
)

// The sources of answers besides those of package sample.
const (
	fromNode     = "node"     // what the node says without the rule
	fromMirror   = "mirror"   // what was asked for; see mirror
	fromDefaults = "defaults" // every field has its default
)

// Sources lists the values of Rule.Answer.
func Sources() []string {
	return append([]string{fromNode, fromMirror, fromDefaults}, sample.Names()...)
}

// answer makes the frame that answers a request under a rule; nil when nothing is
// to be sent.
func (s *Server) answer(ctx context.Context, r *Request, c *compiled) ([]byte, error) {
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
	if r.silent && c.Raw == nil {
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
		other, err := s.all.Spec(spec.Name, *c.Version)
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
		return s.asReleased(r, s.offer.apiVersions(r))
	}
	if s.behaviour != nil {
		if b, err := s.behave(ctx, r); b != nil || err != nil {
			return b, err
		}
	}
	return mirrored(r, spec.Body), nil
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
