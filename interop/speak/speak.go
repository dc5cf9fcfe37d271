package speak

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

//go:embed closed.txt
var closedText string

// Outcome is what one request of one version met.
type Outcome struct {
	API     string
	Key     int
	Version int16
	Errors  []string // names of the error codes in the answer
	// Closed is why no answer was to be expected, "" where one was.
	Closed string
}

// Speaker asks one node all that it offers.
type Speaker struct {
	*Maker
	Addr    string
	Release catalog.Release
	Config  client.Config

	conn *client.Conn
}

// Close closes the connection.
func (s *Speaker) Close() error {
	if s.conn == nil {
		return nil
	}
	return s.conn.Close()
}

// Ask sends the request of an API in one version. It is an error when the answer
// does not come, though it should, or is not read to its last byte without a
// remark.
func (s *Speaker) Ask(ctx context.Context, api catalog.API, version int16) (o Outcome, err error) {
	o = Outcome{API: api.Name, Key: api.Key, Version: version}
	spec, err := s.spec(api.Key, version)
	if err != nil {
		return o, err
	}
	body, err := s.Body(spec)
	if err != nil {
		return o, err
	}
	request, err := spec.Encode(nil, body, message.Frame, message.Header{CorrelationID: int32(s.made), ClientID: &s.Config.ClientID})
	if err != nil {
		return o, fmt.Errorf("%s: %w\n%s", spec, err, body)
	}
	o.Closed = s.closed(api.Name, version)
	if s.conn == nil {
		if s.conn, err = client.Dial(ctx, s.Codec, s.Addr, s.Config); err != nil {
			return o, err
		}
	}
	answer, err := s.conn.Exchange(ctx, request)
	if err != nil {
		s.conn.Close()
		s.conn = nil
		if o.Closed != "" && errors.Is(err, client.ErrClosed) {
			return o, nil
		}
		return o, fmt.Errorf("%s: %w\n%s", spec, err, body)
	}
	if o.Closed != "" {
		return o, fmt.Errorf("%s is answered, though closed.txt says %q", spec, o.Closed)
	}
	o.Errors, err = s.read(request, answer.Frame)
	if err != nil {
		err = fmt.Errorf("answer to %s: %w\n%s\n%x", spec, err, body, answer.Frame)
	}
	return o, err
}

// spec is the request as the node's release has it, or, of a version that it
// offers without having it, as any release has.
func (s *Speaker) spec(key int, version int16) (*message.Spec, error) {
	spec, err := s.Codec.APISpec(key, version, schema.Request)
	if unknown := (*catalog.UnknownVersionError)(nil); errors.As(err, &unknown) {
		return message.New(s.Codec.Catalog, "").APISpec(key, version, schema.Request)
	}
	return spec, err
}

// read holds that an answer is what its layout says, and lists its errors.
func (s *Speaker) read(request, answer []byte) (names []string, err error) {
	head, _ := message.Head(request, message.Frame)
	r, err := explain.New(s.Codec).Read(answer, explain.As{}, &head, false)
	switch {
	case err != nil:
		return nil, err
	case r.Tape.Err != nil:
		return nil, r.Tape.Err
	case r.Damaged || len(r.Tape.NotCanonical()) > 0:
		return nil, fmt.Errorf("remarks: %v", r.Findings)
	case r.Header.CorrelationID != head.CorrelationID:
		return nil, fmt.Errorf("correlation id %d, not %d", r.Header.CorrelationID, head.CorrelationID)
	}
	for _, v := range s.Codec.ErrorValues(r.Tape) {
		e, ok := s.Codec.Catalog.Error(v.Code)
		if !ok {
			return nil, fmt.Errorf("%s = %d, which is no error code", v.Path, v.Code)
		}
		names = append(names, e.Name)
	}
	return names, nil
}

// closed is why a request has no answer, by closed.txt; "" where it has one.
func (s *Speaker) closed(api string, version int16) string {
	for _, line := range strings.Split(closedText, "\n") {
		rule, why, _ := strings.Cut(line, " # ")
		words := strings.Fields(rule)
		if len(words) != 3 || strings.HasPrefix(line, "#") || words[1] != api {
			continue
		}
		since, open := strings.CutSuffix(words[0], "+")
		versions, err := schema.ParseVersions(words[2])
		release := s.Release == catalog.Release(since) || open && catalog.Release(since).Before(s.Release)
		if err == nil && release && versions.Has(version) {
			return strings.TrimSpace(why)
		}
	}
	return ""
}
