package message_test

import (
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// TestLawNoGuessing asks for versions that no release has, one above and one
// below those that there are: each gives the header, one undecoded body and an
// error that says what is not known.
func TestLawNoGuessing(t *testing.T) {
	codec := message.New(catalog.Builtin(), "")
	for _, api := range codec.Catalog.APIs() {
		var versions []int16
		for _, e := range codec.Catalog.Messages() {
			if e.Type == schema.Request && e.Key == api.Key {
				versions = append(versions, e.Versions().Lo-1, e.Versions().Hi+1)
			}
		}
		lo, hi := versions[0], versions[1]
		for _, v := range versions {
			lo, hi = min(lo, v), max(hi, v)
		}
		for _, v := range []int16{lo, hi} {
			checkUnknown(t, codec, message.RequestHead{APIKey: int16(api.Key), Version: v})
		}
	}
	checkUnknown(t, codec, message.RequestHead{APIKey: 9999})
	checkUnknown(t, codec, message.RequestHead{APIKey: -1})
}

// TestLawNoGuessingRelease asks a release for a version that only later ones
// have.
func TestLawNoGuessingRelease(t *testing.T) {
	codec := message.New(catalog.Builtin(), "2.0")
	checkUnknown(t, codec, message.RequestHead{APIKey: 1, Version: 17})
	for name, version := range map[string]int16{"FetchRequest": 17, "FetchResponse": 9, "ShareFetchRequest": 1} {
		if s, err := codec.Spec(name, version); err == nil {
			t.Errorf("2.0 has %s", s)
		}
	}
}

func checkUnknown(t *testing.T, codec *message.Codec, h message.RequestHead) {
	t.Helper()
	known, err := codec.Spec("ApiVersionsRequest", 0) // for the header alone
	if err != nil {
		t.Fatal(err)
	}
	id := "me"
	b, err := known.Append(nil, sample.Source(sample.Smallest), message.Frame, message.Header{CorrelationID: 7, ClientID: &id})
	if err != nil {
		t.Fatal(err)
	}
	b[3] += 5
	b[4], b[5], b[6], b[7] = byte(h.APIKey>>8), byte(h.APIKey), byte(h.Version>>8), byte(h.Version)
	b = append(b, 1, 2, 3, 4, 5)

	var tp tape.Tape
	if s := codec.ReadRequest(&tp, b, message.Frame); s != nil {
		t.Fatalf("%+v was read as %s", h, s)
	}
	checkTiling(t, "unknown", &tp)
	if tp.Err == nil || tp.Err.Code != tape.Unknown || tp.Err.Found == "" || tp.Err.Offset != len(b)-5 {
		t.Errorf("%+v: %+v", h, tp.Err)
	}
	name, ok := tp.Find("RequestHeader.client_id")
	if text, _ := tp.Bytes(name); !ok || string(text) != "me" {
		t.Errorf("%+v: the header was not read", h)
	}
	rest := tp.At(len(tp.Nodes) - 1)
	if off, end := tp.Span(rest); tp.Info(rest).Name != "undecoded" || off != len(b)-5 || end != len(b) {
		t.Errorf("%+v: the body is %s at %d to %d", h, tp.Info(rest).Name, off, end)
	}
	if s, err := codec.ReadResponse(&tp, []byte{0, 0, 0, 7, 1}, message.Payload, h); err == nil {
		t.Errorf("a response to %+v was read as %s", h, s)
	}
}
