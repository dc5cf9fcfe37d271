package view

import (
	"encoding/base64"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

// Nodes writes JSON Lines: one object for each thing on the wire, containers
// and lengths included, in wire order. Its keys are
//
//	space        number of the byte space: 0 for the input, others for unpacked data
//	offset       of the first byte
//	size         in bytes
//	path         Topics[0].Partitions[3].LeaderEpoch; "" for messages and bodies
//	name, type   as trees show them
//	value        as in Kafka's JSON: bytes as base64, uuids as 22 characters;
//	             the number of elements or tagged fields of those that have some;
//	             the size of bytes with contents; the tag of a tagged field;
//	             absent for structs, null for nulls
//	raw          base64 of a string that is not valid UTF-8
//	text         bytes that are text, as such
//	word         what the value is called: FENCED_LEADER_EPOCH; what bytes of
//	             another encoding say
//	hidden       the size of a secret, which has no value
//	note         about its encoding
//	layer        as legends show it
//	leaf         true for what has no contents in its space; leaves cover the
//	             input and the data of each space
//	opens        number of the space that was unpacked from a leaf; the objects of
//	             its contents come next
//	description
//
// The path of a length, count, tag or size is that of its container with one
// more step: Topics.length. A tagged field and its value have the same path. A
// finding is an object with space, offset, path and
// finding. The last object is the error, if there is one: space, offset, path
// and error, which has offset, path, expected, found and hint.
func Nodes(w io.Writer, d *Doc, o Options) error {
	p := newPen(w, plainText)
	n := &nodePrinter{pen: p, values: newValues(d, true), base: d.Tape.Base}
	o.Limit = 0 // whoever asks for data wants all of it
	err := walk(d, o, n)
	if err == nil && d.Tape.Err != nil {
		n.failure(d.Tape.Err)
	}
	return p.close(err)
}

type nodePrinter struct {
	pen    *pen
	values values
	path   []byte // of the thing that was written last
	space  int    // that it lies in
	base   int    // of the tape
}

func (n *nodePrinter) begin(space, off int) {
	n.pen.raw(`{"space":`)
	n.pen.num(int64(space))
	n.pen.raw(`,"offset":`)
	n.pen.num(int64(off))
}

func (n *nodePrinter) text(key, s string) {
	n.pen.raw(key)
	n.pen.buf = jsonform.AppendString(n.pen.buf, []byte(s))
}

func (n *nodePrinter) thing(it *item) {
	p := n.pen
	n.space = it.space
	n.begin(it.space, it.base+it.off)
	p.raw(`,"size":`)
	p.num(int64(it.end - it.off))
	n.path = appendPath(n.path[:0], it.path)
	p.raw(`,"path":`)
	p.buf = jsonform.AppendString(p.buf, n.path)
	n.name(it)
	n.value(it)
	p.raw(`,"layer":"`)
	p.raw(n.values.t.Layer(it.ref).String())
	p.raw(`"`)
	if !it.children || it.opens != 0 {
		p.raw(`,"leaf":true`)
	}
	if it.opens != 0 {
		p.raw(`,"opens":`)
		p.num(int64(it.opens))
	}
	if p.held = n.values.about(p.held[:0], it); len(p.held) > 0 {
		p.raw(`,"description":`)
		p.buf = jsonform.AppendString(p.buf, p.held)
	}
	p.raw("}")
	p.newline()
}

func (n *nodePrinter) name(it *item) {
	p := n.pen
	p.held = append(p.held[:0], it.info.Name...)
	if it.info.Element {
		p.held = append(strconv.AppendInt(append(p.held, '['), int64(it.index), 10), ']')
	}
	p.raw(`,"name":`)
	p.buf = jsonform.AppendString(p.buf, p.held)
	if it.info.Type != "" {
		n.text(`,"type":`, it.info.Type)
	}
}

// value writes the value and what is known about it.
func (n *nodePrinter) value(it *item) {
	p, v := n.pen, &n.values
	var note []byte
	switch k := it.op.Kind; {
	case v.t.IsNull(it.ref):
		p.raw(`,"value":null`)
		if k.IsBytes() {
			note = v.lengthNote(it, 0, true)
		}
	case k.IsStruct():
	case it.opens != 0:
		n.number(int64(it.end - it.off))
		note = v.unpackedNote(it)
	case k.IsArray():
		count, _ := v.t.Count(it.ref)
		n.number(int64(count))
	case k == layout.Tagged:
		n.number(int64(v.tag(it)))
		note = []byte(it.odd)
	case k.IsBytes():
		note = n.bytes(it)
	default:
		note = n.scalar(it)
	}
	if word := v.word(it); word != "" {
		n.text(`,"word":`, word)
	}
	if len(note) > 0 {
		n.text(`,"note":`, string(note))
	}
}

func (n *nodePrinter) number(v int64) {
	n.pen.raw(`,"value":`)
	n.pen.num(v)
}

// scalar writes a value without a length prefix.
func (n *nodePrinter) scalar(it *item) (note []byte) {
	p, v := n.pen, &n.values
	switch it.op.Kind {
	case layout.Raw:
		b, _ := v.t.Bytes(it.ref)
		if it.info.Secret {
			n.text(`,"hidden":`, prose.Count(len(b), "byte"))
			break
		}
		n.base64(`,"value":"`, b)
		if it.info.Show != nil {
			key := `,"word":`
			if it.info.Type == stringType {
				key = `,"text":`
			}
			n.text(key, it.info.Show(b))
		}
		if it.info.Type == textType && isText(b) {
			n.text(`,"text":`, string(b))
		}
	case layout.UUID:
		id, _ := v.t.Bytes(it.ref)
		p.raw(`,"value":"`)
		p.buf = append(wire.AppendUUIDText(p.buf, id), '"')
	case layout.Float64:
		p.raw(`,"value":`)
		p.buf = jsonform.AppendFloat(p.buf, v.t.Float(it.ref))
	case layout.Bool:
		p.raw(`,"value":`)
		_, note = v.number(nil, it)
		p.buf = strconv.AppendBool(p.buf, v.t.Int(it.ref) != 0)
	default:
		number := v.t.Int(it.ref)
		n.number(number)
		note = v.numberNote(it, number)
	}
	return note
}

// bytes writes a value with a length prefix. Of a field with contents it is
// the size, because its contents have objects of their own.
func (n *nodePrinter) bytes(it *item) (note []byte) {
	p, v := n.pen, &n.values
	b, _ := v.t.Bytes(it.ref)
	note = v.lengthNote(it, len(b), false)
	switch {
	case it.children:
		n.number(int64(len(b)))
	case it.op.Kind.IsString():
		p.raw(`,"value":`)
		p.buf = jsonform.AppendString(p.buf, b)
		if !utf8.Valid(b) {
			note = addNote(note, "invalid UTF-8")
			n.base64(`,"raw":"`, b)
		}
	default:
		n.base64(`,"value":"`, b)
		if isText(b) {
			p.raw(`,"text":`)
			p.buf = jsonform.AppendString(p.buf, b)
		}
	}
	return note
}

// base64 writes bytes in pieces, so that a value of any size passes through
// the pen's buffer.
func (n *nodePrinter) base64(key string, b []byte) {
	const piece = 3 << 12
	p := n.pen
	p.raw(key)
	for len(b) > piece {
		p.buf = base64.StdEncoding.AppendEncode(p.buf, b[:piece])
		b = b[piece:]
		p.room()
	}
	p.buf = append(base64.StdEncoding.AppendEncode(p.buf, b), '"')
}

func (n *nodePrinter) finding(_ []byte, f tape.Finding) {
	at := f.Offset
	if n.space == 0 {
		at += n.base
	}
	n.begin(n.space, at)
	n.text(`,"path":`, string(n.path))
	n.text(`,"finding":`, f.Text)
	n.pen.raw("}")
	n.pen.newline()
}

func (n *nodePrinter) gap([]byte, int) {}

func (n *nodePrinter) failure(err *tape.Error) {
	p := n.pen
	n.begin(0, err.Place())
	n.text(`,"path":`, err.Path)
	p.raw(`,"error":{"offset":`)
	p.num(int64(err.Place()))
	n.text(`,"path":`, err.Path)
	n.text(`,"expected":`, err.Expected)
	n.text(`,"found":`, err.Found)
	if err.Hint != "" {
		n.text(`,"hint":`, err.Hint)
	}
	p.raw("}}")
	p.newline()
}
