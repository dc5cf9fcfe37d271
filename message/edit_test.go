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

// TestLawLosslessEdit makes every string longer by more than a length byte
// holds, which must read without a finding, and puts the old one back, which
// must give the old bytes: sizes, tags, batches and CRCs around it included.
func TestLawLosslessEdit(t *testing.T) {
	var tp, edited tape.Tape
	long := bytes.Repeat([]byte("x"), 200)
	edits := 0
	everyVersion(t, func(t *testing.T, s *message.Spec) {
		b, err := s.Append(nil, sample.Source(sample.Full), message.Frame, message.Header{})
		if err != nil {
			t.Fatal(err)
		}
		s.Read(&tp, b, message.Frame)
		for i := range tp.Nodes {
			r := tp.At(i)
			if op := tp.Op(r); !op.Kind.IsString() {
				continue
			}
			l, op := tp.Layout(r)
			text := jsonform.AppendString(nil, long)
			c, err := jsonform.Set(nil, &tp, r, text, nil)
			if err != nil {
				t.Fatalf("%s %s: %v", s, l.Info[op].Name, err)
			}
			s.Read(&edited, c, message.Frame)
			if got, _ := edited.Bytes(edited.At(i)); edited.Err != nil || len(edited.Findings) > 0 || !bytes.Equal(got, long) {
				t.Fatalf("%s %s: %v %v\n%x", s, l.Info[op].Name, edited.Err, edited.Findings, c)
			}
			off, end := tp.Span(r)
			back, err := edited.Replace(nil, edited.At(i), b[off:end])
			if err != nil || !bytes.Equal(back, b) {
				t.Fatalf("%s %s: not undone: %v\n%x\n%x", s, l.Info[op].Name, err, b, back)
			}
			edits++
		}
	})
	t.Logf("%d edits", edits)
}

func TestFindAndSet(t *testing.T) {
	codec := message.New(catalog.Builtin(), "")
	s, b := fullFrame(t, codec, "FetchResponse", 12)
	var tp tape.Tape
	s.Read(&tp, b, message.Frame)
	for path, text := range map[string]string{
		"Responses[1].Partitions[0].HighWatermark":                     "-1",
		"responses[0].partitions[1].currentLeader.leaderEpoch":         "77",
		"Responses[1].Partitions[1].Records[0].records[0].key":         `"AQID"`,
		"Responses[0].Partitions[0].AbortedTransactions":               "null",
		"Responses[0].Partitions[0].AbortedTransactions[1].ProducerId": "5",
		"ResponseHeader.correlation_id":                                "9",
	} {
		r, ok := tp.Find(path)
		if !ok {
			t.Errorf("%s not found", path)
			continue
		}
		c, err := jsonform.Set(nil, &tp, r, []byte(text), codec.Records)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		var again tape.Tape
		s.Read(&again, c, message.Frame)
		r, ok = again.Find(path)
		if !ok || again.Err != nil || len(again.Findings) > 0 {
			t.Errorf("%s: %v %v %v", path, ok, again.Err, again.Findings)
			continue
		}
		if got := string(jsonform.Append(nil, &again, r.Node(), jsonform.Options{})); got != text {
			t.Errorf("%s = %s, want %s", path, got, text)
		}
	}
	if _, ok := tp.Find("Responses[9]"); ok {
		t.Error("Responses[9] found")
	}
	throttle, ok := tp.Find("ThrottleTimeMs")
	if _, err := jsonform.Set(nil, &tp, throttle, []byte(`"x"`), nil); !ok || err == nil {
		t.Error("text was accepted as a number")
	}
	responses, _ := tp.Find("Responses")
	for r := range tp.Children(responses) {
		if r.IsPart() {
			if _, err := jsonform.Set(nil, &tp, r, []byte("1"), nil); err == nil {
				t.Errorf("%s of Responses was set", tp.Info(r).Name)
			}
			return
		}
	}
	t.Error("Responses has no length")
}
