package tape_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// compile makes the layout of a schema with the given fields; version 0 is not
// flexible, version 1 is.
func compile(t testing.TB, version int16, fields string) *layout.Layout {
	t.Helper()
	text := `{"type":"data","name":"T","validVersions":"0-1","flexibleVersions":"1+","fields":[` + fields + `]}`
	m, err := schema.Parse("t.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	l, err := layout.Compile(m, version)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// unhex reads hex digits with blanks between them.
func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// leaves lists the leaves of a tape, one a line: span, name, type, value.
func leaves(tp *tape.Tape) string {
	var b strings.Builder
	for root := range tp.Roots() {
		for r := range tp.Walk(root) {
			if tp.HasChildren(r) {
				fmt.Fprint(&b, miscounted(tp, r))
				continue
			}
			off, end := tp.Span(r)
			info := tp.Info(r)
			fmt.Fprintf(&b, "%d-%d %s %s %s\n", off, end, info.Name, info.Type, value(tp, r))
		}
	}
	return b.String()
}

// miscounted says so where Within and Walk differ.
func miscounted(tp *tape.Tape, r tape.Ref) string {
	n := -1 // r itself
	for range tp.Walk(r) {
		n++
	}
	if within := tp.Within(r); within != n {
		return fmt.Sprintf("%d things within %s, not %d\n", within, tp.Info(r).Name, n)
	}
	return ""
}

func value(tp *tape.Tape, r tape.Ref) string {
	op := tp.Op(r)
	switch {
	case tp.IsNull(r):
		return "null"
	case op.Kind == layout.Float64:
		return fmt.Sprint(tp.Float(r))
	case op.Kind.IsString():
		b, _ := tp.Bytes(r)
		return fmt.Sprintf("%q", b)
	case op.Kind == layout.UUID, op.Kind == layout.Raw, op.Kind.IsBytes():
		b, _ := tp.Bytes(r)
		return fmt.Sprintf("x%x", b)
	case op.Kind.IsStruct():
		return "{}"
	}
	return fmt.Sprint(tp.Int(r))
}

// check holds one case: the bytes have these leaves and this JSON, and the JSON
// has these bytes.
func check(t *testing.T, l *layout.Layout, b []byte, want []string, json string) {
	t.Helper()
	var tp tape.Tape
	tp.Decode(l, b)
	if tp.Err != nil || len(tp.NotCanonical()) > 0 {
		t.Fatalf("%v %v\n%s", tp.Err, tp.NotCanonical(), leaves(&tp))
	}
	if got := leaves(&tp); got != strings.Join(want, "\n")+"\n" {
		t.Errorf("leaves\n%swant\n%s", got, strings.Join(want, "\n"))
	}
	if got := string(jsonform.Append(nil, &tp, 0, jsonform.Options{})); got != json {
		t.Errorf("JSON\n%s\nwant\n%s", got, json)
	}
	back, err := jsonform.Encode(nil, l, []byte(json), nil)
	if err != nil || !bytes.Equal(back, b) {
		t.Errorf("encoded\n%x, %v; want\n%x", back, err, b)
	}
}

// field writes one schema field that is in every version.
func field(name, typ, more string) string {
	return fmt.Sprintf(`{"name":%q,"type":%q,"versions":"0+"%s}`, name, typ, more)
}

const orNull = `,"nullableVersions":"0+"`

type kindCase struct {
	name    string
	version int16
	fields  string
	hex     string
	leaves  []string
	json    string
}

func TestEveryKind(t *testing.T) {
	cases := append(append(fixedKinds(), prefixedKinds()...), containerKinds()...)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			check(t, compile(t, c.version, c.fields), unhex(t, c.hex), c.leaves, c.json)
		})
	}
}

func fixedKinds() []kindCase {
	return []kindCase{
		{"bool", 0, field("B", "bool", "") + "," + field("C", "bool", ""), "00 01",
			[]string{"0-1 B bool 0", "1-2 C bool 1"}, `{"b":false,"c":true}`},
		{"int8", 0, field("N", "int8", ""), "80", []string{"0-1 N int8 -128"}, `{"n":-128}`},
		{"int16", 0, field("N", "int16", ""), "fffe", []string{"0-2 N int16 -2"}, `{"n":-2}`},
		{"uint16", 0, field("N", "uint16", ""), "fffe", []string{"0-2 N uint16 65534"}, `{"n":65534}`},
		{"int32", 0, field("N", "int32", ""), "7fffffff", []string{"0-4 N int32 2147483647"}, `{"n":2147483647}`},
		{"uint32", 0, field("N", "uint32", ""), "ffffffff", []string{"0-4 N uint32 4294967295"}, `{"n":4294967295}`},
		{"int64", 0, field("N", "int64", ""), "8000000000000000",
			[]string{"0-8 N int64 -9223372036854775808"}, `{"n":-9223372036854775808}`},
		{"float64", 0, field("X", "float64", ""), "bff8000000000000", []string{"0-8 X float64 -1.5"}, `{"x":-1.5}`},
		{"not a number", 0, field("X", "float64", ""), "7ff8000000000000", []string{"0-8 X float64 NaN"}, `{"x":"NaN"}`},
		{"infinity", 0, field("X", "float64", ""), "fff0000000000000", []string{"0-8 X float64 -Inf"}, `{"x":"-Infinity"}`},
		{"uuid", 0, field("Id", "uuid", ""), "000102030405060708090a0b0c0d0e0f",
			[]string{"0-16 Id uuid x000102030405060708090a0b0c0d0e0f"}, `{"id":"AAECAwQFBgcICQoLDA0ODw"}`},
	}
}

func prefixedKinds() []kindCase {
	return []kindCase{
		{"string", 0, field("S", "string", ""), "0002 6869", []string{`0-4 S string "hi"`}, `{"s":"hi"}`},
		{"long string", 0, field("S", "string", ""), "0100" + strings.Repeat("61", 256),
			[]string{`0-258 S string "` + strings.Repeat("a", 256) + `"`}, `{"s":"` + strings.Repeat("a", 256) + `"}`},
		{"null string", 0, field("S", "string", orNull), "ffff", []string{"0-2 S string null"}, `{"s":null}`},
		{"compact string", 1, field("S", "string", ""), "03 6869 00",
			[]string{`0-3 S string "hi"`, "3-4 tagged_fields uvarint 0"}, `{"s":"hi"}`},
		{"long compact string", 1, field("S", "string", ""), "8101" + strings.Repeat("61", 128) + "00",
			[]string{`0-130 S string "` + strings.Repeat("a", 128) + `"`, "130-131 tagged_fields uvarint 0"},
			`{"s":"` + strings.Repeat("a", 128) + `"}`},
		{"null compact string", 1, field("S", "string", orNull), "00 00",
			[]string{"0-1 S string null", "1-2 tagged_fields uvarint 0"}, `{"s":null}`},
		{"bytes", 0, field("B", "bytes", ""), "00000002 cafe", []string{"0-6 B bytes xcafe"}, `{"b":"yv4="}`},
		{"null bytes", 0, field("B", "bytes", orNull), "ffffffff", []string{"0-4 B bytes null"}, `{"b":null}`},
		{"compact bytes", 1, field("B", "bytes", ""), "03 cafe 00",
			[]string{"0-3 B bytes xcafe", "3-4 tagged_fields uvarint 0"}, `{"b":"yv4="}`},
		{"records as bytes", 0, field("R", "records", orNull), "00000001 ff", []string{"0-5 R records xff"}, `{"r":"/w=="}`},
		{"null records", 0, field("R", "records", orNull), "ffffffff", []string{"0-4 R records null"}, `{"r":null}`},
		{"compact records", 1, field("R", "records", orNull), "02 ff 00",
			[]string{"0-2 R records xff", "2-3 tagged_fields uvarint 0"}, `{"r":"/w=="}`},
		{"string that stays int16", 1, field("S", "string", `,"flexibleVersions":"none"`), "0001 61 00",
			[]string{`0-3 S string "a"`, "3-4 tagged_fields uvarint 0"}, `{"s":"a"}`},
	}
}

func containerKinds() []kindCase {
	inner := `,"fields":[` + field("N", "int8", "") + `]`
	tagged := func(name, typ, more string) string {
		return fmt.Sprintf(`{"name":%q,"type":%q,"versions":"1+","taggedVersions":"1+","tag":2%s}`, name, typ, more)
	}
	return []kindCase{
		{"run", 0, field("A", "[]int16", ""), "00000002 0001 ffff",
			[]string{"0-4 length int32 2", "4-6 A int16 1", "6-8 A int16 -1"}, `{"a":[1,-1]}`},
		{"compact run", 1, field("A", "[]int32", ""), "02 00000007 00",
			[]string{"0-1 length uvarint 2", "1-5 A int32 7", "5-6 tagged_fields uvarint 0"}, `{"a":[7]}`},
		{"empty array", 0, field("A", "[]string", ""), "00000000", []string{"0-4 length int32 0"}, `{"a":[]}`},
		{"null array", 0, field("A", "[]string", orNull), "ffffffff", []string{"0-4 A []string null"}, `{"a":null}`},
		{"null compact array", 1, field("A", "[]string", orNull), "00 00",
			[]string{"0-1 A []string null", "1-2 tagged_fields uvarint 0"}, `{"a":null}`},
		{"strings", 0, field("A", "[]string", ""), "00000002 0001 61 0000",
			[]string{"0-4 length int32 2", `4-7 A string "a"`, `7-9 A string ""`}, `{"a":["a",""]}`},
		{"structs", 1, field("A", "[]E", inner), "03 05 00 06 00 00",
			[]string{"0-1 length uvarint 3", "1-2 N int8 5", "2-3 tagged_fields uvarint 0", "3-4 N int8 6", "4-5 tagged_fields uvarint 0", "5-6 tagged_fields uvarint 0"},
			`{"a":[{"n":5},{"n":6}]}`},
		{"struct", 0, field("E", "E", inner), "05", []string{"0-1 N int8 5"}, `{"e":{"n":5}}`},
		{"nullable struct", 0, field("E", "E", inner+orNull), "01 05",
			[]string{"0-1 present int8 1", "1-2 N int8 5"}, `{"e":{"n":5}}`},
		{"null struct", 0, field("E", "E", inner+orNull), "ff", []string{"0-1 E E null"}, `{"e":null}`},
		{"nullable struct without fields", 0, field("E", "E", orNull+`,"fields":[{"name":"N","type":"int8","versions":"1+"}]`), "01",
			[]string{"0-1 E E {}"}, `{"e":{}}`},
		{"tagged number", 1, tagged("N", "int16", ""), "01 02 02 0007",
			[]string{"0-1 count uvarint 1", "1-2 tag uvarint 2", "2-3 size uvarint 2", "3-5 N int16 7"}, `{"n":7}`},
		{"tagged default", 1, tagged("N", "int16", `,"default":"7"`), "00", []string{"0-1 tagged_fields uvarint 0"}, `{}`},
		{"tagged array", 1, tagged("A", "[]int8", ""), "01 02 03 03 0102",
			[]string{"0-1 count uvarint 1", "1-2 tag uvarint 2", "2-3 size uvarint 3", "3-4 length uvarint 3", "4-5 A int8 1", "5-6 A int8 2"},
			`{"a":[1,2]}`},
		{"tagged struct", 1, tagged("E", "E", inner), "01 02 02 05 00",
			[]string{"0-1 count uvarint 1", "1-2 tag uvarint 2", "2-3 size uvarint 2", "3-4 N int8 5", "4-5 tagged_fields uvarint 0"},
			`{"e":{"n":5}}`},
		{"tagged nullable struct", 1, tagged("E", "E", inner+`,"nullableVersions":"1+","default":"null"`), "01 02 03 01 05 00",
			[]string{"0-1 count uvarint 1", "1-2 tag uvarint 2", "2-3 size uvarint 3", "3-4 present uvarint 1", "4-5 N int8 5", "5-6 tagged_fields uvarint 0"},
			`{"e":{"n":5}}`},
		{"tagged null struct", 1, tagged("E", "E", inner+`,"nullableVersions":"1+"`), "01 02 01 00",
			[]string{"0-1 count uvarint 1", "1-2 tag uvarint 2", "2-3 size uvarint 1", "3-4 E E null"}, `{"e":null}`},
		{"unknown tags around a known one", 1, tagged("N", "int8", ""), "03 01 01 aa 02 01 05 09 00",
			[]string{"0-1 count uvarint 3", "1-2 tag uvarint 1", "2-3 size uvarint 1", "3-4 data bytes xaa",
				"4-5 tag uvarint 2", "5-6 size uvarint 1", "6-7 N int8 5", "7-8 tag uvarint 9", "8-9 size uvarint 0"},
			`{"n":5,"_taggedFields":[{"tag":1,"data":"qg=="},{"tag":9,"data":""}]}`},
	}
}

// TestLiteralKinds holds the kinds that no schema can name.
func TestLiteralKinds(t *testing.T) {
	l := layout.Literal("L", "L", "", layout.Body,
		layout.Part{Name: "U", Type: "uvarint", Kind: layout.Uvarint},
		layout.Part{Name: "V", Type: "varint", Kind: layout.Varint},
		layout.Part{Name: "W", Type: "varlong", Kind: layout.Varlong},
		layout.Part{Name: "S", Type: "string", Kind: layout.VarString},
		layout.Part{Name: "B", Type: "bytes", Kind: layout.VarBytes, Nullable: true},
		layout.Part{Name: "Z", Type: "Z", Kind: layout.Sized, Parts: []layout.Part{{Name: "N", Type: "int8", Kind: layout.Int8}}},
		layout.Part{Name: "A", Type: "[]varint", Kind: layout.VarArray, Parts: []layout.Part{{Name: "A", Type: "varint", Kind: layout.Varint}}},
		layout.Part{Name: "R", Type: "bytes", Kind: layout.Raw})
	check(t, l, unhex(t, "ac02 03 ffffffffffffffffff01 02 61 01 02 07 04 02 01 cafe"), []string{
		"0-2 U uvarint 300", "2-3 V varint -2", "3-13 W varlong -9223372036854775808", `13-15 S string "a"`, "15-16 B bytes null",
		"16-17 length varint 1", "17-18 N int8 7", "18-19 length varint 2", "19-20 A varint 1", "20-21 A varint -1", "21-23 R bytes xcafe",
	}, `{"u":300,"v":-2,"w":-9223372036854775808,"s":"a","b":null,"z":{"n":7},"a":[1,-1],"r":"yv4="}`)
}

func TestWalk(t *testing.T) {
	l := compile(t, 1, `{"name":"A","type":"[]Pair","versions":"0+","fields":[{"name":"B","type":"int8","versions":"0+"}]},{"name":"C","type":"int8","versions":"0+"}`)
	var tp tape.Tape
	tp.Decode(l, unhex(t, "02 07 00 08 00"))
	for _, stop := range []string{"", "B"} {
		var got strings.Builder
		for r, depth := range tp.Walk(tp.At(0)) {
			fmt.Fprintf(&got, "%d%s ", depth, tp.Info(r).Name)
			if tp.Info(r).Name == stop {
				break
			}
		}
		want := "0T 1A 2length 2Pair 3B "
		if stop == "" {
			want += "3tagged_fields 1C 1tagged_fields "
		}
		if got.String() != want {
			t.Errorf("%q, want %q", got.String(), want)
		}
	}
}

// TestVarArrayAtTheEnd: nothing comes behind a layout's last op.
func TestVarArrayAtTheEnd(t *testing.T) {
	l := layout.Literal("M", "M", "", layout.Body, layout.Part{Name: "A", Kind: layout.VarArray, Parts: []layout.Part{
		{Name: "E", Kind: layout.Struct, Parts: []layout.Part{{Name: "S", Kind: layout.VarString}, {Name: "N", Kind: layout.Varint}}}}})
	var tp tape.Tape
	for _, c := range []struct {
		hex   string
		nodes int
	}{{"00", 2}, {"02 0261 02", 5}, {"04 0261 02 0462620a", 8}, {"8000", 2}} {
		if tp.Decode(l, unhex(t, c.hex)); tp.Err != nil || len(tp.Nodes) != c.nodes {
			t.Errorf("%s: %v, %d nodes, not %d", c.hex, tp.Err, len(tp.Nodes), c.nodes)
		}
	}
}
