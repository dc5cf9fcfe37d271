package agreement_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/kscope/kscope/interop/agreement"
	"github.com/kscope/kscope/interop/oracle"
)

func ExampleJoin() {
	ours, err := agreement.Join(oracle.Value{
		JSON:    json.RawMessage(`{"topics":[{"name":"a"}]}`),
		Unknown: []oracle.UnknownTag{{Path: "topics[0]", Tag: 7, Data: []byte{1}}},
	})
	fmt.Println(string(ours), err)
	// Output: {"topics":[{"_taggedFields":[{"data":"AQ==","tag":7}],"name":"a"}]} <nil>
}

func TestSplitUndoesJoin(t *testing.T) {
	want := oracle.Value{
		JSON: json.RawMessage(`{"a":[{"b":{"n":9223372036854775807}},{"b":null}],"c":1.5}`),
		Unknown: []oracle.UnknownTag{
			{Path: "", Tag: 3, Data: []byte{}},
			{Path: "a[0].b", Tag: 1, Data: []byte{1}},
			{Path: "a[0].b", Tag: 1 << 31, Data: []byte{2, 3}},
			{Path: "a[1]", Tag: 5, Data: []byte{4}},
		},
	}
	ours, err := agreement.Join(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := agreement.Split(ours)
	if err != nil || string(got.JSON) != string(want.JSON) || fmt.Sprint(got.Unknown) != fmt.Sprint(want.Unknown) {
		t.Errorf("got %s %v, %v", got.JSON, got.Unknown, err)
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{`{"a":1,"b":[2]}`, `{"b":[2],"a":1}`, ""},
		{`9223372036854775807`, `9223372036854775806`, ": 9223372036854775807 or 9223372036854775806"},
		{`1e+21`, `1.0E21`, ""},
		{`1.0`, `1`, ": 1.0 or 1"},
		{`{"a":[{"b":1}]}`, `{"a":[{"b":2}]}`, ".a[0].b: 1 or 2"},
		{`{"a":1}`, `{}`, ".a: 1 or nothing"},
		{`{}`, `{"a":null}`, ".a: nothing or null"},
		{`[1]`, `[1,2]`, ": [1] or [1,2]"},
		{`null`, `""`, `: null or ""`},
	} {
		if got, err := agreement.Compare([]byte(c.a), []byte(c.b)); err != nil || got != c.want {
			t.Errorf("%s and %s: got %q, %v; want %q", c.a, c.b, got, err, c.want)
		}
	}
	if _, err := agreement.Compare([]byte(`{} {}`), []byte(`{}`)); err == nil {
		t.Error("two values are not one")
	}
}
