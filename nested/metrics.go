package nested

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// Metrics that clients push (KIP-714): OpenTelemetry's MetricsData in protobuf,
// which has no layout in the sense of package layout, because its fields come
// in any order and say themselves what they are. Each field becomes a node: a
// message one with its fields in it, anything else a leaf that is shown in
// words. The wire format is protowire's, the names are otlp.txt's.

//go:embed otlp.txt
var otlpText string

// protoMessage is one message of otlp.txt: a layout that names its fields.
type protoMessage struct {
	layout *layout.Layout
	fields map[protowire.Number]protoField
}

type protoField struct {
	op      int
	message string // "" for what is no message
}

type metrics struct {
	codecs   *record.Codecs
	packed   *layout.Layout // compressed metrics, one leaf
	messages func() map[string]*protoMessage
}

func newMetrics(codecs *record.Codecs) *metrics {
	return &metrics{
		codecs:   codecs,
		packed:   layout.Leaf("compressed", "bytes", "metrics, compressed", layout.Body),
		messages: sync.OnceValue(readMessages),
	}
}

// Ops that every message has in front of its own fields'.
const (
	headOp    = 1 + iota // number, type and length in front of a message's fields
	unknownOp            // a field that otlp.txt lacks, or one with another type on the wire
	opaqueOp             // bytes that are no protobuf
)

// readMessages reads otlp.txt, whose form a test checks.
func readMessages() map[string]*protoMessage {
	all := map[string]*protoMessage{}
	var name string
	var rows []string
	flush := func() {
		if name != "" {
			all[name] = newProtoMessage(name, rows)
		}
	}
	_ = facts.Lines("otlp.txt", otlpText, func(l facts.Line) error {
		if l.Indent > 0 {
			rows = append(rows, l.Text)
			return nil
		}
		flush()
		name, rows = l.Text, nil
		return nil
	})
	flush()
	return all
}

func newProtoMessage(name string, rows []string) *protoMessage {
	m := &protoMessage{fields: map[protowire.Number]protoField{}}
	parts := []layout.Part{
		{Name: "field", Type: "varint", Kind: layout.Raw, About: "number and type of the field, and how many bytes follow", Show: showHead},
		{Name: "unknown", Type: "field", Kind: layout.Raw, About: "field that is not known", Show: showUnknown},
		{Name: "bytes", Type: "bytes", Kind: layout.Raw, About: "no metrics"},
	}
	op := opaqueOp
	for _, row := range rows {
		words := strings.Fields(row)
		number, _ := strconv.Atoi(words[0])
		typ := strings.Trim(words[2], "[]")
		f, part := protoField{}, layout.Part{Name: words[1], Type: typ, Kind: layout.Raw, Show: showProto(typ)}
		op++
		f.op = op
		if typ[0] >= 'A' && typ[0] <= 'Z' {
			f.message, part.Kind, part.Show = typ, layout.Struct, nil
			op++ // the end of the struct
		}
		m.fields[protowire.Number(number)] = f
		parts = append(parts, part)
	}
	m.layout = layout.Literal(name, "protobuf", "", layout.Body, parts...)
	return m
}

// read reads the Metrics of a PushTelemetryRequest, which says how they are
// compressed.
func (m *metrics) read(t *tape.Tape) error {
	codec := record.None
	if r, ok := t.Enclosing("CompressionType"); ok {
		codec = record.Codec(t.Int(r))
	}
	if codec == record.None {
		m.data(t)
		return nil
	}
	if !codec.Known() {
		return fmt.Errorf("metrics of compression type %d, which Kafka has not", codec)
	}
	packed := t.Upcoming()
	err := t.Unpack(m.packed, 0, func(dst []byte) ([]byte, error) {
		return m.codecs.Expand(dst, packed, codec, mostMetrics(len(packed)))
	}, func() { m.unpacked(t) })
	if err != nil {
		return fmt.Errorf("no %s data: %w", codec, err)
	}
	return nil
}

// unpacked reads metrics in a space of their own, where bytes that are none
// stay bytes.
func (m *metrics) unpacked(t *tape.Tape) {
	fault := attempt(t, func(t *tape.Tape) error { m.data(t); return nil })
	if fault != nil {
		t.Field(m.messages()["MetricsData"].layout, opaqueOp, t.Limit()-t.Pos())
		note(t, "shown as bytes: "+fault.words("metrics"))
	}
}

// mostMetrics is how many bytes n compressed ones may become. Brokers take
// 1 MiB, compressed, unless they are told otherwise (telemetry.max.bytes).
func mostMetrics(n int) int { return min(1<<20+64*n, 64<<20) }

// maxProtoDepth bounds messages in messages: attributes may hold lists of
// lists.
const maxProtoDepth = 32

func (m *metrics) data(t *tape.Tape) {
	root := m.messages()["MetricsData"]
	t.Open(root.layout)
	m.message(t, root, 0)
	t.Close()
}

// message reads fields up to the limit.
func (m *metrics) message(t *tape.Tape, msg *protoMessage, depth int) {
	for t.Pos() < t.Limit() && t.Err == nil {
		b := t.Upcoming()
		number, typ, size := protowire.ConsumeField(b)
		if size < 0 {
			t.Fail(tape.BadLength, "a protobuf field", protoFault(size))
			return
		}
		f, known := msg.fields[number]
		switch {
		case !known, f.message != "" && (typ != protowire.BytesType || depth == maxProtoDepth):
			t.Field(msg.layout, unknownOp, size)
		case f.message == "":
			t.Field(msg.layout, f.op, size)
		default:
			_, _, tag := protowire.ConsumeTag(b)
			_, length := protowire.ConsumeVarint(b[tag:])
			inner := m.messages()[f.message]
			t.OpenField(msg.layout, f.op)
			before := t.SetLimit(t.Pos() + size)
			t.Field(inner.layout, headOp, tag+length)
			m.message(t, inner, depth+1)
			t.RestoreLimit(before)
			t.Close()
		}
	}
}

// protoFault words what protowire returns instead of a size.
func protoFault(code int) string {
	err := protowire.ParseError(code)
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "proto:"), " ")
}
