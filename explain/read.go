package explain

import (
	"fmt"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// Read reads data as what as says, as the answer to a request, or as what it
// turns out to be; guess allows to read it as the likeliest candidate when
// nothing else is known. Errors are for wrong use: a message or version that
// the catalog lacks, a unit that needs a message. Damaged data is a Reading
// whose Tape.Err says what is wrong, with a hint where the cause is known.
func (x *Explainer) Read(data []byte, as As, request *message.RequestHead, guess bool) (*Reading, error) {
	r, err := x.Glance(data, as, request, guess)
	if err == nil && r.Damaged {
		x.diagnose(r, data, as)
	}
	return r, err
}

// Glance is Read without a search for causes, which takes many readings: for
// whoever reads again with each key that is pressed. Bytes left over count as
// damage then, also where a cause would say that they are harmless.
func (x *Explainer) Glance(data []byte, as As, request *message.RequestHead, guess bool) (*Reading, error) {
	r, err := x.read(data, as, request, guess)
	if err != nil {
		return nil, err
	}
	r.fillHeader()
	r.judge()
	x.compare(r, request)
	return r, nil
}

func (x *Explainer) read(data []byte, as As, request *message.RequestHead, guess bool) (*Reading, error) {
	unit := message.Unit(as.Unit)
	_, isPrimitive := primitive(as.Unit)
	switch {
	case isPrimitive:
		return x.readPrimitive(data, as.Unit), nil
	case unit == Records || unit == Batch || unit == Record:
		return x.readRecords(data, unit), nil
	case as.Message != "":
		return x.readAs(data, as, request)
	case request != nil:
		return x.readResponse(data, as, request)
	case unit == message.Body:
		return nil, fmt.Errorf("a body does not say what it is: expected body:MESSAGE@VERSION")
	case unit == "" || unit == message.Frame || unit == message.Payload:
		return x.detect(data, unit, guess), nil
	}
	return nil, fmt.Errorf("unit %q is not known", as.Unit)
}

// plan is one way to read bytes.
type plan struct {
	spec *message.Spec
	unit message.Unit
}

// attempt is a plan that was carried out.
type attempt struct {
	plan
	tape  *tape.Tape
	named bool // the bytes themselves name this message version
}

func (x *Explainer) try(data []byte, p plan) attempt {
	a := attempt{plan: p, tape: &tape.Tape{}}
	p.spec.Read(a.tape, data, p.unit)
	h, _ := headOf(a.tape)
	a.named = h.names(p.spec)
	return a
}

func (a attempt) reading() *Reading {
	return &Reading{Tape: a.tape, Spec: a.spec, Unit: a.unit, Root: -1}
}

// readAs reads what the caller has named. Where that leaves several plans
// open, the first that tiles counts, those first that the bytes agree with.
func (x *Explainer) readAs(data []byte, as As, request *message.RequestHead) (*Reading, error) {
	plans, err := x.plans(data, as, request)
	if err != nil {
		return nil, err
	}
	var all []attempt
	for _, p := range plans {
		all = append(all, x.try(data, p))
	}
	best := 0
	for i := range all {
		if all[i].better(&all[best]) {
			best = i
		}
	}
	r := all[best].reading()
	if as.Unit == "" || !as.HasVersion {
		r.Notes = append(r.Notes, "read as "+describe(all[best].spec, all[best].unit)+openNote(as, all[best]))
	}
	return r, nil
}

// openNote says what was left open and how it was closed.
func openNote(as As, a attempt) string {
	switch {
	case a.named && !as.HasVersion:
		return ": its first bytes name the version"
	case !as.HasVersion:
		return ": no version was named, so the newest stable one is taken"
	case a.unit == message.Frame:
		return ": the first four bytes are the size of the rest"
	}
	return ""
}

// better orders attempts: those that tile, those that the bytes name, those
// that come further. Equal ones stay in the order of their plans.
func (a *attempt) better(b *attempt) bool {
	if ta, tb := tiles(a.tape), tiles(b.tape); ta != tb {
		return ta
	}
	if a.named != b.named {
		return a.named
	}
	if tiles(a.tape) {
		return false
	}
	return a.progress() > b.progress()
}

// progress is how far a reading came; one that fails in its frame's size came
// nowhere.
func (a *attempt) progress() int {
	if a.tape.Err != nil {
		return a.tape.Err.Offset
	}
	return int(a.tape.Nodes[a.tape.Leftover()].Off)
}

// plans lists the ways to read data as what was asked for, the likeliest first.
func (x *Explainer) plans(data []byte, as As, request *message.RequestHead) ([]plan, error) {
	if request != nil && !as.HasVersion {
		as.Version, as.HasVersion = request.Version, true
	}
	specs, err := x.specs(as)
	if err != nil {
		return nil, err
	}
	units := []message.Unit{message.Unit(as.Unit)}
	if as.Unit == "" {
		units = x.units(data, specs)
	}
	var plans []plan
	for _, u := range units {
		for _, s := range specs {
			if !s.Has(u) {
				continue
			}
			if request != nil && s.IsRequest() && len(specs) > 1 {
				continue
			}
			if !as.HasVersion {
				s = x.versionInBytes(data, s, u)
			}
			plans = append(plans, plan{s, u})
		}
	}
	if len(plans) == 0 {
		return nil, fmt.Errorf("%s has no frame: it is no request and no response; expected payload or body", specs[0].Name)
	}
	return plans, nil
}

// units lists the units that data may be, when none was named. A frame is one
// when its size says so.
func (x *Explainer) units(data []byte, specs []*message.Spec) []message.Unit {
	size, ok := frameSize(data)
	switch {
	case ok && size == len(data)-4 && specs[0].IsAPI():
		return []message.Unit{message.Frame, message.Payload, message.Body}
	case ok && size >= minHeader && size <= message.MaxFrame && specs[0].IsAPI():
		return []message.Unit{message.Payload, message.Body, message.Frame}
	}
	return []message.Unit{message.Payload, message.Body}
}

// versionInBytes is the version of s's message that header or prefix names, or
// s itself.
func (x *Explainer) versionInBytes(data []byte, s *message.Spec, u message.Unit) *message.Spec {
	a := x.try(data, plan{s, u})
	h, _ := headOf(a.tape)
	if v, ok := h.versionOf(s); ok {
		if other, err := x.codec.Spec(s.Name, v); err == nil {
			return other
		}
	}
	return s
}

// readResponse reads what answers a request.
func (x *Explainer) readResponse(data []byte, as As, request *message.RequestHead) (*Reading, error) {
	s, err := x.codec.APISpec(int(request.APIKey), request.Version, schema.Response)
	if err != nil {
		return nil, fmt.Errorf("the response to API key %d, version %d: %w", request.APIKey, request.Version, err)
	}
	as.Message, as.Version, as.HasVersion = s.Name, s.Version, true
	r, err := x.readAs(data, as, nil)
	if err != nil {
		return nil, err
	}
	r.Notes = append(r.Notes[:0], "read as "+describe(r.Spec, r.Unit)+": it answers the request given")
	if older := x.fallback(data, r); older != nil {
		return older, nil
	}
	return r, nil
}

// describe says "a FetchRequest@17 frame" or "the body of FetchRequest@17".
func describe(s *message.Spec, u message.Unit) string {
	switch u {
	case message.Body:
		return "the body of " + s.String()
	case message.Payload:
		if !s.IsAPI() {
			return s.String() + " with its prefix"
		}
		return s.String() + " with its header"
	}
	return s.String() + " in a frame"
}
