package message

import (
	"fmt"
	"sync"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// Codec knows how to read and write every message of a catalog, as one release
// has it or as the newest release that has it.
type Codec struct {
	Catalog *catalog.Catalog
	Release catalog.Release // "" for the newest that has a version
	Records *record.Layouts
	Nester  tape.Nester // looks into fields; Records unless it is replaced

	headers headers
	mu      sync.Mutex
	specs   map[key]*Spec
}

type key struct {
	name    string
	version int16
}

// New makes a codec.
func New(c *catalog.Catalog, r catalog.Release) *Codec {
	records := record.NewLayouts()
	return &Codec{Catalog: c, Release: r, Records: records, Nester: records, headers: newHeaders(), specs: map[key]*Spec{}}
}

// Spec is one version of one message: all that is needed to read and write it.
type Spec struct {
	Name    string
	Type    schema.Type
	APIKey  int // schema.NoKey without one
	Version int16
	// HeaderVersion is that of the request or response header, NoHeader for
	// messages that are neither.
	HeaderVersion int
	Schema        *schema.Message
	Edition       catalog.Edition
	Body          *layout.Layout

	codec  *Codec
	root   *layout.Layout
	header *layout.Layout // or the prefix of a message without a header; nil for none
}

// IsRequest reports whether the message is a request.
func (s *Spec) IsRequest() bool { return s.Type == schema.Request }

// IsAPI reports whether the message is a request or a response.
func (s *Spec) IsAPI() bool { return s.IsRequest() || s.Type == schema.Response }

// Has reports whether there is such a unit of the message: only requests and
// responses have frames.
func (s *Spec) Has(u Unit) bool { return u != Frame || s.IsAPI() }

// Whole is the largest unit of the message: a frame, or a payload.
func (s *Spec) Whole() Unit {
	if s.Has(Frame) {
		return Frame
	}
	return Payload
}

// String is the name with its version, as commands take it.
func (s *Spec) String() string { return fmt.Sprintf("%s@%d", s.Name, s.Version) }

// Spec finds a message by its full name and version. The errors are those of
// the catalog.
func (c *Codec) Spec(name string, version int16) (*Spec, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.specs[key{name, version}]; s != nil {
		return s, nil
	}
	s, err := c.compile(name, version)
	if err != nil {
		return nil, err
	}
	c.specs[key{name, version}] = s
	return s, nil
}

func (c *Codec) compile(name string, version int16) (*Spec, error) {
	m, edition, err := c.Catalog.Schema(name, version, c.Release)
	if err != nil {
		return nil, err
	}
	body, err := layout.Compile(m, version)
	if err != nil {
		return nil, err
	}
	c.mark(body)
	s := &Spec{
		Name: m.Name, Type: m.Type, APIKey: m.APIKey, Version: version, HeaderVersion: NoHeader,
		Schema: m, Edition: edition, Body: body, codec: c,
		root: layout.Literal(m.Name, fmt.Sprintf("message v%d", version), "", layout.LayerOf(m.Type)),
	}
	if !s.IsAPI() {
		s.header = c.prefix(s)
		return s, nil
	}
	request, response, err := c.Catalog.HeaderVersions(m.APIKey, version)
	if err != nil {
		return nil, err
	}
	if s.IsRequest() {
		s.HeaderVersion, s.header = int(request), c.headers.request[request]
	} else {
		s.HeaderVersion, s.header = int(response), c.headers.response[response]
	}
	return s, nil
}

// APISpec finds the request or response of an API key.
func (c *Codec) APISpec(apiKey int, version int16, t schema.Type) (*Spec, error) {
	api, err := c.Catalog.API(apiKey)
	if err != nil {
		return nil, err
	}
	name := api.Request.Name
	if t == schema.Response {
		name = api.Response.Name
	}
	return c.Spec(name, version)
}
