package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/nested"
	"github.com/kscope/kscope/probe"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/view"
)

// exchange is one request to one node and what came back.
type exchange struct {
	target  probe.Peer
	session *probe.Session // nil where it does not matter what is offered
	conn    *client.Conn
	spec    *message.Spec // of the request; nil when the catalog lacks it
	request []byte
	asked   *explain.Reading
	answer  client.Answer
	said    *explain.Reading // nil without an answer
	silent  bool             // no answer is due
	errors  []message.ErrorValue
	remark  string // on the answer as a whole, which makes it damaged
}

// refusal says what was not sent, and what it would have done.
func (e *exchange) refusal(rule catalog.EffectRule) error {
	name := "this request"
	if e.spec != nil {
		name = e.spec.String()
	}
	return fmt.Errorf("not sent: %s would have %s; --write sends it", name, rule.Text)
}

// exchange sends the request, waits for the answer, and shows both.
func (k *caller) exchange(ctx context.Context, e *exchange) (err error) {
	e.silent = e.spec != nil && k.codec.Silent(e.asked.Tape, e.spec)
	if e.silent {
		e.answer.Times.Start = time.Now()
		err = e.conn.Send(ctx, e.request)
		e.answer.Times.Sent = time.Now()
	} else {
		e.answer, err = e.conn.Exchange(ctx, e.request)
	}
	cut := (*client.CutError)(nil)
	if err != nil && !errors.As(err, &cut) {
		return err
	}
	if !e.silent {
		k.nest(e.asked)
		e.read(k.codec)
	}
	if err := k.show(e); err != nil {
		return err
	}
	k.report(e)
	if err != nil || e.said != nil && e.said.Damaged || len(e.errors) > 0 {
		return errDamage
	}
	return nil
}

// read makes sense of the answer.
func (e *exchange) read(c *message.Codec) {
	// Of bytes that are no request, the Request is nil.
	e.said, _ = explain.New(c).Read(e.answer.Frame, explain.As{Unit: string(message.Frame)}, e.asked.Request, false)
	if e.said == nil {
		e.said = &explain.Reading{Tape: &tape.Tape{Data: e.answer.Frame}}
	}
	e.errors = c.ErrorValues(e.said.Tape)
	const headed = 8 // size and correlation id, two int32
	if _, ok := message.HeaderOn(e.said.Tape); ok && len(e.answer.Frame) >= headed && e.asked.Request != nil && e.said.Header.CorrelationID != e.asked.Request.CorrelationID {
		e.said.Damaged = true
		e.remark = fmt.Sprintf("the response has correlation id %d, and the request has %d: it answers another one", e.said.Header.CorrelationID, e.asked.Request.CorrelationID)
	}
}

// nest looks into fields, as decode does; an envelope's answer holds what the
// request in it asked for. JSON has bytes as base64.
func (k *caller) nest(asked *explain.Reading) {
	if k.flags.show.view.output == "json" {
		return
	}
	o := nested.Options{Reveal: k.flags.show.reveal}
	if asked != nil {
		o.Enveloped = nested.Enveloped(asked.Tape)
	}
	k.codec.Nester = nested.New(k.codec, o)
}

// show writes the request, and the answer when there is one.
func (k *caller) show(e *exchange) error {
	names := view.NewNames(k.codec.Catalog)
	readings := []*explain.Reading{e.asked}
	if e.said != nil {
		readings = append(readings, e.said)
	}
	for _, r := range readings {
		names.Learn(r.Tape)
	}
	o := k.flags.show.view.options(k.app)
	switch k.flags.show.view.output {
	case "json":
		return writeJSON(k.app.out, k.json(e))
	case "html":
		return view.Document(k.app.out, "kscope", func(w io.Writer) error {
			var errs []error
			for _, r := range readings {
				errs = append(errs, view.HTML(w, &view.Doc{Tape: r.Tape, Names: names}, o))
			}
			return errors.Join(errs...)
		})
	}
	var missing error
	shown := 0
	for _, r := range readings {
		if shown > 0 && k.flags.show.view.output != "nodes" {
			fmt.Fprintln(k.app.out)
		}
		err := k.app.writeReading(r, names, &k.flags.show)
		if path := (*view.PathError)(nil); errors.As(err, &path) { // it may be in the other one
			missing = err
			continue
		}
		if err != nil {
			return err
		}
		shown++
	}
	if shown == 0 {
		return missing
	}
	return nil
}

// report says on stderr what is not in the bytes: who, how long, and what errors
// mean.
func (k *caller) report(e *exchange) {
	k.app.note("%s", e.summary())
	if e.remark != "" {
		fmt.Fprintln(k.app.err, "error: "+e.remark)
	} else if e.said != nil && e.said.Damaged && e.said.Tape.Err == nil { // an error is shown with the bytes
		for _, text := range e.said.Notes {
			k.app.note("%s", text)
		}
	}
	for _, v := range e.errors {
		code, _ := k.codec.Catalog.Error(v.Code) // without words when it is not known
		fmt.Fprintf(k.app.err, "error: %s = %d (%s): %s\n", v.Path, v.Code, code.Name, code.Meaning)
	}
}

// summary is one line: what went where, and how long it took.
func (e *exchange) summary() string {
	text := e.target.Addr
	if e.target.ID >= 0 {
		text = fmt.Sprintf("node %d at %s", e.target.ID, text)
	}
	if e.spec != nil {
		text += ": " + e.spec.String()
		if offered := e.offered(); !offered.Empty() {
			text += fmt.Sprintf(" (it offers %s)", offered)
		}
	}
	var steps []string
	for _, s := range e.steps() {
		steps = append(steps, fmt.Sprintf("%s %.1f ms", s.name, milliseconds(s.took)))
	}
	text += "; " + strings.Join(steps, ", ") + "; " + prose.Count(len(e.request), "byte") + " sent"
	if e.silent {
		return text + ", and no answer is due"
	}
	return text + ", " + prose.Number(len(e.answer.Frame)) + " received"
}

// offered is what the node offers of the API, schema.None when nobody asked.
func (e *exchange) offered() schema.Versions {
	if e.session == nil || e.spec == nil {
		return schema.None
	}
	return e.session.Offer.Of(e.spec.APIKey)
}

// step is a part of the time that a call took.
type step struct {
	name string
	took time.Duration
}

// steps lists those that took place. The last two count from when sending
// began.
func (e *exchange) steps() []step {
	var all []step
	opened, last := e.conn.Opened(), e.conn.Opened().Start
	for _, s := range []struct {
		name string
		at   time.Time
	}{{"resolve", opened.Resolved}, {"connect", opened.Connected}, {"tls", opened.Encrypted}, {"sasl", opened.Authenticated}} {
		if !s.at.IsZero() {
			all = append(all, step{s.name, s.at.Sub(last)})
			last = s.at
		}
	}
	t := e.answer.Times
	for _, s := range []struct {
		name string
		at   time.Time
	}{{"sent", t.Sent}, {"firstByte", t.FirstByte}, {"lastByte", t.LastByte}} {
		if !s.at.IsZero() {
			all = append(all, step{s.name, s.at.Sub(t.Start)})
		}
	}
	return all
}
