package jsonform

import (
	"encoding/base64"
	"fmt"
	"strconv"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/wire"
)

// How JSON is read: objects usually name their fields in the schema's order, so
// the next member is compared with the field that is asked for, and nothing is
// read twice. The first field that is not next makes the object be indexed;
// from then on its members are looked up.

// source makes JSON text a layout.Source.
type source struct {
	scanner
	fresh   bool // an array has just been opened
	at      int  // where the value that was asked for last stands
	open    []object
	members []member           // of the indexed objects in open
	buf     []byte             // of the last unescaped string
	id      [wire.UUIDLen]byte // the last uuid
	raw     []byte             // contents of _raw; nil without one
	dropped []*schema.Field    // that have a value other than the default, and no place in this version
}

// object is a JSON object that is being read.
type object struct {
	start   int // behind the brace
	next    int // where the next member or the closing brace stands; -1 once indexed
	end     int // behind the closing brace, once indexed
	members int // first of its members
}

type member struct {
	key   []byte
	pos   int // of the key
	value int // of the value
	taken bool
}

// Value finds the value for an op, by name in an object and by place in an
// array, and reads it.
func (s *source) Value(l *layout.Layout, i int, v *layout.Value) error {
	op, info := &l.Ops[i], &l.Info[i]
	if op.Kind == layout.Tags {
		return s.extra(v)
	}
	if len(s.open) > 0 && !info.Element { // else it is the outermost value, or the array's next
		found, err := s.find(info.Key, info.Member)
		if err != nil || !found {
			return err
		}
	}
	c := s.peek()
	s.at, s.fresh = s.pos, false
	if c == 'n' && s.word("null") {
		v.State = layout.Null
		s.done()
		return nil
	}
	v.State = layout.Given
	return s.read(op, info, v)
}

// find moves to the value of the innermost object's member called key.
func (s *source) find(key, member string) (bool, error) {
	o := &s.open[len(s.open)-1]
	if o.next >= 0 {
		s.pos = o.next
		if n := len(member); o.next != o.start && len(s.b)-s.pos >= n && string(s.b[s.pos:s.pos+n]) == member {
			s.pos += n // the way it mostly stands: next, and without white space
			return true, nil
		}
		if s.peek() == '}' {
			return false, nil
		}
		if s.isKey(key, o.next == o.start) {
			return true, nil
		}
		if err := s.index(o); err != nil {
			return false, elsewhere(err)
		}
	}
	for j := o.members; j < len(s.members); j++ {
		if m := &s.members[j]; string(m.key) == key {
			m.taken = true
			s.pos = m.value
			return true, nil
		}
	}
	return false, nil
}

// isKey eats the key and its colon if they stand here, and the comma that
// parts the first member from others.
func (s *source) isKey(key string, first bool) bool {
	at := s.pos
	if !first {
		if at == len(s.b) || s.b[at] != ',' {
			return false
		}
		s.pos++
		s.peek()
	}
	n := len(key)
	if len(s.b)-s.pos > n+1 && s.b[s.pos] == '"' && s.b[s.pos+n+1] == '"' && string(s.b[s.pos+1:s.pos+n+1]) == key {
		s.pos += n + 2
		if s.peek() == ':' {
			s.pos++
			return true
		}
	}
	s.pos = at
	return false
}

// index notes where the members of o stand. Those in front of the present
// place have been taken.
func (s *source) index(o *object) error {
	taken := s.pos
	s.pos = o.start
	o.members = len(s.members)
	for first := true; s.peek() != '}'; first = false {
		if !first {
			if err := s.eat(','); err != nil {
				return err
			}
		}
		s.peek()
		m := member{pos: s.pos, taken: s.pos < taken}
		key, _, err := s.text(nil)
		if err != nil {
			return err
		}
		m.key = key
		if err := s.eat(':'); err != nil {
			return err
		}
		m.value = s.pos
		if err := s.skip(len(s.open)); err != nil {
			return err
		}
		s.members = append(s.members, m)
	}
	o.next, o.end = -1, s.pos+1
	return nil
}

// done notes that the member that find moved to has been read.
func (s *source) done() {
	if len(s.open) == 0 {
		return
	}
	if o := &s.open[len(s.open)-1]; o.next >= 0 {
		o.next = s.pos
	}
}

// read reads the value that stands here as the op's kind wants it.
func (s *source) read(op *layout.Op, info *layout.Info, v *layout.Value) (err error) {
	switch op.Kind {
	case layout.Struct, layout.NullableStruct, layout.TaggedStruct, layout.Sized:
		return s.structure(info, v)
	case layout.Array, layout.CompactArray, layout.VarArray:
		return s.begin('[', info)
	case layout.String, layout.CompactString, layout.VarString:
		v.Bytes, s.buf, err = s.text(s.buf)
	case layout.Records, layout.CompactRecords:
		if s.peek() == '[' {
			v.State = layout.Nested
			return s.begin('[', info)
		}
		err = s.bytes(v)
	case layout.Bytes, layout.CompactBytes, layout.VarBytes, layout.Raw:
		err = s.bytes(v)
	case layout.UUID:
		err = s.uuid(v)
	case layout.Float64:
		err = s.float(v)
	case layout.Bool:
		v.Int, err = s.bool()
	default:
		v.Int, err = s.integer()
	}
	if err == nil {
		s.done()
	}
	return err
}

func (s *source) structure(info *layout.Info, v *layout.Value) error {
	batch := info.Layer == layout.Batch
	if batch && s.peek() == '"' { // no batch that could be read: its bytes
		err := s.bytes(v)
		if err == nil {
			s.done()
		}
		return err
	}
	if err := s.begin('{', info); err != nil {
		return err
	}
	s.open = append(s.open, object{start: s.pos, next: s.pos})
	if batch { // its writer asks for some fields twice
		return s.index(&s.open[len(s.open)-1])
	}
	return nil
}

func (s *source) begin(c byte, info *layout.Info) error {
	if s.peek() != c {
		what := "an object"
		if c == '[' {
			what = "an array"
		}
		return s.errorf("expected %s (%s), found %s", what, info.Type, s.found())
	}
	s.pos++
	s.fresh = true
	return nil
}

func (s *source) bool() (int64, error) {
	switch {
	case s.word("true"):
		return 1, nil
	case s.word("false"):
		return 0, nil
	}
	return 0, s.errorf("expected true or false, found %s", s.found())
}

func (s *source) float(v *layout.Value) error {
	var text []byte
	var err error
	if s.peek() == '"' {
		text, _, err = s.text(nil) // NaN and the infinities
	} else {
		text, err = s.number()
	}
	if err != nil {
		return err
	}
	if v.Float, err = strconv.ParseFloat(string(text), 64); err != nil {
		return &syntaxError{pos: s.at, msg: fmt.Sprintf("%s is not a float64", text)}
	}
	return nil
}

func (s *source) uuid(v *layout.Value) error {
	text, buf, err := s.text(s.buf)
	if err != nil {
		return err
	}
	s.buf = buf
	s.id, err = wire.ParseUUID(text)
	if err != nil {
		return &syntaxError{pos: s.at, msg: err.Error()}
	}
	v.Bytes = s.id[:]
	return nil
}

func (s *source) bytes(v *layout.Value) error {
	text, _, err := s.text(nil)
	if err != nil {
		return err
	}
	s.buf, err = base64.StdEncoding.AppendDecode(s.buf[:0], text)
	if err != nil {
		return &syntaxError{pos: s.at, msg: fmt.Sprintf("bytes are not base64: %v", err)}
	}
	v.Bytes = s.buf
	if v.Bytes == nil {
		v.Bytes = []byte{}
	}
	return nil
}

// More eats what stands between the elements of an array, or its end.
func (s *source) More(*layout.Layout, int) (bool, error) {
	c := s.peek()
	if c == ']' {
		return false, nil
	}
	if c == ',' && !s.fresh {
		s.pos++
		if s.peek() == ']' {
			return false, s.errorf("expected a value, found ]")
		}
		return true, nil
	}
	if !s.fresh {
		return false, s.errorf("expected ',' or ']', found %s", s.found())
	}
	return true, nil
}

// AppendInts reads the elements of an array of integers in one go, up to its
// end; it makes source a layout.IntSource.
func (s *source) AppendInts(dst []byte, l *layout.Layout, i int) (out []byte, n int, err error) {
	kind := l.Ops[i+1].Kind
	for more := true; ; n++ {
		if !s.another() {
			if more, err = s.More(l, i); err != nil || !more {
				return dst, n, err
			}
			s.peek()
		}
		s.at, s.fresh = s.pos, false
		v, err := s.integer()
		if err == nil {
			dst, err = layout.AppendInt(dst, kind, v)
		}
		if err != nil {
			return dst, n, err
		}
	}
}

// another eats a comma with a number right behind it.
func (s *source) another() bool {
	if s.fresh || len(s.b)-s.pos < 2 || s.b[s.pos] != ',' || !numeric(s.b[s.pos+1]) {
		return false
	}
	s.pos++
	return true
}

// Close eats the end of an array or object. Of an object it checks that every
// member has been taken, or may be dropped.
func (s *source) Close(l *layout.Layout, i int) error {
	s.fresh = false
	if !l.Ops[i].Kind.IsStruct() {
		s.pos++ // More has seen the bracket
		s.done()
		return nil
	}
	last := len(s.open) - 1
	o := &s.open[last]
	if o.next >= 0 {
		s.pos = o.next
		if s.peek() != '}' {
			if err := s.index(o); err != nil {
				return err
			}
		} else {
			o.end = s.pos + 1
		}
	}
	if o.next < 0 {
		if err := s.leftovers(l, i, s.members[o.members:]); err != nil {
			return err
		}
		s.members = s.members[:o.members]
	}
	s.pos = o.end
	s.open = s.open[:last]
	s.done()
	return nil
}
