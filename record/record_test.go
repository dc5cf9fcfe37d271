package record_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// field is the layout of a message that is one records field.
func field() *layout.Layout {
	return layout.Literal("M", "M", "", layout.Body, layout.Part{Name: "R", Type: "records", Kind: layout.Records})
}

// read indexes batches as the contents of a records field.
func read(t *testing.T, batches []byte) (*tape.Tape, []byte) {
	t.Helper()
	b := append(binary.BigEndian.AppendUint32(nil, uint32(len(batches))), batches...)
	tp := &tape.Tape{Nester: record.NewLayouts()}
	tp.Decode(field(), b)
	if tp.Err != nil {
		t.Fatal(tp.Err)
	}
	return tp, b
}

func findings(tp *tape.Tape) (texts []string) {
	for _, f := range tp.Findings {
		texts = append(texts, f.Text)
	}
	return texts
}

// sum puts a right CRC and length into a batch that has been changed.
func sum(batch []byte) []byte {
	binary.BigEndian.PutUint32(batch[8:], uint32(len(batch)-12))
	binary.BigEndian.PutUint32(batch[17:], crc32.Checksum(batch[21:], crc32.MakeTable(crc32.Castagnoli)))
	return batch
}

// TestSampleByHand holds the sample against bytes written out by hand.
func TestSampleByHand(t *testing.T) {
	want := "0000000000000006" + "00000050" + "00000000" + "02" + "CCCCCCCC" + "0000" + "00000001" +
		"0000015cebff5c00" + "0000015cebff5c01" + "0000000000000000" + "0000" + "00000000" + "00000002" +
		"28" + "00" + "00" + "00" + "06" + "6b6579" + "0a" + "76616c7565" + "02" + "06" + "686472" + "02" + "78" +
		"12" + "00" + "02" + "02" + "06" + "6b6579" + "01" + "00"
	got := record.AppendSample([]byte("x"), 3)[1:]
	crc := hex.EncodeToString(got[17:21])
	want = strings.Replace(want, "CCCCCCCC", crc, 1)
	if hex.EncodeToString(got) != want {
		t.Errorf("got  %x\nwant %s", got, want)
	}
	if !bytes.Equal(got, sum(bytes.Clone(got))) {
		t.Error("length or CRC is wrong")
	}
}

// TestEmptyByHand has a CRC that was not computed here: the page that the
// product grew from shows an empty batch.
func TestEmptyByHand(t *testing.T) {
	b := record.AppendEmpty(nil)
	if len(b) != record.HeaderLen || binary.BigEndian.Uint32(b[17:]) != record.Checksum(b) {
		t.Errorf("%x", b)
	}
	tp, _ := read(t, b)
	if len(tp.Findings) > 0 {
		t.Error(findings(tp))
	}
}

func TestJSONBothWays(t *testing.T) {
	records := record.NewLayouts()
	tp, b := read(t, append(record.AppendSample(nil, 0), record.AppendEmpty(nil)...))
	json := string(jsonform.Append(nil, tp, 0, jsonform.Options{}))
	for _, want := range []string{
		`{"r":[{"baseOffset":0,"batchLength":80,`,
		`"records":[{"attributes":0,"timestampDelta":0,"offsetDelta":0,"key":"a2V5","value":"dmFsdWU=","headers":[{"key":"hdr","value":"eA=="}]},`,
		`{"attributes":0,"timestampDelta":1,"offsetDelta":1,"key":"a2V5","value":null,"headers":[]}]},`,
		`"records":[]}]}`,
	} {
		if !strings.Contains(json, want) {
			t.Errorf("%s\nlacks %s", json, want)
		}
	}
	for name, text := range map[string]string{
		"as it is":        json,
		"without lengths": strings.ReplaceAll(strings.ReplaceAll(json, `"batchLength":80,`, ""), `"batchLength":49,`, ""),
		"opaque":          string(jsonform.Append(nil, tp, 0, jsonform.Options{OpaqueRecords: true})),
	} {
		back, err := jsonform.Encode(nil, field(), []byte(text), records)
		if err != nil || !bytes.Equal(back, b) {
			t.Errorf("%s: %v\n%x\n%x", name, err, back, b)
		}
	}
}

func TestDamage(t *testing.T) {
	whole := record.AppendSample(nil, 0)
	change := func(f func(b []byte) []byte) []byte { return f(bytes.Clone(whole)) }
	crc := binary.BigEndian.Uint32(whole[17:])
	for _, c := range []struct {
		name  string
		bytes []byte
		want  []string // findings; offsets count the field's length in
	}{
		{"fine", whole, nil},
		{"crc", change(func(b []byte) []byte { b[17] ^= 1; return b }),
			[]string{fmt.Sprintf("offset 0x0015: crc: expected %d (0x%08x) for bytes 0x0019 to 0x005f, found %d (0x%08x)", crc, crc, crc^1<<24, crc^1<<24)}},
		{"cut where Fetch may cut", whole[:70], []string{"70 of the 92 bytes of an entry that is cut, as a Fetch response may end"}},
		{"cut in the offset", whole[:5], []string{"5 bytes of an entry that is cut in front of its size, as a Fetch response may end"}},
		{"length too small", change(func(b []byte) []byte { b[11] = 48; return b }),
			[]string{"offset 0x000c: batchLength: expected at least 49, found 48"}},
		{"negative length", change(func(b []byte) []byte { b[8] = 0xff; return b }),
			[]string{"offset 0x000c: batchLength: expected at least 49, found -16777136"}},
		{"unknown magic", change(func(b []byte) []byte { b[16] = 3; return b }), []string{"offset 0x0014: magic: expected 0 to 2, found 3"}},
		{"not compressed as it says", change(func(b []byte) []byte { b[22] = 2; return sum(b) }),
			[]string{"offset 0x0041: compressedRecords: expected snappy data, found s2: corrupt input"}},
		{"one record too many", change(func(b []byte) []byte { b[60] = 3; return sum(append(b, 1)) }),
			[]string{"offset 0x0060: R[0].records[2]: expected a length of 0 or more, found -1"}},
		{"count of all that fits", change(func(b []byte) []byte { b[60] = 4; return sum(b) }),
			[]string{"offset 0x0060: R[0].records[2]: expected a varint that ends, found 0 bytes left"}},
		{"record size too large", change(func(b []byte) []byte { b[61] = 0x7e; return sum(b) }),
			[]string{"offset 0x0041: R[0].records[0]: expected 63 bytes of Record, found 30 bytes left"}},
		{"a record with bytes left over", change(func(b []byte) []byte { b[len(b)-10]++; b[len(b)-10]++; return sum(append(b, 0xee)) }), nil},
		{"bytes behind the records", change(func(b []byte) []byte { return sum(append(b, 0xee)) }), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			tp, b := read(t, append(slices.Clone(c.bytes), record.AppendEmpty(nil)...))
			if cut := len(c.bytes) < len(whole); cut {
				tp, b = read(t, c.bytes)
			}
			got := findings(tp)
			if len(got) != len(c.want) {
				t.Fatalf("findings %q, want %q", got, c.want)
			}
			for i := range got {
				if !strings.HasPrefix(got[i], c.want[i]) {
					t.Errorf("finding %q, want %q", got[i], c.want[i])
				}
			}
			json := jsonform.AppendLossless(nil, tp, 0, b, jsonform.Options{})
			back, err := jsonform.Encode(nil, field(), json, record.NewLayouts())
			if err != nil || !bytes.Equal(back, b) {
				t.Errorf("bytes changed: %v\n%s\n%x\n%x", err, json, b, back)
			}
		})
	}
}

// TestEveryCut cuts entries of every magic at every length: of the one that is
// cut the header is read as far as it goes, and the message itself is fine.
func TestEveryCut(t *testing.T) {
	whole := slices.Concat(record.AppendSample(nil, 0), message(0, 0, "k", "v"), wrapper(t, 1, record.Gzip, 7, "one", "two"), record.AppendSample(nil, 1))
	ends := []int{0, 92, 92 + 28, len(whole) - 92}
	for n := range whole {
		tp, b := read(t, whole[:n])
		checkSpaces(t, tp)
		if cut := !slices.Contains(ends, n); len(tp.Findings) > 1 || len(tp.Findings) == 1 != cut || cut && tp.Findings[0].Damage {
			t.Errorf("cut at %d: %q", n, findings(tp))
		}
		json := jsonform.AppendLossless(nil, tp, 0, b, jsonform.Options{})
		back, err := jsonform.Encode(nil, field(), json, record.NewLayouts())
		if err != nil || !bytes.Equal(back, b) {
			t.Errorf("cut at %d: %v\n%s", n, err, json)
		}
	}
}

// TestPathCountsBatches damages the second batch: the path must say so.
func TestPathCountsBatches(t *testing.T) {
	bad := record.AppendSample(nil, 0)
	bad[60] = 3
	tp, _ := read(t, append(record.AppendSample(nil, 0), sum(bad)...))
	if len(tp.Findings) != 1 || tp.Findings[0].Err == nil || tp.Findings[0].Err.Path != "R[1].records[2]" {
		t.Errorf("%+v", tp.Findings)
	}
}

func TestRecordAlone(t *testing.T) {
	b := record.AppendSample(nil, 0)[record.HeaderLen:]
	var tp tape.Tape
	l := record.NewLayouts().Record
	tp.Decode(l, b[:21])
	if tp.Err != nil || len(tp.NotCanonical()) > 0 {
		t.Fatal(tp.Err, tp.NotCanonical())
	}
	json := jsonform.Append(nil, &tp, 0, jsonform.Options{})
	back, err := jsonform.Encode(nil, l, json, nil)
	if err != nil || !bytes.Equal(back, b[:21]) {
		t.Errorf("%v\n%s\n%x\n%x", err, json, b[:21], back)
	}
}
