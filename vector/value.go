package vector

import (
	"bytes"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// AppendBody appends the body of a message that a tape holds, with _raw where the
// bytes are not canonical; of damaged bytes, what could be read. It appends
// nothing when the tape does not reach the body.
func AppendBody(dst []byte, t *tape.Tape, s *message.Spec, u message.Unit, o jsonform.Options) []byte {
	r := reading{t: t, spec: s, unit: u}
	node, ok := r.body()
	switch {
	case !ok:
		return dst
	case t.Err != nil:
		return jsonform.Append(dst, t, node, o)
	}
	return jsonform.AppendLossless(dst, t, node, r.raw(node), o)
}

// AppendValue appends what a reading says as JSON, without white space: the body
// of a message, as AppendBody does; an array of record batches; one batch, record
// or primitive value. It appends nothing when there is no value.
func AppendValue(dst []byte, r *explain.Reading, o jsonform.Options) []byte {
	switch {
	case r.Spec != nil:
		return AppendBody(dst, r.Tape, r.Spec, r.Unit, o)
	case r.Unit == explain.Unknown || r.Unit == message.Frame || r.Unit == message.Payload:
		return dst
	case r.Unit == explain.Records:
		return appendRoots(dst, r, o)
	}
	for ref := range r.Tape.Roots() {
		if r.Tape.Layer(ref) != layout.NoLayer {
			return jsonform.Append(dst, r.Tape, ref.Node(), o)
		}
	}
	return dst
}

// appendRoots appends the batches of a reading as an array; bytes that are none
// have no layer and are left out.
func appendRoots(dst []byte, r *explain.Reading, o jsonform.Options) []byte {
	dst = append(dst, '[')
	for ref := range r.Tape.Roots() {
		if r.Tape.Layer(ref) == layout.NoLayer {
			continue
		}
		if !bytes.HasSuffix(dst, []byte{'['}) {
			dst = append(dst, ',')
		}
		dst = jsonform.Append(dst, r.Tape, ref.Node(), o)
	}
	return append(dst, ']')
}

// AppendError appends the line {"error":{...}} that says where a reading ends,
// as answers have it; nothing when it has no error.
func AppendError(dst []byte, r *explain.Reading) []byte {
	if r.Tape.Err == nil {
		return dst
	}
	dst = fromTape(r.Tape.Err).appendTo(append(dst, `{"error":`...))
	return append(dst, '}')
}
