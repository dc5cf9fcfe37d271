package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// maxDepth bounds how deep JSON may nest; Kafka's deepest schema needs 14.
const maxDepth = 100

// value is a JSON value that knows where it stands in the file.
type value struct {
	off     int
	end     int    // offset after it; of objects and arrays only
	kind    string // object, array, string, number, boolean, null
	text    string // of a scalar
	members map[string]*value
	elems   []*value
}

// fault is an error at an offset; Parse turns it into an *Error.
type fault struct {
	off int
	msg string
}

func (f *fault) Error() string { return f.msg }

func faultf(off int, format string, args ...any) error {
	return &fault{off, fmt.Sprintf(format, args...)}
}

// reader builds values from the tokens of encoding/json.
type reader struct {
	dec  *json.Decoder
	data []byte
}

// start is the offset of the token that comes next.
func (r *reader) start() int {
	off := int(r.dec.InputOffset())
	for off < len(r.data) {
		switch r.data[off] {
		case ' ', '\t', '\r', '\n', ',', ':':
			off++
		default:
			return off
		}
	}
	return off
}

func (r *reader) token() (json.Token, int, error) {
	off := r.start()
	tok, err := r.dec.Token()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, 0, faultf(r.wrongByte(off), "not JSON: %s", syntax.Error())
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, 0, faultf(len(r.data), "the JSON ends too early")
	case err != nil:
		return nil, 0, faultf(off, "not JSON: %s", err)
	}
	return tok, off, nil
}

// wrongByte is the offset of the first byte that is not JSON. A Decoder's
// error does not count the bytes between its tokens, Unmarshal's counts all,
// the wrong one included.
func (r *reader) wrongByte(off int) int {
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(r.data, new(any)), &syntax) {
		return int(syntax.Offset) - 1
	}
	return off
}

func (r *reader) value(depth int) (*value, error) {
	tok, off, err := r.token()
	if err != nil {
		return nil, err
	}
	if depth > maxDepth {
		return nil, faultf(off, "nested deeper than %d levels", maxDepth)
	}
	switch t := tok.(type) {
	case json.Delim:
		return r.compound(t, off, depth)
	case string:
		return &value{off: off, kind: "string", text: t}, nil
	case json.Number:
		return &value{off: off, kind: "number", text: t.String()}, nil
	case bool:
		return &value{off: off, kind: "boolean", text: strconv.FormatBool(t)}, nil
	}
	return &value{off: off, kind: "null", text: "null"}, nil
}

func (r *reader) compound(open json.Delim, off, depth int) (*value, error) {
	v := &value{off: off, kind: "array"}
	if open == '{' {
		v.kind, v.members = "object", map[string]*value{}
	}
	for r.dec.More() {
		key := ""
		if v.members != nil {
			tok, _, err := r.token()
			if err != nil {
				return nil, err
			}
			key = tok.(string) // the decoder accepts nothing else here
		}
		elem, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		if v.members != nil {
			v.members[key] = elem
		} else {
			v.elems = append(v.elems, elem)
		}
	}
	_, _, err := r.token()
	v.end = int(r.dec.InputOffset())
	return v, err
}

// get is the member of that name; nil when v has none.
func (v *value) get(name string) *value { return v.members[name] }

// need is the member of that name, which must be there and be of that kind.
func (v *value) need(name, kind string) (*value, error) {
	m := v.get(name)
	if m == nil {
		return nil, faultf(v.off, "%q is missing", name)
	}
	return m, m.is(name, kind)
}

func (v *value) is(name, kind string) error {
	if v.kind != kind {
		return faultf(v.off, "%q must be of JSON type %s, found %s", name, kind, v.kind)
	}
	return nil
}

// scalar is the text of a member that may be a string, a number or a boolean,
// because Kafka's files write "true" and true, "-1" and -1; "" when absent or
// null.
func (v *value) scalar(name string) (text string, off int, err error) {
	m := v.get(name)
	if m == nil {
		return "", v.off, nil
	}
	if m.kind == "object" || m.kind == "array" {
		return "", m.off, faultf(m.off, "%q must be a scalar, found %s", name, m.kind)
	}
	if m.kind == "null" {
		return "", m.off, nil
	}
	return m.text, m.off, nil
}

func (v *value) versions(name string, absent Versions) (Versions, error) {
	text, off, err := v.scalar(name)
	if err != nil || v.get(name) == nil {
		return absent, err
	}
	r, err := ParseVersions(text)
	if err != nil {
		return None, faultf(off, "%q: %s", name, err)
	}
	return r, nil
}

func (v *value) flag(name string) (bool, error) {
	text, off, err := v.scalar(name)
	if err != nil || text == "" {
		return false, err
	}
	b, err := strconv.ParseBool(text)
	if err != nil {
		return false, faultf(off, "%q must be true or false, found %q", name, text)
	}
	return b, nil
}

func (v *value) number(name string, absent int) (int, error) {
	text, off, err := v.scalar(name)
	if err != nil || v.get(name) == nil {
		return absent, err
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, faultf(off, "%q must be a number from 0, found %q", name, text)
	}
	return int(n), nil
}

func (v *value) list(name string) ([]*value, error) {
	m := v.get(name)
	if m == nil || m.kind == "null" {
		return nil, nil
	}
	return m.elems, m.is(name, "array")
}
