package explain

import (
	"github.com/kscope/kscope/layout"
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

// headOf finds the header or prefix on a tape and reads it, as far as it is
// there.
func headOf(t *tape.Tape) (h head, at int) {
	h = head{unset, unset, unset}
	for i := range t.Nodes {
		op, info := t.Lookup(t.Nodes[i].Op)
		if info.Layer != layout.Header || op.Kind != layout.Struct || info.Name == unknownRoot {
			continue
		}
		for c := range t.Children(t.At(i)) {
			switch t.Info(c).Name {
			case "request_api_key", "record_type":
				h.key = t.Int(c)
			case "request_api_version", "record_version", "version":
				h.version = t.Int(c)
			case "frame_version":
				h.frame = t.Int(c)
			}
		}
		return h, i
	}
	return h, -1
}

// unknownRoot is the name of the container of a request that the catalog does
// not know; its layer is that of headers, because it has nothing else.
const unknownRoot = "Request"

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

// versionOf is the version of the message named name that the head speaks of.
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
	t := r.Tape
	r.Root = -1
	for i := range t.Nodes {
		op, info := t.Lookup(t.Nodes[i].Op)
		if r.Spec != nil && op == &r.Spec.Body.Ops[0] {
			r.Root = i
			return
		}
		if info.Layer == layout.Header && op.Kind == layout.Struct {
			r.headerFields(t.At(i))
		}
	}
}

func (r *Reading) headerFields(header tape.Ref) {
	t := r.Tape
	for c := range t.Children(header) {
		switch t.Info(c).Name {
		case "request_api_key":
			r.Head.APIKey = int16(t.Int(c))
		case "request_api_version":
			r.Head.Version = int16(t.Int(c))
		case "correlation_id":
			r.Header.CorrelationID = int32(t.Int(c))
			r.Head.CorrelationID = r.Header.CorrelationID
			r.HasHead = t.Info(header).Name == "RequestHeader"
		case "client_id":
			if b, null := t.Bytes(c); !null {
				id := string(b)
				r.Header.ClientID = &id
			}
		case "tagged_fields":
			r.Header.Tags = headerTags(t, c)
		}
	}
}

func headerTags(t *tape.Tape, tags tape.Ref) (all []layout.ExtraTag) {
	for c := range t.Children(tags) {
		if c.IsPart() {
			continue
		}
		var tag layout.ExtraTag
		for part := range t.Children(c) {
			switch t.Info(part).Name {
			case "tag":
				tag.Tag = uint32(t.Int(part))
			case "data":
				tag.Data, _ = t.Bytes(part)
			}
		}
		all = append(all, tag)
	}
	return all
}
