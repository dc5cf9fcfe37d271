package layout_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
)

// compile makes the layout of a schema with the given fields; version 0 is not
// flexible, version 1 is.
func compile(t testing.TB, version int16, fields string) *layout.Layout {
	t.Helper()
	m := parse(t, fields)
	l, err := layout.Compile(m, version)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func parse(t testing.TB, fields string) *schema.Message {
	t.Helper()
	text := `{"type":"data","name":"T","validVersions":"0-1","flexibleVersions":"1+","fields":[` + fields + `]}`
	m, err := schema.Parse("t.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func field(name, typ, more string) string {
	return fmt.Sprintf(`{"name":%q,"type":%q,"versions":"0+"%s}`, name, typ, more)
}

// values is a source: what each op gets, by name; an array's elements all get
// the value under the array's element name.
type values struct {
	of    map[string]layout.Value
	count map[string]int // of arrays
	left  []int
}

func (s *values) Value(l *layout.Layout, i int, v *layout.Value) error {
	name := l.Info[i].Name
	if got, ok := s.of[name]; ok {
		*v = got
	} else if l.Ops[i].Kind == layout.Struct {
		v.State = layout.Given
	}
	if l.Ops[i].Kind.IsArray() && v.State == layout.Given {
		s.left = append(s.left, s.count[name])
	}
	return nil
}

func (s *values) More(*layout.Layout, int) (bool, error) {
	last := len(s.left) - 1
	s.left[last]--
	return s.left[last] >= 0, nil
}

func (s *values) Close(l *layout.Layout, i int) error {
	if l.Ops[i].Kind.IsArray() {
		s.left = s.left[:len(s.left)-1]
	}
	return nil
}

func given(n int64) layout.Value { return layout.Value{State: layout.Given, Int: n} }

// TestAbsentIsDefault writes nothing at all: every type's default comes out.
func TestAbsentIsDefault(t *testing.T) {
	for _, c := range []struct {
		field string
		hex   string
	}{
		{field("F", "bool", ""), "00"},
		{field("F", "bool", `,"default":"true"`), "01"},
		{field("F", "int8", `,"default":"-1"`), "ff"},
		{field("F", "int16", `,"default":"0x7fff"`), "7fff"},
		{field("F", "uint16", `,"default":"65535"`), "ffff"},
		{field("F", "int32", ""), "00000000"},
		{field("F", "uint32", `,"default":"4294967295"`), "ffffffff"},
		{field("F", "int64", `,"default":"-2"`), "fffffffffffffffe"},
		{field("F", "float64", `,"default":"1.5"`), "3ff8000000000000"},
		{field("F", "uuid", ""), strings.Repeat("00", 16)},
		{field("F", "uuid", `,"default":"AAECAwQFBgcICQoLDA0ODw"`), "000102030405060708090a0b0c0d0e0f"},
		{field("F", "string", ""), "0000"},
		{field("F", "string", `,"default":"ab"`), "00026162"},
		{field("F", "string", `,"nullableVersions":"0+"`), "0000"},
		{field("F", "string", `,"nullableVersions":"0+","default":"null"`), "ffff"},
		{field("F", "bytes", ""), "00000000"},
		{field("F", "records", ""), "00000000"},
		{field("F", "records", `,"nullableVersions":"0+"`), "ffffffff"}, // whatever the schema says
		{field("F", "[]int8", ""), "00000000"},
		{field("F", "[]int8", `,"nullableVersions":"0+","default":"null"`), "ffffffff"},
		{field("F", "E", `,"fields":[`+field("N", "int8", `,"default":"7"`)+`]`), "07"},
		{field("F", "E", `,"nullableVersions":"0+","default":"null","fields":[`+field("N", "int8", "")+`]`), "ff"},
		{field("F", "E", `,"nullableVersions":"0+","fields":[`+field("N", "int8", `,"default":"7"`)+`]`), "0107"},
	} {
		got, err := compile(t, 0, c.field).Append(nil, &values{}, nil)
		if err != nil || hex.EncodeToString(got) != c.hex {
			t.Errorf("%s: %x, %v; want %s", c.field, got, err, c.hex)
		}
	}
}

func TestRefusals(t *testing.T) {
	pairs := field("Pairs", "[]Pair", `,"fields":[`+field("Left", "int8", "")+`]`)
	for _, c := range []struct {
		fields string
		src    values
		want   string
	}{
		{field("F", "int8", ""), values{of: map[string]layout.Value{"F": given(128)}}, "F: 128 does not fit (-128 to 127)"},
		{field("F", "bool", ""), values{of: map[string]layout.Value{"F": given(2)}}, "F: 2 does not fit (0 to 1)"},
		{field("F", "uint16", ""), values{of: map[string]layout.Value{"F": given(-1)}}, "F: -1 does not fit (0 to 65535)"},
		{field("F", "int8", ""), values{of: map[string]layout.Value{"F": {State: layout.Null}}}, "F: int8 may not be null in version 0"},
		{field("F", "string", `,"nullableVersions":"1+"`), values{of: map[string]layout.Value{"F": {State: layout.Null}}},
			"F: string may not be null in version 0 (it may be in versions 1+)"},
		{field("F", "uuid", ""), values{of: map[string]layout.Value{"F": {State: layout.Given, Bytes: []byte{1}}}}, "F: a uuid has 16 bytes, not 1"},
		{field("F", "string", ""), values{of: map[string]layout.Value{"F": {State: layout.Given, Bytes: make([]byte, 40000)}}},
			"F: string of 40000 bytes is longer than 32767"},
		{field("F", "records", ""), values{of: map[string]layout.Value{"F": {State: layout.Nested}}}, "F: records can be given as base64 only"},
		{pairs, values{of: map[string]layout.Value{"Pairs": given(0), "Left": given(200)}, count: map[string]int{"Pairs": 2}},
			"Pairs[0].Left: 200 does not fit (-128 to 127)"},
		{pairs, values{of: map[string]layout.Value{"Pairs": given(0), "Pair": {State: layout.Null}}, count: map[string]int{"Pairs": 1}},
			"Pairs[0]: Pair may not be null in version 0"},
	} {
		l := compile(t, 0, c.fields)
		_, err := l.Append(nil, &c.src, nil)
		var v *layout.ValueError
		if !errors.As(err, &v) || err.Error() != c.want {
			t.Errorf("%s\n got %v\nwant %s", c.fields, err, c.want)
		}
	}
}

// TestLongSizes makes every length grow by a byte after its contents have been
// written: compact arrays, tagged fields, tag counts, sized structs.
func TestLongSizes(t *testing.T) {
	tag := `{"name":"A","type":"[]int8","versions":"1+","taggedVersions":"1+","tag":0}`
	l := compile(t, 1, tag)
	src := values{of: map[string]layout.Value{"A": given(0)}, count: map[string]int{"A": 200}}
	got, err := l.Append([]byte{0xee}, &src, nil)
	want := "ee" + "01" + "00" + "ca01" + "c901" + strings.Repeat("00", 200)
	if err != nil || hex.EncodeToString(got) != want {
		t.Errorf("%x, %v; want\n%s", got, err, want)
	}
	var extra []layout.ExtraTag
	for i := range 130 {
		extra = append(extra, layout.ExtraTag{Tag: uint32(i + 1)})
	}
	src = values{of: map[string]layout.Value{"A": {}, "tagged_fields": {Extra: extra}}}
	got, err = l.Append(nil, &src, nil)
	if err != nil || !strings.HasPrefix(hex.EncodeToString(got), "8201"+"0100"+"0200") || len(got) != 2+127*2+3*3 {
		t.Errorf("%x, %v", got, err)
	}
	sized := layout.Literal("S", "S", "", layout.Body, layout.Part{Name: "Z", Kind: layout.Sized, Parts: []layout.Part{{Name: "R", Kind: layout.Raw}}})
	src = values{of: map[string]layout.Value{"Z": given(0), "R": {State: layout.Given, Bytes: make([]byte, 64)}}}
	got, err = sized.Append(nil, &src, nil)
	if want := "8001" + strings.Repeat("00", 64); err != nil || hex.EncodeToString(got) != want {
		t.Errorf("%x, %v; want\n%s", got, err, want)
	}
}
