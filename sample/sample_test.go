package sample_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// rich has a field of every type, nullable ones among them.
const rich = `{"type":"data","name":"Rich","validVersions":"0","flexibleVersions":"0+","fields":[
	{"name":"Flag","type":"bool","versions":"0+","default":"true"},
	{"name":"Tiny","type":"int8","versions":"0+","default":"9"},
	{"name":"Ratio","type":"float64","versions":"0+"},
	{"name":"Id","type":"uuid","versions":"0+"},
	{"name":"Name","type":"string","versions":"0+","nullableVersions":"0+","default":"null"},
	{"name":"Blob","type":"bytes","versions":"0+","nullableVersions":"0+"},
	{"name":"Pairs","type":"[]Pair","versions":"0+","nullableVersions":"0+","fields":[
		{"name":"Left","type":"int32","versions":"0+"}]},
	{"name":"Maybe","type":"Maybe","versions":"0+","nullableVersions":"0+","default":"null","fields":[
		{"name":"Inner","type":"int64","versions":"0+"}]},
	{"name":"Batches","type":"records","versions":"0+","nullableVersions":"0+"},
	{"name":"Extra","type":"int16","versions":"0+","taggedVersions":"0+","tag":0,"default":"5"}]}`

func richLayout(t *testing.T) *layout.Layout {
	t.Helper()
	m, err := schema.Parse("rich.json", []byte(rich))
	if err != nil {
		t.Fatal(err)
	}
	l, err := layout.Compile(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func instance(t *testing.T, l *layout.Layout, k sample.Kind) ([]byte, string) {
	t.Helper()
	b, err := l.Append(nil, sample.Source(k), nil)
	if err != nil {
		t.Fatalf("%s: %v", k, err)
	}
	tp := tape.Tape{Nester: record.NewLayouts()}
	tp.Decode(l, b)
	if bad := tp.NotCanonical(); tp.Err != nil || len(bad) > 0 || len(tp.Findings) > 0 {
		t.Fatalf("%s: %v %v %v", k, tp.Err, bad, tp.Findings)
	}
	return b, string(jsonform.Append(nil, &tp, 0, jsonform.Options{OpaqueRecords: true}))
}

func TestKinds(t *testing.T) {
	l := richLayout(t)
	for kind, want := range map[sample.Kind]string{
		sample.Smallest: `{"flag":false,"tiny":0,"ratio":0.0,"id":"AAAAAAAAAAAAAAAAAAAAAA","name":"","blob":"","pairs":[{"left":0}],` +
			`"maybe":{"inner":0},"batches":"AAAAAAAAAAAAAAAxAAAAAAJZX7fdAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="}`,
		sample.Full: `{"flag":true,"tiny":2,"ratio":3.5,"id":"AAAAAAAAAAAAAAAAAAAABA","name":"name-5","blob":"Bgc=","pairs":[{"left":7},{"left":8}],` +
			`"maybe":{"inner":9},"batches":"AAAAAAAAABQAAABQAAAAAAIjYsqkAAAAAAABAAABXOv/XAAAAAFc6/9cAQAAAAAAAAAAAAAAAAAAAAAAAigAAAAGa2V5CnZhbHVlAgZoZHICeBIAAgIGa2V5AQA=","extra":11}`,
		sample.EdgeMin: `{"flag":false,"tiny":-128,"ratio":-1.7976931348623157e+308,"id":"AAAAAAAAAAAAAAAAAAAAAA","name":"","blob":"","pairs":[{"left":-2147483648}],` +
			`"maybe":{"inner":-9223372036854775808},"batches":"AAAAAAAAAAAAAAAxAAAAAAJZX7fdAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="}`,
		sample.EdgeNull: `{"flag":false,"tiny":0,"ratio":0.0,"id":"AAAAAAAAAAAAAAAAAAAAAA","name":null,"blob":null,"pairs":null,"maybe":null,"batches":null}`,
	} {
		if _, got := instance(t, l, kind); got != want {
			t.Errorf("%s\n%s\nwant\n%s", kind, got, want)
		}
	}
}

func TestEdgeMax(t *testing.T) {
	b, json := instance(t, richLayout(t), sample.EdgeMax)
	for _, want := range []string{`"flag":true,"tiny":127,"ratio":1.7976931348623157e+308,"id":"_____________________w"`,
		`"left":2147483647`, `"inner":9223372036854775807`, `"extra":32767`, `"name":"xxx`} {
		if !strings.Contains(json, want) {
			t.Errorf("no %s in\n%s", want, json)
		}
	}
	if long := append([]byte{0x80, 0x01}, bytes.Repeat([]byte{'x'}, 127)...); !bytes.Contains(b, long) {
		t.Errorf("no text with a length of two bytes in\n%x", b)
	}
}

// TestRandom wants every choice to be made within a few seeds, and a seed to
// give the same bytes each time.
func TestRandom(t *testing.T) {
	l := richLayout(t)
	seen := map[string]bool{}
	var tp tape.Tape
	for seed := range uint64(200) {
		b, json := instance(t, l, sample.Random(seed))
		if again, _ := instance(t, l, sample.Random(seed)); !bytes.Equal(b, again) {
			t.Fatalf("seed %d gives two instances", seed)
		}
		tp.Decode(l, b)
		for _, field := range []string{"Name", "Blob", "Pairs", "Maybe", "Batches"} {
			r, ok := tp.Find(field)
			if !ok {
				t.Fatalf("no %s in %s", field, json)
			}
			if tp.IsNull(r) {
				seen["null "+field] = true
			} else {
				seen["some "+field] = true
			}
		}
		if r, _ := tp.Find("Pairs"); !tp.IsNull(r) {
			if n, _ := tp.Count(r); n == 0 || n > 100 {
				seen[map[bool]string{true: "no pairs", false: "many pairs"}[n == 0]] = true
			}
		}
		if _, ok := tp.Find("Extra"); ok {
			seen["extra"] = true
		}
		if bytes.Contains([]byte(json), []byte("_taggedFields")) {
			seen["unknown tags"] = true
		}
	}
	if len(seen) != 14 {
		t.Errorf("200 seeds gave only %v", seen)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"smallest": "smallest", "full": "full", "random": "random:1", "random:18446744073709551615": "random:18446744073709551615",
	} {
		if k, err := sample.Parse(text); err != nil || k.String() != want {
			t.Errorf("%s is %s, %v", text, k, err)
		}
	}
	for text, want := range map[string]string{
		"":          `sample "" is not one of smallest, full, edge:min, edge:max, edge:null, random, random:SEED`,
		"Full":      `sample "Full" is not one of smallest, full, edge:min, edge:max, edge:null, random, random:SEED`,
		"full:1":    `sample "full:1" is not one of smallest, full, edge:min, edge:max, edge:null, random, random:SEED`,
		"random:-1": `seed "-1" is not a number of 64 bits`,
		"random:":   `seed "" is not a number of 64 bits`,
	} {
		if _, err := sample.Parse(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}
