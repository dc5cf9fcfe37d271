package vector

import (
	"encoding/hex"
	"fmt"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// Coder answers lines. Its fields, other than Codec, are what lines say when
// they say nothing; set them before the first line. It is for one goroutine at
// a time.
type Coder struct {
	Codec  *message.Codec
	Unit   message.Unit     // of lines without unit
	Header message.Header   // of lines without correlationId and clientId
	JSON   jsonform.Options // how answers are written

	explainer *explain.Explainer
	tape      tape.Tape
	buf       []byte // of the bytes of the present line
	text      []byte // of its JSON
}

// New makes a coder of bodies, whose headers are correlation id 0, client id "".
func New(c *message.Codec) *Coder {
	none := ""
	return &Coder{Codec: c, Unit: message.Body, Header: message.Header{ClientID: &none}, explainer: explain.New(c)}
}

// Decode appends to dst the answer to a line with hex; ok is false when it has
// an error.
func (c *Coder) Decode(dst, text []byte) (answer []byte, ok bool) {
	return c.answer(dst, text, c.decode)
}

// Encode appends to dst the answer to a line with json; ok is false when it has
// an error.
func (c *Coder) Encode(dst, text []byte) (answer []byte, ok bool) {
	return c.answer(dst, text, c.encode)
}

func (c *Coder) answer(dst, text []byte, f func(*line) *Error) ([]byte, bool) {
	l, fault := parseLine(text)
	if fault == nil {
		l.clear("lossless")
		fault = f(l)
	}
	if fault == nil {
		l.clear("error")
		return l.appendTo(dst), true
	}
	l.set("error", fault.appendTo(nil))
	return l.appendTo(dst), false
}

func (c *Coder) decode(l *line) *Error {
	l.clear("json")
	unit, fault := c.unit(l)
	if fault != nil {
		return fault
	}
	if fault := c.bytes(l); fault != nil {
		return fault
	}
	_, named, fault := l.text("message")
	if fault != nil {
		return fault
	}
	var s *message.Spec
	if named || unit == message.Body {
		if s, fault = c.spec(l); fault != nil {
			return fault
		}
		s.Read(&c.tape, c.buf, unit)
	} else {
		s = c.Codec.ReadRequest(&c.tape, c.buf, unit)
	}
	r := reading{t: &c.tape, spec: s, unit: unit}
	if fault = r.check(); c.tape.Err != nil && fault.Hint == "" {
		fault.Hint = c.hint(s, unit)
	}
	if !named && s != nil {
		l.set("message", jsonform.AppendString(nil, []byte(s.Name)))
		l.set("version", fmt.Append(nil, s.Version))
	}
	r.setHeader(l)
	return c.setJSON(l, &r, fault)
}

// hint is the likely cause of the error on the tape, "" when it is not known.
func (c *Coder) hint(s *message.Spec, u message.Unit) string {
	as := explain.As{Unit: string(u)}
	if s != nil {
		as.Message, as.Version, as.HasVersion = s.Name, s.Version, true
	}
	r, err := c.explainer.Read(c.buf, as, nil, false)
	if err != nil || r.Tape.Err == nil || r.Tape.Err.Offset != c.tape.Err.Offset {
		return ""
	}
	return r.Tape.Err.Hint
}

// setJSON adds the body, or what could be read of it.
func (c *Coder) setJSON(l *line, r *reading, fault *Error) *Error {
	if r.spec == nil {
		return fault
	}
	c.text = r.spec.AppendJSON(c.text[:0], r.t, r.unit, c.JSON)
	if len(c.text) > 0 {
		l.set("json", c.text)
	}
	if fault == nil && r.unit != message.Body && r.odd(c.text) {
		l.set("lossless", []byte("false"))
	}
	return fault
}

func (c *Coder) encode(l *line) *Error {
	l.clear("hex")
	unit, fault := c.unit(l)
	if fault != nil {
		return fault
	}
	json := l.get("json")
	if json == nil {
		return &Error{Expected: "json", Found: "a line without it"}
	}
	s, fault := c.spec(l)
	if fault != nil {
		return fault
	}
	h, fault := c.header(l)
	if fault != nil {
		return fault
	}
	out, err := s.Encode(c.buf[:0], json, unit, h)
	if err != nil {
		return fromJSON(err)
	}
	c.buf = out
	c.text = hex.AppendEncode(append(c.text[:0], '"'), out)
	c.text = append(c.text, '"')
	l.set("hex", c.text)
	return nil
}

func (c *Coder) unit(l *line) (message.Unit, *Error) {
	name, ok, fault := l.text("unit")
	if fault != nil || !ok {
		return c.Unit, fault
	}
	u, err := message.ParseUnit(name)
	if err != nil {
		return u, &Error{Expected: "unit frame, payload or body", Found: shorten([]byte(name))}
	}
	return u, nil
}

func (c *Coder) spec(l *line) (*message.Spec, *Error) {
	name, ok, fault := l.text("message")
	if fault != nil {
		return nil, fault
	}
	if !ok {
		return nil, &Error{Expected: "message", Found: "a line without it"}
	}
	version, ok, fault := l.number("version", 16)
	if fault != nil {
		return nil, fault
	}
	if !ok {
		return nil, &Error{Expected: "version", Found: "a line without it"}
	}
	s, err := c.Codec.Spec(name, int16(version))
	if err != nil {
		return nil, fromCatalog(err)
	}
	return s, nil
}

// bytes reads hex into the coder's buffer.
func (c *Coder) bytes(l *line) *Error {
	text, ok, fault := l.text("hex")
	if fault != nil {
		return fault
	}
	if !ok {
		return &Error{Expected: "hex", Found: "a line without it"}
	}
	if len(text)%2 != 0 {
		return &Error{Offset: len(text) / 2, Expected: "an even number of hex digits", Found: fmt.Sprint(len(text))}
	}
	out, err := hex.AppendDecode(c.buf[:0], []byte(text))
	if err != nil {
		n := len(out)
		return &Error{Offset: n, Expected: "two hex digits", Found: fmt.Sprintf("%q", text[2*n:2*n+2])}
	}
	c.buf = out
	return nil
}
