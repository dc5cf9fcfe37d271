package agreement_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kscope/kscope/interop/oracle"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/wire"
)

// How refusals are found: for every field of every (message, version) a JSON
// value is made in which all has its default, but the field something that may
// be wrong. Kafka and we must both refuse it, or both write the same bytes.

// question is such a value.
type question struct {
	spec *message.Spec
	from int // the version whose JSON form it has
	what string
	json []byte
}

// instance is a value whose fields have their defaults, except that the op
// called target has the value given. Arrays on the way there have one element.
func instance(l *layout.Layout, target int, value any) []byte {
	text, err := json.Marshal(object(l, 0, target, value))
	if err != nil {
		panic(err) // value is made by this file
	}
	return text
}

func object(l *layout.Layout, op, target int, value any) map[string]any {
	out := map[string]any{}
	for f := range l.Fields(op) {
		out[l.Info[f].Key] = field(l, f, target, value)
	}
	return out
}

func field(l *layout.Layout, op, target int, value any) any {
	o := l.Ops[op]
	switch {
	case op == target:
		return value
	case op < target && target < int(o.End) && o.Kind.IsArray():
		return []any{field(l, op+1, target, value)}
	case op < target && target < int(o.End):
		return object(l, op, target, value)
	}
	return defaultOf(l, op)
}

func defaultOf(l *layout.Layout, op int) any {
	kind, d := l.Ops[op].Kind, l.Info[op].Default
	switch {
	case d.Null:
		return nil
	case kind == layout.Bool:
		return d.Int != 0
	case kind == layout.Float64:
		return float(d.Float)
	case kind == layout.UUID:
		id := []byte(d.Text)
		if d.Text == "" {
			id = make([]byte, wire.UUIDLen)
		}
		return string(wire.AppendUUIDText(nil, id))
	case kind.IsBytes():
		return d.Text
	case kind.IsArray():
		return []any{}
	case kind.IsStruct():
		return object(l, op, -1, nil)
	}
	return d.Int
}

// float writes a point always: Kafka's converter takes no integer for a float.
func float(x float64) json.RawMessage {
	return json.RawMessage(strconv.FormatFloat(x, 'f', 1, 64))
}

// other is a value that a field may have, but not its default.
func other(l *layout.Layout, op int) any {
	kind, d := l.Ops[op].Kind, l.Info[op].Default
	switch {
	case kind == layout.Bool:
		return d.Int == 0
	case kind == layout.Float64:
		return float(d.Float + 1.5)
	case kind == layout.UUID:
		return "AAAAAAAAAAAAAAAAAAAABw"
	case kind.IsString():
		return d.Text + "x"
	case kind.IsBytes():
		return base64.StdEncoding.EncodeToString([]byte(d.Text + "x"))
	case kind.IsArray():
		return []any{defaultOf(l, op+1)}
	case kind.IsStruct():
		return object(l, op, -1, nil)
	}
	_, hi := kind.Range()
	return hi - 1
}

// wrong are values that a field cannot have, or perhaps not in this version.
func wrong(l *layout.Layout, op int) map[string]any {
	kind := l.Ops[op].Kind
	out := map[string]any{"null": nil, "object": map[string]any{}, "array of null": []any{nil}}
	switch {
	case kind.IsString():
		out["32767 bytes"] = strings.Repeat("x", 32767)
		out["32768 bytes"] = strings.Repeat("x", 32768)
		out["number"] = 7
	case kind.IsBytes():
		out["number"] = 7
	case kind.IsArray():
		out["two elements"] = []any{defaultOf(l, op+1), defaultOf(l, op+1)}
		out["string"] = "x"
	case kind.IsStruct():
		delete(out, "object") // Kafka wants every member there, we fill them in
	case kind == layout.Bool, kind == layout.UUID:
		out["number"] = 1
		out["string"] = "yes"
	case kind != layout.Float64:
		lo, hi := kind.Range()
		out["too small"] = new(big.Int).Sub(big.NewInt(lo), big.NewInt(1))
		out["too large"] = new(big.Int).Add(big.NewInt(hi), big.NewInt(1))
		if kind == layout.Int8 {
			// Kafka's converter takes 128 to 256 for unsigned, and stores 128 less
			// (MessageUtil.jsonNodeToByte); we refuse all that is no int8.
			out["too large"] = 257
		}
		out["smallest"], out["largest"] = lo, hi
		out["float"], out["string"], out["bool"] = 1.5, "1", true
	}
	return out
}

// fieldOps gives the ops of a layout that are fields.
func fieldOps(l *layout.Layout) []int {
	var out []int
	for i, info := range l.Info {
		if info.Field != nil && !info.Element && l.Ops[i].Kind != layout.Tagged {
			out = append(out, i)
		}
	}
	return out
}

// TestRefusalsOfValues tries values that do not fit their field.
func TestRefusalsOfValues(t *testing.T) {
	eachRelease(t, func(b *trial) {
		var all []question
		for _, s := range b.specs() {
			for _, op := range fieldOps(s.Body) {
				for what, value := range wrong(s.Body, op) {
					what = fmt.Sprintf("%s: %s", s.Body.Info[op].Field.Name, what)
					all = append(all, question{s, int(s.Version), what, instance(s.Body, op, value)})
				}
			}
		}
		b.decide(all)
	})
}

// TestRefusalsOfFieldsThatAVersionLacks takes each field in the form of a
// version that has it to each version that lacks it, once with a value and once
// with its default.
func TestRefusalsOfFieldsThatAVersionLacks(t *testing.T) {
	eachRelease(t, func(b *trial) {
		specs := b.specs()
		var all []question
		for _, has := range specs {
			for _, lacks := range specs {
				if lacks.Name == has.Name && lacks != has {
					all = append(all, fieldsBetween(specs, has, lacks)...)
				}
			}
		}
		b.decide(all)
	})
}

// fieldsBetween takes values in the form of has to lacks: one of all defaults,
// and one for each field that only has knows.
func fieldsBetween(specs []*message.Spec, has, lacks *message.Spec) []question {
	all := []question{{lacks, int(has.Version), "all defaults", instance(has.Body, -1, nil)}}
	for _, op := range fieldOps(has.Body) {
		if f := has.Body.Info[op].Field; !f.Versions.Has(lacks.Version) && nearest(specs, has, lacks, f.Versions.Has) {
			all = append(all, question{lacks, int(has.Version), f.Name, instance(has.Body, op, other(has.Body, op))})
		}
	}
	return all
}

// nearest reports whether no version between has and lacks has the field too.
func nearest(specs []*message.Spec, has, lacks *message.Spec, in func(int16) bool) bool {
	return !slices.ContainsFunc(specs, func(s *message.Spec) bool {
		return s.Name == has.Name && in(s.Version) &&
			(has.Version < s.Version && s.Version < lacks.Version || lacks.Version < s.Version && s.Version < has.Version)
	})
}

// decide asks Kafka and us.
func (b *trial) decide(all []question) {
	b.Helper()
	asked := make([]oracle.Request, len(all))
	for i, q := range all {
		asked[i] = oracle.ConvertRequest(q.spec.Name, q.from, int(q.spec.Version), oracle.Value{JSON: q.json})
	}
	refused := 0
	for i, kafka := range b.batch(asked) {
		q := all[i]
		ours, err := q.spec.Encode(nil, q.json, message.Body, message.Header{})
		switch {
		case kafka.Err() != nil && err != nil:
			refused++
		case kafka.Err() != nil || err != nil || !bytes.Equal(ours, kafka.Bytes):
			b.differ(q.spec, kafka.Bytes, "from version %d, %s\nours  %.300x %v\nKafka %v\n%.500s", q.from, q.what, ours, err, kafka.Err(), q.json)
		}
	}
	b.Logf("%d values: %d refused by both, %d written alike, %d differences", len(all), refused, len(all)-refused-b.faults, b.faults)
}
