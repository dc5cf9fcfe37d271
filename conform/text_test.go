package conform

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/internal/golden"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/view"
)

// results are some of each kind, with exchanges that were made for them.
func results(t *testing.T) []Result {
	t.Helper()
	request := encoded(t, "HeartbeatRequest", `{"groupId":"g","generationId":7,"memberId":"m"}`)
	answer := encoded(t, "HeartbeatResponse", `{"errorCode":22}`)
	wrong := Exchange{Request: request, Answer: answer, Version: 4,
		Fault: &tape.Error{Offset: 13, Path: "ErrorCode", Expected: "25 (UNKNOWN_MEMBER_ID)", Found: "22 (ILLEGAL_GENERATION)"}}
	cut := append([]byte{}, answer...)
	damaged := Exchange{Request: request, Answer: resized(append(cut[:8:8], cut[9:]...)), Version: 4,
		Fault: &tape.Error{Offset: 8, Path: "ResponseHeader.tagged_fields", Expected: "a count of tagged fields", Found: "the body"}}
	by := func(id string, r Result) Result {
		for _, c := range Checks() {
			if c.ID == id {
				r.Check = c
			}
		}
		return r
	}
	return []Result{
		by("frames.one-byte", Result{Verdict: OK, Words: "36 packets", Took: 12 * time.Millisecond}),
		by("frames.http", Result{Verdict: Failed, Words: "expected the connection to be closed, found that nothing came within 5s",
			Exchanges: []Exchange{{Request: []byte("GET / HTTP/1.1\r\n\r\n"), Note: "nothing came within 5s"}}}),
		by("answers.header", Result{Verdict: Failed, Words: "2 of 3 versions: Heartbeat 3-4: why", Exchanges: []Exchange{damaged},
			Cases: []Case{{API: "Heartbeat", First: 2, Last: 2, Verdict: OK}, {API: "Heartbeat", First: 3, Last: 3, Verdict: Failed, Words: "why"}, {API: "Heartbeat", First: 4, Last: 4, Verdict: Failed, Words: "why"}}}),
		by("groups.heartbeat-unknown", Result{Verdict: Failed, Words: "HeartbeatResponse@4: offset 0x000d: ErrorCode: expected \x1b[31m", Exchanges: []Exchange{{Request: request, Answer: answer, Version: 4}, wrong}}),
		by("groups.sync-unknown", Result{Verdict: OK, Words: "25 (UNKNOWN_MEMBER_ID)"}),
		by("groups.offsets", Result{Verdict: Skipped, Words: "it writes"}),
		by("groups.empty-id", Result{Verdict: Skipped, Words: "another reason"}),
		by("groups.no-offset", Result{Verdict: Skipped, Words: "it writes"}),
	}
}

func encoded(t *testing.T, name, json string) []byte {
	t.Helper()
	spec, err := codec().Spec(name, 4)
	if err != nil {
		t.Fatal(err)
	}
	b, err := spec.Encode(nil, []byte(json), message.Frame, message.Header{CorrelationID: 7})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func text(t *testing.T, text Text) string {
	t.Helper()
	var b strings.Builder
	text.W, text.Codec = &b, codec()
	s := Summary{Took: 1234 * time.Millisecond}
	for _, r := range results(t) {
		s.count(r.Verdict)
		if err := text.Result(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := text.Summary(s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	plain := text(t, Text{Each: true})
	golden.Equal(t, "text.txt", []byte(plain))
	golden.Equal(t, "brief.txt", []byte(text(t, Text{Brief: true})))
	o := view.Options{Color: true}
	colored := text(t, Text{Each: true, View: o})
	for _, part := range []string{o.Paint(view.Good, "ok"), o.Paint(view.Bad, "FAIL"), o.Paint(view.Aside, "skip"), o.Paint(view.Heading, "frames")} {
		if !strings.Contains(colored, part) {
			t.Errorf("nothing has the colour of %q", part)
		}
	}
	if bare := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(colored, ""); bare != plain {
		t.Errorf("without its colours the text is another one:\n%s", bare)
	}
}

// TestHarmless keeps what nodes say on its line and away from the terminal.
func TestHarmless(t *testing.T) {
	if got := text(t, Text{Brief: true}); strings.ContainsAny(got, "\x1b\r\x00") {
		t.Errorf("%q", got)
	}
}

// TestJUnit reads the XML again, as another program would.
func TestJUnit(t *testing.T) {
	var b bytes.Buffer
	if err := JUnit(&b, codec(), "kscope conform node:9092", results(t)); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "junit.xml", b.Bytes())
	var read struct {
		Failures int `xml:"failures,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Name    string `xml:"name,attr"`
				Failure *struct {
					Type string `xml:"type,attr"`
					Text string `xml:",chardata"`
				} `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(b.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	failure := read.Suites[0].Cases[1].Failure
	if read.Failures != 3 || len(read.Suites) != 3 || failure == nil || failure.Type != "should" || !strings.Contains(failure.Text, "browsers") {
		t.Errorf("%+v", read)
	}
}

func TestJSON(t *testing.T) {
	var all []byte
	for _, r := range results(t) {
		all = append(AppendJSON(all, r), '\n')
	}
	golden.Equal(t, "results.jsonl", all)
	for line := range bytes.Lines(all) {
		var o map[string]any
		if err := json.Unmarshal(line, &o); err != nil || o["id"] == "" || (o["exchanges"] != nil) != (o["verdict"] == "fail") {
			t.Errorf("%v: %s", err, line)
		}
	}
}
