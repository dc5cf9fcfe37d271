package layout_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
)

// ops writes a layout down, one op a line, indented by what it is in.
func ops(l *layout.Layout) string {
	var b strings.Builder
	var ends []int
	for i, op := range l.Ops {
		for len(ends) > 0 && ends[len(ends)-1] <= i {
			ends = ends[:len(ends)-1]
		}
		if l.Info[i].Name == "" {
			continue // End, Next, TagEnd
		}
		fmt.Fprintf(&b, "%s%s %s min %d\n", strings.Repeat("  ", len(ends)), l.Info[i].Name, l.Info[i].Type, op.Min)
		if int(op.End) > i+1 {
			ends = append(ends, int(op.End))
		}
	}
	return b.String()
}

// TestVersionsVanish has one schema whose versions differ in everything that a
// range can change.
func TestVersionsVanish(t *testing.T) {
	fields := strings.Join([]string{
		`{"name":"Old","type":"int8","versions":"0"}`,
		`{"name":"New","type":"[]Pair","versions":"1+","fields":[{"name":"Left","type":"string","versions":"0+"}]}`,
		`{"name":"Both","type":"string","versions":"0+"}`,
		`{"name":"Second","type":"int8","versions":"1+","taggedVersions":"1+","tag":1}`,
		`{"name":"First","type":"int8","versions":"0+","taggedVersions":"1+","tag":0}`,
	}, ",")
	for version, want := range map[int16]string{
		0: "T struct min 4\n  Old int8 min 1\n  Both string min 2\n  First int8 min 1\n",
		1: "T struct min 3\n  New []Pair min 2\n    Pair Pair min 2\n      Left string min 1\n      tagged_fields uvarint min 1\n" +
			"  Both string min 1\n  tagged_fields uvarint min 1\n    First tagged_field min 2\n      First int8 min 1\n    Second tagged_field min 2\n      Second int8 min 1\n",
	} {
		l := compile(t, version, fields)
		if got := ops(l); got != want {
			t.Errorf("version %d:\n%swant\n%s", version, got, want)
		}
		var names []string
		for i := range l.Fields(0) {
			names = append(names, l.Info[i].Name)
		}
		if n := len(names); n != 3+int(version) {
			t.Errorf("version %d has the fields %v", version, names)
		}
	}
	l := compile(t, 1, fields)
	if _, ok := l.Find(0, "Old"); ok {
		t.Error("Old was found in version 1")
	}
	if i, ok := l.Find(0, "First"); !ok || l.Ops[i].Kind != layout.Int8 {
		t.Error("First was not found in version 1")
	}
	if !slices.ContainsFunc(l.Info[0].Absent, func(f *schema.Field) bool { return f.Name == "Old" }) {
		t.Error("Old is not among the absent fields of version 1")
	}
}

func TestCompileErrors(t *testing.T) {
	m := parse(t, field("A", "[]B", `,"fields":[`+field("C", "int8", "")+`]`))
	m.Fields[0].Fields[0].Type.Elem = "int9"
	if _, err := layout.Compile(m, 0); err == nil || err.Error() != `T version 0: A: C: type "int9" is not known` {
		t.Error(err)
	}
	m = parse(t, field("A", "B", `,"fields":[`+field("C", "int8", "")+`]`))
	m.Fields[0].Fields = m.Fields // contains itself
	if _, err := layout.Compile(m, 0); err == nil || !strings.HasSuffix(err.Error(), "structs nest deeper than 32") {
		t.Error(err)
	}
	m = parse(t, field("A", "int8", ""))
	m.Fields[0].Default, m.Fields[0].HasDefault = "x", true
	if _, err := layout.Compile(m, 0); err == nil || err.Error() != `T version 0: A: default "x" does not fit type int8` {
		t.Error(err)
	}
}

func TestLayerNames(t *testing.T) {
	if got := fmt.Sprint(layout.Frame, layout.Header, layout.TagLayer, layout.Layer(99)); got != "frame rpc header tagged_fields layer 99" {
		t.Error(got)
	}
}
