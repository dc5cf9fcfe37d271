package message_test

import (
	"bytes"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/tape"
)

// specs lists every version of every message, in the catalog's order.
func specs(t testing.TB) []*message.Spec {
	t.Helper()
	all, err := message.New(catalog.Builtin(), "").ResolveAll("")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// seeds are the messages that corpora begin with: what is special about each
// is in some other one too, so that few are enough.
func seeds(t testing.TB, all []*message.Spec, add func(which int, s *message.Spec)) {
	t.Helper()
	for i, s := range all {
		switch s.String() {
		case "FetchResponse@17", "FetchResponse@4", "ProduceRequest@9", "MetadataResponse@12", "JoinGroupRequest@5",
			"BeginQuorumEpochRequest@1", "ConsumerGroupHeartbeatResponse@1", "ApiVersionsResponse@3", "PartitionRecord@2",
			"OffsetCommitValue@4", "LeaderAndIsrRequest@7", "UpdateMetadataRequest@8":
			add(i, s)
		}
	}
}

// FuzzDecode reads any bytes as any message: leaves tile them, JSON can be
// made of them, and what reads without error comes back from JSON as it was.
func FuzzDecode(f *testing.F) {
	all := specs(f)
	seeds(f, all, func(which int, s *message.Spec) {
		for _, k := range []sample.Kind{sample.Smallest, sample.Full, sample.Random(1)} {
			for unit, u := range []message.Unit{message.Body, message.Payload, message.Frame} {
				b, err := s.Append(nil, sample.Source(k), u, message.Header{})
				if err != nil {
					f.Fatal(err)
				}
				f.Add(uint16(which), byte(unit), b)
			}
		}
	})
	f.Fuzz(func(t *testing.T, which uint16, unit byte, b []byte) {
		s := all[int(which)%len(all)]
		u := []message.Unit{message.Body, message.Payload, message.Frame}[unit%3]
		var tp tape.Tape
		s.Read(&tp, b, u)
		checkTiling(t, s.String(), &tp)
		if len(tp.Nodes) > 3*len(b)+100 {
			t.Fatalf("%s: %d nodes for %d bytes", s, len(tp.Nodes), len(b))
		}
		if u != message.Body {
			return
		}
		if tp.Err != nil {
			jsonform.AppendLossless(nil, &tp, 0, b, jsonform.Options{}) // of what there is
			return
		}
		for r := range tp.Roots() {
			if r.Node() > 0 && len(tp.NotCanonical()) == 0 {
				t.Fatalf("%s: %d nodes behind the message that nobody remarks on", s, r.Node())
			}
		}
		checkLossless(t, s.String(), s, &tp, b)
	})
}

// FuzzEncode reads any text as the JSON of any message: what encodes reads
// again, and gives the same bytes from then on.
func FuzzEncode(f *testing.F) {
	all := specs(f)
	seeds(f, all, func(which int, s *message.Spec) {
		for _, k := range []sample.Kind{sample.Smallest, sample.Full, sample.Random(2)} {
			b, err := s.Append(nil, sample.Source(k), message.Body, message.Header{})
			if err != nil {
				f.Fatal(err)
			}
			var tp tape.Tape
			s.Read(&tp, b, message.Body)
			f.Add(uint16(which), jsonform.Append(nil, &tp, 0, jsonform.Options{}))
		}
		f.Add(uint16(which), []byte(`{"_taggedFields":[{"tag":99,"data":"AA=="}],"_raw":"AAAA"}`))
	})
	f.Fuzz(func(t *testing.T, which uint16, json []byte) {
		s := all[int(which)%len(all)]
		b, err := s.Encode(nil, json, message.Body, message.Header{})
		if err != nil {
			return
		}
		var tp tape.Tape
		s.Read(&tp, b, message.Body)
		if tp.Err != nil {
			t.Fatalf("%s: %v\n%s\n%x", s, tp.Err, json, b)
		}
		again, err := s.Encode(nil, jsonform.AppendLossless(nil, &tp, 0, b, jsonform.Options{}), message.Body, message.Header{})
		if err != nil || !bytes.Equal(again, b) {
			t.Fatalf("%s: %v\n%s\n%x\n%x", s, err, json, b, again)
		}
	})
}
