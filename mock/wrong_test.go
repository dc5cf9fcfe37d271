package mock_test

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
	"github.com/kscope/kscope/tape"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

// resize makes a frame sound whose contents were changed.
func resize(frame []byte) []byte {
	binary.BigEndian.PutUint32(frame, uint32(len(frame)-4))
	return frame
}

// The request of these tests, and where its answer's body begins: behind size,
// correlation id and tagged fields.
const (
	question = "ListOffsets@6"
	topics   = `{"topics":[{"name":"t","partitions":[{"partitionIndex":5},{"partitionIndex":6}]}]}`
	bodyAt   = 9
)

// TestWrong holds every wrongness of bytes against the sound answer: it must be
// that and nothing else.
func TestWrong(t *testing.T) {
	p := rules(t, "").dial()
	p.send(question, topics)
	sound := p.receive()
	for _, c := range []struct {
		rule string
		want func(sound []byte) []byte
	}{
		{`{"versions":"9"}`, func(b []byte) []byte { return b }},
		{`{"correlationId":-2}`, func(b []byte) []byte {
			return slices.Concat(b[:4], []byte{0xff, 0xff, 0xff, 0xfe}, b[8:])
		}},
		{`{"size":-1}`, func(b []byte) []byte { return slices.Concat([]byte{0xff, 0xff, 0xff, 0xff}, b[4:]) }},
		{`{"sizeDelta":256}`, func(b []byte) []byte { b[2]++; return b }},
		{`{"sizeDelta":-1}`, func(b []byte) []byte { b[3]--; return b }},
		{`{"truncate":3}`, func(b []byte) []byte { return resize(b[:len(b)-3]) }},
		{`{"truncate":9999}`, func([]byte) []byte { return make([]byte, 4) }},
		{`{"truncate":1,"sizeDelta":1}`, func(b []byte) []byte { return b[:len(b)-1] }},
		{`{"trailing":"01 02"}`, func(b []byte) []byte { return resize(append(b, 1, 2)) }},
		{`{"raw":"dead"}`, func([]byte) []byte { return []byte{0xde, 0xad} }},
		{`{"headerVersion":0}`, func(b []byte) []byte { return resize(slices.Delete(b, 8, 9)) }},
		{`{"headerTags":[{"tag":3,"data":"AQI="}]}`, func(b []byte) []byte {
			return resize(slices.Concat(b[:8], []byte{1, 3, 2, 1, 2}, b[bodyAt:]))
		}},
		{`{"repeat":2}`, func(b []byte) []byte { return slices.Concat(b, b, b) }},
		{`{"split":3}`, func(b []byte) []byte { return b }},
		{`{"disconnect":"after"}`, func(b []byte) []byte { return b }},
		{`{"disconnect":"before"}`, func([]byte) []byte { return nil }},
		{`{"disconnect":11}`, func(b []byte) []byte { return b[:11] }},
		{`{"disconnect":"11","repeat":1}`, func(b []byte) []byte { return slices.Concat(b[:11], b[:11]) }},
	} {
		p := rules(t, `{"api":"ListOffsets",`+c.rule[1:]).dial()
		p.send(question, topics)
		want := c.want(slices.Clone(sound))
		got := make([]byte, len(want))
		if n, err := readFull(p, got); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %x %v\nnot %x", c.rule, got[:n], err, want)
		}
		if contains(c.rule, "disconnect") {
			p.ended(0)
		}
	}
}

func readFull(p *peer, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var m int
		m, err = p.Read(b[n:])
		n += m
	}
	return n, err
}

func TestFlip(t *testing.T) {
	p := rules(t, `{"nth":2,"flip":3,"seed":7}{"nth":2,"flip":3,"seed":7}`).dial()
	var frames [3][]byte
	for i := range frames {
		p.correlation = 0
		p.send(question, topics)
		frames[i] = p.receive()
	}
	turned := 0
	for i := range frames[0] {
		turned += bits.OnesCount8(frames[0][i] ^ frames[1][i])
	}
	if turned != 3 || !bytes.Equal(frames[0][:4], frames[1][:4]) || !bytes.Equal(frames[1], frames[2]) {
		t.Errorf("%d bits are turned, and a seed gives %x and %x", turned, frames[1], frames[2])
	}
}

func TestSplit(t *testing.T) {
	p := rules(t, `{"split":5,"pause":"1ms"}`).dial()
	p.send(question, topics)
	buf := make([]byte, 100)
	for range 3 {
		if n, err := p.Read(buf); n != 5 || err != nil {
			t.Errorf("a piece of %d bytes, %v", n, err)
		}
	}
}

func TestSilenceAndDelay(t *testing.T) {
	n := rules(t, `{"nth":1,"silence":true}{"nth":1,"delay":"60ms"}`)
	p := n.dial()
	p.send(question, topics)
	before := time.Now()
	sent := p.send(question, topics)
	p.read(sent, p.receive()) // has the second correlation id
	if waited := time.Since(before); waited < 60*time.Millisecond {
		t.Errorf("answered after %s", waited)
	}
	x := n.Exchanges()
	if len(x) < 1 || x[0].Response != nil || x[0].Rule.Place != "rules.jsonl:1" {
		t.Errorf("%+v", x)
	}
}

func TestSwap(t *testing.T) {
	p := rules(t, `{"nth":1,"swap":true}`).dial()
	first, second := p.send(question, topics), p.send(question, `{}`)
	p.read(second, p.receive())
	p.read(first, p.receive())
}

func TestVersionOfBody(t *testing.T) {
	p := rules(t, `{"api":"ListOffsets","version":1}`).dial()
	p.send(question, topics)
	got := p.receive()
	spec, _ := p.node.codec.Spec("ListOffsetsResponse", 1)
	var tp tape.Tape
	spec.Read(&tp, got[bodyAt:], message.Body)
	if tp.Err != nil || got[8] != 0 {
		t.Errorf("%v: %x", tp.Err, got)
	}
}

func TestMangle(t *testing.T) {
	mangle := func(h message.RequestHead, frame []byte) []byte {
		return append([]byte{byte(h.APIKey), byte(h.Version)}, frame...)
	}
	n := start(t, newCodec("4.4"), mock.Options{Rules: []mock.Rule{{Mangle: mangle}}})
	p := n.dial()
	p.send(question, topics)
	head := make([]byte, 2)
	if _, err := readFull(p, head); err != nil || head[0] != 2 || head[1] != 6 {
		t.Errorf("%x %v", head, err)
	}
	p.receive()
}

// TestAnswers is what answers say by rules, and by which requests rules are for.
func TestAnswers(t *testing.T) {
	const both = `{"topics":[{"name":"t","partitions":[{"partitionIndex":5,"errorCode":6,"timestamp":-1,"offset":-1,"leaderEpoch":-1},{"partitionIndex":6,"errorCode":6,"timestamp":-1,"offset":-1,"leaderEpoch":-1}]}]}`
	for _, c := range []struct{ rule, want string }{
		{`{"error":"NOT_LEADER_OR_FOLLOWER"}`, strings.ReplaceAll(both, `"timestamp":-1`, `"timestamp":0`)},
		{`{"error":"6","answer":"defaults"}`, `{"throttleTimeMs":0,"topics":[]}`},
		{`{"body":{"throttleTimeMs":7}}`, `"throttleTimeMs":7,"topics":[]`},
		{`{"set":{"throttleTimeMs":8,"topics[*].partitions[1].offset":44}}`, `"throttleTimeMs":8,`},
		{`{"set":{"topics[*].partitions[1].offset":44}}`, `"partitionIndex":6,"errorCode":0,"timestamp":0,"offset":44`},
		{`{"set":{"topics[0].partitions[*].errorCode":"NOT_LEADER_OR_FOLLOWER"}}`, `"partitionIndex":6,"errorCode":6`},
		{`{"set":{"topics[0]._taggedFields":[{"tag":9,"data":"AQI="}]}}`, `"_taggedFields":[{"tag":9,"data":"AQI="}]`},
		{`{"body":{"topics":[{"$each":"request.topics","name":"x-${item.name}-${header.clientId}-${node.id}","partitions":[{"$each":"item.partitions","partitionIndex":"${item.partitionIndex}"}]}]}}`,
			`{"name":"x-t-tester-1","partitions":[{"partitionIndex":5,"errorCode":0,"timestamp":-1,"offset":-1,"leaderEpoch":-1},{"partitionIndex":6,`},
		{`{"answer":"smallest"}`, `"topics":[{"name":"","partitions":[{"partitionIndex":0,`},
		{`{"answer":"random:3"}`, `"topics":`},
		{`{"answer":"mirror"}`, `{"name":"t","partitions":[{"partitionIndex":5,"errorCode":0,`},
		{`{"request":{"topics":[{"partitions":[{"partitionIndex":6}]}]},"body":{"throttleTimeMs":9}}`, `"throttleTimeMs":9`},
		{`{"request":{"topics":[{"partitions":[{"partitionIndex":7}]}]},"body":{"throttleTimeMs":9}}`, `"throttleTimeMs":0`},
		{`{"clientId":"tester","body":{"throttleTimeMs":9}}`, `"throttleTimeMs":9`},
		{`{"clientId":"other","body":{"throttleTimeMs":9}}`, `"throttleTimeMs":0`},
		{`{"versions":"0-5","body":{"throttleTimeMs":9}}`, `"throttleTimeMs":0`},
		{`{"versions":"6+","body":{"throttleTimeMs":9}}`, `"throttleTimeMs":9`},
	} {
		p := rules(t, `{"api":"2",`+c.rule[1:]).dial()
		if got := p.ask(question, topics); !contains(got, strings.Trim(c.want, "{}")) {
			t.Errorf("%s\n%s\nnot\n%s", c.rule, got, c.want)
		}
	}
}

// TestTurns is which of several requests a rule is for.
func TestTurns(t *testing.T) {
	for rule, want := range map[string]string{
		`{"every":1}`:                   "11111111",
		`{"nth":3}`:                     "00100000",
		`{"times":2}`:                   "11000000",
		`{"every":3}`:                   "00100100",
		`{"nth":2,"times":3}`:           "01110000",
		`{"nth":2,"every":3}`:           "01001001",
		`{"nth":2,"every":3,"times":2}`: "01001000",
		`{"every":2,"times":2}`:         "01010000",
	} {
		p := rules(t, `{"set":{"throttleTimeMs":1},`+rule[1:]).dial()
		got := ""
		for range len(want) {
			if contains(p.ask(question, topics), `"throttleTimeMs":1`) {
				got += "1"
			} else {
				got += "0"
			}
		}
		if got != want {
			t.Errorf("%s: %s, not %s", rule, got, want)
		}
	}
}
