package vector

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"

	"github.com/kscope/kscope/internal/prose"
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

// odd reports whether bytes that are not canonical lie outside of what the JSON
// of the body keeps.
func (r *reading) odd(text []byte) bool {
	if !bytes.Contains(text, []byte(`"_raw":`)) {
		return false
	}
	body, _ := r.spec.BodyOn(r.t)
	return slices.ContainsFunc(r.t.NotCanonical(), func(f tape.Finding) bool { return f.Node < body.Node() })
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
	if end := r.spec.End(r.t.Data, r.unit); end < len(r.t.Data) {
		return &Error{Offset: end, Expected: "the end of the frame", Found: prose.Count(len(r.t.Data)-end, "more byte")}
	}
	if left := r.t.Leftover(); left >= 0 {
		off, end := r.t.Span(r.t.At(left))
		return &Error{Offset: off, Expected: "the end of the " + string(r.unit), Found: prose.Count(end-off, "more byte")}
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
func (r *reading) headerFields() iter.Seq2[tape.Ref, string] {
	return func(yield func(tape.Ref, string) bool) {
		header, ok := message.HeaderOn(r.t)
		if !ok || r.unit == message.Body {
			return
		}
		for ref := range r.t.Children(header) {
			if !yield(ref, r.t.Info(header).Name+"."+r.t.Info(ref).Name) {
				return
			}
		}
	}
}

// setHeader adds what the header says; a field that the tape does not reach is
// left out.
func (r *reading) setHeader(l *line) {
	h := message.ReadHeader(r.t)
	for ref := range r.headerFields() {
		switch r.t.Info(ref).Name {
		case "correlation_id":
			l.set("correlationId", strconv.AppendInt(nil, int64(h.CorrelationID), 10))
		case "client_id":
			l.set("clientId", []byte("null"))
			if h.ClientID != nil {
				l.set("clientId", jsonform.AppendString(nil, []byte(*h.ClientID)))
			}
		case "tagged_fields":
			l.clear("_taggedFields")
			if len(h.Tags) > 0 {
				l.set("_taggedFields", jsonform.AppendTags(nil, h.Tags))
			}
		}
	}
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
