package tape_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/tape"
)

// TestReplace puts values in the place of others, in JSON: sizes around them
// follow, and what is not canonical beside them stays.
func TestReplace(t *testing.T) {
	tag := `{"name":"Tag","type":"E","versions":"1+","taggedVersions":"1+","tag":0,"fields":[{"name":"Text","type":"string","versions":"1+"}]}`
	long := strings.Repeat("a", 130)
	for _, c := range []struct {
		name    string
		version int16
		fields  string
		hex     string
		path    string
		json    string
		want    string
	}{
		{"number", 0, field("N", "int16", ""), "0001", "N", "-2", "fffe"},
		{"string", 0, field("S", "string", "") + "," + field("N", "int8", ""), "0001 61 07", "S", `"bcd"`, "0003 626364 07"},
		{"to null", 1, field("S", "string", orNull), "02 61 00", "S", "null", "00 00"},
		{"in a run", 0, field("A", "[]int8", ""), "00000003 010203", "A[1]", "9", "00000003 010903"},
		{"a whole run", 0, field("A", "[]int8", ""), "00000003 010203", "A", "[4,5]", "00000002 0405"},
		{"tagged", 1, tag, "01 00 03 02 61 00", "Tag.Text", `"bc"`, "01 00 04 03 6263 00"},
		{"tagged, its size grows", 1, tag, "01 00 03 02 61 00", "Tag.Text", `"` + long + `"`, "01 00 8501 8301" + strings.Repeat("61", 130) + "00"},
		{"beside over-long varints, nothing moves", 1, tag + "," + field("S", "string", ""), "8200 61 8100 8000 8400 8200 61 00", "Tag.Text", `"bc"`, "8200 61 8100 8000 8400 03 6263 00"},
		{"in an over-long size", 1, tag, "8100 8000 8400 8200 61 00", "Tag.Text", `"b"`, "8100 8000 03 02 62 00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tp tape.Tape
			tp.Decode(compile(t, c.version, c.fields), unhex(t, c.hex))
			r, ok := tp.Find(c.path)
			if !ok || tp.Err != nil {
				t.Fatalf("%s not found, %v\n%s", c.path, tp.Err, leaves(&tp))
			}
			got, err := jsonform.Set([]byte{0xee}, &tp, r, []byte(c.json), nil)
			if want := "ee" + strings.ReplaceAll(c.want, " ", ""); err != nil || hex.EncodeToString(got) != want {
				t.Errorf("%x, %v; want\n%s", got, err, want)
			}
		})
	}
}

func TestReplaceErrors(t *testing.T) {
	l := compile(t, 0, field("A", "[]int8", "")+","+field("N", "int8", ""))
	var tp tape.Tape
	tp.Decode(l, unhex(t, "00000001 01 02"))
	r, _ := tp.Find("A")
	for c := range tp.Children(r) {
		if _, err := tp.Replace(nil, c, nil); err == nil || err.Error() != "length follows from what it counts and cannot be set" {
			t.Error(err)
		}
		break
	}
	if _, err := jsonform.Set(nil, &tp, r, []byte(`[1,`), nil); err == nil || !strings.HasPrefix(err.Error(), "json line 1, column 4: ") {
		t.Error(err)
	}
	tp.Decode(l, unhex(t, "00000001 01"))
	if _, err := tp.Replace(nil, tp.At(0), nil); err == nil || !strings.HasPrefix(err.Error(), "damaged data cannot be edited: offset 0x0005: N") {
		t.Error(err)
	}
}
