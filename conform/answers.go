package conform

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

const generator = "org.apache.kafka.message.MessageGenerator"

func answerChecks() []Check {
	return []Check{
		{ID: "answers.come", Title: "every version that is offered is answered", Level: Must,
			Reason: "clients send what is offered, and take silence for a node that is gone", Source: "KIP-35",
			APIs: []string{apiVersions}, run: each(comes)},
		{ID: "answers.correlation", Title: "answers have the correlation ids of their requests", Level: Must,
			Reason: "clients close the connection on any other", Source: guide + ", headers",
			APIs: []string{apiVersions}, run: each(correlates)},
		{ID: "answers.header", Title: "response headers have tagged fields in flexible versions, and only there", Level: Must,
			Reason: "one byte too many or too few shifts everything behind it", Source: kip482,
			APIs: []string{apiVersions}, run: each(headed)},
		{ID: "answers.tiling", Title: "bodies hold the fields of their version, to the last byte", Level: Must,
			Reason: "clients that find other bytes cannot read the answer, or misread it", Source: guide + ", messages",
			APIs: []string{apiVersions}, run: each(tiles)},
		{ID: "answers.nulls", Title: "there is null only where the version allows it", Level: Must,
			Reason: "clients have no value for it", Source: generator, APIs: []string{apiVersions}, run: each(nulls)},
		{ID: "answers.tags", Title: "tagged fields come once, in ascending order", Level: Must,
			Reason: "readers may count on it, and refuse the rest", Source: kip482, APIs: []string{apiVersions}, run: each(odd(true))},
		{ID: "answers.canonical", Title: "values are written as Kafka writes them", Level: Should,
			Reason: "over-long varints, bools of 7 and text that is no UTF-8 are read by some clients and refused by others", Source: generator,
			APIs: []string{apiVersions}, run: each(odd(false))},
		{ID: "answers.errors", Title: "error codes are among those that Kafka has", Level: Must,
			Reason: "clients take others for an unknown server error, and do not try again", Source: guide + ", errors",
			APIs: []string{apiVersions}, run: each(knownErrors)},
		{ID: "answers.throttle", Title: "throttle times are not negative", Level: Should,
			Reason: "clients wait that long before they send again", Source: "KIP-219", APIs: []string{apiVersions}, run: each(throttles)},
		{ID: "answers.order", Title: "requests of all APIs on one connection are answered in their order", Level: Must,
			Reason: "clients match answers to requests by their order; quick APIs must not overtake slow ones", Source: guide + ", network",
			APIs: []string{apiVersions}, run: inOrder},
	}
}

// A property is what is to be true of each answer of the survey. It gives the
// fault of one that it is not true of, and false for one that it says nothing about.
type property func(*node, *answered) (*tape.Error, bool)

// each makes a check that a property holds of all answers, and one case of
// each API and version.
func each(p property) func(*try) {
	return func(t *try) {
		apis := map[string]bool{}
		for _, a := range t.surveyed() {
			fault, applies := p(t.node, a)
			if !applies {
				continue
			}
			apis[a.api] = true
			c := Case{API: a.api, First: a.version, Last: a.version, Verdict: OK}
			if fault != nil {
				c.Verdict, c.Words = Failed, cmp.Or(a.ended, unplaced(fault))
				x := *a.x
				x.Fault = fault
				t.wire = append(t.wire, &x)
			}
			t.cases = addCase(t.cases, c)
		}
		bad := slices.DeleteFunc(slices.Clone(t.cases), func(c Case) bool { return c.Verdict == OK })
		switch {
		case len(bad) > 0:
			t.fail("%d of %s: %s", len(bad), prose.Count(len(t.cases), "version"), strings.Join(lines(together(bad)), "; "))
		case len(t.cases) == 0:
			t.skip("nothing was asked that it could be seen in")
		}
		t.saw("%s, %s", prose.Count(len(apis), "API"), prose.Count(len(t.cases), "version"))
	}
}

// unplaced is a fault without its offset, which differs between versions that
// are wrong in one way.
func unplaced(e *tape.Error) string {
	_, text, _ := strings.Cut(e.Error(), ": ")
	return text
}

// addCase adds what was found of a version to what another request has shown.
func addCase(all []Case, c Case) []Case {
	last := len(all) - 1
	if last < 0 || all[last].API != c.API || all[last].First != c.First {
		return append(all, c)
	}
	if all[last].Verdict == OK {
		all[last] = c
	}
	return all
}

func comes(_ *node, a *answered) (*tape.Error, bool) {
	if a.ended == "" {
		return nil, true
	}
	return &tape.Error{Expected: "an answer", Found: a.ended}, true
}

func correlates(_ *node, a *answered) (*tape.Error, bool) {
	if a.ended != "" {
		return nil, false
	}
	want, _ := message.Head(a.x.Request, message.Frame)
	ref, ok := a.tape.Find("ResponseHeader.correlation_id")
	if !ok {
		return a.tape.Err, true
	}
	if got := int32(a.tape.Int(ref)); got != want.CorrelationID {
		off, _ := a.tape.Span(ref)
		return &tape.Error{Offset: off, Path: "ResponseHeader.correlation_id", Expected: fmt.Sprint(want.CorrelationID), Found: fmt.Sprint(got)}, true
	}
	return nil, true
}

// headed reads the body behind the other header, if it cannot be read behind
// the right one.
func headed(_ *node, a *answered) (*tape.Error, bool) {
	if a.tape == nil {
		return nil, false
	}
	if damage(a.tape) == nil {
		return nil, true
	}
	if behindOther(a) {
		e := &tape.Error{Offset: bodyAt, Path: "ResponseHeader.tagged_fields", Expected: "a count of tagged fields", Found: "the body"}
		if a.spec.HeaderVersion == 0 {
			e.Path, e.Expected, e.Found = "", "the body", "the tagged fields of response header version 1"
		}
		return e, true
	}
	return nil, true
}

// behindOther reads the body as if the header were of the other version. It
// reports whether that reads to the last byte.
func behindOther(a *answered) bool {
	at := bodyAt
	if a.spec.HeaderVersion == 0 {
		at = taggedBodyAt
	}
	frame := a.x.Answer
	if len(frame) < at || at == taggedBodyAt && frame[bodyAt] != 0 {
		return false
	}
	return damageFrom(a.spec, frame, at) == nil
}

// flaw is the damage of a body, but for that of its header.
func flaw(a *answered) *tape.Error {
	e := damage(a.tape)
	if e != nil && behindOther(a) {
		return nil
	}
	return e
}

func tiles(_ *node, a *answered) (*tape.Error, bool) {
	if a.tape == nil {
		return nil, false
	}
	if e := flaw(a); e != nil && e.Code != tape.UnexpectedNull {
		return e, true
	}
	return nil, true
}

func nulls(_ *node, a *answered) (*tape.Error, bool) {
	if a.tape == nil {
		return nil, false
	}
	if e := flaw(a); e != nil && e.Code == tape.UnexpectedNull {
		return e, true
	}
	return nil, true
}

// odd makes a property that nothing is remarked on: on tagged fields, or on
// all else.
func odd(tags bool) property {
	return func(_ *node, a *answered) (*tape.Error, bool) {
		if a.tape == nil || damage(a.tape) != nil || tags && !hasTags(a.spec) {
			return nil, false
		}
		for _, f := range slices.Concat(a.tape.Findings, a.tape.NotCanonical()) {
			ref := a.tape.At(f.Node)
			if isTag := a.tape.Op(ref).Kind == layout.Tagged && f.Damage; isTag == tags {
				return &tape.Error{Space: a.tape.SpaceOf(f.Node), Offset: f.Offset, Path: a.tape.PathAt(f.Offset),
					Expected: "what Kafka writes", Found: f.Text}, true
			}
		}
		return nil, true
	}
}

// hasTags reports whether a version has room for tagged fields.
func hasTags(spec *message.Spec) bool { return spec.Schema.FlexibleAt(spec.Version) }

func knownErrors(n *node, a *answered) (*tape.Error, bool) {
	if a.tape == nil || damage(a.tape) != nil {
		return nil, false
	}
	for _, v := range n.codec.ErrorValues(a.tape) {
		if _, ok := n.codec.Catalog.Error(v.Code); ok {
			continue
		}
		e := &tape.Error{Path: v.Path, Expected: "an error code of Kafka", Found: fmt.Sprint(v.Code)}
		if ref, ok := a.tape.Find(v.Path); ok {
			e.Offset, _ = a.tape.Span(ref)
		}
		return e, true
	}
	return nil, true
}

func throttles(_ *node, a *answered) (*tape.Error, bool) {
	if a.tape == nil || damage(a.tape) != nil {
		return nil, false
	}
	ref, ok := a.tape.Find("ThrottleTimeMs")
	if !ok {
		return nil, false
	}
	if ms := a.tape.Int(ref); ms < 0 {
		off, _ := a.tape.Span(ref)
		return &tape.Error{Offset: off, Path: "ThrottleTimeMs", Expected: "a time of 0 or more", Found: fmt.Sprint(ms)}, true
	}
	return nil, true
}

// inOrder sends the last answered request of each API again, all together.
func inOrder(t *try) {
	newest := map[string]*answered{}
	for _, a := range t.surveyed() {
		if a.ended == "" && a.spec != nil {
			newest[a.api] = a
		}
	}
	ctx, cancel := context.WithTimeout(t.whole, t.patience) // the survey may have taken all the time that there was
	defer cancel()
	t.ctx = ctx
	l := t.dial()
	var frames [][]byte
	for i, api := range slices.Sorted(maps.Keys(newest)) {
		frame := slices.Clone(newest[api].x.Request)
		message.EditHead(frame, message.Frame, func(h *message.RequestHead) { h.CorrelationID = int32(i) })
		frames = append(frames, frame)
	}
	if len(frames) < 2 {
		t.skip("fewer than two APIs were answered")
	}
	l.send(frames...)
	for range frames {
		l.take()
	}
	t.saw("%d APIs", len(frames))
}

// lines are cases in words.
func lines(cases []Case) (all []string) {
	for _, c := range cases {
		all = append(all, c.String())
	}
	return all
}
