package view

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/kscope/kscope/internal/golden"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// zoo has a field of every sort; version 1 is flexible.
const zoo = `{ "apiKey": 1, "type": "request", "name": "ZooRequest", "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [
    { "name": "Open", "type": "bool", "versions": "0+", "about": "Is it open?" },
    { "name": "Fault", "type": "int16", "versions": "0+", "about": "What is wrong." },
    { "name": "Ratio", "type": "float64", "versions": "1+", "about": "Keepers per animal." },
    { "name": "Id", "type": "uuid", "versions": "1+" },
    { "name": "Name", "type": "string", "versions": "0+", "nullableVersions": "0+", "about": "What it is called." },
    { "name": "Map", "type": "bytes", "versions": "0+", "nullableVersions": "0+" },
    { "name": "Ages", "type": "[]int32", "versions": "0+", "nullableVersions": "0+", "about": "One each." },
    { "name": "Cages", "type": "[]Cage", "versions": "0+", "nullableVersions": "0+", "fields": [
      { "name": "Animal", "type": "string", "versions": "0+", "about": "Who lives there." } ] },
    { "name": "Vet", "type": "Person", "versions": "1+", "nullableVersions": "1+", "about": "Whom to call.", "fields": [
      { "name": "Phone", "type": "string", "versions": "0+" } ] },
    { "name": "Log", "type": "records", "versions": "0+", "nullableVersions": "0+", "about": "What happened." },
    { "name": "Motto", "type": "string", "versions": "1+", "taggedVersions": "1+", "tag": 0, "about": "Over the door." },
    { "name": "Area", "type": "int64", "versions": "1+", "taggedVersions": "1+", "tag": 3 }
  ] }`

// Pieces of version 1 that several cases share.
const (
	head1  = "01 004a 3ff8000000000000 00112233445566778899aabbccddeeff " // Open, Fault, Ratio, Id
	nulls1 = "00 00 00 00 ff 00 "                                         // Name to Log
)

var goldens = []struct {
	name    string
	version int16
	hex     string
	options Options
}{
	{name: "nulls", version: 1, hex: head1 + nulls1 + "00"},
	{name: "nulls-plain", version: 0, hex: "00 0000 ffff ffffffff ffffffff ffffffff ffffffff"},
	{name: "values", version: 1, hex: head1 + "06 c389 6c616e 05 00ff10ab 03 00000007 ffffffff 03 02 61 00 01 00 01 03 3535 00 01 00"},
	{name: "values-plain", version: 0, hex: "01 ffff 0001 61 00000002 beef 00000001 00000009 00000002 0000 0002 6262 00000000"},
	{name: "tags", version: 1, hex: head1 + nulls1 + "02 00 03 036f 6b 03 08 0000000000000100"},
	{name: "unknown-tags", version: 1, hex: head1 + nulls1 + "03 00 01 01 07 02 cafe 8101 00"},
	{name: "odd-tags", version: 1, hex: head1 + nulls1 + "05 03 08 0000000000000000 00 03 036f 6b 00 03 036f6b 09 01 ff 07 00"},
	{name: "tag-size", version: 1, hex: head1 + nulls1 + "01 00 03 026f 6b"},
	{name: "trailing", version: 1, hex: head1 + nulls1 + "00 dead beef"},
	{name: "cut", version: 1, hex: head1 + "00 00 03 00000007 0000"},
	{name: "bad-count", version: 1, hex: head1 + "00 00 00 ffffffff0f 61 00"},
	{name: "not-canonical", version: 1, hex: "07" + head1[2:] + "8500 f0282829 8100 00 8180 00 ff 00 8000"},
	{name: "control-characters", version: 1, hex: head1 + "0f 1b5b33316d 0d0a 00 22 5c e280a8 7f" + "00 00 00 ff 00 00"},
	{name: "long", version: 1, hex: head1 + "00 29 " + strings.Repeat("ab", 40) + " 00 00 ff 00 00"},
	{name: "records", version: 1, hex: head1 + "00 00 00 00 ff " + batches() + " 00"},
	{name: "limit", version: 1, hex: head1 + "00 00 0b " + strings.Repeat("00000001 ", 10) + "0b " + strings.Repeat("01 00 ", 10) + "ff 00 00",
		options: Options{Limit: 5}},
	{name: "path", version: 1, hex: head1 + "00 00 03 00000001 00000002 03 02 61 00 02 62 00 ff 00 00",
		options: Options{Path: "cages[*].animal"}},
	{name: "path-index", version: 1, hex: head1 + "00 00 03 00000001 00000002 01 ff 00 00", options: Options{Path: "Ages[1]"}},
	{name: "path-tag", version: 1, hex: head1 + nulls1 + "01 00 03 036f 6b", options: Options{Path: "Motto"}},
}

// batches is a records field of two batches, the second with a wrong CRC and
// followed by the beginning of a third.
func batches() string {
	b := record.AppendSample(nil, 1)
	n := len(b)
	b = record.AppendEmpty(b)
	b[n+17] ^= 0xff
	b = append(b, b[:20]...)
	return hex.EncodeToString(append([]byte{byte(len(b)+1)&0x7f | 0x80, byte((len(b) + 1) >> 7)}, b...))
}

type zooNames struct{}

func (zooNames) Number(l *layout.Layout, op int, v int64) string {
	if l.Info[op].Name == "Fault" && v == 74 {
		return "LION_OUT"
	}
	return ""
}

func (zooNames) UUID(l *layout.Layout, op int, id []byte) string {
	if id[1] == 0x11 {
		return "the zoo"
	}
	return ""
}

func zooDoc(t testing.TB, version int16, hexText string) *Doc {
	t.Helper()
	m, err := schema.Parse("zoo.json", []byte(zoo))
	if err != nil {
		t.Fatal(err)
	}
	l, err := layout.Compile(m, version)
	if err != nil {
		t.Fatal(err)
	}
	data, err := hex.DecodeString(strings.ReplaceAll(hexText, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	d := &Doc{Tape: &tape.Tape{Nester: record.NewLayouts()}, Names: zooNames{}}
	d.Tape.Decode(l, data)
	return d
}

// TestGolden shows real bytes with all that can be odd about them. A golden
// file is the dump and the nodes.
func TestGolden(t *testing.T) {
	for _, c := range goldens {
		t.Run(c.name, func(t *testing.T) {
			d := zooDoc(t, c.version, c.hex)
			if c.name == "bad-count" {
				d.Tape.Err.Hint = "a count of 4 GiB may be text"
			}
			got := show(t, func(b *bytes.Buffer) error { return Dump(b, d, c.options) }) + "\n" +
				show(t, func(b *bytes.Buffer) error { return Nodes(b, d, c.options) })
			golden.Equal(t, c.name+".golden", []byte(got))
			if c.options == (Options{}) {
				checkForms(t, d)
			}
		})
	}
}
