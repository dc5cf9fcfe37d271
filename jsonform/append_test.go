package jsonform_test

import (
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

func TestAppend(t *testing.T) {
	for _, c := range []struct {
		name    string
		version int16
		hex     string
		json    string
	}{
		{"plain", 0, "01 0001 61 00000002 0001 ffff ffffffff 00000007 00000001 0000 00000001 aa",
			`{"count":1,"word":"a","ids":[1,-1],"old":-1,"fleeting":7,"oldWords":[""],"oldBytes":"qg=="}`},
		{"flexible", 1, "03 00 01 3fe0000000000000 01 03 aabb 000102030405060708090a0b0c0d0e0f 02 00000001 0000000000000002 00 00 00",
			`{"count":3,"word":null,"ids":[],"float":0.5,"yes":true,"blob":"qrs=","id":"AAECAwQFBgcICQoLDA0ODw","pairs":[{"left":1,"right":2}],"batches":null}`},
		{"tagged", 1, "03 01 01" + defaults + " 03 01 01 aa 04 01 05 c801 00",
			`{"count":3,"word":"","ids":[],"float":0.0,"yes":false,"blob":"","id":"AAAAAAAAAAAAAAAAAAAAAA","pairs":[],"batches":null,"extra":5,"_taggedFields":[{"tag":1,"data":"qg=="},{"tag":200,"data":""}]}`},
		{"tagged default", 1, "03 01 01" + defaults + " 01 04 01 00",
			`{"count":3,"word":"","ids":[],"float":0.0,"yes":false,"blob":"","id":"AAAAAAAAAAAAAAAAAAAAAA","pairs":[],"batches":null,"_raw":"AwEBAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAABAAEEAQA="}`},
		{"large float", 1, "03 01 01 7fefffffffffffff" + defaults[17:] + " 00",
			`{"count":3,"word":"","ids":[],"float":1.7976931348623157e+308,"yes":false,"blob":"","id":"AAAAAAAAAAAAAAAAAAAAAA","pairs":[],"batches":null}`},
		{"infinity", 1, "03 01 01 7ff0000000000000" + defaults[17:] + " 00",
			`{"count":3,"word":"","ids":[],"float":"Infinity","yes":false,"blob":"","id":"AAAAAAAAAAAAAAAAAAAAAA","pairs":[],"batches":null}`},
		{"cut", 1, "03 0261 02 00", `{"count":3,"word":"a","_raw":"AwJhAgA="}`},
		{"cut behind a tag", 1, "03 01 01" + defaults + " 02 04 01 05 09 03 aa", // of three bytes one is there
			`{"count":3,"word":"","ids":[],"float":0.0,"yes":false,"blob":"","id":"AAAAAAAAAAAAAAAAAAAAAA","pairs":[],"batches":null,"extra":5,"_raw":"AwEBAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAABAAIEAQUJA6o="}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := hex.DecodeString(strings.ReplaceAll(c.hex, " ", ""))
			if err != nil {
				t.Fatal(err)
			}
			tp := tape.Tape{Nester: record.NewLayouts()}
			tp.Decode(compile(t, greet, c.version), b)
			if got := string(jsonform.AppendLossless(nil, &tp, 0, b, jsonform.Options{})); got != c.json {
				t.Errorf("%s, %v\nwant\n%s", got, tp.Err, c.json)
			}
		})
	}
}

// TestStrings compares with encoding/json, an oracle that escapes more than
// it must: what both give reads as the same.
func TestStrings(t *testing.T) {
	for text, want := range map[string]string{
		"":                    `""`,
		"plain":               `"plain"`,
		"\"\\\n\r\t\x00\x1f/": `"\"\\\n\r\t\u0000\u001f/"`,
		"Grüße 東京 🦀\x7f":      "\"Grüße 東京 🦀\x7f\"",
		"\u0085a\u2028\u2029": `"\u0085a\u2028\u2029"`,
		"\xffa\xc3":           `"` + "\ufffda\ufffd" + `"`,
		"\xed\xa0\x80":        `"` + "\ufffd\ufffd\ufffd" + `"`,
	} {
		got := string(jsonform.AppendString(nil, []byte(text)))
		if got != want {
			t.Errorf("%q is %s, not %s", text, got, want)
		}
		var back string
		if err := json.Unmarshal([]byte(got), &back); err != nil || back != strings.ToValidUTF8(text, "\ufffd") && !strings.Contains(text, "\xed") {
			t.Errorf("%s reads as %q, %v", got, back, err)
		}
	}
}
