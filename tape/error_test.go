package tape_test

import (
	"strings"
	"testing"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// topics is a schema with what paths are made of: arrays in arrays, a nullable
// struct, a tagged field.
const topics = `
	{"name":"Topics","type":"[]Topic","versions":"0+","fields":[
		{"name":"Name","type":"string","versions":"0+"},
		{"name":"Partitions","type":"[]Partition","versions":"0+","fields":[
			{"name":"Index","type":"int32","versions":"0+"},
			{"name":"Isr","type":"[]int32","versions":"0+"}]},
		{"name":"Leader","type":"Leader","versions":"1+","nullableVersions":"1+","fields":[
			{"name":"Epoch","type":"int32","versions":"1+"}]}]},
	{"name":"Id","type":"int16","versions":"1+","taggedVersions":"1+","tag":3}`

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name    string
		version int16
		hex     string
		code    tape.Code
		want    string
	}{
		{"nothing", 0, "", tape.Short, "offset 0x0000: Topics: expected []Topic (4 bytes), found 0 bytes left"},
		{"count is cut", 0, "0000", tape.Short, "offset 0x0000: Topics: expected []Topic (4 bytes), found 2 bytes left"},
		{"count is null", 0, "ffffffff", tape.UnexpectedNull, "offset 0x0000: Topics: expected []Topic that is not null, found null"},
		{"count is negative", 0, "fffffffe", tape.BadLength, "offset 0x0000: Topics: expected a count of 0 or more, found -2"},
		{"count is too large", 0, "00000003 0000 00000000", tape.BadCount,
			"offset 0x0000: Topics: expected at most 1 element of at least 6 bytes in 6 bytes, found 3"},
		{"length is too large", 0, "00000001 0005 61 000000", tape.BadLength,
			"offset 0x0004: Topics[0].Name: expected 5 bytes of string, found 4 bytes left"},
		{"second element is cut", 0, "00000002 0000 00000000 0000 0000 0001 0000 0000", tape.BadCount,
			"offset 0x000c: Topics[1].Partitions: expected at most 0 elements of at least 8 bytes in 4 bytes, found 1"},
		{"in the second partition", 0, "00000001 0000 00000002 00000000 00000001 00000009 00000001 0000", tape.Short,
			"offset 0x001a: Topics[0].Partitions[1].Isr: expected []int32 (4 bytes), found 2 bytes left"},
		{"compact null", 1, "00 00", tape.UnexpectedNull, "offset 0x0000: Topics: expected []Topic that is not null, found null"},
		{"varint does not end", 1, "ffff", tape.BadVarint, "offset 0x0000: Topics: expected a varint that ends, found 2 bytes left"},
		{"varint overflows", 1, "ffffffffff01", tape.BadVarint,
			"offset 0x0000: Topics: expected a varint of at most 32 bits, found bytes ffffffffff"},
		{"nullable struct is cut", 1, "02 01 01 01 0000 00", tape.Short,
			"offset 0x0004: Topics[0].Leader.Epoch: expected int32 (4 bytes), found 3 bytes left"},
		{"too many tags", 1, "01 05 0302", tape.BadCount,
			"offset 0x0001: tagged_fields: expected at most 1 element of at least 2 bytes in 2 bytes, found 5"},
		{"tag is longer than what is left", 1, "01 01 03 04 0001", tape.BadLength,
			"offset 0x0003: tagged_fields: expected 4 bytes of a tagged field, found 2 bytes left"},
		{"tag has more than its value", 1, "01 01 03 03 000102", tape.TagSize,
			"offset 0x0006: Id: expected a value that fills the tagged field, found 1 byte left over in it"},
		{"tag has less than its value", 1, "01 01 03 01 00", tape.Short,
			"offset 0x0004: Id: expected int16 (2 bytes), found 1 byte left"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tp tape.Tape
			tp.Decode(compile(t, c.version, topics), unhex(t, c.hex))
			if tp.Err == nil || tp.Err.Code != c.code || !strings.HasPrefix(tp.Err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", tp.Err, c.want)
			}
		})
	}
}

// TestEveryCut cuts a message in which everything occurs: the leaves in front
// of the cut stay as they are, and the rest is one leaf.
func TestEveryCut(t *testing.T) {
	l := compile(t, 1, topics)
	whole := unhex(t, "03 0261 02 00000007 03 00000001 00000002 00 01 00000005 00 00 0262 01 ff 00 02 03 02 0009 07 01 ee")
	var full, cut tape.Tape
	full.Decode(l, whole)
	if full.Err != nil {
		t.Fatal(full.Err)
	}
	spans := map[string]bool{}
	for line := range strings.Lines(leaves(&full)) {
		spans[strings.Fields(line)[0]] = true
	}
	for n := range whole {
		cut.Decode(l, whole[:n])
		if cut.Err == nil {
			t.Fatalf("cut at %d: no error", n)
		}
		for line := range strings.Lines(leaves(&cut)) {
			span := strings.Fields(line)[0]
			from, to, _ := strings.Cut(span, "-")
			if from != to && !spans[span] && strings.Fields(line)[1] != "undecoded" {
				t.Errorf("cut at %d: %q is no leaf of the whole", n, line)
			}
		}
	}
}

// TestCutRun cuts an array of fixed-size elements whose frame promises more:
// what is there is read, element by element.
func TestCutRun(t *testing.T) {
	l := compile(t, 0, field("A", "[]int32", "")+","+field("B", "int8", ""))
	var tp tape.Tape
	parse := func(tp *tape.Tape) {
		tp.SetLimit(4 + 3*4 + 1)
		tp.Run(l)
	}
	tp.Read(unhex(t, "00000003 00000001 00000002 0000"), parse)
	want := "0-4 length int32 3\n4-8 A int32 1\n8-12 A int32 2\n12-14 undecoded bytes x0000\n"
	if got := leaves(&tp); got != want {
		t.Errorf("leaves\n%swant\n%s", got, want)
	}
	if tp.Err == nil || tp.Err.Path != "A[2]" || tp.Err.Offset != 12 || tp.Missing() != 3 {
		t.Errorf("%v, %d missing", tp.Err, tp.Missing())
	}
	tp.Read(unhex(t, "00000009 00000001"), parse)
	if tp.Err == nil || tp.Err.Code != tape.BadCount {
		t.Errorf("more elements than the frame has room for: %v", tp.Err)
	}
}

// TestReuseAllocatesNothing holds what the package promises.
func TestReuseAllocatesNothing(t *testing.T) {
	l := compile(t, 1, topics)
	b := unhex(t, "03 0261 02 00000007 03 00000001 00000002 00 01 00000005 00 00 0262 01 ff 00 02 03 02 0009 07 01 ee")
	var tp tape.Tape
	if n := testing.AllocsPerRun(10, func() { tp.Decode(l, b) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestFrames(t *testing.T) {
	leaf := layout.Leaf("Piece", "bytes", "", layout.Batch)
	pair := layout.Literal("Pair", "Pair", "", layout.Body,
		layout.Part{Name: "A", Type: "int8", Kind: layout.Int8}, layout.Part{Name: "B", Type: "int16", Kind: layout.Int16})
	root := layout.Literal("Root", "Root", "", layout.Body)
	for _, c := range []struct {
		name  string
		hex   string
		parse func(tp *tape.Tape)
		want  string
		find  string // text of the finding
	}{
		{"an error stays inside", "01 02 0103 04", func(tp *tape.Tape) {
			tp.Open(root)
			tp.Contain(2, func() { tp.Run(pair) })
			tp.Run(pair)
			tp.Close()
		}, "0-1 A int8 1\n1-2 undecoded bytes x02\n2-3 A int8 1\n3-5 B int16 772\n", "offset 0x0001: B: expected int16 (2 bytes), found 1 byte left"},
		{"an error with nothing open", "01 02 03", func(tp *tape.Tape) {
			tp.Contain(2, func() { tp.Fail(tape.Unknown, "a thing", "none") })
			tp.Run(leaf)
		}, "0-2 undecoded bytes x0102\n2-3 Piece bytes x03\n", "offset 0x0000: expected a thing, found none"},
		{"what is left inside", "01 0002 03 04", func(tp *tape.Tape) {
			tp.Contain(4, func() { tp.Run(pair) })
			tp.Run(leaf)
		}, "0-1 A int8 1\n1-3 B int16 2\n3-4 trailing bytes x03\n4-5 Piece bytes x04\n", ""},
		{"a note is a finding", "0a", func(tp *tape.Tape) {
			tp.Run(leaf)
			tp.Note("looks odd")
		}, "0-1 Piece bytes x0a\n", "looks odd"},
		{"unread and fail", "01 0002 03", func(tp *tape.Tape) {
			tp.Open(root)
			tp.Run(pair)
			tp.Unread(3)
			tp.Fail(tape.BadLength, "a pair", "this")
		}, "0-4 undecoded bytes x01000203\n", ""},
		{"rest", "01 0002 03", func(tp *tape.Tape) {
			tp.Open(root)
			tp.Run(pair)
			tp.Rest()
			tp.Close()
		}, "0-1 A int8 1\n1-3 B int16 2\n3-4 trailing bytes x03\n", ""},
		{"a limit", "01 0002 03", func(tp *tape.Tape) {
			before := tp.SetLimit(3)
			tp.Run(pair)
			tp.RestoreLimit(before)
			tp.Run(leaf)
		}, "0-1 A int8 1\n1-3 B int16 2\n3-4 Piece bytes x03\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tp tape.Tape
			tp.Read(unhex(t, c.hex), c.parse)
			if got := leaves(&tp); got != c.want {
				t.Errorf("leaves\n%swant\n%s", got, c.want)
			}
			found := ""
			for _, f := range tp.Findings {
				found += f.Text
			}
			if found != c.find {
				t.Errorf("finding %q, want %q", found, c.find)
			}
		})
	}
}

// TestManyNodes makes the first run lack room: the second must give the same.
func TestManyNodes(t *testing.T) {
	l := compile(t, 1, `{"name":"A","type":"[]E","versions":"0+","fields":[{"name":"N","type":"int8","versions":"0"}]}`)
	b := append(unhex(t, "9191 01"), make([]byte, 18577+1)...)
	var small, large tape.Tape
	large.Nodes = make([]tape.Node, 0, 1<<17)
	small.Decode(l, b)
	large.Decode(l, b)
	if len(small.Nodes) != len(large.Nodes) || small.Err != nil {
		t.Errorf("%d nodes, not %d; %v", len(small.Nodes), len(large.Nodes), small.Err)
	}
}

func TestVarlongOverflow(t *testing.T) {
	l := layout.Literal("L", "L", "", layout.Body, layout.Part{Name: "W", Type: "varlong", Kind: layout.Varlong})
	var tp tape.Tape
	tp.Decode(l, unhex(t, "ffffffffffffffffff02"))
	want := "offset 0x0000: W: expected a varint of at most 64 bits, found bytes ffffffffffffffffff02"
	if tp.Err == nil || tp.Err.Error() != want {
		t.Error(tp.Err)
	}
}

// TestBase: what is said in words counts from the beginning of the file, in
// unpacked data from theirs.
func TestBase(t *testing.T) {
	l := layout.Literal("L", "L", "", layout.Body, layout.Part{Name: "W", Type: "int64", Kind: layout.Int64})
	leaf := layout.Leaf("packed", "bytes", "", layout.Body)
	tp := tape.Tape{Base: 0x10000}
	tp.Read(unhex(t, "0102"), func(tp *tape.Tape) {
		tp.Contain(1, func() { tp.Run(l) })
		fill := func(dst []byte) ([]byte, error) { return append(dst, 1, 2), nil }
		if err := tp.Unpack(leaf, 0, fill, func() { tp.Run(l) }); err != nil {
			t.Error(err)
		}
		tp.Fail(tape.Short, "more", "the end")
	})
	want := []string{"offset 0x10000: W: expected int64 (8 bytes), found 1 byte left", "offset 0x0000 of unpacked data 1: packed.W: expected int64 (8 bytes), found 2 bytes left"}
	for i, f := range tp.Findings {
		if f.Text != want[i] || !f.Damage || f.Offset != 0 || f.Err.Offset != 0 {
			t.Errorf("%+v, want %q", f, want[i])
		}
	}
	if len(tp.Findings) != 2 || tp.Err.Error() != "offset 0x10002: expected more, found the end" || tp.Err.Offset != 2 {
		t.Errorf("%v, %v", tp.Findings, tp.Err)
	}
}
