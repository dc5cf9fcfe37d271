package vector_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/vector"
)

func newCoder() *vector.Coder { return vector.New(message.New(catalog.Builtin(), "")) }

// The smallest BeginQuorumEpochResponse, version 1.
const (
	body    = "0000" + "02" + "01" + "02" + "00000000" + "0000" + "00000000" + "00000000" + "00" + "00" + "00"
	bodyOut = `{"errorCode":0,"topics":[{"topicName":"","partitions":[{"partitionIndex":0,"errorCode":0,"leaderId":0,"leaderEpoch":0}]}]}`
)

const request = "00350001" + "00000007" + "000161" + "0105027879" // header v2 with one tag
const requestBody = "00" + "00000000" + "01" + "01" + "00"

func TestDecode(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"body", `{"message":"BeginQuorumEpochResponse","version":1,"hex":"` + body + `"}`,
			`{"message":"BeginQuorumEpochResponse","version":1,"hex":"` + body + `","json":` + bodyOut + `}`},
		{"keys in place", ` { "id" : 1.50 , "json":null,"version":1,"error":{}, "x\n":["]}",{"\"":"\\"}],"message":"beginquorumepochresponse","hex":"` + body + `"} `,
			`{"id":1.50,"json":` + bodyOut + `,"version":1,"x\n":["]}",{"\"":"\\"}],"message":"beginquorumepochresponse","hex":"` + body + `"}`},
		{"request payload", `{"hex":"` + request + requestBody + `","unit":"payload","n":1}`,
			`{"hex":"` + request + requestBody + `","unit":"payload","n":1,"message":"BeginQuorumEpochRequest","version":1,"correlationId":7,"clientId":"a",` +
				`"_taggedFields":[{"tag":5,"data":"eHk="}],"json":{"clusterId":null,"voterId":0,"topics":[],"leaderEndpoints":[]}}`},
		{"tag without data", `{"hex":"00350001000000070001610105` + `00` + requestBody + `","unit":"payload"}`, `"_taggedFields":[{"tag":5,"data":""}],"json":`},
		{"response frame", `{"message":"BeginQuorumEpochResponse","version":1,"unit":"frame","hex":"0000001b0000000900` + body + `"}`,
			`{"message":"BeginQuorumEpochResponse","version":1,"unit":"frame","hex":"0000001b0000000900` + body + `","correlationId":9,"json":` + bodyOut + `}`},
		{"not canonical", `{"message":"ControlledShutdownRequest","version":3,"hex":"00000000000000000000000080"}`, `"expected":"a varint that ends"`},
		{"trailing bytes stay", `{"message":"ControlledShutdownRequest","version":2,"hex":"000000000000000000000000ff"}`,
			`"json":{"brokerId":0,"brokerEpoch":0,"_raw":"AAAAAAAAAAAAAAAA/w=="},"error":{"offset":12,"path":"","expected":"the end of the body","found":"1 more byte"}}`},
		{"odd header", `{"unit":"payload","hex":"003500010000000700016180` + `00` + requestBody + `"}`, `"lossless":false}`},
		{"cut", `{"message":"BeginQuorumEpochResponse","version":1,"hex":"` + body[:20] + `"}`,
			`"json":{"errorCode":0,"topics":[{"topicName":""}]},"error":{"offset":4,"path":"Topics[0].Partitions",` +
				`"expected":"at most 0 elements of at least 15 bytes in 5 bytes","found":"1","hint":"`},
		{"behind the frame", `{"message":"BeginQuorumEpochResponse","version":1,"unit":"frame","hex":"0000001b0000000900` + body + `aabb"}`,
			`"error":{"offset":31,"path":"","expected":"the end of the frame","found":"2 more bytes"}`},
		{"another message", `{"message":"VoteRequest","version":1,"unit":"payload","hex":"` + request + requestBody + `"}`,
			`"error":{"offset":`},
		{"another version", `{"message":"BeginQuorumEpochRequest","version":0,"unit":"payload","hex":"003500010000000000010000000000"}`,
			`"error":{"offset":2,"path":"RequestHeader.request_api_version","expected":"0 (BeginQuorumEpochRequest@0)","found":"1","hint":`},
		{"unknown api", `{"unit":"payload","hex":"7fff00000000000500016100"}`, `"correlationId":5,"clientId":"a","error":{"offset":11`},
		{"no hex", `{"message":"VoteRequest","version":1}`, `"expected":"hex","found":"a line without it"`},
		{"odd hex", `{"message":"VoteRequest","version":1,"hex":"000"}`, `"error":{"offset":1,"path":"","expected":"an even number of hex digits","found":"3"}`},
		{"bad hex", `{"message":"VoteRequest","version":1,"hex":"00zz"}`, `"error":{"offset":1,"path":"","expected":"two hex digits","found":"\"zz\""}`},
		{"no message", `{"hex":"00"}`, `"expected":"message","found":"a line without it"`},
		{"no version", `{"hex":"00","message":"VoteRequest"}`, `"expected":"version"`},
		{"version text", `{"hex":"00","message":"VoteRequest","version":"1"}`, `"expected":"version as an integer of 16 bits","found":"\"1\""`},
		{"no such version", `{"hex":"00","message":"VoteRequest","version":99}`, `has no version 99`},
		{"no such message", `{"hex":"00","message":"VoteRequets","version":0}`, `did you mean VoteRequest`},
		{"bad unit", `{"hex":"00","unit":"batch"}`, `"expected":"unit frame, payload or body","found":"batch"`},
		{"number as hex", `{"message":"VoteRequest","version":1,"hex":12}`, `"expected":"hex as a string","found":"12"`},
		{"twice", `{"hex":"00","a":1,"a":2,"hex":"00"}`, `"found":"\"hex\" again"`},
		{"array", `[1]`, `{"error":{"offset":0,"path":"","expected":"a JSON object","found":"another JSON value"`},
		{"no JSON", `{"a":1,}`, `{"error":{"offset":7,"path":"","expected":"a JSON object"`},
		{"cut JSON", `{"a":"`, `{"error":{"offset":5,`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := newCoder().Decode(nil, []byte(tt.line))
			if !strings.Contains(string(got), tt.want) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if !json.Valid(got) {
				t.Errorf("%s is not JSON", got)
			}
			if ok == strings.Contains(string(got), `"error":`) {
				t.Errorf("ok is %v for %s", ok, got)
			}
		})
	}
}

func TestEncode(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"body", `{"message":"BeginQuorumEpochResponse","version":1,"json":` + bodyOut + `,"id":7}`,
			`{"message":"BeginQuorumEpochResponse","version":1,"json":` + bodyOut + `,"id":7,"hex":"` + body + `"}`},
		{"frame", `{"message":"BeginQuorumEpochResponse","version":1,"unit":"frame","correlationId":9,"json":` + bodyOut + `}`,
			`"hex":"0000001b0000000900` + body + `"`},
		{"payload", `{"message":"BeginQuorumEpochRequest","version":1,"unit":"payload","correlationId":7,"clientId":"a",` +
			`"_taggedFields":[{"tag":5,"data":"eHk="}],"json":{"voterId":0,"topics":[]}}`, `"hex":"` + request + requestBody + `"`},
		{"null client", `{"message":"ApiVersionsRequest","version":0,"unit":"payload","clientId":null,"json":{}}`, `"hex":"0012000000000000ffff"`},
		{"a field's error", `{"message":"BeginQuorumEpochResponse","version":1,"json":{"errorCode":"x"}}`,
			`"error":{"offset":13,"path":"ErrorCode","expected":"an integer","found":"\"x\""}`},
		{"unknown field", `{"message":"BeginQuorumEpochResponse","version":1,"json":{"errorCodes":1}}`, `"hint":"did you mean \"errorCode\"?"`},
		{"no json", `{"message":"VoteRequest","version":1}`, `"expected":"json"`},
		{"no version", `{"message":"VoteRequest","json":{}}`, `"expected":"version"`},
		{"correlation id", `{"message":"VoteRequest","version":0,"correlationId":2147483648,"json":{}}`, `"expected":"correlationId as an integer of 32 bits"`},
		{"client id", `{"message":"VoteRequest","version":0,"clientId":7,"json":{}}`, `"expected":"clientId as a string"`},
		{"long client id", `{"message":"VoteRequest","version":0,"clientId":"` + strings.Repeat("x", 32768) + `","json":{}}`, `"expected":"clientId of at most 32767 bytes"`},
		{"tags", `{"message":"VoteRequest","version":0,"_taggedFields":[{"tag":2},{"tag":1}],"json":{}}`, `"path":"_taggedFields[1]"`},
		{"tags no list", `{"message":"VoteRequest","version":0,"_taggedFields":7,"json":{}}`, `"path":"_taggedFields"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := newCoder().Encode(nil, []byte(tt.line))
			if !strings.Contains(string(got), tt.want) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if ok == strings.Contains(string(got), `"error":`) || !json.Valid(got) {
				t.Errorf("ok is %v for %s", ok, got)
			}
		})
	}
}

// TestLawLossless makes vectors of every message and version, in every unit, and
// verifies them.
func TestLawLossless(t *testing.T) {
	c := newCoder()
	specs, err := c.Codec.ResolveAll("")
	if err != nil {
		t.Fatal(err)
	}
	kinds := []sample.Kind{sample.Smallest, sample.Full, sample.Random(5)}
	for _, c.Unit = range []message.Unit{message.Body, message.Payload, message.Frame} {
		var lines bytes.Buffer
		if err := c.Write(&lines, specs, kinds); err != nil {
			t.Fatal(err)
		}
		n, bad, err := newCoder().VerifyAll(&lines, func(m vector.Mismatch) { t.Error(m) })
		if n != len(specs)*len(kinds) || bad > 0 || err != nil {
			t.Errorf("%s: %d lines, %d bad, %v", c.Unit, n, bad, err)
		}
	}
}

// TestCutAnywhere holds the answers for cut input to be JSON.
func TestCutAnywhere(t *testing.T) {
	c := newCoder()
	specs, err := c.Codec.ResolveAll("Fetch")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range specs {
		data, err := s.Append(nil, sample.Source(sample.Full), message.Frame, message.Header{})
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(data); i += 1 + len(data)/20 {
			line := fmt.Sprintf(`{"message":%q,"version":%d,"unit":"frame","hex":"%x"}`, s.Name, s.Version, data[:i])
			got, ok := c.Decode(nil, []byte(line))
			if ok || !json.Valid(got) {
				t.Fatalf("cut at %d: %s", i, got)
			}
		}
	}
}

func TestVerify(t *testing.T) {
	head := `{"message":"BeginQuorumEpochResponse","version":1,`
	tests := []struct{ line, want string }{
		{head + `"hex":"` + body + `","json":` + bodyOut + `}`, ""},
		{head + `"hex":"` + strings.ToUpper(body) + `","json":{"topics":[{"partitions":[{"partitionIndex":0,"errorCode":0,"leaderId":0.0,"leaderEpoch":0}],"topicName":""}],"errorCode":0}}`,
			"line 1: BeginQuorumEpochResponse@1: json: Topics[0].Partitions[0].LeaderId: expected an integer of 64 bits, found 0.0"},
		{head + `"hex":"` + body + `","json":{"errorCode":0,"topics":[{"topicName":"","partitions":[{"partitionIndex":0,"errorCode":0,"leaderId":0,"leaderEpoch":1}]}]}}`,
			"line 1: BeginQuorumEpochResponse@1: json: topics[0].partitions[0].leaderEpoch: expected 1, found 0\n" +
				"line 1: BeginQuorumEpochResponse@1: hex: offset 0x0012: expected 00, found 01"},
		{head + `"hex":"` + body + `","json":{"errorCode":0,"topics":[]}}`, "line 1: BeginQuorumEpochResponse@1: json: topics: expected 0 elements, found 1\n" +
			"line 1: BeginQuorumEpochResponse@1: hex: offset 0x0002: expected 02, found 01"},
		{head + `"hex":"0000","json":{}}`, "line 1: BeginQuorumEpochResponse@1: hex: offset 0x0002: expected a varint that ends, found 0 bytes left"},
		{head + `"hex":"0000","error":{"offset":2,"path":"Topics","expected":"a varint that ends","found":"0 bytes left"},"json":{"errorCode":0}}`, ""},
		{head + `"hex":"0000","error":{"offset":3,"path":"Topics","expected":"a varint that ends","found":"0 bytes left"}}`,
			"line 1: BeginQuorumEpochResponse@1: error: offset: expected 3, found 2"},
		{head + `"hex":"` + body + `","error":{"offset":3}}`, `line 1: BeginQuorumEpochResponse@1: error: expected {"offset":3}, found no error`},
		{head + `"hex":"` + body + `"}`, "line 1: BeginQuorumEpochResponse@1: expected hex and json (or error), found a line without them"},
		{"x", "line 1: offset 0: expected a JSON object, found invalid character 'x' looking for beginning of value"},
	}
	for _, tt := range tests {
		var got []string
		n, bad, err := newCoder().VerifyAll(strings.NewReader(tt.line), func(m vector.Mismatch) { got = append(got, m.String()) })
		if text := strings.Join(got, "\n"); text != tt.want || n != 1 || err != nil || bad > 0 != (tt.want != "") {
			t.Errorf("%s\ngot  %s (%d lines, %d bad, %v)\nwant %s", tt.line, text, n, bad, err, tt.want)
		}
	}
}

// TestCoprocess waits for each answer before it writes the next line.
func TestCoprocess(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := vector.Stream(outW, inR, newCoder().Decode)
		outW.Close()
		done <- err
	}()
	buf := make([]byte, 1<<16)
	for i := range 5 {
		fmt.Fprintf(inW, "\n{\"message\":\"ApiVersionsRequest\",\"version\":0,\"hex\":\"\",\"n\":%d}\n{\"n\"", i)
		n, err := outR.Read(buf)
		want := fmt.Sprintf("{\"message\":\"ApiVersionsRequest\",\"version\":0,\"hex\":\"\",\"n\":%d,\"json\":{}}\n", i)
		if err != nil || string(buf[:n]) != want {
			t.Fatalf("got %s, %v", buf[:n], err)
		}
		io.WriteString(inW, ":1}\n")
		if n, err = outR.Read(buf); err != nil || !strings.HasPrefix(string(buf[:n]), `{"n":1,"error":`) {
			t.Fatalf("got %s, %v", buf[:n], err)
		}
	}
	inW.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// TestLongLines has lines that fit no buffer, a bad line between good ones, and
// no line feed at the end.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	good := `{"message":"ApiVersionsRequest","version":0,"hex":"","x":"` + long + `"}`
	var out bytes.Buffer
	bad, err := vector.Stream(&out, strings.NewReader(good+"\nbad\r\n\r\n"+good), newCoder().Decode)
	lines := strings.Split(out.String(), "\n")
	if bad != 1 || err != nil || len(lines) != 4 || len(lines[0]) != len(good)+len(`,"json":{}`) || lines[0] != lines[2] {
		t.Errorf("%d bad, %v, %d lines", bad, err, len(lines))
	}
}

// TestLawTotal feeds lines that are nearly right.
func TestLawTotal(t *testing.T) {
	c := newCoder()
	line := []byte(`{"message":"BeginQuorumEpochResponse","version":1,"unit":"frame","hex":"0000001b00` + body + `","json":` + bodyOut + `,"clientId":"\"\\","_taggedFields":[{"tag":1,"data":""}]}`)
	for i := range line {
		for _, b := range []byte(`"\{}[],:0x` + "\x00\xff") {
			changed := bytes.Clone(line)
			changed[i] = b
			tryBoth(t, c, changed)
			tryBoth(t, c, changed[:i+1])
		}
	}
}

// tryBoth fails unless both answers to a text are JSON.
func tryBoth(t *testing.T, c *vector.Coder, text []byte) {
	t.Helper()
	for _, f := range []func(dst, line []byte) ([]byte, bool){c.Decode, c.Encode} {
		if got, _ := f(nil, text); !json.Valid(got) {
			t.Fatalf("%s\nbecame %s", text, got)
		}
	}
	c.Verify(text)
}
