package probe

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
)

// Session is a connection to a node that has said what it offers.
type Session struct {
	Conn  *client.Conn
	Offer *client.Offer

	codec  *message.Codec
	newest *message.Codec // of no release: what is read here goes by the newest names of fields
}

// Open connects to addr and asks what the node offers. Errors are those of
// package client, or an *AnswerError.
func Open(ctx context.Context, c *message.Codec, addr string, cfg client.Config) (*Session, error) {
	newest := c
	if c.Release != "" {
		newest = message.New(c.Catalog, "")
	}
	conn, err := client.Dial(ctx, newest, addr, cfg)
	if err != nil {
		return nil, err
	}
	offer, err := conn.Versions(ctx)
	if err == nil && offer.Error != 0 {
		err = &AnswerError{Addr: addr, API: apiVersions, Code: errorCode(c, offer.Error)}
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &Session{Conn: conn, Offer: offer, codec: c, newest: newest}, nil
}

// Close closes the connection.
func (s *Session) Close() error { return s.Conn.Close() }

// AnswerError is an answer with an error code in place of what was asked for.
type AnswerError struct {
	Addr string
	API  string
	What string // what was asked about, "" where that goes without saying
	Code catalog.ErrorCode
	Text string // of the node, perhaps ""
}

// Error says who answered what.
func (e *AnswerError) Error() string {
	text := fmt.Sprintf("%s answers %s", e.Addr, e.API)
	if e.What != "" {
		text += " about " + e.What
	}
	text += fmt.Sprintf(" with error %d (%s)", e.Code.Code, cmp.Or(e.Code.Name, "unknown"))
	if e.Text != "" {
		text += ": " + e.Text
	}
	if e.Code.Retriable {
		text += "; it may pass, so try again"
	}
	return text
}

// errorCode finds a code; one that the catalog lacks has no words.
func errorCode(c *message.Codec, code int16) catalog.ErrorCode {
	e, _ := c.Catalog.Error(code)
	e.Code = code
	return e
}

// pick is Pick for what is asked here.
func (s *Session) pick(api string) (*message.Spec, error) {
	return pick(s.newest, s.Offer, s.Conn.Addr(), api, -1)
}

// lacks gives the error of asking for an API that the node does not have, nil
// for one that it has.
func (s *Session) lacks(api string) error {
	_, err := s.pick(api)
	return err
}

// ask sends a request of an API in the newest version that both know. The body
// is for that version: fields that it lacks are left out.
func (s *Session) ask(ctx context.Context, api string, body fields) (answer, error) {
	spec, err := s.pick(api)
	if err != nil {
		return answer{}, err
	}
	text, _ := s.codec.AddPresets(spec, []byte(body.json(spec)))
	reply, err := s.Conn.Call(ctx, spec, string(text))
	if err != nil {
		return answer{}, err
	}
	a := answer{t: reply.Tape, addr: s.Conn.Addr(), api: api, codec: s.codec}
	if reply.Tape.Err != nil {
		return a, fmt.Errorf("answer of %s to %s: %w", a.addr, spec, reply.Tape.Err)
	}
	return a, nil
}

// fields are the JSON values of a request's fields, by the fields' names.
type fields map[string]string

func (f fields) json(s *message.Spec) string {
	text := ""
	for op := range s.Body.Fields(0) {
		if value, ok := f[s.Body.Info[op].Name]; ok {
			text += s.Body.Info[op].Member + value // which begins with a comma
		}
	}
	return "{" + strings.TrimPrefix(text, ",") + "}"
}

// quote gives text as a JSON string.
func quote(text string) string { return string(jsonform.AppendString(nil, []byte(text))) }
