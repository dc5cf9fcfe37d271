package schema

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func readSeed(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func mustParse(t testing.TB, data string) *Message {
	t.Helper()
	m, err := Parse("test.json", []byte(data))
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	return m
}

// TestPrintKeepsTokens holds the two schemas that the product's page shows:
// whitespace aside, what was read is what is written.
func TestPrintKeepsTokens(t *testing.T) {
	for _, name := range []string{"BeginQuorumEpochRequest", "BeginQuorumEpochResponse"} {
		data := readSeed(t, name)
		m, err := Parse(name, data)
		if err != nil {
			t.Fatal(err)
		}
		printed := Print(m)
		if got, want := squeeze(printed), squeeze(data); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
		again := mustParse(t, string(printed))
		if !reflect.DeepEqual(m, again) {
			t.Errorf("%s: Parse(Print(m)) is not m", name)
		}
	}
}

// squeeze leaves out the blanks outside strings.
func squeeze(data []byte) string {
	var b strings.Builder
	for i := 0; i < len(data); {
		if data[i] == '"' {
			end := stringEnd(data, i)
			b.Write(data[i:end])
			i = end
			continue
		}
		if !strings.ContainsRune(" \n", rune(data[i])) {
			b.WriteByte(data[i])
		}
		i++
	}
	return b.String()
}

const lenient = `// licence
{ /* block */ "type":"data","name" : "Lenient", "unknown": {"a": [1, "// no comment"]},
  // Version 1 adds B.
  //
  "validVersions": "0-3", // trailing
  "flexibleVersions": "2+", "deprecatedVersions": "0", "latestVersionUnstable": true,
  "fields": [
    {"name":"A","type":"int32","versions":"0+","default":-1,"ignorable":"true","about":null},
    {"name":"B","type":"string","taggedVersions":"2+","tag":0,"nullableVersions":"2+","default":null},
    // on a field
    {"name":"C","type":"int64","versions":"0-2","default":"0x7fffffff"},
    {"name":"D","type":"string","versions":"0+","flexibleVersions":"none"},
    {"name":"E","type":"[]S","versions":"0+","fields":[{"name":"F","type":"T","versions":"1+"}]},
    {"name":"G","type":"bool","versions":"0+","default":false}
  ],
  "commonStructs": [{"name":"T","versions":"1+","fields":[{"name":"U","type":"uuid","versions":"1+"}]}]
} // after
]} junk`

func TestParseLenient(t *testing.T) {
	m := mustParse(t, lenient)
	none := None
	want := &Message{
		Name: "Lenient", Type: Data, APIKey: NoKey, Valid: Versions{0, 3}, Flexible: Versions{2, MaxVersion},
		Deprecated: Versions{0, 0}, LatestUnstable: true,
		Notes: []string{"block", "Version 1 adds B.", "", "trailing"},
		Fields: []*Field{
			{Name: "A", Type: FieldType{Elem: "int32"}, Versions: from(0), Nullable: None, Tagged: None, Tag: NoTag,
				Default: "-1", HasDefault: true, Ignorable: true},
			{Name: "B", Type: FieldType{Elem: "string"}, Versions: from(2), Nullable: from(2), Tagged: from(2), Tag: 0},
			{Name: "C", Type: FieldType{Elem: "int64"}, Versions: Versions{0, 2}, Nullable: None, Tagged: None, Tag: NoTag,
				Default: "0x7fffffff", HasDefault: true},
			{Name: "D", Type: FieldType{Elem: "string"}, Versions: from(0), Nullable: None, Tagged: None, Tag: NoTag, Flexible: &none},
			{Name: "E", Type: FieldType{Array: true, Elem: "S"}, Versions: from(0), Nullable: None, Tagged: None, Tag: NoTag,
				Fields: []*Field{{Name: "F", Type: FieldType{Elem: "T"}, Versions: from(1), Nullable: None, Tagged: None, Tag: NoTag}}},
			{Name: "G", Type: FieldType{Elem: "bool"}, Versions: from(0), Nullable: None, Tagged: None, Tag: NoTag,
				Default: "false", HasDefault: true},
		},
		Structs: []*Struct{{Name: "T", Versions: from(1), Fields: []*Field{
			{Name: "U", Type: FieldType{Elem: "uuid"}, Versions: from(1), Nullable: None, Tagged: None, Tag: NoTag}}}},
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("got\n%s\nwant\n%s", Print(m), Print(want))
	}
	if again := mustParse(t, string(Print(m))); !reflect.DeepEqual(m, again) {
		t.Errorf("Parse(Print(m)) is not m:\n%s", Print(m))
	}
}

func from(v int16) Versions { return Versions{v, MaxVersion} }

func TestParseRemovedAPI(t *testing.T) {
	text := `{"apiKey": 7, "type": "request", "name": "GoneRequest", "validVersions": "none"}`
	m := mustParse(t, text)
	if !m.Valid.Empty() || !m.Flexible.Empty() || m.APIKey != 7 {
		t.Errorf("got %+v", m)
	}
	if got := squeeze(Print(m)); got != squeeze([]byte(text)) {
		t.Errorf("got %s", got)
	}
}

func TestParseErrors(t *testing.T) {
	fields := func(f string) string {
		return `{"type":"data","name":"X","validVersions":"0-1","flexibleVersions":"1+","fields":[` + "\n" + f + "\n" + `]}`
	}
	tests := []struct{ name, data, want string }{
		{"empty", ``, `f:1:1: the JSON ends too early`},
		{"cut", `{"type":"data",`, `f:1:16: the JSON ends too early`},
		{"no json", `{"type" 1}`, `f:1:9: not JSON: invalid character '1' after object key`},
		{"bad escape", "{\n\"ty\\qpe\": 1}", `f:2:5: not JSON: invalid character 'q' in string escape code`},
		{"no object", `[1]`, `f:1:1: a schema must be a JSON object, found array`},
		{"no name", `{"type":"data"}`, `f:1:1: "name" is missing`},
		{"bad name", `{"name":"a b"}`, `f:1:9: "a b" is no name`},
		{"type", `{"name":"X","type":"reply"}`, `f:1:20: unknown message type "reply"`},
		{"no versions", `{"name":"X","type":"data"}`, `f:1:1: "validVersions" is missing`},
		{"open", `{"name":"X","type":"data","validVersions":"0+"}`, `f:1:43: "validVersions" must end`},
		{"range", `{"name":"X","type":"data","validVersions":"3-1"}`, `ends before it begins`},
		{"unknown type", fields(`{"name":"A","type":"int24","versions":"0"}`), `f:2:1: field A is of unknown type int24`},
		{"no struct", fields(`{"name":"A","type":"[]S","versions":"0"}`), `f:2:1: field A is of struct S, which has no fields`},
		{"fields of an int", fields(`{"name":"A","type":"int8","versions":"0","fields":[{"name":"B","type":"int8","versions":"0"}]}`), `int8 is no struct`},
		{"no range", fields(`{"name":"A","type":"int8"}`), `neither "versions" nor "taggedVersions"`},
		{"lone tag", fields(`{"name":"A","type":"int8","versions":"0","tag":0}`), `has a tag, but no "taggedVersions"`},
		{"lone range", fields(`{"name":"A","type":"int8","taggedVersions":"1+"}`), `has "taggedVersions", but no tag`},
		{"inflexible", fields(`{"name":"A","type":"int8","taggedVersions":"0+","tag":0}`), `tagged in a version that is not flexible`},
		{"tag twice", fields(`{"name":"A","type":"int8","taggedVersions":"1+","tag":0},
{"name":"B","type":"int8","taggedVersions":"1+","tag":0}`), `f:3:1: field B has the tag of field A`},
		{"name twice", fields(`{"name":"A","type":"int8","versions":"0"}, {"name":"A","type":"int8","versions":"0+"}`), `f:2:44: field A is there twice`},
		{"null int", fields(`{"name":"A","type":"int8","versions":"0","nullableVersions":"0"}`), `int8 cannot be null`},
		{"null default", fields(`{"name":"A","type":"string","versions":"0+","nullableVersions":"1+","default":"null"}`), `default null, but is not nullable in all`},
		{"default", fields(`{"name":"A","type":"int8","versions":"0","default":"128"}`), `"128" is not an int8 (-128 to 127)`},
		{"bool default", fields(`{"name":"A","type":"bool","versions":"0","default":"yes"}`), `neither true nor false`},
		{"array default", fields(`{"name":"A","type":"[]int8","versions":"0","default":"1"}`), `can have none but null`},
		{"uuid default", fields(`{"name":"A","type":"uuid","versions":"0","default":"AAAA"}`), `a uuid has 16 bytes, not 3`},
		{"flag", fields(`{"name":"A","type":"int8","versions":"0","mapKey":"x"}`), `f:2:51: "mapKey" must be true or false`},
		{"recursion", `{"type":"data","name":"X","validVersions":"0","fields":[],"commonStructs":[
{"name":"S","fields":[{"name":"T","type":"T","versions":"0"}]},
{"name":"T","fields":[{"name":"S","type":"[]S","versions":"0"}]}]}`, `f:3:23: struct S contains itself`},
		{"deep", strings.Repeat("[", 5000), `nested deeper than 100 levels`},
	}
	for _, tt := range tests {
		m, err := Parse("f", []byte(tt.data))
		if err == nil {
			t.Errorf("%s: no error, but\n%s", tt.name, Print(m))
			continue
		}
		if _, ok := err.(*Error); !ok || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got  %v\n\twant %s", tt.name, err, tt.want)
		}
	}
}

// TestParseBoundsSize: structs in structs must not cost what they spell out.
func TestParseBoundsSize(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"type":"data","name":"X","validVersions":"0","fields":[],"commonStructs":[`)
	for c := 'A'; c < 'Z'; c++ {
		next := string(c + 1)
		b.WriteString(`{"name":"` + string(c) + `","fields":[{"name":"L","type":"` + next + `","versions":"0"},{"name":"R","type":"` + next + `","versions":"0"}]},`)
	}
	b.WriteString(`{"name":"Z","fields":[{"name":"V","type":"int8","versions":"0"}]}]}`)
	_, err := Parse("f", []byte(b.String()))
	if err == nil || !strings.Contains(err.Error(), "wider than 10000 fields") {
		t.Errorf("got %v", err)
	}
}

// TestNullDefault tells "null" from null: Kafka's generator takes the latter
// for a default that is not given, so that StreamsGroupMetadataValue writes an
// explicit null where the default looks like one.
func TestNullDefault(t *testing.T) {
	for text, want := range map[string]bool{`"null"`: true, `null`: false, `""`: true} {
		m := mustParse(t, `{"type":"data","name":"X","validVersions":"0","fields":[
			{"name":"A","type":"[]int8","versions":"0","nullableVersions":"0","default":`+text+`}]}`)
		if f := m.Fields[0]; f.HasDefault != want {
			t.Errorf("default %s: %v %q", text, f.HasDefault, f.Default)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(lenient))
	f.Add(readSeed(f, "BeginQuorumEpochRequest"))
	f.Add([]byte(`{"name":"X","type":"data","validVersions":"none"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Parse("fuzz", data)
		if err != nil {
			if e, ok := err.(*Error); !ok || e.Line < 1 || e.Col < 1 {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		again, err := Parse("printed", Print(m))
		if err != nil {
			t.Fatalf("%v in\n%s", err, Print(m))
		}
		if !reflect.DeepEqual(m, again) {
			t.Fatalf("changed by Print:\n%s\n%s", Print(m), Print(again))
		}
	})
}
