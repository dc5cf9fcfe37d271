package speak_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/speak"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/probe"
)

// TestEveryAPI asks every node everything that it offers. The quorum outlives
// that.
func TestEveryAPI(t *testing.T) {
	for _, r := range shared.all() {
		for _, e := range r.endpoints(t) {
			t.Run(e.name, func(t *testing.T) { askAll(t, r, e) })
		}
	}
	after := quorum(t, build(t), shared.quorum.cluster(t).Brokers()[0].Addr)
	if !strings.HasSuffix(after, "3 voters") {
		t.Errorf("the quorum is left with %s", after)
	}
	t.Log(after)
}

func askAll(t *testing.T, r *running, e endpoint) {
	codec := message.New(catalog.Builtin(), r.release(t))
	session, err := probe.Open(t.Context(), codec, e.addr, config)
	if err != nil {
		t.Fatal(err)
	}
	session.Close()
	s := r.speaker(t, e, codec)
	asked, offered := 0, 0
	var outcomes []speak.Outcome
	for _, api := range codec.Catalog.APIs() {
		versions, ok := session.Offer.APIs[int16(api.Key)]
		if !ok {
			continue
		}
		offered += versions.Len()
		for v := versions.Lo; v <= versions.Hi; v++ {
			o, err := s.Ask(t.Context(), api, v)
			if err != nil {
				t.Error(err)
				continue
			}
			asked++
			outcomes = append(outcomes, o)
		}
	}
	want := 0
	for _, api := range codec.Catalog.Offer(r.release(t), e.listener) {
		if !api.Optional {
			want += api.Versions.Len()
		}
	}
	if asked != offered || asked != want {
		t.Errorf("%d versions asked of %d that are offered; the release has %d", asked, offered, want)
	}
	t.Logf("%d APIs, %d versions\n%s", len(session.Offer.APIs), asked, table(outcomes))
}

// table has a line for each API: which versions gave which errors.
func table(outcomes []speak.Outcome) string {
	var out strings.Builder
	for i := 0; i < len(outcomes); {
		from, said := i, words(outcomes[i])
		for i < len(outcomes) && outcomes[i].Key == outcomes[from].Key && words(outcomes[i]) == said {
			i++
		}
		versions := fmt.Sprint(outcomes[from].Version)
		if last := outcomes[i-1].Version; last > outcomes[from].Version {
			versions += fmt.Sprintf("-%d", last)
		}
		fmt.Fprintf(&out, "%4d  %-38s %-6s %s\n", outcomes[from].Key, outcomes[from].API, versions, said)
	}
	return out.String()
}

func words(o speak.Outcome) string {
	if o.Closed != "" {
		return "closed: " + o.Closed
	}
	names := slices.Clone(o.Errors)
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > 0 {
		return strings.Join(names, ", ")
	}
	return "answered"
}
