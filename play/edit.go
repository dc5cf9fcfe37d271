package play

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
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
	return e.become(slices.Concat(o.data[:r.Offset], insert, o.data[r.Offset+r.Remove:]), &r.Window)
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
	data, err := o.encode([]byte(r.JSON))
	if err != nil {
		return nil, in("json", err)
	}
	return e.become(data, &r.Window)
}

func (o *opened) encode(text []byte) ([]byte, error) {
	if o.Spec != nil {
		out, err := o.Spec.Encode(nil, text, o.Unit, o.Header)
		if err != nil || o.Tape.Err != nil {
			return out, err
		}
		return append(out, o.behind()...), nil
	}
	for r := range o.Tape.Roots() {
		if _, end := o.Tape.Span(r); end == len(o.data) {
			return jsonform.Set(nil, o.Tape, r, text, o.codec.Records)
		}
		break
	}
	return nil, errors.New("these bytes are no single value: edit values in the tree")
}

// behind is what follows the message and belongs to no field: another frame,
// or bytes left over.
func (o *opened) behind() []byte {
	if o.Unit == message.Frame {
		return o.data[o.Spec.End(o.data, o.Unit):]
	}
	return nil
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
