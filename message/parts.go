package message

import (
	"encoding/binary"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// Where the parts of a message are on a tape that Spec.Read, ReadRequest or
// ReadResponse has filled: a body stands alone, the other units have one root
// with the parts in it.

// HeaderOn finds the header on a tape, or the prefix of a message without one;
// ok is false when the tape does not reach it or the unit is a body. Its fields
// are the header's children, those that reading came to.
func HeaderOn(t *tape.Tape) (header tape.Ref, ok bool) {
	if len(t.Nodes) == 0 {
		return tape.Ref{}, false
	}
	for r := range t.Children(t.At(0)) {
		if t.Info(r).Layer == layout.Header && t.Op(r).Kind == layout.Struct {
			return r, true
		}
	}
	return tape.Ref{}, false
}

// ReadHeader reads what the header on a tape says, as far as it is there.
func ReadHeader(t *tape.Tape) (h Header) {
	header, ok := HeaderOn(t)
	if !ok {
		return h
	}
	for r := range t.Children(header) {
		switch t.Info(r).Name {
		case "correlation_id":
			h.CorrelationID = int32(t.Int(r))
		case "client_id":
			if b, null := t.Bytes(r); !null {
				id := string(b)
				h.ClientID = &id
			}
		case "tagged_fields":
			h.Tags = extraTags(t, r)
		}
	}
	return h
}

// extraTags reads tagged fields that no schema names. One that is cut in its
// data is left out.
func extraTags(t *tape.Tape, tags tape.Ref) (all []layout.ExtraTag) {
	for field := range t.Children(tags) {
		var tag layout.ExtraTag
		size := -1 // of a part, which is no field
		for part := range t.Children(field) {
			switch t.Info(part).Name {
			case "tag":
				tag.Tag = uint32(t.Int(part))
			case "size":
				size = int(t.Int(part))
			case "data":
				tag.Data, _ = t.Bytes(part)
			}
		}
		if size == len(tag.Data) {
			all = append(all, tag)
		}
	}
	return all
}

// BodyOn finds the body of s on a tape; ok is false when the tape does not
// reach it.
func (s *Spec) BodyOn(t *tape.Tape) (body tape.Ref, ok bool) {
	if len(t.Nodes) == 0 {
		return tape.Ref{}, false
	}
	root := t.At(0)
	if s.isBody(t, root) {
		return root, true
	}
	for r := range t.Children(root) {
		if s.isBody(t, r) {
			return r, true
		}
	}
	return tape.Ref{}, false
}

func (s *Spec) isBody(t *tape.Tape, r tape.Ref) bool {
	l, op := t.Layout(r)
	return l == s.Body && op == 0
}

// End is the offset at which a unit of the message ends: where its frame says,
// or with the data.
func (s *Spec) End(data []byte, u Unit) int {
	if u != Frame || !s.IsAPI() || len(data) < 4 {
		return len(data)
	}
	return min(len(data), 4+int(binary.BigEndian.Uint32(data)))
}

// AppendJSON appends the body on a tape, which holds a unit of the message, in
// Kafka's JSON form: with _raw where its bytes are not canonical, and of damaged
// bytes what could be read. It appends nothing when the tape does not reach the
// body. What it appends, Encode reads.
func (s *Spec) AppendJSON(dst []byte, t *tape.Tape, u Unit, o jsonform.Options) []byte {
	body, ok := s.BodyOn(t)
	switch {
	case !ok:
		return dst
	case t.Err != nil:
		return jsonform.Append(dst, t, body.Node(), o)
	}
	off, _ := t.Span(body)
	return jsonform.AppendLossless(dst, t, body.Node(), t.Data[off:s.End(t.Data, u)], o)
}
