package conform

import (
	"context"
	"encoding/binary"
	"net"
	"strings"
	"testing"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
)

// against runs checks against a mock node.
func against(t *testing.T, o Options, rules ...mock.Rule) map[string]Result {
	t.Helper()
	node, err := mock.New(codec(), mock.Options{Rules: rules, Behaviour: mock.NewBroker(mock.BrokerOptions{Topics: map[string]int{"orders": 2}})})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		node.Serve(ctx, l)
		close(done)
	}()
	defer func() {
		stop()
		<-done
	}()
	all := map[string]Result{}
	if _, err := Run(t.Context(), codec(), l.Addr().String(), client.Config{}, o, func(r Result) { all[r.ID] = r }); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestAnswers has a mock node answer as its samples are, which is right.
func TestAnswers(t *testing.T) {
	for _, write := range []bool{false, true} {
		all := against(t, Options{Only: []string{"answers"}, Write: write})
		for id, r := range all {
			if r.Verdict != OK {
				t.Error(id, r.Verdict, r.Words)
			}
		}
		if n := len(all["answers.tiling"].Cases); len(all) != countAnswers() || n < 100 {
			t.Errorf("%d checks, %d versions", len(all), n)
		}
	}
}

// groupsAt is where the answer to ListGroups has the count of its groups, in
// flexible versions: behind size, header, throttle time and error code.
const groupsAt = 4 + 5 + 4 + 2

// mangled changes what ListGroups answers in flexible versions.
func mangled(change func(frame []byte) []byte) mock.Rule {
	flexible := int16(3)
	return mock.Rule{API: "ListGroups", Answer: "defaults", Mangle: func(h message.RequestHead, frame []byte) []byte {
		if h.Version < flexible {
			return frame
		}
		frame = change(frame)
		binary.BigEndian.PutUint32(frame, uint32(len(frame)-4))
		return frame
	}}
}

// TestWrongAnswers has every check of answers fail on a node that is wrong in
// what it is about, and no other check of answers.
func TestWrongAnswers(t *testing.T) {
	for id, c := range map[string]struct {
		rule  mock.Rule
		finds string
		also  string // another check that such a node cannot but fail
	}{
		"answers.come":        {mock.Rule{API: "ListGroups", Disconnect: "before"}, "versions: ListGroups 0-5: the connection was closed", ""},
		"answers.correlation": {mock.Rule{API: "ListGroups", CorrelationID: new(int32(77))}, "ListGroups 0-5: ResponseHeader.correlation_id: expected 1, found 77", "answers.order"},
		"answers.header":      {mock.Rule{API: "ListGroups", HeaderVersion: new(int16(0))}, "ListGroups 3-5: ResponseHeader.tagged_fields: expected a count", ""},
		"answers.tiling":      {mock.Rule{API: "ListGroups", Trailing: []byte{1, 2}}, "ListGroups 0-5: expected the end of the answer, found 2 bytes more", ""},
		"answers.nulls":       {mangled(func(b []byte) []byte { b[groupsAt] = 0; return b }), "ListGroups 3-5: Groups: expected", ""},
		"answers.tags": {mock.Rule{API: "ListGroups", Set: map[string]any{"_taggedFields": []any{map[string]any{"tag": 1009, "data": ""}, map[string]any{"tag": 1007, "data": ""}}}},
			"tag 1007 comes after tag 1009", ""},
		"answers.canonical": {mangled(func(b []byte) []byte { return append(b[:groupsAt:groupsAt], 0x81, 0, 0) }), "varint of 2 bytes where 1 would do", ""},
		"answers.errors":    {mock.Rule{API: "ListGroups", Set: map[string]any{"errorCode": 999}}, "ListGroups 0-5: ErrorCode: expected an error code of Kafka, found 999", ""},
		"answers.throttle":  {mock.Rule{API: "ListGroups", Set: map[string]any{"throttleTimeMs": -1}}, "ListGroups 1-5: ThrottleTimeMs: expected a time of 0 or more, found -1", ""},
		"answers.order": {mock.Rule{API: "ListGroups", Mangle: func(h message.RequestHead, b []byte) []byte {
			if h.CorrelationID > 1 { // of those that are sent together
				b[7]++
			}
			return b
		}}, "correlation_id", ""},
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			for other, r := range against(t, Options{Only: []string{"answers"}}, c.rule) {
				switch {
				case other == id:
					if r.Verdict != Failed || !strings.Contains(r.Words, c.finds) {
						t.Errorf("%s %q, want a failure with %q", r.Verdict, r.Words, c.finds)
					}
				case r.Verdict != OK && other != c.also:
					t.Errorf("%s: %s %q", other, r.Verdict, r.Words)
				}
			}
		})
	}
}
