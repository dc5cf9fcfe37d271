package site

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/view"
)

// encoding is a row of the table of types.
type encoding struct {
	name     string
	kind     layout.Kind
	nullable bool
	schema   string // which type of a schema is written so, and when
	values   func() []worked
}

// worked is a value that is shown with its bytes.
type worked struct {
	json  string
	shown string                // instead of the JSON
	twist func(b []byte) []byte // what somebody else wrote instead
	note  string
}

func (v worked) text() string {
	if v.shown != "" {
		return v.shown
	}
	return v.json
}

func (t encoding) isVarint() bool { return t.kind >= layout.Uvarint && t.kind <= layout.Varlong }

// encodingTable lists all encodings in the order of the page.
func encodingTable() []encoding {
	anywhere, plain, flexible := "in all versions", "in versions that are not flexible", "in flexible versions"
	inRecords := "no type of schemas; in records"
	scalar := func(name string, k layout.Kind, values ...worked) encoding {
		return encoding{name: name, kind: k, schema: name + " " + anywhere, values: func() []worked { return values }}
	}
	integer := func(k layout.Kind, name string) encoding { return scalar(name, k, integers(k)...) }
	varint := func(k layout.Kind, name, schema string) encoding {
		return encoding{name: name, kind: k, schema: schema, values: func() []worked {
			most := 10 // groups: more than any varint has
			return append(integers(k), overLong("0", 1, "over-long: read all the same, but no writer needs it"),
				overLong("300", 1, "over-long as well"), overLong("0", most, "too long: refused"))
		}}
	}
	text := func(name string, k layout.Kind, nullable bool, when string) encoding {
		return encoding{name, k, nullable, "string " + when, func() []worked { return texts(k, nullable) }}
	}
	binary := func(name string, k layout.Kind, nullable bool, when string) encoding {
		return encoding{name, k, nullable, "bytes " + when, func() []worked { return binaries(k, nullable) }}
	}
	container := func(name string, k layout.Kind, schema string) encoding {
		return encoding{name: name, kind: k, schema: schema, values: func() []worked { return nil }}
	}
	return []encoding{
		scalar("bool", layout.Bool, worked{json: "false"}, worked{json: "true"},
			worked{json: "true", shown: "true, as byte 7", twist: lastByte(7), note: "not canonical: writers write 1"}),
		integer(layout.Int8, "int8"), integer(layout.Int16, "int16"), integer(layout.Uint16, "uint16"),
		integer(layout.Int32, "int32"), integer(layout.Uint32, "uint32"), integer(layout.Int64, "int64"),
		scalar("float64", layout.Float64, worked{json: "0"}, worked{json: "1"}, worked{json: "-1"}, worked{json: "0.1"},
			worked{json: "1.7976931348623157e308", note: "the largest"}, worked{json: `"Infinity"`, shown: "Infinity"}, worked{json: `"NaN"`, shown: "NaN"}),
		scalar("uuid", layout.UUID, worked{json: `"AAAAAAAAAAAAAAAAAAAAAA"`, note: "none"},
			worked{json: `"AAAAAAAAAAAAAAAAAAAAAQ"`, note: "the id of __cluster_metadata"}, worked{json: `"iyZ1QbZnRj6cSSRRtDUyWA"`}),
		varint(layout.Uvarint, "uvarint", "no type of schemas; lengths, counts, tags and sizes "+flexible),
		varint(layout.Varint, "varint", inRecords),
		varint(layout.Varlong, "varlong", inRecords),
		text("string", layout.String, false, plain), text("nullable_string", layout.String, true, plain+", where null is allowed"),
		text("compact_string", layout.CompactString, false, flexible), text("compact_nullable_string", layout.CompactString, true, flexible+", where null is allowed"),
		binary("bytes", layout.Bytes, false, plain), binary("nullable_bytes", layout.Bytes, true, plain+", where null is allowed"),
		binary("compact_bytes", layout.CompactBytes, false, flexible), binary("compact_nullable_bytes", layout.CompactBytes, true, flexible+", where null is allowed"),
		container("records", layout.Records, "records "+plain), container("compact_records", layout.CompactRecords, "records "+flexible),
		container("array", layout.Array, "[]type "+plain), container("compact_array", layout.CompactArray, "[]type "+flexible),
		container("struct", layout.Struct, "names that begin with a capital, in all versions"),
		container("tagged_fields", layout.Tags, "fields with a tag, at the end of every struct "+flexible),
	}
}

// facts are computed from the kind.
func (t encoding) facts() []view.Fact {
	facts := []view.Fact{{Label: "In schemas", Value: t.schema}, {Label: "Size", Value: t.size()}}
	if t.kind.IsInt() || t.isVarint() {
		lo, hi := t.kind.Range()
		facts = append(facts, view.Fact{Label: "Range", Value: prose.Number(int(lo)) + " to " + prose.Number(int(hi))})
	}
	return facts
}

func (t encoding) size() string {
	switch {
	case t.kind.Fixed():
		return prose.Count(t.kind.Width(), "byte")
	case t.kind == layout.Varlong:
		return "1 to 10 bytes"
	case t.isVarint():
		return "1 to 5 bytes"
	case t.kind == layout.Struct:
		return "that of its fields"
	case t.kind == layout.Tags:
		return "1 byte where there are none"
	case t.kind.Compact():
		return "1 to 5 bytes of uvarint, then the contents"
	}
	return prose.Count(t.kind.Prefix().Width(), "byte") + " of " + kindName(t.kind.Prefix()) + ", then the contents"
}

func kindName(k layout.Kind) string {
	if k == layout.Int16 {
		return "int16"
	}
	return "int32"
}

// integers are the values that show where an integer kind's form changes.
func integers(k layout.Kind) []worked {
	lo, hi := k.Range()
	values := []int64{0, 1, -1, 63, 64, -64, -65, 127, 128, 300, 16383, 16384, lo, hi}
	if k.Fixed() {
		values = []int64{0, 1, -1, 127, 128, 300, lo, hi}
	}
	var all []worked
	seen := map[int64]bool{}
	for _, n := range values {
		if n < lo || n > hi || seen[n] || k == layout.Uvarint && (n == 63 || n == 64) {
			continue
		}
		seen[n] = true
		w := worked{json: strconv.FormatInt(n, 10)}
		switch n {
		case lo:
			if lo < 0 {
				w.note = "the smallest"
			}
		case hi:
			w.note = "the largest"
		}
		all = append(all, w)
	}
	return all
}

// overLong writes a varint with groups of zero bits that it does not need.
func overLong(json string, more int, note string) worked {
	return worked{json: json, note: note, twist: func(b []byte) []byte {
		for range more {
			b[len(b)-1] |= 0x80
			b = append(b, 0)
		}
		return b
	}}
}

func lastByte(x byte) func([]byte) []byte {
	return func(b []byte) []byte { b[len(b)-1] = x; return b }
}

func texts(k layout.Kind, nullable bool) []worked {
	long := strings.Repeat("x", 127)
	all := []worked{
		{json: `""`, note: "empty is not null"}, {json: `"kafka"`},
		{json: `"é€😀"`, note: "lengths count bytes, not letters"},
		{json: strconv.Quote(long), shown: fmt.Sprintf("x, %d times", len(long)), note: lengthNote(k)},
	}
	return withNull(all, nullable)
}

func binaries(k layout.Kind, nullable bool) []worked {
	quoted := func(b []byte) string { return strconv.Quote(base64.StdEncoding.EncodeToString(b)) }
	long := bytes.Repeat([]byte{0xff}, 127)
	all := []worked{
		{json: `""`, shown: "none", note: "empty is not null"},
		{json: quoted([]byte{0, 1, 0xff}), shown: "three: 0, 1, 255"},
		{json: quoted(long), shown: fmt.Sprintf("255, %d times", len(long)), note: lengthNote(k)},
	}
	return withNull(all, nullable)
}

func lengthNote(k layout.Kind) string {
	if k.Compact() {
		return "128 needs two bytes of uvarint"
	}
	return ""
}

func withNull(all []worked, nullable bool) []worked {
	if nullable {
		return slices.Insert(all, 0, worked{json: "null"})
	}
	return all
}
