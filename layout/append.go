package layout

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/kscope/kscope/wire"
)

// State tells what a source has for an op.
type State uint8

// The states of a value.
const (
	Absent State = iota // nothing: the default is written
	Null
	Given  // a value; of a struct or array, its contents come next
	Nested // of a records field: batches come next, as elements of an array
)

// Value is what a source has for one op. Which member counts is the op's kind's
// affair: integers and bools are in Int, float64 in Float, everything with
// bytes in Bytes (a uuid's are 16). Extra belongs to Tags ops.
type Value struct {
	State State
	Int   int64
	Float float64
	Bytes []byte // valid until the source is asked again
	Extra []ExtraTag
}

// ExtraTag is a tagged field that no schema names, to be written as it is.
type ExtraTag struct {
	Tag  uint32
	Data []byte
}

// Source has the values that a layout is run against. It is asked in wire
// order, and in a struct once for each field and then for the Tags op.
type Source interface {
	// Value fills v with what there is for the op of l.
	Value(l *Layout, op int, v *Value) error
	// More reports whether the array at op has another element.
	More(l *Layout, op int) (bool, error)
	// Close ends the struct or array at op, whose Value was Given or Nested.
	Close(l *Layout, op int) error
}

// IntSource is a Source that has whole runs of integers at hand. Asking for
// each element alone would take most of the time that writing one takes.
type IntSource interface {
	Source
	// AppendInts appends the elements of the run at op, up to its end, with
	// AppendInt, and says how many there were.
	AppendInts(dst []byte, l *Layout, op int) (out []byte, n int, err error)
}

// BatchWriter writes the batches of a records field whose value is Nested.
type BatchWriter interface {
	// AppendBatch appends the next batch, which src is about to be asked for.
	AppendBatch(w *Writer, src Source) error
}

// ValueError is a value that cannot be written, with its place.
type ValueError struct {
	Path string
	Err  error
}

// Error gives path and reason.
func (e *ValueError) Error() string {
	if e.Path == "" {
		return e.Err.Error()
	}
	return e.Path + ": " + e.Err.Error()
}

// Unwrap gives the reason alone.
func (e *ValueError) Unwrap() error { return e.Err }

// At puts a step, a field's name or an index in brackets, in front of the path
// of err.
func At(step string, err error) error {
	var v *ValueError
	if !errors.As(err, &v) {
		return &ValueError{step, err}
	}
	if v.Path != "" && v.Path[0] != '[' {
		step += "."
	}
	return &ValueError{step + v.Path, v.Err}
}

// Writer runs layouts against sources.
type Writer struct {
	Buf     []byte      // what has been written
	Batches BatchWriter // nil refuses Nested records
	value   Value
}

// Append appends one instance of l with src's values to dst. Values that the
// version cannot carry are refused with a *ValueError.
func (l *Layout) Append(dst []byte, src Source, batches BatchWriter) ([]byte, error) {
	w := Writer{Buf: dst, Batches: batches}
	err := w.Write(l, src)
	return w.Buf, err
}

// AppendValue appends the value of the one op at i, contents included.
func (l *Layout) AppendValue(dst []byte, i int, src Source, batches BatchWriter) ([]byte, error) {
	w := Writer{Buf: dst, Batches: batches}
	err := w.field(l, i, src)
	return w.Buf, err
}

// Write appends one instance of l, whose root is a struct.
func (w *Writer) Write(l *Layout, src Source) error { return w.field(l, 0, src) }

// Field appends the field at i, for whose struct src has been asked.
func (w *Writer) Field(l *Layout, i int, src Source) error {
	if err := w.field(l, i, src); err != nil {
		return At(l.Info[i].Name, err)
	}
	return nil
}

// Each calls write for each element of the array at i, for which src has been
// asked, and ends it. It says how many there were.
func (w *Writer) Each(l *Layout, i int, src Source, write func() error) (n int, err error) {
	for ; ; n++ {
		more, err := src.More(l, i)
		if err == nil && !more {
			return n, src.Close(l, i)
		}
		if err == nil {
			err = write()
		}
		if err != nil {
			return n, At(fmt.Sprintf("[%d]", n), err)
		}
	}
}

// field asks for the value of the op at i and writes it.
func (w *Writer) field(l *Layout, i int, src Source) error {
	w.value = Value{}
	if err := src.Value(l, i, &w.value); err != nil {
		return err
	}
	return w.put(l, i, src)
}

// put writes w.value as the op at i.
func (w *Writer) put(l *Layout, i int, src Source) error {
	op := &l.Ops[i]
	if w.value.State == Absent {
		src = nothing{}
		w.value = l.Info[i].Default.value(op)
	}
	if w.value.State == Null {
		return w.null(l, i)
	}
	switch op.Kind {
	case Int32:
		n := w.value.Int
		if n != int64(int32(n)) {
			return w.scalar(Int32)
		}
		w.Buf = binary.BigEndian.AppendUint32(w.Buf, uint32(n))
		return nil
	case Struct, NullableStruct, TaggedStruct, Sized:
		return w.structure(l, i, src)
	case Array, CompactArray, VarArray:
		return w.array(l, i, src)
	case Records, CompactRecords:
		if w.value.State == Nested {
			return w.batches(l, i, src)
		}
		return w.bytes(op.Kind, w.value.Bytes)
	case String, CompactString, VarString, Bytes, CompactBytes, VarBytes:
		return w.bytes(op.Kind, w.value.Bytes)
	}
	return w.scalar(op.Kind)
}

// nothing is the source of a value that is absent as a whole.
type nothing struct{}

func (nothing) Value(*Layout, int, *Value) error { return nil }
func (nothing) More(*Layout, int) (bool, error)  { return false, nil }
func (nothing) Close(*Layout, int) error         { return nil }

func (d Default) value(op *Op) Value {
	v := Value{State: Given, Int: d.Int, Float: d.Float, Bytes: []byte(d.Text)}
	if d.Null {
		v.State = Null
	}
	if op.Kind == UUID && d.Text == "" {
		v.Bytes = make([]byte, wire.UUIDLen)
	}
	return v
}

func (w *Writer) null(l *Layout, i int) error {
	op := &l.Ops[i]
	if !op.Nullable {
		return notNullable(l, i)
	}
	switch {
	case op.Kind == NullableStruct:
		w.Buf = append(w.Buf, 0xff)
	case op.Kind == TaggedStruct, op.Kind.Compact():
		w.Buf = append(w.Buf, 0)
	default:
		w.prefix(op.Kind, -1)
	}
	return nil
}

func notNullable(l *Layout, i int) error {
	where := ""
	if f := l.Info[i].Field; f != nil && !l.Info[i].Element && !f.Nullable.Empty() {
		where = fmt.Sprintf(" (it may be in versions %s)", f.Nullable)
	}
	return fmt.Errorf("%s may not be null in version %d%s", l.Info[i].Type, l.Version, where)
}

// prefix appends a length or count of the kind's own form, which is not compact.
func (w *Writer) prefix(k Kind, n int) {
	switch k.Prefix() {
	case Int16:
		w.Buf = binary.BigEndian.AppendUint16(w.Buf, uint16(n))
	case Varint:
		w.Buf = wire.AppendVarint(w.Buf, int32(n))
	default:
		w.Buf = binary.BigEndian.AppendUint32(w.Buf, uint32(n))
	}
}

func (w *Writer) bytes(k Kind, b []byte) error {
	// Kafka refuses longer strings also where the length is a uvarint.
	if k.IsString() && len(b) > math.MaxInt16 {
		return fmt.Errorf("string of %d bytes is longer than %d", len(b), math.MaxInt16)
	}
	if k.Compact() {
		w.Buf = wire.AppendUvarint(w.Buf, uint32(len(b))+1)
	} else {
		w.prefix(k, len(b))
	}
	w.Buf = append(w.Buf, b...)
	return nil
}

func (w *Writer) structure(l *Layout, i int, src Source) error {
	op := &l.Ops[i]
	if op.Kind == NullableStruct || op.Kind == TaggedStruct {
		w.Buf = append(w.Buf, 1)
	}
	start := len(w.Buf)
	if op.Kind == Sized {
		w.Buf = append(w.Buf, 0)
	}
	if err := w.Fields(l, i, src); err != nil {
		return err
	}
	if op.Kind == Sized {
		w.uvarint(start, uint32(len(w.Buf)-start-1)<<1)
	}
	return src.Close(l, i)
}

// Fields appends the fields of the struct at i, for which src has been asked.
func (w *Writer) Fields(l *Layout, i int, src Source) error {
	for j := i + 1; ; j = int(l.Ops[j].End) {
		switch l.Ops[j].Kind {
		case End:
			return nil
		case Tags:
			if err := w.tags(l, j, src); err != nil {
				return err
			}
		default:
			if err := w.Field(l, j, src); err != nil {
				return err
			}
		}
	}
}

// array writes elements while there are more, and their count in front.
func (w *Writer) array(l *Layout, i int, src Source) error {
	start, n := w.reserve(l.Ops[i].Kind), 0
	if ints, ok := src.(IntSource); ok && l.Ops[i].Run && l.Ops[i+1].Kind.IsInt() {
		var err error
		if w.Buf, n, err = ints.AppendInts(w.Buf, l, i); err != nil {
			return At(fmt.Sprintf("[%d]", n), err)
		}
	}
	for {
		more, err := src.More(l, i)
		if err == nil && !more {
			break
		}
		if err == nil {
			err = w.field(l, i+1, src)
		}
		if err != nil {
			return At(fmt.Sprintf("[%d]", n), err)
		}
		n++
	}
	w.count(start, l.Ops[i].Kind, n)
	return src.Close(l, i)
}

func (w *Writer) batches(l *Layout, i int, src Source) error {
	if w.Batches == nil {
		return errors.New("records can be given as base64 only")
	}
	start := w.reserve(l.Ops[i].Kind)
	if _, err := w.Each(l, i, src, func() error { return w.Batches.AppendBatch(w, src) }); err != nil {
		return err
	}
	w.count(start, l.Ops[i].Kind, len(w.Buf)-start-int(minOf(l.Ops[i].Kind)))
	return nil
}

// reserve leaves room for the count or length of a kind in its shortest form,
// and returns where that room begins.
func (w *Writer) reserve(k Kind) int {
	start := len(w.Buf)
	w.Buf = append(w.Buf, 0, 0, 0, 0)[:start+int(minOf(k))]
	return start
}

// count fills the room at start with the count or length n, and makes more of
// it when n needs more.
func (w *Writer) count(start int, k Kind, n int) {
	if k.Prefix() == Int32 {
		binary.BigEndian.PutUint32(w.Buf[start:], uint32(n))
		return
	}
	u := uint32(n) + 1
	if !k.Compact() {
		u = uint32(n) << 1 // zig-zag of a number that is not negative
	}
	w.uvarint(start, u)
}

// uvarint writes u at start, where one byte has been left for it.
func (w *Writer) uvarint(start int, u uint32) {
	if more := wire.SizeUvarint(u) - 1; more > 0 {
		w.Buf = append(w.Buf, make([]byte, more)...)
		copy(w.Buf[start+1+more:], w.Buf[start+1:])
	}
	wire.AppendUvarint(w.Buf[:start], u)
}

// tags writes the tagged fields that do not have their default, known ones and
// those that the source adds, in order of their numbers.
func (w *Writer) tags(l *Layout, i int, src Source) error {
	start, n := len(w.Buf), 0
	w.Buf = append(w.Buf, 0)
	w.value = Value{}
	if err := src.Value(l, i, &w.value); err != nil {
		return err
	}
	extra := w.value.Extra
	for t := i + 1; t < int(l.Ops[i].End); t = int(l.Ops[t].End) {
		for len(extra) > 0 && extra[0].Tag < l.Ops[t].Tag {
			w.extra(extra[0])
			extra, n = extra[1:], n+1
		}
		wrote, err := w.tagged(l, t, src)
		if err != nil {
			return At(l.Info[t].Name, err)
		}
		if wrote {
			n++
		}
		if len(extra) > 0 && extra[0].Tag == l.Ops[t].Tag {
			return fmt.Errorf("_taggedFields: tag %d is the field %s", extra[0].Tag, l.Info[t].Name)
		}
	}
	for _, e := range extra {
		w.extra(e)
		n++
	}
	w.uvarint(start, uint32(n))
	return nil
}

func (w *Writer) extra(e ExtraTag) {
	w.Buf = wire.AppendUvarint(w.Buf, e.Tag)
	w.Buf = wire.AppendUvarint(w.Buf, uint32(len(e.Data)))
	w.Buf = append(w.Buf, e.Data...)
}

// tagged writes one tagged field, unless its value has the bytes that the
// default has: as Kafka does, defaults are left out.
func (w *Writer) tagged(l *Layout, t int, src Source) (wrote bool, err error) {
	w.value = Value{}
	if err := src.Value(l, t+1, &w.value); err != nil || w.value.State == Absent {
		return false, err
	}
	before := len(w.Buf)
	w.Buf = wire.AppendUvarint(w.Buf, l.Ops[t].Tag)
	size := len(w.Buf)
	w.Buf = append(w.Buf, 0)
	if err := w.put(l, t+1, src); err != nil {
		return false, err
	}
	if bytes.Equal(w.Buf[size+1:], l.Info[t].Wire) {
		w.Buf = w.Buf[:before]
		return false, nil
	}
	w.uvarint(size, uint32(len(w.Buf)-size-1))
	return true, nil
}

// defaultWire gives the bytes of the default of the op at i, nil when the
// version cannot carry it.
func (l *Layout) defaultWire(i int) []byte {
	var w Writer
	if w.put(l, i, nothing{}) != nil {
		return nil
	}
	return w.Buf
}
