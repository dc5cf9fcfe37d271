package vector

import (
	"encoding/hex"
	"io"
	"strconv"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
)

// Append appends a vector line, without line feed, for one instance of a
// message. Besides hex and json it says which one, as "sample":"random:7".
func (c *Coder) Append(dst []byte, s *message.Spec, k sample.Kind) ([]byte, error) {
	unit := c.Unit
	if !s.Has(unit) {
		unit = s.Whole()
	}
	data, err := s.Append(c.buf[:0], sample.Source(k), unit, c.Header)
	if err != nil {
		return dst, err
	}
	c.buf = data
	s.Read(&c.tape, data, unit)
	r := reading{t: &c.tape, spec: s, unit: unit}
	l := &line{}
	l.set("message", jsonform.AppendString(nil, []byte(s.Name)))
	l.set("version", strconv.AppendInt(nil, int64(s.Version), 10))
	l.set("unit", jsonform.AppendString(nil, []byte(unit)))
	l.set("sample", jsonform.AppendString(nil, []byte(k.String())))
	r.setHeader(l)
	l.set("hex", append(hex.AppendEncode([]byte{'"'}, data), '"'))
	fault := r.check()
	if fault = c.setJSON(l, &r, fault); fault != nil {
		return dst, fault
	}
	return l.appendTo(dst), nil
}

// Write writes a line for every message and kind, the kinds of one message side
// by side.
func (c *Coder) Write(w io.Writer, specs []*message.Spec, kinds []sample.Kind) error {
	var buf []byte
	for _, s := range specs {
		buf = buf[:0]
		for _, k := range kinds {
			var err error
			if buf, err = c.Append(buf, s, k); err != nil {
				return err
			}
			buf = append(buf, '\n')
		}
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}
