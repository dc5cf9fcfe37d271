package mock

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/wire"
)

// source makes a Body a layout.Source.
type source struct {
	root any
	// code finds error codes by name, which may stand for an int16.
	code func(name string) (int16, bool)
	open []level
	// array is the one that was asked for last. It is open once an element is
	// asked for: writers of batches ask for some fields more than once.
	array []any
}

// errorMessage is a field whose default in schemas is "", but nodes that have
// nothing to add to an error code say null, so that clients use their own words.
const errorMessage = "ErrorMessage"

// level is a struct or an array that is being written.
type level struct {
	fields Body
	list   []any
	next   int // behind the element that is being written
}

// Value finds the value of a field in the innermost struct, or of an element in
// the innermost array.
func (s *source) Value(l *layout.Layout, i int, v *layout.Value) (err error) {
	op, info := &l.Ops[i], &l.Info[i]
	s.array = nil
	x, given := s.root, true
	if len(s.open) > 0 {
		top := &s.open[len(s.open)-1]
		switch {
		case op.Kind == layout.Tags:
			v.Extra, err = extraTags(top.fields[tagsKey])
			return err
		case info.Element:
			x = top.list[top.next-1]
		default:
			x, given = top.fields[info.Key]
		}
	}
	if !given && op.Nullable && info.Name == errorMessage {
		v.State = layout.Null
		return nil
	}
	if !given || x == nil && !op.Nullable {
		return nil
	}
	v.State = layout.Given
	if x == nil {
		v.State = layout.Null
		return nil
	}
	return s.fill(op.Kind, info, x, v)
}

// More moves to the next element.
func (s *source) More(*layout.Layout, int) (bool, error) {
	if s.array != nil {
		s.open = append(s.open, level{list: s.array})
		s.array = nil
	}
	top := &s.open[len(s.open)-1]
	top.next++
	return top.next <= len(top.list), nil
}

// Close leaves a struct or an array.
func (s *source) Close(*layout.Layout, int) error {
	s.open = s.open[:len(s.open)-1]
	return nil
}

func (s *source) fill(k layout.Kind, info *layout.Info, x any, v *layout.Value) error {
	ok := true
	switch {
	case k.IsStruct():
		return s.structure(info, x)
	case k.IsArray():
		if s.array, ok = x.([]any); s.array == nil {
			s.array = []any{}
		}
	case k == layout.Bool:
		var b bool
		if b, ok = x.(bool); b {
			v.Int = 1
		}
	case k == layout.Float64:
		v.Float, ok = toFloat(x)
	case k == layout.UUID:
		return uuid(x, v)
	case k.IsString():
		var text string
		text, ok = x.(string)
		v.Bytes = []byte(text)
	case k.IsBytes():
		return toBytes(x, v)
	default:
		v.Int, ok = s.integer(x)
	}
	if !ok {
		return mismatch(info.Type, x)
	}
	return nil
}

func (s *source) structure(info *layout.Info, x any) error {
	switch b := x.(type) {
	case Body:
		s.open = append(s.open, level{fields: b})
	case map[string]any:
		s.open = append(s.open, level{fields: b})
	default:
		return mismatch(info.Type, x)
	}
	return nil
}

func (s *source) integer(x any) (int64, bool) {
	if name, ok := x.(string); ok && s.code != nil {
		code, ok := s.code(name)
		return int64(code), ok
	}
	return toInt(x)
}

func mismatch(want string, x any) error {
	text, err := json.Marshal(x)
	if err != nil {
		text = []byte("something else")
	}
	const most = 40
	if len(text) > most {
		text = append(text[:most:most], "…"...)
	}
	return fmt.Errorf("expected %s, found %s", want, text)
}

func toFloat(x any) (float64, bool) {
	switch n := x.(type) {
	case float64:
		return n, true
	case json.Number:
		f, err := n.Float64()
		return f, err == nil
	}
	n, ok := toInt(x)
	return float64(n), ok
}

func uuid(x any, v *layout.Value) error {
	text, ok := x.(string)
	if !ok {
		return mismatch("uuid", x)
	}
	id, err := wire.ParseUUID(text)
	v.Bytes = id[:]
	return err
}

func toBytes(x any, v *layout.Value) (err error) {
	switch b := x.(type) {
	case []byte:
		v.Bytes = b
	case string:
		if v.Bytes, err = base64.StdEncoding.DecodeString(b); err != nil {
			return fmt.Errorf("bytes are not base64: %w", err)
		}
	default:
		return mismatch("bytes", x)
	}
	if v.Bytes == nil {
		v.Bytes = []byte{}
	}
	return nil
}

// extraTags reads _taggedFields: [{"tag":7,"data":"base64"}].
func extraTags(x any) (tags []layout.ExtraTag, err error) {
	list, ok := x.([]any)
	if x != nil && !ok {
		return nil, mismatch(tagsKey+" as an array", x)
	}
	for _, e := range list {
		if m, ok := e.(map[string]any); ok {
			e = Body(m)
		}
		tag, ok := e.(Body)
		n, isInt := toInt(tag["tag"])
		if !ok || !isInt || n < 0 || n > 1<<31-1 {
			return nil, mismatch(`a tagged field such as {"tag":7,"data":"AQI="}`, e)
		}
		var data layout.Value
		if tag["data"] != nil {
			if err := toBytes(tag["data"], &data); err != nil {
				return nil, err
			}
		}
		tags = append(tags, layout.ExtraTag{Tag: uint32(n), Data: data.Bytes})
	}
	return tags, nil
}
