package play

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/jsonform"
)

// An edit makes new bytes of the open ones and opens those, read as the others
// were. Causes are not searched then: explain does that when the user pauses.

// become opens new bytes and tells what is different.
func (e *Engine) become(data []byte, w *window) (*reading, error) {
	if len(data) > maxInput {
		return nil, fmt.Errorf("%s, more than the %s that are read here", prose.Count(len(data), "byte"), prose.Number(maxInput))
	}
	before := e.open
	o, err := before.question.open(data, true)
	if err != nil {
		return nil, in("as", err)
	}
	a, err := o.answer(w)
	if err != nil {
		return nil, err
	}
	e.open = o
	a.Changed = changes(before.Tape, o.Tape)
	return a, nil
}

type setRequest struct {
	place
	Value  string `json:"value"`
	Window window `json:"window"`
}

// set puts a value in the place of a thing; lengths and checksums around it are
// mended.
func (e *Engine) set(r *setRequest) (*reading, error) {
	l, err := e.find(&r.place)
	if err != nil {
		return nil, err
	}
	o := e.open
	ref := o.valueOf(l.Ref)
	if err := o.refusal(ref); err != nil {
		return nil, in("line", err)
	}
	data, err := jsonform.Set(nil, o.Tape, ref, o.asJSON(ref, r.Value), o.codec.Records)
	if err != nil {
		return nil, in("value", err)
	}
	return e.become(data, &r.Window)
}

type spliceRequest struct {
	Offset int    `json:"offset"`
	Remove int    `json:"remove"`
	Insert string `json:"insert"` // hex
	Window window `json:"window"`
}

// splice puts bytes in the place of others. Nothing around them is mended.
func (e *Engine) splice(r *spliceRequest) (*reading, error) {
	o := e.open
	if o == nil {
		return nil, errNothing
	}
	insert, err := hex.DecodeString(r.Insert)
	switch {
	case err != nil:
		return nil, in("insert", errors.New("expected pairs of hex digits"))
	case r.Offset < 0 || r.Offset > len(o.data):
		return nil, in("offset", fmt.Errorf("there is no byte at 0x%04x", r.Offset))
	case r.Remove < 0 || r.Remove > len(o.data)-r.Offset:
		return nil, in("remove", fmt.Errorf("there are only %s from 0x%04x on", prose.Count(len(o.data)-r.Offset, "byte"), r.Offset))
	}
	a, err := e.become(slices.Concat(o.data[:r.Offset], insert, o.data[r.Offset+r.Remove:]), &r.Window)
	if err != nil {
		return nil, err
	}
	// What was put in is what has changed, whatever fields it lies in now.
	if a.Changed = nil; len(insert) > 0 {
		a.Changed = [][3]int{{0, r.Offset, r.Offset + len(insert)}}
	}
	return a, nil
}

type encodeRequest struct {
	JSON   string `json:"json"`
	Window window `json:"window"`
}

// encode writes the message again from JSON, with the header that it had.
func (e *Engine) encode(r *encodeRequest) (*reading, error) {
	o := e.open
	if o == nil {
		return nil, errNothing
	}
	data, err := o.rewritten([]byte(r.JSON))
	if err != nil {
		return nil, in("json", err)
	}
	return e.become(data, &r.Window)
}

type jsonAnswer struct {
	JSON string `json:"json"`
}

func (e *Engine) json(*struct{}) (*jsonAnswer, error) {
	if e.open == nil {
		return nil, errNothing
	}
	return &jsonAnswer{e.open.json()}, nil
}
