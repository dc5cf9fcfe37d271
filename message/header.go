package message

import (
	"encoding/binary"
	"fmt"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/wire"
)

// Headers as the page shows them. Kafka has schemas for them too, but they say
// less: client_id keeps its int16 length in flexible versions (KIP-482), and
// version 0 has none.

// NoHeader is the header version of a message that has no header.
const NoHeader = -1

var requestParts = []layout.Part{
	{Name: "request_api_key", Type: "int16", Kind: layout.Int16, About: "numeric id of the API being invoked"},
	{Name: "request_api_version", Type: "int16", Kind: layout.Int16, About: "version of the API being invoked"},
	{Name: "correlation_id", Type: "int32", Kind: layout.Int32, About: "echoed back by the broker in the response"},
	{Name: "client_id", Type: "nullable_string", Kind: layout.String, Nullable: true, About: "always a non-flexible int16-prefixed string"},
	headerTags,
}

var responseParts = []layout.Part{
	{Name: "correlation_id", Type: "int32", Kind: layout.Int32, About: "matches the correlation_id of the request"},
	headerTags,
}

var headerTags = layout.Part{Name: "tagged_fields", Type: "uvarint", Kind: layout.Tags, About: "number of tagged fields in the header"}

// headers holds the layouts of frame and headers.
type headers struct {
	frame    *layout.Layout
	request  [3]*layout.Layout // by header version
	response [2]*layout.Layout
}

func newHeaders() headers {
	h := headers{frame: layout.Literal("Frame", "", "length-delimited framing", layout.Frame,
		layout.Part{Name: "size", Type: "int32", Kind: layout.Int32, Measure: layout.Extent, About: "number of bytes that follow, patched after encoding"})}
	h.frame.Info[0].Measure = layout.Frames
	for v := range h.request {
		parts := requestParts[:3+v] // each version adds one part
		h.request[v] = layout.Literal("RequestHeader", fmt.Sprintf("v%d", v), "common request header", layout.Header, parts...)
	}
	for v := range h.response {
		h.response[v] = layout.Literal("ResponseHeader", fmt.Sprintf("v%d", v), "common response header", layout.Header, responseParts[:1+v]...)
	}
	return h
}

// Header is what a header says, apart from API key and version.
type Header struct {
	CorrelationID int32
	ClientID      *string // of a request; nil is null
	Tags          []layout.ExtraTag
}

// appendHeader appends the header of a request or response of s.
func (s *Spec) appendHeader(dst []byte, h Header) []byte {
	if s.IsRequest() {
		dst = binary.BigEndian.AppendUint16(dst, uint16(s.APIKey))
		dst = binary.BigEndian.AppendUint16(dst, uint16(s.Version))
	}
	dst = binary.BigEndian.AppendUint32(dst, uint32(h.CorrelationID))
	if s.IsRequest() && s.HeaderVersion >= 1 {
		dst = appendClientID(dst, h.ClientID)
	}
	if s.IsRequest() && s.HeaderVersion < 2 || s.HeaderVersion < 1 {
		return dst
	}
	dst = wire.AppendUvarint(dst, uint32(len(h.Tags)))
	for _, t := range h.Tags {
		dst = wire.AppendUvarint(dst, t.Tag)
		dst = wire.AppendUvarint(dst, uint32(len(t.Data)))
		dst = append(dst, t.Data...)
	}
	return dst
}

func appendClientID(dst []byte, id *string) []byte {
	if id == nil {
		return binary.BigEndian.AppendUint16(dst, 0xffff)
	}
	dst = binary.BigEndian.AppendUint16(dst, uint16(len(*id)))
	return append(dst, *id...)
}
