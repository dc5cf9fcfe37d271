package play

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
)

// rewritten gives the bytes that JSON stands for. Where they would be damaged,
// unlike those that were read, and lengths and checksums alone are to blame,
// these are computed: whoever changes a record in JSON means them to follow.
func (o *opened) rewritten(text []byte) ([]byte, error) {
	data, err := o.encode(text)
	if err != nil || o.Damaged || !o.damages(data) {
		return data, err
	}
	if mended := o.mended(text); mended != nil && !o.damages(mended) {
		return mended, nil
	}
	return data, nil
}

// damages reports whether bytes, read as the open ones were, are damaged.
func (o *opened) damages(data []byte) bool {
	o.look(o.inside)
	r, err := o.explain.Glance(data, o.as, o.asked.Request, o.guess)
	return err != nil || r.Damaged
}

// encode gives the bytes that JSON stands for in the place of what was read.
func (o *opened) encode(text []byte) ([]byte, error) {
	switch {
	case o.Spec != nil:
		out, err := o.Spec.Encode(nil, text, o.Unit, o.Header)
		if err != nil || o.Tape.Err != nil || o.Unit != message.Frame {
			return out, err
		}
		return append(out, o.data[o.Spec.End(o.data, o.Unit):]...), nil // a second frame
	case o.Unit == explain.Records:
		return o.encodeBatches("", text, "")
	case o.Unit == explain.Batch:
		return o.encodeBatches("[", text, "]")
	}
	for r := range o.Tape.Roots() {
		if _, end := o.Tape.Span(r); end == len(o.data) {
			return jsonform.Set(nil, o.Tape, r, text, o.codec.Records)
		}
		break
	}
	return nil, errors.New("it is not known what these bytes are: there is no JSON of them")
}

// encodeBatches gives the bytes of batches, which JSON holds as a records field
// does, without that field's length.
func (o *opened) encodeBatches(before string, text []byte, behind string) ([]byte, error) {
	const field, length = `{"batches":`, 4
	l := layout.Literal("Batches", "", "", layout.Batch, layout.Part{Name: "batches", Type: "records", Kind: layout.Records})
	whole := slices.Concat([]byte(field+before), text, []byte(behind+"}"))
	out, err := jsonform.Encode(nil, l, whole, o.codec.Records)
	var e *jsonform.Error
	if errors.As(err, &e) && e.Line == 1 {
		e.Col -= len(field + before)
	}
	if err != nil {
		return nil, err
	}
	return out[length:], nil
}

// mended is encode without the members that measure what is around them, which
// are computed then; nil when there are none.
func (o *opened) mended(text []byte) []byte {
	names := map[string]bool{}
	for i := range o.Tape.Nodes {
		if info := o.Tape.Info(o.Tape.At(i)); info.Measure == layout.Extent || info.Measure.Polynomial() != 0 {
			names[info.Key] = true
		}
	}
	var value any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // int64 is more than a float64 holds
	if len(names) == 0 || d.Decode(&value) != nil || !drop(value, names) {
		return nil
	}
	less, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	data, err := o.encode(less)
	if err != nil {
		return nil
	}
	return data
}

// drop takes members out of all objects in a value, and reports whether there
// were any.
func drop(value any, names map[string]bool) (dropped bool) {
	switch v := value.(type) {
	case []any:
		for _, x := range v {
			dropped = drop(x, names) || dropped
		}
	case map[string]any:
		for name, x := range v {
			if names[name] {
				delete(v, name)
				dropped = true
				continue
			}
			dropped = drop(x, names) || dropped
		}
	}
	return dropped
}
