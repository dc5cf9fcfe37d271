package mock

import (
	"time"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// Rule says which requests are answered in another way than usual, and how. The
// package documentation tells what each field does, by the name that it has in
// rule files. The zero value of a field asks for nothing.
type Rule struct {
	// Which requests.
	API      string           // name or key
	Versions *schema.Versions // nil for all
	ClientID *string
	Request  Body // what the body must have
	Nth      int  // the first that it is for, from 1 on; the only one, without the next two
	Times    int  // how many it is for
	Every    int  // of which it is for one: every second, third, ...

	// What the answer says.
	Answer string         // node, mirror, defaults, or a sample; see Sources
	Body   Body           // the answer instead, with ${...} in it
	Set    map[string]any // path to value, with ${...} in it
	Error  string         // name or code of an error, for all error codes of the answer

	// What is wrong with its bytes.
	Version       *int16                                           // of the body, instead of the one asked for
	HeaderVersion *int16                                           // of the response header
	HeaderTags    []layout.ExtraTag                                // in the response header
	CorrelationID *int32                                           // instead of the request's
	Size          *int32                                           // in front of the frame, instead of its own
	SizeDelta     int32                                            // added to the size
	Truncate      int                                              // bytes that the frame ends early; its size says so
	Trailing      []byte                                           // behind the body; the size says so
	Flip          int                                              // how many bits behind the size are turned round
	Seed          uint64                                           // which ones
	Raw           []byte                                           // sent instead of the frame
	Mangle        func(h message.RequestHead, frame []byte) []byte // changes what is about to be sent

	// How it is sent.
	Delay      time.Duration // before it
	Silence    bool          // not at all
	Disconnect string        // before, after, or the number of bytes that are sent first
	Split      int           // bytes in one piece
	Pause      time.Duration // between pieces
	Repeat     int           // so many times more
	Swap       bool          // behind the next answer

	// Place is where the rule stands, for logs and errors: rules.jsonl:3.
	Place string
}

// compiled is a rule that has been checked, with its count.
type compiled struct {
	Rule
	key   int // API key; anyAPI for all
	code  int16
	cut   int // bytes that are sent before the connection ends; never for none
	paths []setter
	seen  int // requests that the rest of the rule fits
}

const (
	anyAPI = -1
	never  = -1 // no disconnection
	whole  = -2 // behind the answer
)

// fits reports whether the rule is for a request, and counts.
func (c *compiled) fits(r *Request) bool {
	switch {
	case c.key != anyAPI && c.key != int(r.APIKey),
		c.Versions != nil && !c.Versions.Has(r.Version),
		c.ClientID != nil && (r.ClientID == nil || *r.ClientID != *c.ClientID),
		!within(c.Request, r.Body):
		return false
	}
	c.seen++
	return c.due()
}

// due reports whether it is the turn of the request that was counted last.
func (c *compiled) due() bool {
	first := max(c.Nth, 1)
	times := c.Times
	if c.Nth > 0 && c.Times == 0 && c.Every == 0 {
		times = 1
	}
	n := c.seen - first
	if c.Every > 0 {
		if c.Nth == 0 {
			n = c.seen - c.Every
		}
		if n < 0 || n%c.Every != 0 {
			return false
		}
		n /= c.Every
	}
	return n >= 0 && (times == 0 || n < times)
}

// match finds the first rule that is for a request, and counts it. When there is
// none, it is one that asks for nothing.
func (s *Server) match(r *Request) (rule *compiled, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.rules {
		if c.fits(r) {
			return c, true
		}
	}
	return &compiled{cut: never}, false
}
