package explain

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/sample"
)

func TestParseAs(t *testing.T) {
	x := newExplainer()
	for _, c := range []struct {
		text string
		want As
		err  string
	}{
		{"", As{}, ""},
		{"FetchResponse@17", As{Message: "FetchResponse", Version: 17, HasVersion: true}, ""},
		{"body:fetchresponse@17", As{Unit: "body", Message: "FetchResponse", Version: 17, HasVersion: true}, ""},
		{"Fetch@17", As{Message: "Fetch", Version: 17, HasVersion: true}, ""},
		{"53@v1", As{Message: "BeginQuorumEpoch", Version: 1, HasVersion: true}, ""},
		{"53", As{Message: "BeginQuorumEpoch"}, ""},
		{"value:OffsetCommitValue", As{Unit: "payload", Message: "OffsetCommitValue"}, ""},
		{"RECORDS", As{Unit: "records"}, ""},
		{"compact_string", As{Unit: "compact_string"}, ""},
		{"compact_strng", As{}, "did you mean compact_string"},
		{"Fetsh@3", As{}, "did you mean Fetch"},
		{"bodi:Fetch@1", As{}, "did you mean body"},
		{"body", As{}, "body needs a message"},
		{"Fetch@99", As{}, "has no version 99"},
		{"Fetch@x", As{}, "is not a number from 0"},
		{"9999", As{}, "API key 9999"},
	} {
		got, err := x.ParseAs(c.text)
		if c.err == "" && (err != nil || got != c.want) {
			t.Errorf("%q: %+v, %v; expected %+v", c.text, got, err, c.want)
		}
		if c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%q: %v, expected %q", c.text, err, c.err)
		}
	}
}

// TestWords holds the words that Words lists to those that ParseAs takes.
func TestWords(t *testing.T) {
	x := newExplainer()
	for _, word := range Words() {
		if strings.HasSuffix(word, ":") {
			word += "Fetch"
		}
		if as, err := x.ParseAs(word); err != nil || as.Unit == "" {
			t.Errorf("%s: %+v, %v", word, as, err)
		}
	}
}

// TestDetect gives bytes that name what they are.
func TestDetect(t *testing.T) {
	x := newExplainer()
	for _, c := range []struct {
		name string
		data []byte
		unit message.Unit
		spec string
	}{
		{"request frame", full(t, x, "FetchRequest", 12, message.Frame), message.Frame, "FetchRequest@12"},
		{"request payload", full(t, x, "FetchRequest", 12, message.Payload), message.Payload, "FetchRequest@12"},
		{"metadata record", full(t, x, "PartitionRecord", 1, message.Payload), message.Payload, "PartitionRecord@1"},
		{"batches", record.AppendSample(record.AppendSample(nil, 1), 2), Records, ""},
		{"message set", []byte("\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x10\xfd\x6e\xbd\xdb\x00\x00\xff\xff\xff\xff\x00\x00\x00\x02hi"), Records, ""},
		{"message with a wrong CRC", []byte("\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x10\xfd\x6e\xbd\xda\x00\x00\xff\xff\xff\xff\x00\x00\x00\x02hi"), Records, ""},
		{"response", full(t, x, "FetchResponse", 12, message.Frame), message.Frame, ""},
		{"nothing", nil, Unknown, ""},
	} {
		r, err := x.Read(c.data, As{}, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		if got := specName(r); got != c.spec || r.Unit != c.unit {
			t.Errorf("%s: read as %s %s, expected %s %s", c.name, got, r.Unit, c.spec, c.unit)
		}
	}
}

func specName(r *Reading) string {
	if r.Spec == nil {
		return ""
	}
	return r.Spec.String()
}

// TestRequestsAreFound reads every request as a frame and as a payload, without
// being told what it is.
func TestRequestsAreFound(t *testing.T) {
	x := newExplainer()
	client := "client-1"
	for _, s := range x.all() {
		if !s.IsRequest() {
			continue
		}
		for _, u := range []message.Unit{message.Frame, message.Payload} {
			b, err := s.Append(nil, sample.Source(sample.Full), u, message.Header{CorrelationID: 77, ClientID: &client})
			if err != nil {
				t.Fatal(err)
			}
			r, err := x.Read(b, As{}, nil, false)
			if err != nil || r.Spec == nil || r.Spec.APIKey != s.APIKey || r.Spec.Version != s.Version || r.Unit != u || r.Damaged {
				t.Errorf("%s %s: read as %s %s: %v, %v", s, u, specName(r), r.Unit, err, r.Tape.Err)
			} else if r.Header.CorrelationID != 77 || s.HeaderVersion > 0 && *r.Header.ClientID != client || r.Root < 0 {
				t.Errorf("%s %s: header %+v, root %d", s, u, r.Header, r.Root)
			}
		}
	}
}

func TestResponseToRequest(t *testing.T) {
	x := newExplainer()
	request, err := x.Read(full(t, x, "ApiVersionsRequest", 3, message.Frame), As{}, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	read := func(data []byte) *Reading {
		r, err := x.Read(data, As{}, request.Request, false)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := read(full(t, x, "ApiVersionsResponse", 3, message.Frame)); r.Damaged || specName(r) != "ApiVersionsResponse@3" {
		t.Errorf("read as %s: %v", specName(r), r.Tape.Err)
	}
	old := unhex(t, "0000000a 00000007 0023 00000000")
	if r := read(old); r.Damaged || specName(r) != "ApiVersionsResponse@0" || !strings.Contains(strings.Join(r.Notes, " "), "KIP-511") {
		t.Errorf("read as %s: %v, %v", specName(r), r.Tape.Err, r.Notes)
	}
	other := bytes.Clone(full(t, x, "ApiVersionsResponse", 3, message.Frame))
	other[7]++
	if r := read(other); !strings.Contains(strings.Join(r.Notes, " "), "answers another request") {
		t.Errorf("notes %v", r.Notes)
	}
}

// TestEmptyClient reads requests of unknown APIs and versions whose client id is
// empty: only a known API's key is a sign of a request then.
func TestEmptyClient(t *testing.T) {
	x := newExplainer()
	for in, want := range map[string]string{
		"0000000a 0012 0063 00000007 0000": "API key 18, version 99",
		"0000000a 0000 0063 00000007 0000": "",
		"0000000a 02bc 0002 00000007 0000": "",
	} {
		r := mustRead(t, x, unhex(t, in), As{})
		notes := strings.Join(r.Notes, " ")
		if got := strings.Contains(notes, "taken as a request frame"); got != (want != "") || !strings.Contains(notes, want) {
			t.Errorf("%s: notes %q, want %q", in, notes, want)
		}
	}
}

// TestSound reads bytes of the right layout with values that are wrong: the
// notes name them, and no other layout is offered.
func TestSound(t *testing.T) {
	x := newExplainer()
	sum := full(t, x, "FetchResponse", 12, message.Frame)
	sum[bytes.LastIndex(sum, []byte{0, 0, 0, 0, 2})+5] ^= 1 // behind epoch and magic
	for _, c := range []struct {
		as   string
		data []byte
		note string
	}{
		{"body:HeartbeatResponse@4", unhex(t, "00000000 0000 02 050101 05010a"), "offset 0x000a: tag 5 comes twice"},
		{"body:HeartbeatResponse@4", unhex(t, "00000000 0000 02 c80100 05010a"), "comes after tag 200"},
		{"FetchResponse@12", sum, ": crc: expected "},
	} {
		as, err := x.ParseAs(c.as)
		if err != nil {
			t.Fatal(err)
		}
		r := mustRead(t, x, c.data, as)
		if notes := strings.Join(r.Notes, "\n"); !r.Damaged || r.Tape.Err != nil || len(r.Hints) > 0 || !strings.Contains(notes, c.note) {
			t.Errorf("%s: damaged %v, %v, hints %v, notes %s", c.as, r.Damaged, r.Tape.Err, r.Hints, notes)
		}
	}
}

// TestLeftOver: that bytes are left over is said, unless they harm nothing.
func TestLeftOver(t *testing.T) {
	x := newExplainer()
	for data, want := range map[string]bool{"00000000 0000 0000": true, "00000000 0019": false, "00000000 0019 0a": false} {
		as, err := x.ParseAs("body:HeartbeatResponse@1")
		if err != nil {
			t.Fatal(err)
		}
		r := mustRead(t, x, unhex(t, data), as)
		if got := strings.Contains(strings.Join(r.Notes, "\n"), "offset 0x0006: 2 bytes are left over behind the end"); got != want || r.Damaged != want {
			t.Errorf("%s: damaged %v, notes %q", data, r.Damaged, r.Notes)
		}
	}
}

func TestVersionFromPrefix(t *testing.T) {
	x := newExplainer()
	as, err := x.ParseAs("OffsetCommitValue")
	if err != nil {
		t.Fatal(err)
	}
	r, err := x.Read(full(t, x, "OffsetCommitValue", 1, message.Payload), as, nil, false)
	if err != nil || specName(r) != "OffsetCommitValue@1" || r.Unit != message.Payload {
		t.Errorf("read as %s %s: %v", specName(r), r.Unit, err)
	}
}

// TestGuess guesses full responses without being told anything: the message
// must be found among the first candidates, and what is said to be likely or
// certain must be right.
func TestGuess(t *testing.T) {
	x := newExplainer()
	made, found, sure, wrong := 0, 0, 0, 0
	for n, s := range x.all() {
		if s.Type != "response" || n%5 > 0 {
			continue
		}
		b := full(t, x, s.Name, s.Version, message.Frame)
		list := x.Guess(b, mostCandidates)
		made++
		for i, c := range list {
			same := c.Spec != nil && c.Spec.APIKey == s.APIKey && c.Spec.Type == s.Type
			if same {
				found++
				if i == 0 && c.Sure != possible {
					sure++
				}
				break
			}
			if i == 0 && c.Sure != possible {
				wrong++
				t.Logf("%s taken for %s (%s: %s)", s, c, c.Sure, c.Why)
			}
		}
	}
	t.Logf("%d responses, %d found, %d of them surely, %d surely wrong", made, found, sure, wrong)
	if found < made*95/100 || wrong > 0 {
		t.Errorf("%d of %d found, %d wrong", found, made, wrong)
	}
}

// TestFast bounds the time that verdicts take; the bounds are ten times what
// was measured.
func TestFast(t *testing.T) {
	x := newExplainer()
	x.all()
	small := full(t, x, "MetadataResponse", 12, message.Frame)
	big := bytes.Repeat([]byte{0, 0, 0, 1, 0, 3, 'a', 'b', 'c'}, 120_000)
	for _, c := range []struct {
		name string
		most time.Duration
		do   func()
	}{
		{"guess at a small frame", 100 * time.Millisecond, func() { x.Guess(small, 5) }},
		{"mend 60 KB", 3 * time.Second, func() {
			x.Read(big[:60_000], As{Message: "MetadataResponse", Version: 12, HasVersion: true, Unit: "body"}, nil, false)
		}},
		{"read 1 MB of anything", 3 * time.Second, func() { x.Read(big, As{}, nil, true) }},
		{"read 1 MB of zeros", 3 * time.Second, func() { x.Read(make([]byte, 1<<20), As{}, nil, true) }},
	} {
		begin := time.Now()
		c.do()
		took := time.Since(begin)
		t.Logf("%s: %v", c.name, took)
		if took > c.most {
			t.Errorf("%s took %v, at most %v was expected", c.name, took, c.most)
		}
	}
}

func FuzzExplain(f *testing.F) {
	x := newExplainer()
	names := []string{"", "frame", "records", "record", "batch", "compact_array", "tagged_fields", "Metadata@12", "body:Produce@9", "payload:PartitionRecord@1", "ApiVersionsResponse@3"}
	for _, row := range readCorpus(f) {
		f.Add(unhex(f, row.Hex), uint8(0))
		f.Add(unhex(f, row.Hex), uint8(7))
	}
	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		as, err := x.ParseAs(names[int(n)%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		r, err := x.Read(data, as, &message.RequestHead{APIKey: int16(n % 70), Version: int16(n % 5)}, n%2 == 0)
		if err != nil {
			return // that API lacks the version
		}
		if e := r.Tape.Err; e != nil && (e.Offset > len(data) || !r.Damaged) {
			t.Errorf("%v in %d bytes", e, len(data))
		}
		if _, err := x.Read(data, as, nil, true); err != nil {
			t.Error(err)
		}
	})
}

// TestEveryCut reads a few messages cut at every length and changed at every
// byte, asked for and not.
func TestEveryCut(t *testing.T) {
	x := newExplainer()
	for _, name := range []string{"MetadataResponse", "FetchRequest"} {
		whole := full(t, x, name, 12, message.Frame)
		as := As{Unit: "frame", Message: name, Version: 12, HasVersion: true}
		for n := range whole {
			broken := bytes.Clone(whole)
			broken[n] ^= 0x81
			for _, a := range []As{as, {}} {
				if r := mustRead(t, x, whole[:n], a); !r.Damaged || r.Tape.Err == nil && a.Unit != "" || len(r.Hints) == 0 {
					t.Fatalf("%s cut at %d: damaged %v, error %v, hints %v", name, n, r.Damaged, r.Tape.Err, r.Hints)
				}
				mustRead(t, x, broken, a)
			}
		}
	}
}

func mustRead(t *testing.T, x *Explainer, data []byte, as As) *Reading {
	t.Helper()
	r, err := x.Read(data, as, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCountFarAhead has a wrong count that shows only behind thousands of
// elements.
func TestCountFarAhead(t *testing.T) {
	x := newExplainer()
	body := append([]byte{0x80, 0x08}, bytes.Repeat([]byte("\x07group-"), 1024)...) // the count should be 81 08
	body = append(body, 0, 0)
	r := mustRead(t, x, body, As{Unit: "body", Message: "DescribeGroupsRequest", Version: 5, HasVersion: true})
	if len(r.Hints) == 0 || r.Hints[0].ID != "count" {
		t.Errorf("hints %v", r.Hints)
	}
}

// TestGuessBeforeDamage guesses at a response whose correlation id 0 looks like
// the header of a broken ProduceRequest@0: what fits exactly comes first.
func TestGuessBeforeDamage(t *testing.T) {
	x := newExplainer()
	data := full(t, x, "DeleteAclsResponse", 3, message.Frame)
	clear(data[4:8])
	for guess, want := range map[bool]string{true: "DeleteAclsResponse@3", false: "ProduceRequest@0"} {
		r, err := x.Read(data, As{}, nil, guess)
		if err != nil || specName(r) != want {
			t.Errorf("guess %v: read as %s, %v", guess, specName(r), err)
		}
	}
}

// TestFramesInARow guesses at the first of several responses.
func TestFramesInARow(t *testing.T) {
	x := newExplainer()
	one := full(t, x, "MetadataResponse", 12, message.Frame)
	r, err := x.Read(append(bytes.Clone(one), one...), As{}, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(r.Notes, "\n")
	if specName(r) != "MetadataResponse@12" || r.Damaged || !strings.Contains(notes, "2 frames") || !strings.Contains(notes, "behind the first frame") {
		t.Errorf("read as %s, damaged %v: %s", specName(r), r.Damaged, notes)
	}
}
