package message

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
)

// Append appends a unit of the message with the values of src. The header
// counts only where the unit has one. Values that cannot be written are
// refused as layout.Append refuses them; a client id that is too long is, too.
func (s *Spec) Append(dst []byte, src layout.Source, u Unit, h Header) ([]byte, error) {
	return s.append(dst, u, h, func(dst []byte) ([]byte, error) {
		return s.Body.Append(dst, src, s.codec.Records)
	})
}

// Encode is Append for a body in Kafka's JSON form. Errors about that are of
// type *jsonform.Error.
func (s *Spec) Encode(dst []byte, json []byte, u Unit, h Header) ([]byte, error) {
	return s.append(dst, u, h, func(dst []byte) ([]byte, error) {
		return jsonform.Encode(dst, s.Body, json, s.codec.Records)
	})
}

// Dropped gives the fields that a body in JSON has a value for and that Encode
// leaves out: those that this version lacks and that are ignorable. Of what
// Encode refuses it gives none.
func (s *Spec) Dropped(json []byte) []*schema.Field {
	all, err := jsonform.Dropped(s.Body, json, s.codec.Records)
	if err != nil {
		return nil
	}
	return all
}

func (s *Spec) append(dst []byte, u Unit, h Header, body func([]byte) ([]byte, error)) ([]byte, error) {
	start := len(dst)
	if h.ClientID != nil && len(*h.ClientID) > math.MaxInt16 {
		return dst, fmt.Errorf("client id of %d bytes is longer than %d", len(*h.ClientID), math.MaxInt16)
	}
	framed := u == Frame && s.IsAPI()
	if framed {
		dst = append(dst, 0, 0, 0, 0)
	}
	if u != Body {
		if s.IsAPI() {
			dst = s.appendHeader(dst, h)
		} else {
			dst = s.appendPrefix(dst)
		}
	}
	out, err := body(dst)
	if err != nil {
		return dst[:start], err
	}
	if framed {
		binary.BigEndian.PutUint32(out[start:], uint32(len(out)-start-4))
	}
	return out, nil
}
