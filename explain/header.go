package explain

import (
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// unset is a number that a header does not have.
const unset = -1

// head is what the bytes in front of a body say about it.
type head struct {
	frame   int64 // frame version of a metadata record
	key     int64 // API key, or record type
	version int64 // of the message; of a coordinator key, its type
}

// headOf reads the header or prefix on a tape, as far as it is there; ok is false
// when there is none.
func headOf(t *tape.Tape) (h head, ok bool) {
	h = head{unset, unset, unset}
	header, ok := message.HeaderOn(t)
	if !ok {
		return h, false
	}
	for c := range t.Children(header) {
		switch t.Info(c).Name {
		case "request_api_key", "record_type":
			h.key = t.Int(c)
		case "request_api_version", "record_version", "version":
			h.version = t.Int(c)
		case "frame_version":
			h.frame = t.Int(c)
		}
	}
	return h, true
}

// names reports whether the head names the message version; what a head does
// not say is no contradiction, but something it must say.
func (h head) names(s *message.Spec) bool {
	switch {
	case h == head{unset, unset, unset}:
		return false
	case h.frame != unset && h.frame != 1, h.key != unset && h.key != int64(s.APIKey):
		return false
	case s.Type == schema.CoordinatorKey:
		return h.version == int64(s.APIKey)
	}
	return h.version == int64(s.Version)
}

// versionOf is the version of s's message that the head speaks of.
func (h head) versionOf(s *message.Spec) (v int16, ok bool) {
	if h.version < 0 || h.version > 1<<15-1 || h.key != unset && h.key != int64(s.APIKey) {
		return 0, false
	}
	if s.Type == schema.CoordinatorKey {
		return s.Version, h.version == int64(s.APIKey)
	}
	return int16(h.version), true
}

// fillHeader notes what the header on the tape says, and which node is the
// body's root.
func (r *Reading) fillHeader() {
	r.Root = -1
	if r.Spec != nil {
		if body, ok := r.Spec.BodyOn(r.Tape); ok {
			r.Root = body.Node()
		}
	}
	r.Header = message.ReadHeader(r.Tape)
	r.Request = requestHead(r.Tape)
}

// requestHead is what a request's header on the tape says, nil when the tape has
// none that is complete.
func requestHead(t *tape.Tape) *message.RequestHead {
	header, ok := message.HeaderOn(t)
	if !ok || t.Info(header).Name != "RequestHeader" {
		return nil
	}
	off, _ := t.Span(header)
	for c := range t.Children(header) {
		if t.Info(c).Name == "correlation_id" {
			h, _ := message.Head(t.Data[off:], message.Payload)
			return &h
		}
	}
	return nil
}
