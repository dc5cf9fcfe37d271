package probe

import (
	"fmt"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// NotOfferedError says that a node has no version of an API that could be used.
type NotOfferedError struct {
	Addr    string
	API     string
	Version int             // that was asked for, -1 for any
	Offered schema.Versions // schema.None where the node does not have the API
	Known   schema.Versions // to the codec
	// Listeners are the kinds of nodes that the API is for.
	Listeners []catalog.Listener
}

// Error says what is offered, and who else might have the API.
func (e *NotOfferedError) Error() string {
	switch {
	case e.Offered.Empty():
		text := fmt.Sprintf("%s does not offer %s", e.Addr, e.API)
		if len(e.Listeners) == 1 {
			text += ", which is for " + e.Listeners[0].Words()
		}
		return text
	case e.Version >= 0:
		return fmt.Sprintf("%s offers %s %s, not %d", e.Addr, e.API, e.Offered, e.Version)
	}
	return fmt.Sprintf("%s offers %s %s, of which none is known here (%s)", e.Addr, e.API, e.Offered, e.Known)
}

// Pick finds the request of an API, by name or key, in a version that the node
// offers: the one given, or with -1 the newest that the codec knows too. The
// error is a *NotOfferedError or one of the catalog.
func (s *Session) Pick(api string, version int) (*message.Spec, error) {
	return pick(s.codec, s.Offer, s.Conn.Addr(), api, version)
}

func pick(c *message.Codec, o *client.Offer, addr, name string, version int) (*message.Spec, error) {
	api, err := c.Catalog.APIByName(name, c.Release)
	if err != nil {
		return nil, err
	}
	known := api.Request.Versions()
	if span, ok := api.Request.At(c.Release); ok && c.Release != "" {
		known = span.Versions
	}
	offered := o.Of(api.Key)
	both := offered.Intersect(known)
	if both.Empty() || version >= 0 && !offered.Has(int16(version)) {
		e := &NotOfferedError{Addr: addr, API: api.Request.APIName(), Version: version, Offered: offered, Known: known}
		if s, err := c.Spec(api.Request.Name, known.Hi); err == nil {
			for _, l := range s.Schema.Listeners {
				e.Listeners = append(e.Listeners, catalog.Listener(l))
			}
		}
		return nil, e
	}
	if version < 0 {
		version = int(both.Hi)
	}
	return c.Spec(api.Request.Name, int16(version))
}
