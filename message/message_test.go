package message_test

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// TestHeadersByHand has one message for each header version and each prefix.
func TestHeadersByHand(t *testing.T) {
	codec := message.New(catalog.Builtin(), "")
	id := "me"
	header := message.Header{CorrelationID: 7, ClientID: &id, Tags: []layout.ExtraTag{{Tag: 5, Data: []byte{0xaa}}}}
	for _, c := range []struct {
		name    string
		version int16
		want    string // payload, up to the body
	}{
		{"ControlledShutdownRequest", 0, "0007 0000 00000007"},                       // version 0
		{"ControlledShutdownRequest", 1, "0007 0001 00000007 0002 6d65"},             // version 1
		{"ControlledShutdownRequest", 3, "0007 0003 00000007 0002 6d65 01 05 01 aa"}, // version 2
		{"ControlledShutdownResponse", 1, "00000007"},                                // version 0
		{"ControlledShutdownResponse", 3, "00000007 01 05 01 aa"},                    // version 1
		{"ApiVersionsResponse", 3, "00000007"},                                       // version 0 for ever
		{"PartitionRecord", 2, "01 03 02"},                                           // metadata record
		{"RemoteLogSegmentMetadataRecord", 0, "01 00 00"},                            // metadata record, of another topic
		{"OffsetCommitValue", 4, "0004"},                                             // coordinator value: its version
		{"GroupMetadataKey", 2, "0002"},                                              // coordinator key: its type
		{"LeaderChangeMessage", 0, ""},                                               // control record: its version is a field
	} {
		s, err := codec.Spec(c.name, c.version)
		if err != nil {
			t.Error(err)
			continue
		}
		b, err := s.Append(nil, sample.Source(sample.Smallest), message.Payload, header)
		body, _ := s.Append(nil, sample.Source(sample.Smallest), message.Body, header)
		want := strings.ReplaceAll(c.want, " ", "") + hex.EncodeToString(body)
		if err != nil || hex.EncodeToString(b) != want {
			t.Errorf("%s: %x, %v; want %s", s, b, err, want)
		}
		var tp tape.Tape
		if s.Read(&tp, b, message.Payload); tp.Err != nil {
			t.Errorf("%s: %v", s, tp.Err)
		}
	}
}

func TestFrameSizes(t *testing.T) {
	codec := message.New(catalog.Builtin(), "")
	s, err := codec.Spec("HeartbeatResponse", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ hex, want string }{
		{"00000006 00000007 0000", ""},
		{"00000006 00000007 0000 ff", ""}, // left over, which is no error
		{"00000005 00000007 0000", "offset 0x0008: ErrorCode: expected int16 (2 bytes), found 1 byte left"},
		{"00000007 00000007 0000", "offset 0x000a: expected a frame of 11 bytes, found 10 bytes"},
		{"ffffffff 00000007 0000", "offset 0x0000: expected a frame size of 0 to 104857600 bytes, found -1"},
		{"06400001 00000007 0000", "offset 0x0000: expected a frame size of 0 to 104857600 bytes, found 104857601"},
		{"000000", "offset 0x0000: Frame.size: expected int32 (4 bytes), found 3 bytes left"},
	} {
		b, err := hex.DecodeString(strings.ReplaceAll(c.hex, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		var tp tape.Tape
		s.Read(&tp, b, message.Frame)
		checkTiling(t, c.hex, &tp)
		got := ""
		if tp.Err != nil {
			got = tp.Err.Error()
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.hex, got, c.want)
		}
	}
}

func TestHead(t *testing.T) {
	b := []byte{0, 0, 0, 9, 0, 18, 0, 3, 0, 0, 0, 7, 0xff, 0xff}
	if h, ok := message.Head(b, message.Frame); !ok || h != (message.RequestHead{APIKey: 18, Version: 3, CorrelationID: 7}) {
		t.Errorf("%+v, %v", h, ok)
	}
	if h, ok := message.Head(b[4:], message.Payload); !ok || h.APIKey != 18 {
		t.Errorf("%+v, %v", h, ok)
	}
	for _, short := range [][]byte{nil, b[:3], b[:11]} {
		if _, ok := message.Head(short, message.Frame); ok {
			t.Errorf("%x has a head", short)
		}
	}
	if _, ok := message.Head(b, message.Body); ok {
		t.Error("a body has a head")
	}
	edited := slices.Clone(b)
	message.EditHead(edited, message.Frame, func(h *message.RequestHead) { h.APIKey, h.Version, h.CorrelationID = -1, 4, 8 })
	if want := []byte{0, 0, 0, 9, 0xff, 0xff, 0, 4, 0, 0, 0, 8, 0xff, 0xff}; !bytes.Equal(edited, want) {
		t.Errorf("%x, not %x", edited, want)
	}
	message.EditHead(b[:11], message.Frame, func(*message.RequestHead) { t.Error("what is short has a head to edit") })
}

func TestReadPair(t *testing.T) {
	codec := message.New(catalog.Builtin(), "")
	request, err := codec.APISpec(18, 3, schema.Request)
	if err != nil {
		t.Fatal(err)
	}
	b, err := request.Append(nil, sample.Source(sample.Full), message.Payload, message.Header{CorrelationID: 7})
	if err != nil {
		t.Fatal(err)
	}
	var tp tape.Tape
	if s := codec.ReadRequest(&tp, b, message.Payload); s != request || tp.Err != nil {
		t.Errorf("%v, %v", s, tp.Err)
	}
	head, _ := message.Head(b, message.Payload)
	s, err := codec.ReadResponse(&tp, []byte{0, 0, 0, 7, 0, 0, 1, 0, 0, 0, 0, 0}, message.Payload, head)
	if err != nil || s.String() != "ApiVersionsResponse@3" || tp.Err != nil {
		t.Errorf("%v, %v, %v", s, err, tp.Err)
	}
	if s := codec.ReadRequest(&tp, b[:5], message.Payload); s != nil || tp.Err == nil {
		t.Errorf("half a header is %v", s)
	}
}

func TestClientIDTooLong(t *testing.T) {
	s, err := message.New(catalog.Builtin(), "").Spec("HeartbeatRequest", 1)
	if err != nil {
		t.Fatal(err)
	}
	id := strings.Repeat("a", 40000)
	_, err = s.Append(nil, sample.Source(sample.Smallest), message.Frame, message.Header{ClientID: &id})
	if err == nil || err.Error() != "client id of 40000 bytes is longer than 32767" {
		t.Error(err)
	}
}

func TestParseUnit(t *testing.T) {
	for _, u := range []message.Unit{message.Frame, message.Payload, message.Body} {
		if got, err := message.ParseUnit(string(u)); got != u || err != nil {
			t.Errorf("%s is %s, %v", u, got, err)
		}
	}
	if _, err := message.ParseUnit("packet"); err == nil || err.Error() != `unit "packet" is not one of frame, payload, body` {
		t.Error(err)
	}
}
