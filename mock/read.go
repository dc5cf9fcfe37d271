package mock

import (
	"fmt"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

// opaque keeps a tape from looking into fields: bodies have their bytes.
type opaque struct{}

func (opaque) Nest(*tape.Tape, string) {}

// mostValues bounds the values of a body, because a Body takes far more memory
// than the bytes that it is read from. A Metadata request for 100,000 topics has
// 300,000.
const mostValues = 1 << 20

// bodyOf reads a body that lies on a tape.
func bodyOf(s *message.Spec, t *tape.Tape) (Body, error) {
	r, ok := s.BodyOn(t)
	if !ok {
		return Body{}, nil
	}
	x := reader{t: t, left: mostValues}
	b := x.structure(r)
	if x.left < 0 {
		return nil, fmt.Errorf("expected at most %s in a body, found more", prose.Count(mostValues, "value"))
	}
	return b, nil
}

// reader makes values of what lies on a tape, until it has made too many.
type reader struct {
	t    *tape.Tape
	left int
}

func (x *reader) structure(r tape.Ref) Body {
	b := Body{}
	for c := range x.t.Children(r) {
		switch info := x.t.Info(c); {
		case c.IsPart():
		case x.t.Op(c).Kind == layout.Tags:
			x.tags(c, b)
		case info.Key != "":
			b[info.Key] = x.value(c)
		}
	}
	return b
}

// tags reads the tagged fields that the schema names.
func (x *reader) tags(tags tape.Ref, b Body) {
	for tag := range x.t.Children(tags) {
		if tag.IsPart() || x.t.Info(tag).Field == nil {
			continue
		}
		for c := range x.t.Children(tag) {
			if !c.IsPart() {
				b[x.t.Info(c).Key] = x.value(c)
			}
		}
	}
}

func (x *reader) value(r tape.Ref) any {
	if x.left--; x.left < 0 || x.t.IsNull(r) {
		return nil
	}
	switch k := x.t.Op(r).Kind; {
	case k.IsStruct():
		return x.structure(r)
	case k.IsArray():
		return x.array(r)
	case k == layout.Bool:
		return x.t.Int(r) != 0
	case k == layout.Float64:
		return x.t.Float(r)
	case k == layout.UUID, k.IsBytes():
		b, _ := x.t.Bytes(r)
		if k == layout.UUID {
			return string(wire.AppendUUIDText(nil, b))
		}
		if k.IsString() {
			return string(b)
		}
		return b
	}
	return x.t.Int(r)
}

func (x *reader) array(r tape.Ref) []any {
	list := []any{}
	for c := range x.t.Children(r) {
		if x.left < 0 {
			break
		}
		if x.t.Info(c).Element {
			list = append(list, x.value(c))
		}
	}
	return list
}

// decode reads a body from bytes.
func decode(s *message.Spec, b []byte) (Body, error) {
	t := &tape.Tape{Nester: opaque{}}
	s.Read(t, b, message.Body)
	if t.Err != nil {
		return nil, t.Err
	}
	return bodyOf(s, t)
}
