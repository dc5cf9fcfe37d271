package mock_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/kscope/kscope/mock"
)

// TestBadRules wants the place, the key and what was meant.
func TestBadRules(t *testing.T) {
	codec := newCodec("4.4")
	for rule, want := range map[string]string{
		`{"api":"Fetsh"}`:                              `r:1: api: unknown message "Fetsh"; did you mean Fetch?`,
		"\n\n{\"apis\":\"Fetch\"}":                     `r:3: rules have no key "apis"; did you mean api?`,
		`{"api":"Vote"}`:                               `r:1: api: Vote is not on offer, so that the rule never fits`,
		`{"api":"Fetch","versions":"0-3"}`:             `r:1: versions: Fetch has 4-18 on offer, not 0-3`,
		`{"versions":"x"}`:                             `r:1: versions: "x" is not a version number (0 to 32767)`,
		`{"error":"NOT_LEADER"}`:                       `r:1: error: expected the name or number of an error, found "NOT_LEADER"; did you mean NOT_LEADER_OR_FOLLOWER?`,
		`{"answer":"smalest"}`:                         `r:1: answer: expected one of node, mirror, defaults, smallest, full, edge:min, edge:max, edge:null, random, random:SEED, found "smalest"; did you mean smallest?`,
		`{"answer":"full","body":{}}`:                  `r:1: body: answer and body are two answers; give one`,
		`{"nth":"1"}`:                                  `r:1: nth: expected a number, found "1"`,
		`{"times":0}`:                                  `r:1: times: expected a number from 1 on, found 0`,
		`{"nth":-1}`:                                   `r:1: nth: expected no negative number, found -1`,
		`{"delay":3}`:                                  `r:1: delay: expected a duration such as "250ms", found 3`,
		`{"delay":"3"}`:                                `r:1: delay: expected a duration such as "250ms", found "3"`,
		`{"raw":"xx"}`:                                 `r:1: raw: expected hex digits, found "xx": encoding/hex: invalid byte: U+0078 'x'`,
		`{"raw":"00","flip":1}`:                        `r:1: raw: is sent as it is; trailing, truncate, flip, size and sizeDelta are for frames`,
		`{"headerVersion":2}`:                          `r:1: headerVersion: expected 0 or 1, found 2`,
		`{"headerTags":[{"data":"AQI="}]}`:             `r:1: headerTags: expected tagged fields such as [{"tag":7,"data":"AQI="}], found [{"data":"AQI="}]`,
		`{"version":1}`:                                `r:1: version: needs the api that it is a version of`,
		`{"api":"Fetch","version":99}`:                 `r:1: version: FetchResponse has no version 99; it has versions `,
		`{"disconnect":"now"}`:                         `r:1: disconnect: expected before, after or a number of bytes, found "now"`,
		`{"api":"Metadata","body":{"topcs":[]}}`:       `r:1: body: MetadataResponse has no field "topcs"; did you mean topics?`,
		`{"api":"Metadata","set":{"topics[*].nam":1}}`: `r:1: set: Topics has no field "nam"; did you mean name?`,
		`{"api":"Metadata","set":{"topics[x]":1}}`:     `r:1: set: path "topics[x]": "[x]" is no index such as [0] or [*]`,
		`{"api":"Metadata","set":{".a":1}}`:            `r:1: set: path ".a": a name is missing in place 1`,
		`{"api":"Metadata","set":{"clusterId":1}}`:     `r:1: set: ClusterId: expected string, found 1`,
		`{"api":"Metadata","set":{"topics[0].errorCode":"LEADER"}}`: `r:1: set: ErrorCode: expected int16, found "LEADER"`,
		`{"api":"Metadata","request":{"topic":1}}`:                  `r:1: request: MetadataRequest has no field "topic"; did you mean topics?`,
		`{"api":"Fetch","body":"fetch.json"}`:                       `r:1: body: expected an object, or "@FILE" with one in it, found "fetch.json"`,
		`{"api":"Fetch","body":"@no/fetch.json"}`:                   `r:1: body: open no/fetch.json: `,
		`7`:                             `r:1: expected a rule, which is a JSON object`,
		`{"api":"Fetch"} {"silence":1}`: `r:1: silence: expected true or false, found 1`,
		"[{},\n{\"swap\":0}]":           `r:2: swap: expected true or false, found 0`,
		"[{},\n{]":                      `r:2:2: invalid character ']' looking for beginning of object key string`,
		"{\n\"api\" 1}":                 `r:2:7: invalid character '1' after object key`,
		`{"api":"Fetch"`:                `r:1:1: unexpected EOF`,
	} {
		parsed, err := mock.ParseRules("r", []byte(rule))
		if err == nil {
			_, err = mock.New(codec, mock.Options{Rules: parsed})
		}
		if err == nil {
			t.Errorf("%s is no error", rule)
		} else if !contains(err.Error(), want) {
			t.Errorf("%s\n%v\nnot\n%s", rule, err, want)
		}
	}
}

func TestReadRules(t *testing.T) {
	dir := t.TempDir()
	if _, err := mock.ReadRules(dir); err == nil {
		t.Error("an empty folder is no error")
	}
	for name, text := range map[string]string{
		"b.json":  "[{\"api\":\"Fetch\"},\n{\"api\":1}]",
		"a.jsonl": "{\"api\":\"Metadata\"}\n\n{\"api\":\"Produce\"}\n",
		"readme":  "not a rule",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rules, err := mock.ReadRules(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, r := range rules {
		got += r.API + " " + filepath.Base(r.Place) + "; "
	}
	if got != "Metadata a.jsonl:1; Produce a.jsonl:3; Fetch b.json:1; 1 b.json:2; " {
		t.Error(got)
	}
	if err := os.WriteFile(filepath.Join(dir, "c.jsonl"), []byte(`{"api":"Metadata","body":"@b.txt"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{`{"clusterId":"c"}`: "<nil>", "{\n]": "b.txt:2:1: invalid character"} {
		if err := os.WriteFile(filepath.Join(dir, "b.txt"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		rules, err := mock.ReadRules(filepath.Join(dir, "c.jsonl"))
		if !contains(fmt.Sprint(err), want) || err == nil && rules[0].Body.Text("clusterId") != "c" {
			t.Errorf("%v %v", rules, err)
		}
	}
	if _, err := mock.ReadRules(filepath.Join(dir, "c.json")); err == nil {
		t.Error("a file that is not there is no error")
	}
}

// TestPathsThatLeadNowhere end the connection, and the exchange says why.
func TestPathsThatLeadNowhere(t *testing.T) {
	for rule, want := range map[string]string{
		`{"set":{"topics[7].name":"x"}}`:                             "set: no element [7] among 1 of the answer",
		`{"body":{"topics":[{"name":"${request.topics[3].name}"}]}}`: "path request.topics[3].name: no element [3] among 1",
		`{"body":{"topics":[{"name":"${request.topic}"}]}}`:          "path request.topic: nothing is called topic there",
		`{"body":{"topics":[{"name":"${header.clientId.x}"}]}}`:      "path header.clientId.x: nothing lies in header.clientId",
		`{"body":{"topics":[{"name":"a ${request.topics}"}]}}`:       "request.topics is no text or number",
		`{"body":{"topics":[{"name":"a ${request"}]}}`:               "${ without }",
		`{"body":{"topics":[{"$each":"header.clientId"}]}}`:          "$each: header.clientId is no array",
		`{"body":{"throttleTimeMs":"${header.clientId}"}}`:           "ThrottleTimeMs: expected int32, found",
	} {
		n := rules(t, `{"api":"ListOffsets",`+rule[1:])
		p := n.dial()
		p.send(question, topics)
		p.ended(0)
		if err := n.Exchanges()[0].Err; err == nil || !contains(err.Error(), want) {
			t.Errorf("%s\n%v\nnot\n%s", rule, err, want)
		}
	}
}
