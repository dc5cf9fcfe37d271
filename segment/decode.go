package segment

import (
	"strconv"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// Schemas finds the messages that the keys and values of a topic's records
// are, with what stands in front of their bodies. A Spec is nil, or the error
// is not, where nothing is known of them. *nested.Topic is one.
type Schemas interface {
	// Key finds the message of a key.
	Key(key []byte) (*message.Spec, error)
	// Value finds the message of a value by both.
	Value(key, value []byte) (*message.Spec, error)
}

// Decoder turns keys and values that are messages into JSON. A nil Decoder, as
// the zero one, knows none. It is not safe for concurrent use.
type Decoder struct {
	Topic Schemas // of records; nil for users' data
	// Control finds the message of a control record's value; nil knows none.
	Control func(key, value []byte) (*message.Spec, error)
	// ControlName names the type of a control record by its key; without it
	// types stand as numbers.
	ControlName func(key []byte) string

	tape tape.Tape
}

// key and value find out what the message of one record is.
func (d *Decoder) key(w *Walker) *message.Spec {
	if d == nil || d.Topic == nil || w.batch.Control || w.Record.Key == nil {
		return nil
	}
	return found(d.Topic.Key(w.Record.Key))
}

func (d *Decoder) value(w *Walker) *message.Spec {
	r := &w.Record
	switch {
	case d == nil || r.Value == nil:
	case w.batch.Control:
		if d.Control != nil {
			return found(d.Control(r.Key, r.Value))
		}
	case d.Topic != nil:
		return found(d.Topic.Value(r.Key, r.Value))
	}
	return nil
}

// control is what the type of a control record is called; "" when its key is
// none.
func (d *Decoder) control(key []byte) string {
	if d != nil && d.ControlName != nil {
		return d.ControlName(key)
	}
	if number, ok := record.ControlType(key); ok {
		return strconv.Itoa(int(number))
	}
	return ""
}

func found(s *message.Spec, err error) *message.Spec {
	if err != nil {
		return nil
	}
	return s
}

// append appends the JSON of a message; ok is false when the bytes are none.
func (d *Decoder) append(dst []byte, s *message.Spec, b []byte) (_ []byte, ok bool) {
	s.Read(&d.tape, b, message.Payload)
	if d.tape.Err != nil {
		return dst, false
	}
	return s.AppendJSON(dst, &d.tape, message.Payload, jsonform.Options{}), true
}
