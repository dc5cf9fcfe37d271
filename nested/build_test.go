package nested

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

// newCodec makes a codec that reads bytes inside bytes.
func newCodec(t testing.TB, release catalog.Release, o Options) (*message.Codec, *Nester) {
	t.Helper()
	c := message.New(catalog.Builtin(), release)
	n := New(c, o)
	c.Nester = n
	return c, n
}

func spec(t testing.TB, c *message.Codec, name string, version int16) *message.Spec {
	t.Helper()
	s, err := c.Spec(name, version)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// full makes the full instance of a message.
func full(t testing.TB, s *message.Spec, u message.Unit) []byte {
	t.Helper()
	b, err := s.Append(nil, sample.Source(sample.Full), u, message.Header{CorrelationID: 7})
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return b
}

// literal makes the full instance of a hand-written layout that begins with
// its version, in so many bytes.
func literal(t testing.TB, l *layout.Layout, version, width int) []byte {
	t.Helper()
	b, err := l.Append(nil, sample.Source(sample.Full), nil)
	if err != nil {
		t.Fatalf("%s: %v", l.Name, err)
	}
	switch width {
	case 2:
		binary.BigEndian.PutUint16(b, uint16(version))
	case 4:
		binary.BigEndian.PutUint32(b, uint32(version))
	}
	return b
}

// instance is the full instance of a message as JSON that can be changed.
type instance map[string]any

func instanceOf(t testing.TB, s *message.Spec) instance {
	t.Helper()
	tp := &tape.Tape{Nester: record.NewLayouts()}
	s.Read(tp, full(t, s, message.Body), message.Body)
	d := json.NewDecoder(bytes.NewReader(jsonform.Append(nil, tp, 0, jsonform.Options{OpaqueRecords: true})))
	d.UseNumber()
	var v instance
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// around gives the objects from the whole down to the one that has the field at
// the path, the first element of each array.
func (v instance) around(path string) (all []map[string]any) {
	now := map[string]any(v)
	names := strings.Split(path, ".")
	for _, name := range names[:len(names)-1] {
		all = append(all, now)
		switch inner := now[layout.Key(name)].(type) {
		case []any:
			now = inner[0].(map[string]any)
		case map[string]any:
			now = inner
		}
	}
	return append(all, now)
}

// set puts a value into the innermost object on the way to the path that has a
// field of the name, which is to be there.
func (v instance) set(path, name, value string) bool {
	all := v.around(path)
	for i := len(all) - 1; i >= 0; i-- {
		switch all[i][layout.Key(name)].(type) {
		case json.Number:
			n, _ := strconv.Atoi(value)
			all[i][layout.Key(name)] = n
		case nil:
			if _, there := all[i][layout.Key(name)]; !there {
				continue
			}
			all[i][layout.Key(name)] = value
		default:
			all[i][layout.Key(name)] = value
		}
		return true
	}
	return false
}

// setBytes puts bytes into the field at the path.
func (v instance) setBytes(path string, b []byte) {
	name := path[strings.LastIndexByte(path, '.')+1:]
	v.set(path, name, base64.StdEncoding.EncodeToString(b))
}

func (v instance) encode(t testing.TB, s *message.Spec, u message.Unit) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Encode(nil, text, u, message.Header{CorrelationID: 7})
	if err != nil {
		t.Fatalf("%s: %v\n%s", s, err, text)
	}
	return b
}

// pair is key and value of a record; nil is null.
type pair struct{ key, value []byte }

// batch makes a batch of magic 2 that is right in all respects.
func batch(control bool, pairs ...pair) []byte {
	b := record.AppendEmpty(nil)
	for i, p := range pairs {
		inner := []byte{0, 0}
		inner = wire.AppendVarint(inner, int32(i))
		for _, field := range [][]byte{p.key, p.value} {
			if field == nil {
				inner = wire.AppendVarint(inner, -1)
				continue
			}
			inner = append(wire.AppendVarint(inner, int32(len(field))), field...)
		}
		inner = append(inner, 0)
		b = append(wire.AppendVarint(b, int32(len(inner))), inner...)
	}
	binary.BigEndian.PutUint32(b[8:], uint32(len(b)-12))
	if control {
		b[22] |= 0x20
	}
	binary.BigEndian.PutUint32(b[23:], uint32(len(pairs)-1))
	binary.BigEndian.PutUint32(b[57:], uint32(len(pairs)))
	binary.BigEndian.PutUint32(b[17:], record.Checksum(b))
	return b
}

// readRecords reads batches as a records field would have them.
func readRecords(n *Nester, data []byte) *tape.Tape {
	t := &tape.Tape{Nester: n}
	t.Read(data, func(t *tape.Tape) { t.Nester.Nest(t, tape.RecordsField) })
	return t
}

// nests gives the first field called name that holds bytes, and the names of
// what was read in it.
func nests(t *tape.Tape, name string) (node int, inside []string) {
	for i := range t.Nodes {
		r := t.At(i)
		if k := t.Op(r).Kind; t.Info(r).Name != name || !k.IsBytes() || k.IsString() {
			continue
		}
		for c := range t.Children(r) {
			if !c.IsPart() {
				inside = append(inside, t.Info(c).Name)
			}
		}
		return i, inside
	}
	return -1, nil
}

// checkClean fails unless the reading went through without remarks, and its
// leaves cover the bytes.
func checkClean(t *testing.T, what string, tp *tape.Tape) {
	t.Helper()
	if tp.Err != nil || len(tp.Findings) > 0 {
		t.Errorf("%s: %v %v", what, tp.Err, tp.Findings)
	}
	checkTiling(t, what, tp)
}

// checkTiling fails unless what is in a container covers it, in each space.
func checkTiling(t testing.TB, what string, tp *tape.Tape) {
	t.Helper()
	at := 0
	for r := range tp.Roots() {
		off, end := tp.Span(r)
		if off != at {
			t.Fatalf("%s: %s begins at %d, not %d", what, tp.Info(r).Name, off, at)
		}
		at = end
		tile(t, what, tp, r)
	}
	if at != len(tp.Data) {
		t.Fatalf("%s: roots end at %d of %d", what, at, len(tp.Data))
	}
}

func tile(t testing.TB, what string, tp *tape.Tape, r tape.Ref) {
	t.Helper()
	if !tp.HasChildren(r) {
		return
	}
	at, last := tp.Span(r)
	if space, ok := tp.Opens(r.Node()); ok && !r.IsPart() {
		at, last = 0, len(tp.SpaceData(space))
	}
	for c := range tp.Children(r) {
		off, end := tp.Span(c)
		if off != at {
			t.Fatalf("%s: %s in %s begins at %d, not %d", what, tp.Info(c).Name, tp.Info(r).Name, off, at)
		}
		at = end
		tile(t, what, tp, c)
	}
	if at != last {
		t.Fatalf("%s: %s ends at %d, its contents at %d", what, tp.Info(r).Name, last, at)
	}
}

// shown gives what the raw leaves of a tape say, by name.
func shown(t *tape.Tape) map[string]string {
	all := map[string]string{}
	for i := range t.Nodes {
		r := t.At(i)
		info := t.Info(r)
		if t.Op(r).Kind != layout.Raw {
			continue
		}
		b, _ := t.Bytes(r)
		switch {
		case info.Secret:
			all[info.Name] = fmt.Sprintf("hidden %d", len(b))
		case info.Show != nil && info.Type == "string":
			all[info.Name] = strconv.Quote(info.Show(b))
		case info.Show != nil:
			all[info.Name] = info.Show(b)
		default:
			all[info.Name] = fmt.Sprintf("%x", b)
		}
	}
	return all
}
