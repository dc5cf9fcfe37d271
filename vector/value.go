package vector

import (
	"bytes"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/jsonform"
)

// AppendValue appends what a reading says as JSON, without white space: the body
// of a message, with _raw where the bytes are not canonical; an array of record
// batches; one batch, record or primitive value. Of damaged bytes it is what
// could be read. It appends nothing when there is no value.
func AppendValue(dst []byte, r *explain.Reading, o jsonform.Options) []byte {
	t := r.Tape
	switch {
	case r.Root >= 0 && t.Err == nil:
		body := reading{t: t, spec: r.Spec, unit: r.Unit}
		return jsonform.AppendLossless(dst, t, r.Root, body.raw(r.Root), o)
	case r.Root >= 0:
		return jsonform.Append(dst, t, r.Root, o)
	case r.Spec != nil || r.Unit == explain.Unknown:
		return dst
	case r.Unit == explain.Records:
		return appendRoots(dst, r, o)
	}
	for ref := range t.Roots() {
		if t.Layer(ref) != 0 {
			return jsonform.Append(dst, t, ref.Node(), o)
		}
	}
	return dst
}

// appendRoots appends the batches of a reading as an array; bytes that are none
// have no layer and are left out.
func appendRoots(dst []byte, r *explain.Reading, o jsonform.Options) []byte {
	dst = append(dst, '[')
	for ref := range r.Tape.Roots() {
		if r.Tape.Layer(ref) == 0 {
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
