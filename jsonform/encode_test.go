package jsonform_test

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// greet has what JSON can get wrong: every type, nulls, fields of one version
// only, tagged fields. Version 0 is not flexible, version 1 is.
const greet = `{"type":"data","name":"Greet","validVersions":"0-2","flexibleVersions":"1+","fields":[
	{"name":"Count","type":"int8","versions":"0+","default":"3"},
	{"name":"Word","type":"string","versions":"0+","nullableVersions":"1+"},
	{"name":"Ids","type":"[]int16","versions":"0+"},
	{"name":"Old","type":"int32","versions":"0","default":"-1"},
	{"name":"Fleeting","type":"int32","versions":"0","ignorable":true},
	{"name":"OldWords","type":"[]string","versions":"0"},
	{"name":"OldBytes","type":"bytes","versions":"0"},
	{"name":"Later","type":"Later","versions":"2","fields":[
		{"name":"Number","type":"int32","versions":"2","default":"-1"},
		{"name":"Names","type":"[]string","versions":"2"}]},
	{"name":"Float","type":"float64","versions":"1+"},
	{"name":"Yes","type":"bool","versions":"1+"},
	{"name":"Blob","type":"bytes","versions":"1+"},
	{"name":"Id","type":"uuid","versions":"1+"},
	{"name":"Pairs","type":"[]Pair","versions":"1+","fields":[
		{"name":"Left","type":"int32","versions":"1+"},
		{"name":"Right","type":"int64","versions":"1+"},
		{"name":"Coming","type":"int8","versions":"2"}]},
	{"name":"Batches","type":"records","versions":"1+","nullableVersions":"1+"},
	{"name":"Extra","type":"int8","versions":"1+","taggedVersions":"1+","tag":4}]}`

func compile(t testing.TB, text string, version int16) *layout.Layout {
	t.Helper()
	m, err := schema.Parse("greet.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	l, err := layout.Compile(m, version)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// defaults are the bytes of version 1 between Ids and the tagged fields.
const defaults = " 0000000000000000 00 01 00000000000000000000000000000000 01 00"

func TestEncode(t *testing.T) {
	for _, c := range []struct {
		name    string
		version int16
		json    string
		hex     string
	}{
		{"all defaults", 0, `{}`, "03 0000 00000000 ffffffff 00000000 00000000 00000000"},
		{"in order", 0, `{"count":1,"word":"a","ids":[1,2]}`, "01 0001 61 00000002 0001 0002 ffffffff 00000000 00000000 00000000"},
		{"out of order", 0, `{"ids":[1,2],"word":"a","count":1}`, "01 0001 61 00000002 0001 0002 ffffffff 00000000 00000000 00000000"},
		{"white space", 0, " {\n\t\"word\" : \"a\" ,\r\n \"ids\" : [ 1 , 2 ] } \n", "03 0001 61 00000002 0001 0002 ffffffff 00000000 00000000 00000000"},
		{"escapes", 0, `{"w\u006frd":"\u0061\n\ud83d\ude00\/"}`, "03 0007 61 0a f09f9880 2f 00000000 ffffffff 00000000 00000000 00000000"},
		{"half a surrogate", 0, `{"word":"\ud83d"}`, "03 0003 efbfbd 00000000 ffffffff 00000000 00000000 00000000"},
		{"null", 1, `{"word":null}`, "03 00 01" + defaults + " 00"},
		{"ignorable field of another version", 1, `{"fleeting":7}`, "03 01 01" + defaults + " 00"},
		{"defaults of another version", 1, `{"old":-1,"oldWords":[ ],"oldBytes":""}`, "03 01 01" + defaults + " 00"},
		{"default struct of another version", 1, `{"later": { "names" : [ ] , "number" : -1 } , "count":3}`, "03 01 01" + defaults + " 00"},
		{"tagged", 1, `{"extra":5}`, "03 01 01" + defaults + " 01 04 01 05"},
		{"tagged default", 1, `{"extra":0}`, "03 01 01" + defaults + " 00"},
		{"unknown tags", 1, `{"_taggedFields":[{"tag":1,"data":"qg=="},{"data":"","tag":200}],"extra":5}`,
			"03 01 01" + defaults + " 03 01 01 aa 04 01 05 c801 00"},
		{"unknown tags with white space", 1, "{ \"_taggedFields\" : [ { \"tag\" : 1 , \"data\" : \"qg==\" } ,\n { \"data\" : \"\" , \"tag\" : 200 } ] }",
			"03 01 01" + defaults + " 02 01 01 aa c801 00"},
		{"floats", 1, `{"float":"NaN"}`, "03 01 01 7ff8000000000000" + defaults[17:] + " 00"},
		{"infinity", 1, `{"float":"-Infinity"}`, "03 01 01 fff0000000000000" + defaults[17:] + " 00"},
		{"float without a point", 1, `{"float":1}`, "03 01 01 3ff0000000000000" + defaults[17:] + " 00"},
		{"structs", 1, `{"pairs":[{"right":-1},{"left":2}, {}]}`, "03 01 01 0000000000000000 00 01" + strings.Repeat("00", 16) +
			"04 00000000 ffffffffffffffff 00 00000002 0000000000000000 00 00000000 0000000000000000 00 00 00"},
		{"dashed uuid", 1, `{"id":"00010203-0405-0607-0809-0a0b0c0d0e0f"}`,
			"03 01 01 0000000000000000 00 01 000102030405060708090a0b0c0d0e0f 01 00 00"},
		{"edited beside _raw", 1, `{"count":4,"_raw":"AwEBAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAABAIAA"}`, "04 01 01" + defaults + " 00"},
		{"kept by _raw", 1, `{"_raw":"AwEBAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAABAIAA"}`, "03 01 01" + defaults + " 8000"},
		{"_raw that does not read", 1, `{"_raw":"Aw=="}`, "03 01 01" + defaults + " 00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := jsonform.Encode(nil, compile(t, greet, c.version), []byte(c.json), nil)
			if want := strings.ReplaceAll(c.hex, " ", ""); err != nil || hex.EncodeToString(got) != want {
				t.Errorf("%x, %v; want\n%s", got, err, want)
			}
		})
	}
}

func TestEncodeErrors(t *testing.T) {
	for _, c := range []struct {
		json string
		want string // of version 1
	}{
		{``, `line 1, column 1: expected an object (struct), found the end`},
		{`[]`, `line 1, column 1: expected an object (struct), found [`},
		{`null`, `line 1, column 5: struct may not be null in version 1`},
		{`{} x`, `line 1, column 4: expected the end, found x`},
		{`{"count":1 "word":"a"}`, `line 1, column 12: expected ',', found "word":"a"`},
		{`{,"count":1}`, `line 1, column 2: expected a string, found ,`},
		{`{"count":1,}`, `line 1, column 12: expected a string, found }`},
		{`{"count":1`, `line 1, column 11: expected ',', found the end`},
		{"{\n  \"count\": 128}", `line 2, column 12: Count: 128 does not fit (-128 to 127)`},
		{`{"count":1.5}`, `line 1, column 10: Count: expected an integer of 64 bits, found 1.5`},
		{`{"count":99999999999999999999}`, `line 1, column 10: Count: expected an integer of 64 bits, found 99999999999999999999`},
		{`{"count":"1"}`, `line 1, column 10: Count: expected an integer, found "1"`},
		{`{"count":null}`, `line 1, column 10: Count: int8 may not be null in version 1`},
		{`{"count":1,"count":2}`, `line 1, column 12: "count" is given twice`},
		{`{"cuont":1}`, `line 1, column 2: Greet has no field "cuont"; did you mean "count"?`},
		{`{"zzz":1}`, `line 1, column 2: Greet has no field "zzz"`},
		{`{"old":7}`, `line 1, column 2: Old: not in version 1 (it is in 0), and the value is not the default`},
		{`{"later":{"names":[],"number":0}}`, `line 1, column 2: Later: not in version 1 (it is in 2), and the value is not the default`},
		{`{"later":{"number":-1,"x":0}}`, `line 1, column 2: Later: not in version 1 (it is in 2), and the value is not the default`},
		{`{"later":null}`, `line 1, column 2: Later: not in version 1 (it is in 2), and the value is not the default`},
		{`{"oldWords":["a"]}`, `line 1, column 2: OldWords: not in version 1 (it is in 0), and the value is not the default`},
		{`{"oldBytes":"qg=="}`, `line 1, column 2: OldBytes: not in version 1 (it is in 0), and the value is not the default`},
		{`{"old":"-1"}`, `line 1, column 2: Old: not in version 1 (it is in 0), and the value is not the default`},
		{`{"yes":1}`, `line 1, column 8: Yes: expected true or false, found 1`},
		{`{"word":"a`, `line 1, column 9: string does not end`},
		{`{"word":"\x"}`, `line 1, column 10: escape is not one of JSON's`},
		{"{\"word\":\"\x01\"}", `line 1, column 10: control character 0x01 in a string`},
		{`{"blob":"!"}`, `line 1, column 9: Blob: bytes are not base64: illegal base64 data at input byte 0`},
		{`{"id":"AA"}`, `line 1, column 7: Id: "AA" is not a uuid (22 base64url characters or dashed hex): 2 characters`},
		{`{"float":"x"}`, `line 1, column 10: Float: x is not a float64`},
		{`{"ids":[,1]}`, `line 1, column 9: expected a value, found ,`},
		{`{"ids":[1,]}`, `line 1, column 11: expected a value, found ]`},
		{`{"ids":[1 2]}`, `line 1, column 11: expected ',', found 2`},
		{`{"count":1,"word":"","ids":[1 2]}`, `line 1, column 31: Ids[1]: expected ',' or ']', found 2`},
		{`{"pairs":[{} {}]}`, `line 1, column 14: expected ',', found {`},
		{`{"pairs":[{"left":1},{"left":2147483648}]}`, `line 1, column 30: Pairs[1].Left: 2147483648 does not fit (-2147483648 to 2147483647)`},
		{`{"pairs":[null]}`, `line 1, column 11: Pairs[0]: Pair may not be null in version 1`},
		{`{"pairs":[{"coming":1}]}`, `line 1, column 12: Pairs[0].Coming: not in version 1 (it is in 2), and the value is not the default`},
		{`{"pairs":[{"lefd":1}]}`, `line 1, column 12: Pairs[0]: Pair has no field "lefd"; did you mean "left"?`},
		{`{"batches":[{}]}`, `line 1, column 12: Batches: records can be given as base64 only`},
		{`{"_taggedFields":[{"tag":4,"data":""}]}`, `line 1, column 39: _taggedFields: tag 4 is the field Extra`},
		{`{"_taggedFields":[{"tag":2,"data":""},{"tag":1,"data":""}]}`, `line 1, column 58: _taggedFields: tag 1 does not come in order`},
		{`{"_taggedFields":[{"tag":2}]}`, `line 1, column 19: _taggedFields: expected {"tag": number, "data": base64}, found no "data"`},
		{`{"_taggedFields":[{"tag":-2,"data":""}]}`, `line 1, column 28: _taggedFields: expected a tag number of 32 bits`},
		{`{"_taggedFields":[{"tag":2,"data":"!"}]}`, `line 1, column 19: _taggedFields: data is not base64: illegal base64 data at input byte 0`},
		{`{"_raw":"!"}`, `line 1, column 9: bytes are not base64: illegal base64 data at input byte 0`},
		{`{"word":"` + strings.Repeat("a", 32768) + `"}`, `line 1, column 9: Word: string of 32768 bytes is longer than 32767`},
		{`{"zz":` + strings.Repeat("[", 2000) + `}`, `line 1, column 1007: nested deeper than 1000`},
	} {
		l := compile(t, greet, 1)
		out, err := jsonform.Encode([]byte("x"), l, []byte(c.json), nil)
		var e *jsonform.Error
		if !errors.As(err, &e) || e.Error() != "json "+c.want {
			t.Errorf("%.60s\n got %v\nwant json %s", c.json, err, c.want)
		}
		if string(out) != "x" {
			t.Errorf("%.60s: dst became %q", c.json, out)
		}
	}
}

// TestBatchesAnyOrder gives batches the members that are asked for out of
// order, alone and in the company of others.
func TestBatchesAnyOrder(t *testing.T) {
	l, records := compile(t, greet, 1), record.NewLayouts()
	for json, want := range map[string]string{
		`{"batches":[{"crc":1,"attributes":2,"batchLength":9}]}`: `{"baseOffset":0,"batchLength":9,"partitionLeaderEpoch":0,"magic":2,"crc":1,"attributes":2,`,
		`{"batches":[{"compressedRecords":"AAEC"}]}`:             `{"baseOffset":0,"batchLength":52,"partitionLeaderEpoch":0,"magic":2,"crc":`,
		`{"batches":[{"batchLength":49,"crc":7}]}`:               `{"baseOffset":0,"batchLength":49,"partitionLeaderEpoch":0,"magic":2,"crc":7,"attributes":0,`,
	} {
		b, err := jsonform.Encode(nil, l, []byte(json), records)
		if err != nil {
			t.Errorf("%s: %v", json, err)
			continue
		}
		tp := tape.Tape{Nester: records}
		tp.Decode(l, b)
		r, ok := tp.Find("Batches")
		if !ok {
			t.Fatal(tp.Err)
		}
		got := string(jsonform.Append(nil, &tp, r.Node(), jsonform.Options{}))
		if raw, _ := tp.Bytes(r); json[13] == '{' && !strings.HasPrefix(got, "["+want) && len(raw) != 64 {
			t.Errorf("%s gives %s", json, got)
		}
	}
	_, err := jsonform.Encode(nil, l, []byte(`{"batches":[null]}`), records)
	if err == nil || err.Error() != "json line 1, column 13: Batches[0]: a batch may not be null" {
		t.Errorf("null batch: %v", err)
	}
}

func TestDropped(t *testing.T) {
	for _, c := range []struct {
		version    int16
		json, want string
	}{
		{1, `{"fleeting":7}`, "Fleeting 0"},
		{1, `{"fleeting":0}`, ""},
		{1, `{"old":-1,"word":"a"}`, ""},
		{0, `{"fleeting":7}`, ""},
	} {
		all, err := jsonform.Dropped(compile(t, greet, c.version), []byte(c.json), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range all {
			got += f.Name + " " + f.Versions.String()
		}
		if got != c.want {
			t.Errorf("version %d %s: got %q, want %q", c.version, c.json, got, c.want)
		}
	}
	if _, err := jsonform.Dropped(compile(t, greet, 1), []byte(`{"old":7}`), nil); err == nil {
		t.Error("a value that is refused gave no error")
	}
}
