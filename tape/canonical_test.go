package tape_test

import (
	"strings"
	"testing"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// TestNotCanonical has one input for each remark. All of them come back from
// JSON as they were.
func TestNotCanonical(t *testing.T) {
	tag := `{"name":"N","type":"int8","versions":"1+","taggedVersions":"1+","tag":2,"default":"4"}`
	for _, c := range []struct {
		name    string
		version int16
		fields  string
		hex     string
		offset  int
		want    string
	}{
		{"bool", 0, field("B", "bool", ""), "02", 0, "bool 2 is neither 0 nor 1"},
		{"bool in a run", 1, field("B", "[]bool", ""), "04 00 01 05 00", 3, "bool 5 is neither 0 nor 1"},
		{"NaN", 0, field("X", "float64", ""), "7ff8000000000001", 0, "NaN with other bits than usual"},
		{"NaN in a run", 0, field("X", "[]float64", ""), "00000001 fff8000000000000", 4, "NaN with other bits than usual"},
		{"text", 0, field("S", "string", ""), "0003 61ff62", 3, "byte 0xff is not UTF-8"},
		{"half a surrogate", 1, field("S", "string", ""), "04 eda080 00", 1, "byte 0xed is not UTF-8"},
		{"long compact string", 1, field("S", "string", ""), "818002" + strings.Repeat("61", 32768) + "00", 3,
			"string of 32768 bytes is longer than Kafka writes (32767)"},
		{"over-long string length", 1, field("S", "string", ""), "8200 61 00", 0, "varint of 2 bytes where 1 would do"},
		{"over-long array count", 1, field("A", "[]int8", ""), "828000 01 00", 0, "varint of 3 bytes where 1 would do"},
		{"over-long null", 1, field("S", "string", orNull), "8000 00", 0, "varint of 2 bytes where 1 would do"},
		{"over-long tag count", 1, "", "8000", 0, "varint of 2 bytes where 1 would do"},
		{"over-long tag", 1, tag, "01 8200 01 05", 1, "varint of 2 bytes where 1 would do"},
		{"over-long tag size", 1, tag, "01 02 8100 05", 2, "varint of 2 bytes where 1 would do"},
		{"tagged default", 1, tag, "01 02 01 04", 1, "N has its default and need not be there"},
		{"tag twice", 1, tag, "02 07 00 07 00", 3, "tag 7 comes twice"},
		{"tags out of order", 1, tag, "02 07 00 02 01 05", 3, "tag 2 comes after tag 7"},
		{"marker of a struct", 0, field("E", "E", orNull+`,"fields":[`+field("N", "int8", "")+`]`), "07 05", 0,
			"marker 7 is neither -1 (null) nor 1 (present)"},
		{"marker of null", 0, field("E", "E", orNull+`,"fields":[`+field("N", "int8", "")+`]`), "80", 0,
			"marker -128 is neither -1 (null) nor 1 (present)"},
		{"marker of a tagged struct", 1, `{"name":"E","type":"E","versions":"1+","taggedVersions":"1+","tag":0,"nullableVersions":"1+","fields":[]}`,
			"01 00 02 02 00", 3, "marker 2 is neither 0 (null) nor 1 (present)"},
		{"bytes left over", 0, field("N", "int8", ""), "01 02 03", 1, "2 bytes left over"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fields := strings.Replace(c.fields, `"fields":[]`, `"fields":[{"name":"N","type":"int8","versions":"0"}]`, 1)
			l, b := compile(t, c.version, fields), unhex(t, c.hex)
			var tp tape.Tape
			tp.Decode(l, b)
			found := tp.NotCanonical()
			if tp.Err != nil || len(found) != 1 || found[0].Text != c.want || found[0].Offset != c.offset {
				t.Fatalf("%v %+v\nwant %d %s", tp.Err, found, c.offset, c.want)
			}
			json := jsonform.AppendLossless(nil, &tp, 0, b, jsonform.Options{})
			back, err := jsonform.Encode(nil, l, json, nil)
			if err != nil || string(back) != string(b) {
				t.Errorf("%.200s\ngives %.200x, %v\nnot   %.200x", json, back, err, b)
			}
		})
	}
}

func TestCountAndLayer(t *testing.T) {
	l := compile(t, 1, field("A", "[]int16", orNull)+","+field("B", "bytes", ""))
	var tp tape.Tape
	tp.Decode(l, unhex(t, "03 0001 0002 03 aabb 00"))
	a, _ := tp.Find("A")
	if n, null := tp.Count(a); n != 2 || null {
		t.Errorf("A has %d elements, null %v", n, null)
	}
	b, _ := tp.Find("B")
	if n, null := tp.Count(b); n != 2 || null {
		t.Errorf("B has %d bytes, null %v", n, null)
	}
	if tp.Layer(a) != layout.Body {
		t.Errorf("A is in layer %s", tp.Layer(a))
	}
	if e, _ := tp.Find("A[1]"); !e.IsPart() || e.Index() != 1 || tp.HasChildren(e) {
		t.Error("A[1] is not the second element of a run")
	}
}
