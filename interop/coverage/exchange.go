package coverage

import (
	"fmt"

	"github.com/kscope/kscope/interop/tshark"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// exchange is a sample of a request and of its response.
type exchange struct {
	request, response *message.Spec
	correlation       int32
	counts            bool // what is made of the request is what it counts for
	tshark.Exchange
}

// exchanges makes the samples of every API and version. A response comes once
// behind each sort of request: the dissector takes it for one only where it
// could read the request, and that is not the response's fault.
func exchanges(codec *message.Codec) (all []exchange, err error) {
	for _, api := range codec.Catalog.APIs() {
		for v := api.Request.Versions().Lo; v <= api.Request.Versions().Hi; v++ {
			x := exchange{}
			if x.request, err = codec.APISpec(api.Key, v, schema.Request); err != nil {
				continue // a version between two that there were
			}
			if x.response, err = codec.APISpec(api.Key, v, schema.Response); err != nil {
				return nil, err
			}
			if all, err = appendExchanges(all, codec, x); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func appendExchanges(all []exchange, codec *message.Codec, x exchange) ([]exchange, error) {
	client := "kscope"
	for i, k := range append(kinds(), sample.Edges()...) {
		for _, answer := range kinds() {
			x.correlation, x.counts = int32(len(all)+1), i < len(kinds())
			h := message.Header{CorrelationID: x.correlation, ClientID: &client}
			var err error
			if x.Request, err = frame(codec, x.request, k, h); err != nil {
				return nil, err
			}
			if x.Response, err = frame(codec, x.response, answer, h); err != nil {
				return nil, err
			}
			if len(x.Request) < mostOfPacket && len(x.Response) < mostOfPacket {
				all = append(all, x)
			}
		}
	}
	return all, nil
}

// mostOfPacket is about what fits into one packet of a capture.
const mostOfPacket = 60_000

// kinds are the samples that count.
func kinds() []sample.Kind { return []sample.Kind{sample.Smallest, sample.Full} }

// frame is a sample in a frame, with the values that the catalog says clients
// send.
func frame(codec *message.Codec, s *message.Spec, k sample.Kind, h message.Header) ([]byte, error) {
	b, err := s.Append(nil, sample.Source(k), message.Frame, h)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", s, k, err)
	}
	for _, p := range codec.Catalog.Presets(s.Name) {
		t := &tape.Tape{}
		s.Read(t, b, message.Frame)
		r, ok := t.Find(p.Field)
		if !ok {
			continue // a version without the field
		}
		if b, err = jsonform.Set(nil, t, r, []byte(p.JSON), codec.Records); err != nil {
			return nil, fmt.Errorf("%s %s: %w", s, k, err)
		}
	}
	return b, nil
}
