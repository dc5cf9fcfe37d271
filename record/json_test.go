package record_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/record"
)

func encode(t testing.TB, json string) []byte {
	t.Helper()
	b, err := jsonform.Encode(nil, field(), []byte(json), record.NewLayouts())
	if err != nil {
		t.Fatalf("%v\n%s", err, json)
	}
	return b[4:]
}

func toJSON(t *testing.T, batches []byte, opt jsonform.Options) string {
	t.Helper()
	tp, b := read(t, batches)
	return string(jsonform.AppendLossless(nil, tp, 0, b, opt))
}

// TestCompressedKept: as long as the records are those that the compressed
// bytes hold, these are written as they are, also when another library than
// ours has compressed them or the CRC is wrong.
func TestCompressedKept(t *testing.T) {
	for _, codec := range codecs[1:] {
		b := compress(t, record.AppendSample(nil, 1), codec)
		b[20] ^= 1 // of the CRC
		json := toJSON(t, b, jsonform.Options{})
		if strings.Contains(json, "_raw") || !strings.Contains(json, `"compressedRecords":`) || !strings.Contains(json, `"records":`) {
			t.Fatalf("%s: %s", codec, json)
		}
		if got := encode(t, json); !bytes.Equal(got, b) {
			t.Errorf("%s: %x\nnot %x", codec, got, b)
		}
		spaced := strings.NewReplacer(`{"attributes":0,"timestampDelta":1`, `{ "timestampDelta" : 1, "attributes": 0`).Replace(json)
		if got := encode(t, spaced); !bytes.Equal(got, b) {
			t.Errorf("%s, other order of members: %x\nnot %x", codec, got, b)
		}
		only := json[:strings.Index(json, `,"records":`)] + "}]}"
		if got := encode(t, only); !bytes.Equal(got, b) {
			t.Errorf("%s, without records: %x\nnot %x", codec, got, b)
		}
	}
}

// TestCompressedAnew changes records, or has no compressed bytes: they are
// compressed by the codec that attributes name, and what counts them is right
// whatever was given.
func TestCompressedAnew(t *testing.T) {
	plain := record.AppendSample(nil, 1)
	changed := bytes.Clone(plain)
	changed[record.HeaderLen+9] = 'V' // of value
	for _, codec := range codecs[1:] {
		b := compress(t, plain, codec)
		edited := strings.Replace(toJSON(t, b, jsonform.Options{}), base64.StdEncoding.EncodeToString([]byte("value")), base64.StdEncoding.EncodeToString([]byte("Value")), 1)
		unpacked := toJSON(t, b, jsonform.Options{Unpacked: true})
		if strings.Contains(unpacked, "compressedRecords") {
			t.Fatal(unpacked)
		}
		longer := strings.Replace(unpacked, `"records":[`, `"records":[{"attributes":0,"timestampDelta":5,"key":null,"value":null,"headers":[]},`, 1)
		for name, c := range map[string]struct {
			json string
			want []byte // records
		}{
			"edited":       {edited, changed[record.HeaderLen:]},
			"unpacked":     {unpacked, plain[record.HeaderLen:]},
			"one more":     {longer, append([]byte("\x0c\x00\x0a\x00\x01\x01\x00"), plain[record.HeaderLen:]...)},
			"other codec":  {strings.Replace(edited, fmt.Sprintf(`"attributes":%d,"last`, codec), `"attributes":1,"last`, 1), changed[record.HeaderLen:]},
			"no codec now": {strings.Replace(edited, fmt.Sprintf(`"attributes":%d,"last`, codec), `"attributes":0,"last`, 1), changed[record.HeaderLen:]},
		} {
			got := encode(t, c.json)
			tp, _ := read(t, got)
			if len(tp.Findings) > 0 {
				t.Errorf("%s, %s: %q", codec, name, findings(tp))
			}
			h, _ := record.ReadHeader(got)
			var all record.Codecs
			records, err := all.Expand(nil, got[record.HeaderLen:], h.Attributes.Codec(), 1000)
			if err != nil || !bytes.Equal(records, c.want) {
				t.Errorf("%s, %s: %v\n%x\nnot %x", codec, name, err, records, c.want)
			}
		}
	}
}

// TestNotCanonicalInside: compressed bytes stay when what is in them could be
// written otherwise, and when it is damaged.
func TestNotCanonicalInside(t *testing.T) {
	plain := record.AppendSample(nil, 0)
	for name, inside := range map[string]string{
		"over-long varint":  "\x2a\x00\x80\x00\x00\x06key\x0avalue\x02\x06hdr\x02x" + "\x12\x00\x02\x02\x06key\x01\x00",
		"bytes left over":   string(plain[record.HeaderLen:]) + "abc",
		"record of nothing": "\x28\x00\x00\x00\x06key\x0avalue\x02\x06hdr\x02x" + "\x00",
		"left in a record":  "\x2a\x00\x00\x00\x06key\x0avalue\x02\x06hdr\x02x\x99" + "\x12\x00\x02\x02\x06key\x01\x00",
	} {
		b := compress(t, append(bytes.Clone(plain[:record.HeaderLen]), inside...), record.Gzip)
		json := toJSON(t, b, jsonform.Options{})
		if got := encode(t, json); !bytes.Equal(got, b) {
			t.Errorf("%s: %x\nnot %x\n%s", name, got, b, json)
		}
	}
}

func TestMessagesAnew(t *testing.T) {
	for _, magic := range []byte{0, 1} {
		for _, codec := range codecs[1:4] {
			b := wrapper(t, magic, codec, 9, "one", "two")
			edited := strings.Replace(toJSON(t, b, jsonform.Options{}), `"value":"b25l"`, `"value":"T05F"`, 1) // one, ONE
			set := edited[strings.Index(edited, `"messages":`):]
			edited = edited[:len(edited)-len(set)] + strings.NewReplacer(`"crc":`, `"crc":0,"_":`).Replace(set)
			edited = dropMember(edited, `,"_":`)
			got := encode(t, edited)
			tp, _ := read(t, got)
			if r, ok := tp.Find("R[0].value.compressedMessages[0].value"); !ok {
				t.Errorf("magic %d, %s: nothing unpacked: %q", magic, codec, findings(tp))
			} else if v, _ := tp.Bytes(r); string(v) != "ONE" {
				t.Errorf("magic %d, %s: %q", magic, codec, v)
			}
			if n := len(tp.Findings); n != 2 { // the inner CRCs were given
				t.Errorf("magic %d, %s: %q", magic, codec, findings(tp))
			}
		}
	}
}

// dropMember takes numbers out of JSON, names in front of them included.
func dropMember(json, member string) string {
	for {
		before, after, ok := strings.Cut(json, member)
		if !ok {
			return json
		}
		json = before + after[strings.IndexAny(after, ",}"):]
	}
}

// TestByHandJSON writes entries from as little as can be given.
func TestByHandJSON(t *testing.T) {
	for _, c := range []struct{ json, want string }{
		{`{"r":[{"magic":0,"value":"aGk="}]}`, "000000000000000000000010" + "fd6ebddb" + "0000ffffffff000000026869"},
		{`{"r":[{"offset":5,"messageSize":25,"partial":"AQID"}]}`, "000000000000000500000019010203"},
		{`{"r":[{"baseOffset":5,"partial":""}]}`, "0000000000000005"},
		{`{"r":[{"magic":1,"attributes":1,"key":null,"timestamp":7,"value":"AQID","messages":null}]}`,
			"000000000000000000000019" + "e3112c2e" + "01010000000000000007ffffffff00000003010203"},
	} {
		if got := fmt.Sprintf("%x", encode(t, strings.Replace(c.json, `"key":null,`, "", 1))); got != c.want && c.want != "" {
			t.Errorf("%s\ngives %s\nnot   %s", c.json, got, c.want)
		}
	}
	for json, want := range map[string]string{
		`{"r":[{"magic":1,"messages":[{"magic":1}]}]}`:                                      "R[0].messages: attributes name no codec to compress them by",
		`{"r":[{"magic":1,"attributes":4,"messages":[{"magic":1}]}]}`:                       "zstd came with magic 2, not 1",
		`{"r":[{"attributes":5,"records":[{}]}]}`:                                           "codec 5 is none that Kafka has",
		`{"r":[{"attributes":1,"records":[{"kee":1}]}]}`:                                    `R[0].records[0]: Record has no field "kee"; did you mean "key"?`,
		`{"r":[{"magic":1,"attributes":1,"messages":[{"magic":1},{"magic":1,"ofset":1}]}]}`: `R[0].messages[1]: Message has no field "ofset"; did you mean "offset"?`,
		`{"r":[{"magic":1,"records":[]}]}`:                                                  `Message has no field "records"`,
	} {
		_, err := jsonform.Encode(nil, field(), []byte(json), record.NewLayouts())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngives %v\nnot   %s", json, err, want)
		}
	}
}
