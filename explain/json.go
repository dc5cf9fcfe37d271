package explain

import (
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
)

// AppendJSON appends what was read as JSON, without white space: the body of a
// message, as its Spec does; an array of record batches; one batch, record or
// primitive value. It appends nothing when there is no value.
func (r *Reading) AppendJSON(dst []byte, o jsonform.Options) []byte {
	switch {
	case r.Spec != nil:
		return r.Spec.AppendJSON(dst, r.Tape, r.Unit, o)
	case r.Unit == Unknown || r.Unit == message.Frame || r.Unit == message.Payload:
		return dst
	case r.Unit == Records:
		return r.appendRoots(dst, o)
	}
	for ref := range r.Tape.Roots() {
		if r.Tape.Layer(ref) != layout.NoLayer {
			return jsonform.Append(dst, r.Tape, ref.Node(), o)
		}
	}
	return dst
}

// appendRoots appends the batches as an array; bytes that are none have no layer
// and are left out.
func (r *Reading) appendRoots(dst []byte, o jsonform.Options) []byte {
	sep := byte('[')
	for ref := range r.Tape.Roots() {
		if r.Tape.Layer(ref) == layout.NoLayer {
			continue
		}
		dst = jsonform.Append(append(dst, sep), r.Tape, ref.Node(), o)
		sep = ','
	}
	if sep == '[' {
		dst = append(dst, sep)
	}
	return append(dst, ']')
}
