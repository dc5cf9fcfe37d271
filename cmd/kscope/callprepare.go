package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/probe"
)

// prepare makes the request's frame and reads it, as a check on both.
func (k *caller) prepare(e *exchange) error {
	x := explain.New(k.codec)
	if k.raw != nil {
		return k.prepareRaw(x, e)
	}
	spec, err := k.pick(e)
	if err != nil {
		return err
	}
	body, presets := k.codec.AddPresets(spec, k.body)
	for _, p := range presets {
		k.app.note("%s is %s unless the JSON says otherwise: %s", p.Field, p.JSON, p.Why)
	}
	header := message.Header{CorrelationID: correlationID, ClientID: &k.cfg.ClientID}
	if e.request, err = spec.Encode(nil, body, message.Frame, header); err != nil {
		return err
	}
	k.app.tellDropped(spec, body)
	if k.alien >= 0 {
		message.EditHead(e.request, message.Frame, func(h *message.RequestHead) { h.Version = int16(k.alien) })
	}
	e.spec = spec
	e.asked, err = x.Read(e.request, explain.As{Unit: string(message.Frame), Message: spec.Name, Version: spec.Version, HasVersion: true}, nil, false)
	if err == nil && k.alien >= 0 && e.asked.Request != nil {
		e.asked.Request.Version = spec.Version // by which to read the answer
	}
	return err
}

// prepareRaw reads bytes that are sent as they are, whatever they are.
func (k *caller) prepareRaw(x *explain.Explainer, e *exchange) (err error) {
	if e.asked, err = x.Read(e.request, explain.As{}, nil, false); err != nil {
		return err
	}
	if e.asked.Request != nil {
		e.spec = e.asked.Spec
	}
	for _, text := range e.asked.Notes {
		k.app.note("%s", text)
	}
	if e.asked.Unit != message.Frame {
		k.app.note("these bytes are no whole frame: a node may wait for more")
	}
	return nil
}

// correlationID is larger than those that opening a connection uses.
const correlationID = 1000

// forced tells that the version is given and sent in any case.
func (k *caller) forced() bool {
	_, version, err := message.SplitVersion(k.words.message)
	return err == nil && version >= 0 && k.flags.force
}

// pick finds the request's version.
func (k *caller) pick(e *exchange) (*message.Spec, error) {
	name, version, err := message.SplitVersion(k.words.message)
	if err != nil {
		return nil, err
	}
	specs, err := k.codec.Resolve(k.words.message) // which has the API's name from any of them
	if err != nil {
		return nil, err
	}
	if e.session == nil {
		return specs[0], nil
	}
	spec, err := e.session.Pick(strconv.Itoa(specs[0].APIKey), version)
	if refused := (*probe.NotOfferedError)(nil); errors.As(err, &refused) {
		if k.flags.force {
			return specs[0], nil
		}
		return nil, fmt.Errorf("%w; --force sends %s anyway", err, name)
	}
	if err == nil && version < 0 {
		spec = k.fit(spec, e.session.Offer.Of(spec.APIKey).Lo)
	}
	return spec, err
}

// fit finds the newest version down to oldest that has all that the JSON names:
// what a version lacks would be refused, or left out. Where none has it, the
// newest stays.
func (k *caller) fit(newest *message.Spec, oldest int16) *message.Spec {
	why := k.misfit(newest)
	if why == "" {
		return newest
	}
	for v := newest.Version - 1; v >= oldest; v-- {
		if spec, err := k.codec.Spec(newest.Name, v); err == nil && k.misfit(spec) == "" {
			k.app.note("version %d is taken, not %d: %s", v, newest.Version, why)
			return spec
		}
	}
	return newest
}

// misfit says what of the JSON has no place in a request, "" for nothing.
func (k *caller) misfit(spec *message.Spec) string {
	if _, err := spec.Encode(nil, k.body, message.Body, message.Header{}); err != nil {
		return err.Error()
	}
	if dropped := spec.Dropped(k.body); len(dropped) > 0 {
		return fmt.Sprintf("%s has no %s", spec, dropped[0].Name)
	}
	return ""
}

// pretend makes a request in a version that no schema has from the newest one,
// where that is wanted; else it gives the error.
func (k *caller) pretend(err error) ([]*message.Spec, error) {
	name, version, bad := message.SplitVersion(k.words.message)
	if bad != nil || version < 0 {
		return nil, err
	}
	specs, unknown := k.codec.Resolve(name)
	switch {
	case unknown != nil:
		return nil, err
	case !k.flags.force:
		return nil, fmt.Errorf("%w; --force sends it in the layout of version %d", err, specs[0].Version)
	}
	k.alien, k.words.message = version, fmt.Sprintf("%s@%d", name, specs[0].Version)
	k.app.note("no schema has version %d: it is in the header, and the layout is that of version %d", version, specs[0].Version)
	return specs, nil
}
