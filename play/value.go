package play

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// valued is the answer of value.
type valued struct {
	placed
	Name string `json:"name"`
	Type string `json:"type"`
	Text string `json:"text"`          // for editing
	Long bool   `json:"long"`          // of several lines
	Why  string `json:"why,omitempty"` // it cannot be edited
}

func (e *Engine) value(p *place) (*valued, error) {
	l, err := e.find(p)
	if err != nil {
		return nil, err
	}
	o := e.open
	r := o.valueOf(l.Ref)
	info := o.Tape.Info(r)
	v := &valued{placed: placed{l.Number, string(l.Path), l.Space, l.Off, l.End}, Name: info.Name, Type: info.Type}
	if err := o.refusal(r); err != nil {
		v.Why = err.Error()
		return v, nil
	}
	v.Text, v.Long = o.editText(r)
	return v, nil
}

// refusal is why a thing cannot be edited, nil where it can: an edit that
// changes nothing finds out.
func (o *opened) refusal(r tape.Ref) error {
	if k := o.Tape.Op(r).Kind; !r.IsPart() && (k == layout.Tags || k == layout.Tagged) {
		return fmt.Errorf("%s is no value of its own: edit what is in it, or the struct around it", o.Tape.Info(r).Name)
	}
	off, end := o.Tape.Span(r)
	_, err := o.Tape.Replace(nil, r, o.Tape.DataOf(r.Node())[off:end])
	return err
}

// valueOf is the value that a tagged field holds, else the thing itself.
func (o *opened) valueOf(r tape.Ref) tape.Ref {
	if r.IsPart() || o.Tape.Op(r).Kind != layout.Tagged || o.Tape.Info(r).Field == nil {
		return r
	}
	for c := range o.Tape.Children(r) {
		if !c.IsPart() {
			return c
		}
	}
	return r
}

// editText is a value as asJSON takes it, in the form that is read most
// easily.
func (o *opened) editText(r tape.Ref) (text string, long bool) {
	k := o.Tape.Op(r).Kind
	if b, null := o.Tape.Bytes(r); o.isBytes(r) && !null {
		return "0x" + hex.EncodeToString(b), false
	}
	value := jsonform.AppendValue(nil, o.Tape, r, jsonform.Options{})
	if k.IsStruct() || k.IsArray() || k.IsBytes() && !k.IsString() {
		return indented(value), true
	}
	return string(value), false
}

// isBytes reports whether a thing is bytes, not text, and JSON has them as
// base64.
func (o *opened) isBytes(r tape.Ref) bool {
	k := o.Tape.Op(r).Kind
	return !r.IsPart() && (k == layout.Raw || k.IsBytes() && !k.IsString() && (!k.IsRecords() || !o.Tape.HasChildren(r)))
}

// asJSON makes JSON of what somebody typed as the value of a thing. What it has
// no rule for stays as it is: package jsonform says what is wrong with it.
func (o *opened) asJSON(r tape.Ref, typed string) []byte {
	text := strings.TrimSpace(typed)
	k := o.Tape.Op(r).Kind
	digits, isHex := strings.CutPrefix(strings.ToLower(text), "0x")
	quoted := strings.HasPrefix(text, `"`) || text == "null"
	switch {
	case o.isBytes(r) && isHex:
		if b, err := hex.DecodeString(strings.Join(strings.Fields(digits), "")); err == nil {
			return []byte(`"` + base64.StdEncoding.EncodeToString(b) + `"`)
		}
	case k.IsString() && !quoted:
		return jsonform.AppendString(nil, []byte(typed))
	case k == layout.UUID && !quoted:
		return jsonform.AppendString(nil, []byte(text))
	case isHex:
		if n, err := strconv.ParseInt(text, 0, 64); err == nil {
			return strconv.AppendInt(nil, n, 10)
		}
	case isWord(text):
		if n, ok := o.number(r, text); ok {
			return strconv.AppendInt(nil, n, 10)
		}
	}
	return []byte(text)
}

// isWord reports whether a text may be a name: it begins with a letter.
func isWord(s string) bool {
	return s != "" && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z')
}

// number is the number that the tree would name so behind a value of r. Those
// that have names are few and small.
func (o *opened) number(r tape.Ref, word string) (int64, bool) {
	l, op := o.Tape.Layout(r)
	for n := int64(math.MinInt8); n <= math.MaxInt16; n++ {
		if name := o.doc.Names.Number(l, op, n); name != "" && strings.EqualFold(name, word) {
			return n, true
		}
	}
	return 0, false
}

// json is the message in Kafka's form. It is read anew, because there fields of
// bytes are base64, whatever they hold.
func (o *opened) json() string {
	q := o.question
	q.codec.Nester = q.codec.Records
	r, err := q.explain.Glance(o.data, q.as, q.asked.Request, q.guess)
	if err != nil {
		r = &explain.Reading{Tape: &tape.Tape{}, Unit: explain.Unknown}
	}
	return indented(r.AppendJSON(nil, jsonform.Options{}))
}

// indented gives JSON with line ends.
func indented(text []byte) string {
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err != nil {
		return string(text)
	}
	return out.String()
}
