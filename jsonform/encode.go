package jsonform

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// Encode appends the bytes of one instance of l, which the JSON object text
// describes, to dst. Fields that the object leaves out have their default. A
// _raw member is what is written as long as it says the same as the fields.
// Errors are of type *Error. records writes records that are given as an array
// of batches; nil refuses them.
func Encode(dst []byte, l *layout.Layout, text []byte, records RecordFormat) ([]byte, error) {
	src := &source{scanner: scanner{b: text}}
	out, err := l.Append(dst, src, records)
	if err == nil {
		if src.peek(); src.pos < len(text) {
			err = src.errorf("expected the end, found %s", src.found())
		}
	}
	if err != nil {
		if raw := unedited(text, l, records); raw != nil {
			return append(dst, raw...), nil
		}
		return dst, src.place(err)
	}
	if src.raw != nil {
		out = append(dst, keepRaw(out[len(dst):], src.raw, l, records)...)
	}
	return out, nil
}

// Dropped gives the ignorable fields of other versions that text has a value for,
// each once: Encode leaves them out, as Kafka does, and whoever wrote the text may
// want to know. The error is that of Encode.
func Dropped(l *layout.Layout, text []byte, records RecordFormat) (all []*schema.Field, err error) {
	src := &source{scanner: scanner{b: text}}
	if _, err := l.Append(nil, src, records); err != nil {
		return nil, src.place(err)
	}
	for _, f := range src.dropped {
		if !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all, nil
}

// place turns an error of the writer or of this package into an *Error.
func (s *source) place(err error) error {
	e := &Error{}
	pos := s.pos
	var v *layout.ValueError
	if errors.As(err, &v) {
		e.Path, err = v.Path, v.Err
		pos = s.at
	}
	var syntax *syntaxError
	if errors.As(err, &syntax) {
		pos = syntax.pos
		if syntax.other {
			e.Path = ""
		}
	}
	e.Msg = err.Error()
	e.Line, e.Col = prose.Position(s.b, pos)
	return e
}

// Set appends the tape's data to dst with the value that text gives in the
// place of r, and with all sizes around it mended (see tape.Replace). Errors
// about text are of type *Error.
func Set(dst []byte, t *tape.Tape, r tape.Ref, text []byte, records RecordFormat) ([]byte, error) {
	l, op := t.Layout(r)
	if k := l.Ops[op].Kind; k == layout.Tags || k == layout.Tagged {
		return nil, fmt.Errorf("%s is no value of its own: set what is in it, or the struct around it", t.Info(r).Name)
	}
	src := &source{scanner: scanner{b: text}}
	value, err := l.AppendValue(nil, op, src, records)
	if err == nil {
		if src.peek(); src.pos < len(text) {
			err = src.errorf("expected the end, found %s", src.found())
		}
	}
	if err != nil {
		return nil, src.place(err)
	}
	return t.Replace(dst, r, value)
}
