package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/lab"
	"github.com/kscope/kscope/interop/raw"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// correlationID and clientID are those of every request here.
const correlationID = 7

var clientID = "kscope"

// asker sends requests and counts the answers.
type asker struct {
	codec   *message.Codec
	answers int
}

func newAsker() *asker { return &asker{codec: message.New(catalog.Builtin(), "4.4")} }

// ask sends one request, written from JSON, and gives the answer's body as JSON.
// An answer that is not read to its last byte, or has anything to remark, is an
// error.
func (a *asker) ask(ctx context.Context, addr, api string, version int16, body string) ([]byte, error) {
	s, err := a.codec.Spec(api+"Request", version)
	if err != nil {
		return nil, err
	}
	request, err := s.Encode(nil, []byte(body), message.Frame, message.Header{CorrelationID: correlationID, ClientID: &clientID})
	if err != nil {
		return nil, err
	}
	frame, err := raw.Roundtrip(ctx, addr, request)
	if err != nil {
		return nil, err
	}
	text, err := a.read(request, frame)
	if err != nil {
		return nil, fmt.Errorf("%s %d: %w\n%x", api, version, err, frame)
	}
	a.answers++
	return text, nil
}

// read gives the body of the answer to a request as JSON.
func (a *asker) read(request, frame []byte) ([]byte, error) {
	head, ok := message.Head(request, message.Frame)
	if !ok {
		return nil, errors.New("the request has no header")
	}
	var t tape.Tape
	s, err := a.codec.ReadResponse(&t, frame, message.Frame, head)
	switch {
	case err != nil:
		return nil, err
	case t.Err != nil:
		return nil, t.Err
	case len(t.Findings)+len(t.NotCanonical()) > 0:
		return nil, fmt.Errorf("remarks: %v %v", t.Findings, t.NotCanonical())
	}
	for i := range t.Nodes {
		if _, info := t.Lookup(t.Nodes[i].Op); info == &s.Body.Info[0] {
			if end := int(t.Nodes[i].End); end != len(frame) {
				return nil, fmt.Errorf("the body ends at %d of %d", end, len(frame))
			}
			return jsonform.Append(nil, &t, i, jsonform.Options{}), nil
		}
	}
	return nil, errors.New("no body")
}

// answer is ask, read into the fields of out.
func (a *asker) answer(ctx context.Context, addr, api string, version int16, body string, out any) error {
	text, err := a.ask(ctx, addr, api, version, body)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, out)
}

// span is one API that a node says it has.
type span struct {
	APIKey     int
	MinVersion int16
	MaxVersion int16
}

// offered asks a node which APIs it has.
func (a *asker) offered(t *testing.T, n *lab.Node) map[string]span {
	t.Helper()
	var versions struct {
		ErrorCode int
		APIKeys   []span
	}
	if err := a.answer(t.Context(), n.Addr, "ApiVersions", 3, `{"clientSoftwareName":"kscope","clientSoftwareVersion":"0"}`, &versions); err != nil {
		t.Fatal(err)
	}
	if versions.ErrorCode != 0 || len(versions.APIKeys) == 0 {
		t.Fatalf("%s %d: %+v", n.Role, n.ID, versions)
	}
	out := map[string]span{}
	for _, s := range versions.APIKeys {
		api, err := a.codec.Catalog.API(s.APIKey)
		if err != nil {
			t.Errorf("%s %d offers API key %d: %v", n.Role, n.ID, s.APIKey, err)
			continue
		}
		if _, err := a.codec.APISpec(s.APIKey, s.MaxVersion, schema.Request); err != nil {
			t.Errorf("%s %d: %v", n.Role, n.ID, err)
		}
		out[api.Name] = s
	}
	return out
}
