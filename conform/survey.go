package conform

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// The checks of answers look at one survey: every version of every API that
// the node offers is asked what changes nothing, and the answers are kept. No
// API has a case of its own. What is asked comes from the request's schema, and
// what it would do from the catalog.

// survey is taken once, by the first check that wants it.
type survey struct {
	once sync.Once
	all  []*answered
}

// answered is one request of the survey and what came of it.
type answered struct {
	api     string
	version int16
	x       *Exchange
	ended   string // why no answer came; "" where one did
	spec    *message.Spec
	tape    *tape.Tape // of the answer
}

// surveyors is how many APIs are asked side by side.
const surveyors = 4

// surveyed gives the survey, by API key and version.
func (t *try) surveyed() []*answered {
	t.survey.once.Do(func() {
		// It is many checks' work, and not bound by the time of the one that is first.
		ctx, cancel := context.WithTimeout(t.whole, surveyPatience*t.patience)
		defer cancel()
		keys := slices.Sorted(maps.Keys(t.offer))
		found := make([][]*answered, len(keys))
		var g errgroup.Group
		g.SetLimit(surveyors)
		for i, key := range keys {
			g.Go(func() error {
				found[i] = t.askAll(ctx, key)
				return nil
			})
		}
		g.Wait() // nothing in it fails
		t.survey.all = slices.Concat(found...)
	})
	return t.survey.all
}

// mostSilent is how many requests of one API may end in silence.
const mostSilent = 2

// surveyPatience is how many times the patience with one check the survey gets.
const surveyPatience = 6

// askAll asks all versions of an API. It ends when several were not answered in
// time: those behind them would take as long.
func (n *node) askAll(ctx context.Context, key int16) (all []*answered) {
	api, err := n.codec.Catalog.API(int(key))
	if err != nil {
		return nil
	}
	silent := 0
	span := n.span(api.Name)
	for v := span.Lo; v <= span.Hi; v++ {
		spec, err := n.codec.APISpec(int(key), v, schema.Request)
		if err != nil {
			continue
		}
		for _, body := range n.harmless(spec) {
			a := &answered{api: api.Name, version: v}
			all = append(all, a)
			if !n.askOne(ctx, a, spec, body) {
				silent++
			}
			if silent == mostSilent {
				return all
			}
		}
	}
	return all
}

// askOne asks one request on a connection of its own. It reports whether the
// node did something about it in time.
func (n *node) askOne(ctx context.Context, a *answered, spec *message.Spec, body []byte) bool {
	ctx, cancel := context.WithTimeout(ctx, n.patience)
	defer cancel()
	t := n.try(ctx, "answers")
	defer t.close()
	l := t.dial()
	l.send(l.encode(spec, body, func(*message.Header) {}))
	if len(t.wire) == 0 {
		a.x, a.ended = &Exchange{}, t.words
		return false
	}
	a.x = t.wire[0]
	answer, err := l.conn.Receive(ctx)
	a.x.Answer = answer.Frame
	if err != nil {
		a.x.Note = l.ending(err)
		a.ended = a.x.Note
		return !timedOut(err)
	}
	if a.spec, err = a.x.spec(n.codec, schema.Response); err == nil {
		a.tape = newTape()
		a.spec.Read(a.tape, answer.Frame, message.Frame)
	}
	return true
}

// harmless gives the bodies of a request that change nothing: one with
// defaults, and one with an element in each array.
func (n *node) harmless(spec *message.Spec) (bodies [][]byte) {
	full := n.fill(spec, 0, true)
	for _, rule := range n.codec.Catalog.Effects(spec.Schema.APIName()) {
		for _, w := range rule.When {
			if op, ok := spec.Body.Find(0, w.Path); ok && rule.Effect == catalog.Reads && !spec.Body.Ops[op].Kind.IsArray() {
				full[spec.Body.Info[op].Key] = jsonText(w.Value)
			}
		}
	}
	last := ""
	for _, body := range []object{n.fill(spec, 0, false), full} {
		text, _ := n.codec.AddPresets(spec, body.json(spec.Body))
		if string(text) != last && n.changes(spec, text) == nil {
			bodies = append(bodies, text)
		}
		last = string(text)
	}
	return bodies
}

// changes says why a request is not one to be asked.
func (n *node) changes(spec *message.Spec, body []byte) error {
	b, err := spec.Encode(nil, body, message.Body, message.Header{})
	if err != nil {
		return err
	}
	t := newTape()
	spec.Read(t, b, message.Body)
	effect := n.codec.Effect(t, spec).Effect
	if effect == catalog.Reads || effect == catalog.State && n.write {
		return nil
	}
	return errors.New(string(effect))
}

// jsonText is JSON that stands for itself.
type jsonText string

// MarshalJSON gives the text.
func (j jsonText) MarshalJSON() ([]byte, error) { return []byte(j), nil }

// fill makes an object for the struct at op. When it is to be full, arrays
// have an element, and names are of things that are there.
func (n *node) fill(spec *message.Spec, op int, full bool) object {
	o := object{}
	for i := range spec.Body.Fields(op) {
		if v, ok := n.example(spec, i, full); ok {
			o[spec.Body.Info[i].Key] = v
		}
	}
	return o
}

// example is a value for the field at op, where one is better than the default.
func (n *node) example(spec *message.Spec, op int, full bool) (any, bool) {
	l := spec.Body
	switch k := l.Ops[op].Kind; {
	case l.Info[op].Field == nil:
		return nil, false
	case k.IsArray():
		return list{n.element(spec, op+1)}, full
	case k.IsStruct():
		return n.fill(spec, op, full), full && !l.Ops[op].Nullable
	case full && k.IsString():
		name := n.nameOf(l.Info[op].Field.EntityType)
		return name, name != ""
	}
	return n.numberFor(spec, op, full)
}

// element is an element of an array, which has no default.
func (n *node) element(spec *message.Spec, op int) any {
	k := spec.Body.Ops[op].Kind
	switch v, ok := n.example(spec, op, true); {
	case ok:
		return v
	case k.IsStruct():
		return n.fill(spec, op, true)
	case k.IsInt():
		return 0
	case k == layout.UUID:
		return noID
	}
	return ""
}

// nameOf is a thing's name by what schemas call its kind.
func (n *node) nameOf(entity string) string {
	switch entity {
	case "topicName":
		return n.topic.name
	case "groupId", "transactionalId":
		return "kscope-conform"
	}
	return ""
}

// numberFor is a number or an id, by what the field means.
func (n *node) numberFor(spec *message.Spec, op int, full bool) (any, bool) {
	switch m := n.codec.Catalog.Meanings(spec.Body)[op]; {
	case m.Names[0] == "unknown": // which nobody may ask for
		return slices.Min(slices.DeleteFunc(slices.Collect(maps.Keys(m.Names)), func(v int64) bool { return v <= 0 })), true
	case full && m.Kind == catalog.TopicID:
		return n.topic.id, n.topic.id != ""
	}
	return n.id, full && spec.Body.Info[op].Field.EntityType == "brokerId" && n.id >= 0
}
