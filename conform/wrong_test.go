package conform

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kscope/kscope/internal/replay"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// wrong is a node that does as Kafka did but for one thing.
type wrong struct {
	api   string // whose answers are wrong
	nth   int    // which of them, from 1 on; 0 is all
	path  string // what is wrong in them
	value string // JSON
	was   int64  // which error is wrong; 0 is any value
	// frame changes an answer in another way.
	frame func(frame []byte) []byte
	offer bool // the first answer is wrong, too, which tells what is offered
	open  bool // connections are not closed
	hurry bool // nothing is waited for
	// finds is what the words of the result have in them; "" is the path.
	finds string
}

// set makes all answers of an API wrong in one value.
func set(api, path, value string) wrong { return wrong{api: api, path: path, value: value} }

// setNth is set for one answer.
func setNth(api string, nth int, path, value string) wrong {
	return wrong{api: api, nth: nth, path: path, value: value}
}

// silent keeps an answer back.
func silent(api string, nth int) wrong {
	return wrong{api: api, nth: nth, frame: func([]byte) []byte { return nil }, finds: "nothing came within"}
}

// staysOpen does not close connections.
func staysOpen() wrong { return wrong{open: true, finds: "expected the connection to be closed"} }

// swapped gives the second answer before the first.
func swapped() func([]byte) []byte {
	var held []byte
	n := 0
	return func(b []byte) []byte {
		switch n++; n {
		case 1:
			held = b
			return nil
		case 2:
			return append(b, held...)
		}
		return b
	}
}

// flipped changes a bit in the value of the first record of an answer.
func flipped(b []byte) []byte {
	at := strings.Index(string(b), "value")
	if at < 0 {
		at = len(b) - 20 // of compressed records, which stand at the end
	}
	b[at] ^= 1
	return b
}

// TestWrong has every check fail on a node that is wrong in just what it is about.
func TestWrong(t *testing.T) {
	scripts, now := recorded(t)
	all := wrongs()
	// Many of them wait for what does not come, so they do that together.
	var g errgroup.Group
	g.SetLimit(32)
	for _, c := range Checks() {
		w, ok := all[c.ID]
		switch {
		case ok:
			g.Go(func() error {
				w.test(t, c, scripts[c.ID], now)
				return nil
			})
		case c.Group() != "answers": // for which there is TestWrongAnswers
			t.Errorf("there is no node that fails %s", c.ID)
		}
	}
	g.Wait()
	for id := range all {
		if _, err := Select(Options{Only: []string{id}}); err != nil {
			t.Error(err)
		}
	}
}

// wrongTimeout is how long a check waits for what a wrong node keeps back.
const wrongTimeout = 2 * time.Second

func (w wrong) test(t *testing.T, c Check, s replay.Script, now time.Time) {
	p := &replay.Player{Open: w.open, Hurry: c.ID != "fetch.max-wait" || w.hurry}
	if w.api != "" {
		p.Change = w.change(t, c, s)
	}
	r, _ := replayed(t, p, s, now, wrongTimeout)
	want := w.finds
	if want == "" {
		want = w.path + ": expected"
	}
	if r.Verdict != Failed || !strings.Contains(r.Words, want) {
		t.Errorf("%s: %s %q, want a failure with %q", c.ID, r.Verdict, r.Words, want)
	}
	if w.finds == "" && faultOf(r) != w.path {
		t.Errorf("%s: the fault is at %q, not at %q", c.ID, faultOf(r), w.path)
	}
}

// faultOf is the path of the fault in a result.
func faultOf(r Result) string {
	for _, x := range r.Exchanges {
		if x.Fault != nil {
			return x.Fault.Path
		}
	}
	return ""
}

// change is what a player does to answers. Those to what a run asks before its
// checks stay as they are.
func (w wrong) change(t *testing.T, c Check, s replay.Script) func(int, []byte) []byte {
	codec := codec()
	api, err := codec.Catalog.APIByName(w.api, "")
	if err != nil {
		t.Fatal(err)
	}
	first := 2 // connections: one that looks whether there is a node, one that asks what it offers
	if c.Needs != Nothing {
		first = 4 // one that asks for brokers, one that makes the scratch topic
	}
	if w.offer {
		first = 1
	}
	seen := 0
	return func(conn int, frame []byte) []byte {
		head, ok := asked(s.Conns[conn], frame)
		if conn < first || !ok || int(head.APIKey) != api.Key {
			return frame
		}
		if seen++; w.nth > 0 && seen != w.nth {
			return frame
		}
		if w.frame != nil {
			return w.frame(append([]byte{}, frame...))
		}
		out, err := w.changed(codec, head, frame)
		if err != nil {
			t.Errorf("answer to API %d: %v", head.APIKey, err)
			return frame
		}
		return out
	}
}

// asked finds the request that an answer belongs to.
func asked(c replay.Conn, answer []byte) (message.RequestHead, bool) {
	var sent []byte
	for _, e := range c {
		if !e.FromNode {
			sent = append(sent, e.Bytes...)
		}
	}
	for len(sent) >= 4 && len(answer) >= 8 {
		n := min(len(sent), 4+int(binary.BigEndian.Uint32(sent)))
		head, ok := message.Head(sent[:n], message.Frame)
		if ok && head.CorrelationID == int32(binary.BigEndian.Uint32(answer[4:])) {
			return head, true
		}
		sent = sent[n:]
	}
	return message.RequestHead{}, false
}

// changed is an answer with another value at a path.
func (w wrong) changed(codec *message.Codec, head message.RequestHead, frame []byte) ([]byte, error) {
	if _, err := codec.APISpec(int(head.APIKey), head.Version, "response"); err != nil {
		head.Version = 0 // which ApiVersions falls back to
	}
	tp := &tape.Tape{}
	if _, err := codec.ReadResponse(tp, frame, message.Frame, head); err != nil {
		return nil, err
	}
	ref, ok := tp.Find(w.path)
	if !ok { // an answer about something else
		return frame, nil
	}
	if w.was != 0 && tp.Int(ref) != w.was {
		return frame, nil
	}
	return jsonform.Set(nil, tp, ref, []byte(w.value), codec.Records)
}
