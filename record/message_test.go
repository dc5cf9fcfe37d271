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
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// nullable gives an int32 length and text; "null" is null.
func nullable(text string) []byte {
	if text == "null" {
		return []byte{0xff, 0xff, 0xff, 0xff}
	}
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(text))), text...)
}

// legacy makes a message of magic 0 or 1 with right size and CRC.
func legacy(magic, attributes byte, offset, timestamp int64, key, value string) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(offset))
	b = append(b, 0, 0, 0, 0, 0, 0, 0, 0, magic, attributes)
	if magic > 0 {
		b = binary.BigEndian.AppendUint64(b, uint64(timestamp))
	}
	b = append(append(b, nullable(key)...), nullable(value)...)
	return sumMessage(b)
}

func sumMessage(b []byte) []byte {
	binary.BigEndian.PutUint32(b[8:], uint32(len(b)-12))
	binary.BigEndian.PutUint32(b[12:], crc32.ChecksumIEEE(b[16:]))
	return b
}

func message(magic byte, offset int64, key, value string) []byte {
	return legacy(magic, 0, offset, 1000+offset, key, value)
}

// wrapper makes a wrapper message; its last message has the given offset.
func wrapper(t testing.TB, magic byte, codec record.Codec, last int64, values ...string) []byte {
	t.Helper()
	var set []byte
	for i, v := range values {
		offset := int64(i)
		if magic == 0 {
			offset = last - int64(len(values)-1-i)
		}
		set = append(set, message(magic, offset, "null", v)...)
	}
	var c record.Codecs
	packed, err := c.AppendMessages(nil, set, &record.MessageHeader{Magic: int8(magic), Attributes: record.Attributes(codec)})
	if err != nil {
		t.Fatal(err)
	}
	return legacy(magic, byte(codec), last, 2000, "null", string(packed))
}

// checkSpaces fails unless leaves cover the input and each space exactly once.
func checkSpaces(t testing.TB, tp *tape.Tape) {
	t.Helper()
	at := make([]int, len(tp.Spaces())+1)
	var walk func(r tape.Ref)
	walk = func(r tape.Ref) {
		space := tp.SpaceOf(r.Node())
		_, opens := tp.Opens(r.Node())
		if opens = opens && !r.IsPart(); opens || !tp.HasChildren(r) {
			off, end := tp.Span(r)
			if off != at[space] || end < off {
				t.Fatalf("%s [%d,%d) in space %d, where %d is next", tp.Info(r).Name, off, end, space, at[space])
			}
			at[space] = end
		}
		for c := range tp.Children(r) {
			walk(c)
		}
	}
	for r := range tp.Roots() {
		walk(r)
	}
	for space, end := range at {
		if want := len(tp.SpaceData(space)); end != want {
			t.Fatalf("leaves of space %d end at %d of %d", space, end, want)
		}
	}
}

// TestMessagesByHand reads messages that were written out by hand.
func TestMessagesByHand(t *testing.T) {
	for _, c := range []struct{ name, hex, want string }{
		{"magic 0", "0000000000000005" + "00000010" + "fd6ebddb" + "00" + "00" + "ffffffff" + "00000002" + "6869",
			`{"offset":5,"messageSize":16,"crc":4251893211,"magic":0,"attributes":0,"key":null,"value":"aGk="}`},
		{"magic 1", "0000000000000005" + "00000019" + "e06f5e8b" + "01" + "08" + "000001536f8a3800" + "00000001" + "6b" + "00000002" + "6869",
			`{"offset":5,"messageSize":25,"crc":3765395083,"magic":1,"attributes":8,"timestamp":1457865242624,"key":"aw==","value":"aGk="}`},
		{"tombstone", "0000000000000000" + "00000017" + "30744b12" + "01" + "00" + "ffffffffffffffff" + "00000001" + "6b" + "ffffffff",
			`{"offset":0,"messageSize":23,"crc":812927762,"magic":1,"attributes":0,"timestamp":-1,"key":"aw==","value":null}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := hex.DecodeString(c.hex)
			if err != nil {
				t.Fatal(err)
			}
			tp, _ := read(t, b)
			checkSpaces(t, tp)
			if len(tp.Findings) > 0 { // the CRCs are zlib's
				t.Error(findings(tp))
			}
			if json := string(jsonform.Append(nil, tp, 0, jsonform.Options{})); json != `{"r":[`+c.want+`]}` {
				t.Errorf("got  %s\nwant %s", json, c.want)
			}
		})
	}
}

// TestWrappers reads and writes wrappers of both magics and all their codecs.
func TestWrappers(t *testing.T) {
	for _, magic := range []byte{0, 1} {
		for _, codec := range codecs[1:4] {
			t.Run(fmt.Sprintf("magic %d, %s", magic, codec), func(t *testing.T) {
				tp, b := read(t, slices.Concat(wrapper(t, magic, codec, 7, "one", "two"), message(1, 8, "k", "v"), record.AppendSample(nil, 5)))
				checkSpaces(t, tp)
				if len(tp.Findings) > 0 || len(tp.Spaces()) != 1 {
					t.Fatalf("%d spaces, findings %q", len(tp.Spaces()), findings(tp))
				}
				if r, ok := tp.Find("R[0].value.compressedMessages[1].value"); !ok {
					t.Error("no second message")
				} else if v, _ := tp.Bytes(r); string(v) != "two" {
					t.Errorf("second message is %q", v)
				}
				for _, opt := range []jsonform.Options{{}, {Unpacked: true}} {
					json := jsonform.AppendLossless(nil, tp, 0, b, opt)
					back, err := jsonform.Encode(nil, field(), json, record.NewLayouts())
					if err != nil || !bytes.Equal(back, b) {
						t.Errorf("%v\n%s\n%x\n%x", err, json, b, back)
					}
				}
			})
		}
	}
}

// TestLZ4OfMagic0 has the frame header that Kafka 0.8.2 wrote: its checksum is
// that of all six bytes, not of the two behind the magic.
func TestLZ4OfMagic0(t *testing.T) {
	var c record.Codecs
	h := &record.MessageHeader{Magic: 0, Attributes: record.Attributes(record.LZ4)}
	broken, err := c.AppendMessages(nil, []byte("hello"), h)
	if err != nil || hex.EncodeToString(broken[:7]) != "04224d1860401a" {
		t.Fatalf("%v %x", err, broken)
	}
	if _, err := c.Expand(nil, broken, record.LZ4, 100); err == nil {
		t.Errorf("%x has the right checksum", broken)
	}
	for _, sum := range []byte{broken[6], 0, 0xff} {
		broken[6] = sum
		if got, err := c.ExpandMessages(nil, broken, h, 100); err != nil || string(got) != "hello" {
			t.Errorf("checksum %x: %q, %v", sum, got, err)
		}
	}
	for n := range broken {
		if _, err := c.ExpandMessages(nil, broken[:n], h, 100); err == nil {
			t.Errorf("cut at %d: no error", n)
		}
	}
}

func TestDamagedMessages(t *testing.T) {
	whole := message(1, 3, "key", "value")
	change := func(f func(b []byte)) []byte { b := bytes.Clone(whole); f(b); return b }
	zstd := legacy(1, 4, 3, 0, "null", "\x28\xb5\x2f\xfd")
	for _, c := range []struct {
		name  string
		bytes []byte
		want  string
	}{
		{"fine", whole, ""},
		{"crc", change(func(b []byte) { b[15] ^= 1 }), "offset 0x0010: crc: expected "},
		{"size too small", change(func(b []byte) { b[11] = 21 }), "offset 0x000c: messageSize: expected at least 22, found 21"},
		{"size too large", change(func(b []byte) { b[11]++ }), "42 of the 43 bytes of an entry that is cut"},
		{"key too long", change(func(b []byte) { b[29] = 9; sumMessage(b) }), "offset 0x002b: R[0].value: expected bytes (4 bytes), found 3 bytes left"},
		{"bytes left over", sumMessage(append(bytes.Clone(whole), 7)), ""},
		{"wrapper of no data", legacy(1, 1, 3, 0, "null", "zip"), "offset 0x0026: value: expected gzip data, found data that ends too early"},
		{"wrapper of null", legacy(1, 1, 3, 0, "null", "null"), ""},
		{"wrapper of nothing", legacy(1, 1, 3, 0, "null", ""), ""},
		{"zstd", zstd, "offset 0x0026: value: expected zstd data, found zstd, which came with magic 2, in magic 1"},
		{"codec 7", legacy(0, 7, 3, 0, "null", "x"), "offset 0x001e: value: codec 7 is none that Kafka has, so the records stay packed"},
		{"batch in a wrapper", legacy(1, 2, 3, 0, "null", "\x5c\xf0\x5b"+string(record.AppendSample(nil, 0))), "offset 0x0010: magic: expected 0 to 1, found 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tp, b := read(t, c.bytes)
			checkSpaces(t, tp)
			if got := strings.Join(findings(tp), "\n"); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
				t.Errorf("findings %q, want %q", got, c.want)
			}
			if len(tp.Findings) > 0 && tp.Findings[0].Damage != strings.Contains(c.want, ": expected ") {
				t.Errorf("%+v: a cut and an unknown codec are no damage, all else is", tp.Findings[0])
			}
			json := jsonform.AppendLossless(nil, tp, 0, b, jsonform.Options{})
			back, err := jsonform.Encode(nil, field(), json, record.NewLayouts())
			if err != nil || !bytes.Equal(back, b) {
				t.Errorf("%v\n%s\n%x\n%x", err, json, b, back)
			}
		})
	}
}

func TestAbsoluteOffsets(t *testing.T) {
	h, ok := record.ReadMessageHeader(wrapper(t, 1, record.Gzip, 107, "a", "b", "c"))
	if !ok || h.Absolute(0, 2) != 105 || h.Absolute(2, 2) != 107 || h.Attributes.Codec() != record.Gzip || h.Timestamp != 2000 {
		t.Errorf("%+v %v", h, ok)
	}
	h, ok = record.ReadMessageHeader(wrapper(t, 0, record.Gzip, 107, "a", "b", "c"))
	if !ok || h.Absolute(105, 107) != 105 || h.Timestamp != -1 {
		t.Errorf("%+v %v", h, ok)
	}
	if _, ok := record.ReadMessageHeader(record.AppendSample(nil, 0)); ok {
		t.Error("a batch is no message")
	}
}
