package play_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
)

// full is the full sample of a message in a frame, as hex.
func full(t testing.TB, name string, version int16) string {
	t.Helper()
	s, err := message.New(catalog.Builtin(), "").Spec(name, version)
	if err != nil {
		t.Fatal(err)
	}
	client := "me"
	data, err := s.Append(nil, sample.Source(sample.Full), s.Whole(), message.Header{ClientID: &client})
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(data)
}

// TestSet changes values, as somebody types them, and looks for them in the
// tree.
func TestSet(t *testing.T) {
	e := newEngine(t)
	for _, c := range []struct {
		message     string
		version     int16
		path, typed string
		want        string // in the line of the tree, or in the error
		wrong       bool
	}{
		{"BeginQuorumEpochResponse", 1, "Topics[0].TopicName", "orders", `= "orders"`, false},
		{"BeginQuorumEpochResponse", 1, "Topics[0].TopicName", `"a b"`, `= "a b"`, false},
		{"BeginQuorumEpochResponse", 1, "Topics[0].TopicName", "null", "null", true},
		{"BeginQuorumEpochResponse", 1, "Topics[0].Partitions[0].ErrorCode", "fenced_leader_epoch", "= 74 (FENCED_LEADER_EPOCH)", false},
		{"BeginQuorumEpochResponse", 1, "Topics[0].Partitions[0].ErrorCode", "NO_SUCH_ERROR", "expected", true},
		{"BeginQuorumEpochResponse", 1, "Topics[0].Partitions[0].LeaderId", "0x1f", "= 31", false},
		{"BeginQuorumEpochResponse", 1, "Topics[0].Partitions[0].LeaderId", "4294967296", "does not fit", true},
		{"BeginQuorumEpochResponse", 1, "Topics[0].Partitions", "[]", "= 0 elements", false},
		{"BeginQuorumEpochResponse", 1, "Topics[0].Partitions", `[{"partitionIndex": 5}]`, "= 1 element", false},
		{"BeginQuorumEpochResponse", 1, "Topics[0].Partitions.length", "3", "cannot be set", true},
		{"BeginQuorumEpochResponse", 1, "Nowhere", "3", "the tree has nothing", true},
		{"BeginQuorumEpochResponse", 1, "ResponseHeader.correlation_id", "99", "= 99", false},
		{"BeginQuorumEpochRequest", 1, "RequestHeader.client_id", "null", "= null", false},
		{"BeginQuorumEpochRequest", 1, "Topics[0].Partitions[0].VoterDirectoryId", "AAECAwQFBgcICQoLDA0ODw", "00010203", false},
		{"SyncGroupRequest", 5, "Assignments[0].Assignment", "0x00 01 ff", "= 0001ff", false},
		{"SyncGroupRequest", 5, "Assignments[0].Assignment", `"AAH/"`, "= 0001ff", false},
		{"MetadataRequest", 12, "AllowAutoTopicCreation", "false", "= false", false},
		{"MetadataRequest", 12, "AllowAutoTopicCreation", "perhaps", "expected", true},
		{"FetchResponse", 12, "Responses[0].Partitions[0].CurrentLeader", "null", "null", true},
		{"FetchResponse", 12, "Responses[0].Partitions[0].CurrentLeader.LeaderEpoch", "3", "= 3", false},
		{"ProduceRequest", 9, "TopicData[0].PartitionData[0].Records[0].records[0].value", "0x68656c6c6f", `"hello"`, false},
	} {
		t.Run(c.path+" "+c.typed, func(t *testing.T) {
			e.t = t
			before := e.do("decode", object{"text": full(t, c.message, c.version), "as": fmt.Sprintf("%s@%d", c.message, c.version)})
			var r reading
			f := e.try("set", object{"path": c.path, "value": c.typed}, &r)
			if c.wrong {
				if f == nil || !strings.Contains(f.Text, c.want) {
					t.Fatalf("%+v, want %q", f, c.want)
				}
				return
			}
			if f != nil {
				t.Fatal(f.Text)
			}
			if r.Damaged || len(r.Changed) == 0 || r.As != before.As {
				t.Errorf("damaged: %t, changed %v, as %s", r.Damaged, r.Changed, r.As)
			}
			if line := e.line(c.path); !strings.Contains(line, c.want) {
				t.Errorf("%s, want %q", line, c.want)
			}
			for _, x := range r.Changed {
				if x[0] == 0 && (x[1] >= x[2] || x[2] > r.Size) {
					t.Errorf("changed %v of %d bytes", x, r.Size)
				}
			}
		})
	}
}

// line is the line of the tree at a path, as text.
func (e *engine) line(path string) string {
	e.t.Helper()
	var at struct{ Line int }
	if f := e.try("locate", object{"path": path}, &at); f != nil {
		e.t.Fatal(f.Text)
	}
	var v struct{ Tree string }
	if f := e.try("view", object{"lines": []int{at.Line, at.Line + 1}}, &v); f != nil {
		e.t.Fatal(f.Text)
	}
	return strings.NewReplacer("&#34;", `"`, "&quot;", `"`).Replace(textOf(v.Tree))
}

// TestValueIsWhatSetTakes sets every value of some messages to what is offered
// for editing, which must change nothing.
func TestValueIsWhatSetTakes(t *testing.T) {
	e := newEngine(t)
	editable := 0
	for _, m := range []struct {
		name    string
		version int16
	}{{"FetchResponse", 17}, {"ProduceRequest", 9}, {"JoinGroupRequest", 9}, {"ApiVersionsResponse", 4}, {"CreateTopicsRequest", 7}, {"PartitionRecord", 2}} {
		text := full(t, m.name, m.version)
		r := e.do("decode", object{"text": text, "as": fmt.Sprintf("%s@%d", m.name, m.version)})
		for line := range r.View.Lines {
			var v struct{ Path, Type, Text, Why string }
			if f := e.try("value", object{"line": line}, &v); f != nil || v.Why != "" {
				continue
			}
			editable++
			var again reading
			if f := e.try("set", object{"line": line, "value": v.Text}, &again); f != nil {
				if v.Path != "" && !strings.Contains(f.Text, "cannot be set") {
					t.Errorf("%s %s %s: %.60q is refused: %s", m.name, v.Path, v.Type, v.Text, f.Text)
				}
				continue
			}
			if hex.EncodeToString(again.Data) != text || len(again.Changed) > 0 {
				t.Errorf("%s %s %s: %.60q changes %v", m.name, v.Path, v.Type, v.Text, again.Changed)
				e.do("decode", object{"text": text, "as": r.As})
			}
		}
	}
	if editable < 200 {
		t.Errorf("only %d values could be edited", editable)
	}
}

// TestEncode changes a record in JSON: lengths and checksums follow, although
// the JSON has the old ones.
func TestEncode(t *testing.T) {
	e := newEngine(t)
	for _, as := range []string{"frame:ProduceRequest@9", "records"} {
		text := full(t, "ProduceRequest", 9)
		if as == "records" {
			e.do("decode", object{"text": text})
			var at struct{ Off, End int }
			e.try("locate", object{"path": "TopicData[0].PartitionData[0].Records[0]"}, &at)
			text = text[2*at.Off : 2*at.End]
		}
		e.do("decode", object{"text": text, "as": as})
		var j struct{ JSON string }
		e.try("json", object{}, &j)
		var value any
		if err := json.Unmarshal([]byte(j.JSON), &value); err != nil {
			t.Fatal(err)
		}
		at := strings.Index(j.JSON, `"value": "`) + len(`"value": "`)
		end := at + strings.IndexByte(j.JSON[at:], '"')
		r := e.do("encode", object{"json": j.JSON[:at] + "bG9uZ2VyIHRoYW4gYmVmb3Jl" + j.JSON[end:]})
		if r.Damaged || !strings.Contains(string(r.Data), "longer than before") || len(r.Changed) < 3 {
			t.Errorf("%s: damaged: %t, changed %v\n%x", as, r.Damaged, r.Changed, r.Data)
		}
		var f *failure
		if f = e.try("encode", object{"json": j.JSON[:at] + j.JSON[end+1:]}, nil); f == nil || f.Field != "json" || f.Line < 2 {
			t.Errorf("%s: %+v", as, f)
		}
	}
}

// TestChanged says which bytes an edit changes: those of the value and the
// sizes around it, not what has only moved.
func TestChanged(t *testing.T) {
	e := newEngine(t)
	e.do("decode", object{"text": full(t, "BeginQuorumEpochResponse", 1), "as": "BeginQuorumEpochResponse@1"})
	r := e.do("set", object{"path": "Topics[0].TopicName", "value": "a much longer name than it was"})
	if got := fmt.Sprint(r.Changed); len(r.Changed) != 2 || r.Changed[0] != [3]int{0, 0, 4} {
		t.Errorf("changed %s", got)
	}
	back := e.do("splice", object{"offset": 3, "remove": 1, "insert": "00"})
	if fmt.Sprint(back.Changed) != "[[0 3 4]]" || !back.Damaged {
		t.Errorf("changed %v, damaged %t", back.Changed, back.Damaged)
	}
}

// TestFailures has a wrong request for each method.
func TestFailures(t *testing.T) {
	e := newEngine(t)
	if f := e.try("view", object{}, nil); f == nil || !strings.Contains(f.Text, "decode comes first") {
		t.Errorf("%+v", f)
	}
	e.do("decode", object{"text": "00000010001200000000000100066b73636f7065"})
	for _, c := range []struct {
		method      string
		request     object
		field, text string
	}{
		{"decode", object{"text": "hello world"}, "text", "fits no format"},
		{"decode", object{"text": ""}, "text", "nothing in it"},
		{"decode", object{"text": "00", "input": "morse"}, "text", "unknown format"},
		{"decode", object{"text": "00", "as": "FetchRespnse@17"}, "as", "did you mean FetchResponse"},
		{"decode", object{"text": "00", "as": "Fetch@99"}, "as", "99"},
		{"decode", object{"text": "00", "release": "9.9"}, "release", "9.9"},
		{"decode", object{"text": "00", "request": "zz"}, "request", "a word"},
		{"decode", object{"text": "00", "request": "00000000"}, "request", "no request frame"},
		{"decode", object{"txt": "00"}, "", "unknown field"},
		{"view", object{"space": 3}, "space", "no byte space 3"},
		{"locate", object{"offset": 99}, "offset", "0x0063"},
		{"locate", object{"path": "Topics"}, "path", `"Topics"`},
		{"value", object{"line": 99}, "line", "line 99"},
		{"set", object{"line": 99}, "line", "line 99"},
		{"splice", object{"insert": "0"}, "insert", "hex digits"},
		{"splice", object{"offset": 21}, "offset", "0x0015"},
		{"splice", object{"offset": 19, "remove": 2}, "remove", "only 1 byte"},
		{"encode", object{"json": "{"}, "json", "line 1"},
		{"encode", object{"json": `{"x":1}`}, "json", "x"},
		{"sample", object{"message": "Fetch@17", "kind": "wild"}, "kind", "wild"},
		{"sample", object{"message": "Nothing", "kind": "full"}, "message", "Nothing"},
		{"complete", object{"release": "9"}, "release", "9"},
		{"dekode", object{}, "", "did you mean decode"},
	} {
		f := e.try(c.method, c.request, nil)
		if f == nil || f.Field != c.field || !strings.Contains(f.Text, c.text) {
			t.Errorf("%s %v: %+v, want %s: %q", c.method, c.request, f, c.field, c.text)
		}
	}
	if r := e.do("explain", object{}); r.Size != 20 {
		t.Error("what was open is lost")
	}
}

// TestRequestTells reads a response by the request that it answers.
func TestRequestTells(t *testing.T) {
	e := newEngine(t)
	response := full(t, "MetadataResponse", 12)
	r := e.do("decode", object{"text": response, "input": "hex", "request": "0x" + full(t, "MetadataRequest", 12)})
	if r.As != "frame:MetadataResponse@12" || r.Damaged {
		t.Errorf("%s, damaged %t", r.As, r.Damaged)
	}
	if r = e.do("decode", object{"text": response}); r.Message != "" || len(r.Candidates) == 0 {
		t.Errorf("%s, %d candidates", r.Message, len(r.Candidates))
	}
	if r = e.do("decode", object{"text": response, "guess": true}); r.As != "frame:MetadataResponse@12" {
		t.Errorf("%s", r.As)
	}
}

func TestSampleAndComplete(t *testing.T) {
	e := newEngine(t)
	var page struct{ Title, HTML string }
	if f := e.try("sample", object{"message": "BeginQuorumEpoch@1", "kind": "random:7"}, &page); f != nil {
		t.Fatal(f.Text)
	}
	for _, want := range []string{`<section id="request" data-message="BeginQuorumEpochRequest" data-version="1"`, `<section id="response"`, `id="request:Topics"`, "seed 7"} {
		if !strings.Contains(page.HTML, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	var c struct{ Names []string }
	e.try("complete", object{"text": "body:beginq"}, &c)
	if got := strings.Join(c.Names, " "); got != "body:BeginQuorumEpoch body:BeginQuorumEpochRequest body:BeginQuorumEpochResponse" {
		t.Error(got)
	}
	e.try("complete", object{"text": "compact_"}, &c)
	if len(c.Names) < 3 {
		t.Error(c.Names)
	}
}
