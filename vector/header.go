package vector

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// reading is one message on a tape. The spec is nil for a request that the
// catalog lacks.
type reading struct {
	t    *tape.Tape
	spec *message.Spec
	unit message.Unit
}

// body finds the node of the body: the outermost one, or one in it.
func (r *reading) body() (node int, ok bool) {
	if r.spec == nil || len(r.t.Nodes) == 0 {
		return 0, false
	}
	isBody := func(ref tape.Ref) bool {
		op, _ := r.t.Lookup(r.t.Nodes[ref.Node()].Op)
		return op == &r.spec.Body.Ops[0]
	}
	if isBody(r.t.At(0)) {
		return 0, true
	}
	for ref := range r.t.Children(r.t.At(0)) {
		if isBody(ref) {
			return ref.Node(), true
		}
	}
	return 0, false
}

// raw is what encoding the body is to give back: all that follows it, up to the
// end of the frame.
func (r *reading) raw(node int) []byte {
	return r.t.Data[r.t.Nodes[node].Off:r.end()]
}

// end is where the message ends: with the input, or where its frame says.
func (r *reading) end() int {
	data := r.t.Data
	if r.unit != message.Frame || !r.spec.IsAPI() || len(data) < 4 {
		return len(data)
	}
	return min(len(data), 4+int(binary.BigEndian.Uint32(data)))
}

// odd reports whether bytes that are not canonical lie outside of what the JSON
// of the body keeps.
func (r *reading) odd(text []byte) bool {
	if !bytes.Contains(text, []byte(`"_raw":`)) {
		return false
	}
	for _, f := range r.t.NotCanonical() {
		if r.t.Nodes[f.Node].Off < r.bodyStart() {
			return true
		}
	}
	return false
}

func (r *reading) bodyStart() uint32 {
	node, _ := r.body()
	return r.t.Nodes[node].Off
}

// check says that header and line disagree, which would explain any other
// error, or gives the error of the tape.
func (r *reading) check() *Error {
	if r.spec == nil {
		return fromTape(r.t.Err)
	}
	for ref, path := range r.headerFields() {
		want, ok := r.expected(r.t.Info(ref).Name)
		if got := r.t.Int(ref); ok && got != want {
			off, _ := r.t.Span(ref)
			return &Error{off, path, fmt.Sprintf("%d (%s)", want, r.spec), strconv.FormatInt(got, 10),
				"the line names another message than its bytes"}
		}
	}
	if r.t.Err != nil {
		return fromTape(r.t.Err)
	}
	if end := r.end(); end < len(r.t.Data) {
		return &Error{Offset: end, Expected: "the end of the frame", Found: fmt.Sprintf("%d more bytes", len(r.t.Data)-end)}
	}
	return nil
}

// expected is the value that a header field must have for the spec.
func (r *reading) expected(field string) (int64, bool) {
	switch field {
	case "request_api_key", "record_type":
		return int64(r.spec.APIKey), true
	case "request_api_version", "record_version":
		return int64(r.spec.Version), true
	case "version":
		if r.spec.Type == schema.CoordinatorKey {
			return int64(r.spec.APIKey), true
		}
		return int64(r.spec.Version), true
	}
	return 0, false
}

// headerFields gives the fields of the header or prefix with their paths.
func (r *reading) headerFields() func(yield func(tape.Ref, string) bool) {
	return func(yield func(tape.Ref, string) bool) {
		if r.unit == message.Body || len(r.t.Nodes) == 0 {
			return
		}
		for part := range r.t.Children(r.t.At(0)) {
			info := r.t.Info(part)
			if info.Layer != layout.Header || info.Field != nil {
				continue
			}
			for ref := range r.t.Children(part) {
				if !yield(ref, info.Name+"."+r.t.Info(ref).Name) {
					return
				}
			}
		}
	}
}

// setHeader adds what the header says.
func (r *reading) setHeader(l *line) {
	for ref := range r.headerFields() {
		switch r.t.Info(ref).Name {
		case "correlation_id":
			l.set("correlationId", strconv.AppendInt(nil, r.t.Int(ref), 10))
		case "client_id":
			l.set("clientId", []byte("null"))
			if b, null := r.t.Bytes(ref); !null {
				l.set("clientId", jsonform.AppendString(nil, b))
			}
		case "tagged_fields":
			l.clear("_taggedFields")
			if tags := appendTags(nil, r.t, ref); tags != nil {
				l.set("_taggedFields", tags)
			}
		}
	}
}

// appendTags appends the tagged fields of a header as JSON; nothing for none.
func appendTags(dst []byte, t *tape.Tape, tags tape.Ref) []byte {
	for ref := range t.Children(tags) {
		tag, data, ok := readTag(t, ref)
		if !ok {
			continue // the count, or a tag that is cut
		}
		sep := byte(',')
		if dst == nil {
			sep = '['
		}
		dst = append(append(dst, sep), `{"tag":`...)
		dst = append(strconv.AppendInt(dst, tag, 10), `,"data":"`...)
		dst = append(base64.StdEncoding.AppendEncode(dst, data), `"}`...)
	}
	if dst != nil {
		dst = append(dst, ']')
	}
	return dst
}

func readTag(t *tape.Tape, ref tape.Ref) (tag int64, data []byte, ok bool) {
	for child := range t.Children(ref) {
		switch t.Info(child).Name {
		case "tag":
			tag = t.Int(child)
		case "data":
			data, _ = t.Bytes(child)
			ok = true
		}
	}
	return tag, data, ok
}

// header reads what a line says of its header.
func (c *Coder) header(l *line) (message.Header, *Error) {
	h := c.Header
	id, ok, fault := l.number("correlationId", 32)
	if fault != nil {
		return h, fault
	}
	if ok {
		h.CorrelationID = int32(id)
	}
	if string(l.get("clientId")) == "null" {
		h.ClientID = nil
	} else if client, ok, fault := l.text("clientId"); fault != nil {
		return h, fault
	} else if ok {
		h.ClientID = &client
	}
	if h.ClientID != nil && len(*h.ClientID) > math.MaxInt16 {
		return h, &Error{Expected: fmt.Sprintf("clientId of at most %d bytes", math.MaxInt16), Found: fmt.Sprint(len(*h.ClientID))}
	}
	h.Tags, fault = headerTags(l)
	return h, fault
}

func headerTags(l *line) ([]layout.ExtraTag, *Error) {
	raw := l.get("_taggedFields")
	if raw == nil {
		return nil, nil
	}
	var tags []struct {
		Tag  *uint32
		Data []byte
	}
	if err := json.Unmarshal(raw, &tags); err != nil {
		return nil, &Error{Path: "_taggedFields", Expected: tagForm, Found: err.Error()}
	}
	var all []layout.ExtraTag
	for i, t := range tags {
		if t.Tag == nil || i > 0 && *t.Tag <= all[i-1].Tag {
			return nil, &Error{Path: fmt.Sprintf("_taggedFields[%d]", i), Expected: tagForm + " in ascending order of tags", Found: shorten(raw)}
		}
		all = append(all, layout.ExtraTag{Tag: *t.Tag, Data: t.Data})
	}
	return all, nil
}

const tagForm = `[{"tag": number, "data": base64}]`
