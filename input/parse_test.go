package input

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strings"
	"testing"
)

// The bytes of the fixtures that real programs wrote.
const fixtureHex = "0000003800120004000000010009636f6e736f6c652d61626364225c27000000" +
	"0000000000000000000000000000000000000000000000000000000000000000" +
	"00000000000000000000000000000000000000000000000000000000006162636" + "4"

var fixtures = []struct {
	name   string
	format Format
	text   string
}{
	{"xxd -a", FormatXXD, `00000000: 0000 0038 0012 0004 0000 0001 0009 636f  ...8..........co
00000010: 6e73 6f6c 652d 6162 6364 225c 2700 0000  nsole-abcd"\'...
00000020: 0000 0000 0000 0000 0000 0000 0000 0000  ................
*
00000050: 0000 0000 0000 0000 0000 0000 0061 6263  .............abc
00000060: 64                                       d
`},
	{"xxd -ps", FormatHex, `0000003800120004000000010009636f6e736f6c652d61626364225c2700
000000000000000000000000000000000000000000000000000000000000
000000000000000000000000000000000000000000000000000000000000
00000061626364
`},
	{"xxd -i", FormatC, `unsigned char s_bin[] = {
  0x00, 0x00, 0x00, 0x38, 0x00, 0x12, 0x00, 0x04, 0x00, 0x00, 0x00, 0x01,
  0x00, 0x09, 0x63, 0x6f, 0x6e, 0x73, 0x6f, 0x6c, 0x65, 0x2d, 0x61, 0x62,
  0x63, 0x64, 0x22, 0x5c, 0x27, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
  0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
  0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
  0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
  0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
  0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x61, 0x62, 0x63,
  0x64
};
unsigned int s_bin_len = 97;
`},
	{"hexdump -C", FormatHexdump, `00000000  00 00 00 38 00 12 00 04  00 00 00 01 00 09 63 6f  |...8..........co|
00000010  6e 73 6f 6c 65 2d 61 62  63 64 22 5c 27 00 00 00  |nsole-abcd"\'...|
00000020  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
*
00000050  00 00 00 00 00 00 00 00  00 00 00 00 00 61 62 63  |.............abc|
00000060  64                                                |d|
00000061
`},
	{"hexdump", FormatHexdump, `0000000 0000 3800 1200 0400 0000 0100 0900 6f63
0000010 736e 6c6f 2d65 6261 6463 5c22 0027 0000
0000020 0000 0000 0000 0000 0000 0000 0000 0000
*
0000050 0000 0000 0000 0000 0000 0000 6100 6362
0000060 0064                                   
0000061
`},
	{"hexdump -x", FormatHexdump, `0000000    0000    3800    1200    0400    0000    0100    0900    6f63
0000010    736e    6c6f    2d65    6261    6463    5c22    0027    0000
0000020    0000    0000    0000    0000    0000    0000    0000    0000
*
0000050    0000    0000    0000    0000    0000    0000    6100    6362
0000060    0064                                                        
0000061
`},
	{"od -A x -t x1z -v", FormatHexdump, `000000 00 00 00 38 00 12 00 04 00 00 00 01 00 09 63 6f  >...8..........co<
000010 6e 73 6f 6c 65 2d 61 62 63 64 22 5c 27 00 00 00  >nsole-abcd"\'...<
000020 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  >................<
000030 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  >................<
000040 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  >................<
000050 00 00 00 00 00 00 00 00 00 00 00 00 00 61 62 63  >.............abc<
000060 64                                               >d<
000061
`},
	{"od -tx1", FormatHexdump, `0000000 00 00 00 38 00 12 00 04 00 00 00 01 00 09 63 6f
0000020 6e 73 6f 6c 65 2d 61 62 63 64 22 5c 27 00 00 00
0000040 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
*
0000120 00 00 00 00 00 00 00 00 00 00 00 00 00 61 62 63
0000140 64
0000141
`},
	{"python repr", FormatPython, `b'\x00\x00\x008\x00\x12\x00\x04\x00\x00\x00\x01\x00\tconsole-abcd"\\\'` + strings.Repeat(`\x00`, 64) + `abcd'`},
	{"console.log of a Uint8Array", FormatNode, `Uint8Array(97) [
    0,   0,  0,  56,   0,  18,   0,   4,   0,  0,  0,  1,
    0,   9, 99, 111, 110, 115, 111, 108, 101, 45, 97, 98,
   99, 100, 34,  92,  39,   0,   0,   0,   0,  0,  0,  0,
    0,   0,  0,   0,   0,   0,   0,   0,   0,  0,  0,  0,
    0,   0,  0,   0,   0,   0,   0,   0,   0,  0,  0,  0,
    0,   0,  0,   0,   0,   0,   0,   0,   0,  0,  0,  0,
    0,   0,  0,   0,   0,   0,   0,   0,   0,  0,  0,  0,
    0,   0,  0,   0,   0,   0,   0,   0,   0, 97, 98, 99,
  100
]
`},
	{"base64", FormatBase64, `AAAAOAASAAQAAAABAAljb25zb2xlLWFiY2QiXCcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAYWJjZA==
`},
}

func TestFixtures(t *testing.T) {
	want, err := hex.DecodeString(fixtureHex)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fixtures {
		for _, text := range []string{f.text, "\ufeff" + f.text, strings.ReplaceAll(f.text, " ", "\u00a0"), utf16(f.text), strings.ReplaceAll(f.text, "\n", "\r\n")} {
			got, err := Parse([]byte(text), FormatAuto)
			if err != nil || got.Format != f.format || !bytes.Equal(got.Data, want) {
				t.Errorf("%s: %s, %v\n% x", f.name, got.Format, err, got.Data)
			}
		}
	}
}

func utf16(s string) string {
	out := "\xff\xfe"
	for _, c := range []byte(s) {
		out += string([]byte{c, 0})
	}
	return out
}

// readings are texts with what they are read as.
var readings = []struct {
	text, want string // want: hex
	format     Format
	note       string // part of it
}{
	{"00000038", "00000038", FormatHex, ""},
	{"  'DE:AD be-ef' ;\n", "deadbeef", FormatHex, ""},
	{"0x0, 0x1, 0xff", "0001ff", FormatHex, ""},
	{"0x0000_0038", "00000038", FormatHex, ""},
	{`\x00000038`, "00000038", FormatHex, ""},
	{"10, 20", "1020", FormatHex, ""},
	{"[00 10 38]", "001038", FormatHex, ""},
	{"0001020\n304", "0001020304", FormatHex, ""},
	{"deadBEEF", "deadbeef", FormatHex, "two readings possible: took hex, not base64"},
	{"[10 20]", "0a14", FormatGo, "two readings possible: took go, not hex"},
	{"[10, 20]", "0a14", FormatJava, "two readings possible: took java, not hex"},
	{"0, -1, 255", "00ffff", FormatJava, "signed and unsigned"},
	{"0 0 0 56", "00000038", FormatGo, ""},
	{"(0, 0, 0, 56)", "00000038", FormatJava, ""},
	{"[]", "", FormatJava, ""},
	{"b''", "", FormatPython, ""},
	{`"\x00a"`, "0061", FormatGo, "not c"},
	{`"\x00" + "ab"`, "006162", FormatGo, ""},
	{`"\x00\u00e9"`, "00c3a9", FormatGo, ""},
	{"[]byte(`a\\x00`)", "615c783030", FormatGo, ""},
	{"var x = [...]byte{0: 1}", "", "", ""},
	{`b"\01"`, "0031", FormatRust, "not python"},
	{`br#"a"b\"#`, "6122625c", FormatRust, ""},
	{"b\"a\\\n   b\"", "6162", FormatRust, "not python"},
	{`"\u{38}"`, "", "", ""},
	{"vec![0u8, 1, b'a', b'\\'', 0xff_u8]", "000161" + "27ff", FormatRust, ""},
	{`rb'\x00'`, "5c783030", FormatPython, ""},
	{`b'\x00' b"\d"`, "005c64", FormatPython, ""},
	{"(b'ab'\n b'cd')", "61626364", FormatPython, ""},
	{"bytearray(b'\\x00')", "00", FormatPython, ""},
	{`\x00\x01abc`, "0001616263", FormatPython, ""},
	{`'\x00000038'`, "00303030303338", FormatPython, "not hex"},
	{"new byte[]{(byte)0xff, 1, 'a', 017}", "ff01610f", FormatJava, ""},
	{"ByteBuffer.wrap(new byte[]{0, 1})", "0001", FormatJava, ""},
	{"byteArrayOf(0x00, -1)", "00ff", FormatJava, ""},
	{`"\x00\x01" "\1abc"`, "000101616263", FormatC, ""},
	{"{0x00, /* two */ 'a', 0x1UL, // end\n 07}", "00610107", FormatC, ""},
	{"(const uint8_t[]){ 1, 2 }", "0102", FormatC, ""},
	{`<<16#ff, "ab", 7:8, 0x01>>`, "ff61620701", FormatErlang, ""},
	{"const b = Buffer.from([0x00, 1]);", "0001", FormatNode, ""},
	{"_-8=", "ffef", FormatBase64, ""},
	{"\"AAAAOA==\"", "00000038", FormatBase64, ""},
	{"AAAAOB==", "00000038", FormatBase64, "bits that no byte takes"},
	{"0000   61 62 63 64                                       abcd", "61626364", FormatWireshark, ""},
	{"0000  00 00 00 38\n", "00000038", FormatWireshark, ""},
	{"0000 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f\n0010 10", "000102030405060708090a0b0c0d0e0f10", FormatWireshark, ""},
	{"00000038 00120004\n00000001 ffff", "00000038001200040000" + "0001ffff", FormatHex, ""},
	{"0000000 0000 3800 0000 3800 0000 3800 0000 3800\n*\n0000040\n", strings.Repeat("00000038", 16), FormatHexdump, "took the offsets as base 16, not 8"},
	{"[0b11, 0o17, +1, -0x80]", "", "", ""},
	{"[]byte{0b11, 0o17, +1, -0x80}", "030f0180", FormatGo, ""},
	{`"\x00\U0001F600\a"`, "00f09f988007", FormatGo, ""},
	{`\x00\
ab`, "006162", FormatPython, ""},
	{`<<"\x{ff}\s\x{20ac}">>`, "ff20e282ac", FormatErlang, ""},
	{"{1, 2} /* open", "", "", ""},
	{`"\x00".getBytes(StandardCharsets.ISO_8859_1)`, "00", FormatGo, ""},
	{"00000000: 6162 6162  abXb", "61626162", FormatXXD, "does not agree with the hex"},
	{"00000010: 0038  .8", "0038", FormatXXD, "begins at offset 0x10"},
	{"2024/01/02 03:04:05 frame:\n00000000  00 38  |.8|", "0038", FormatHexdump, "skipped: 1"},
	{"    1 0.0 127.0.0.1 → 127.0.0.1 TCP 4\n\n0000  61 62 20 38   ab 8", "61622038", FormatWireshark, "skipped: 1"},
	{"see below\n0000  00 38", "", "", ""},
	{"name hexdump (2 bytes):\n00000000: 00 38  .8", "0038", FormatXXD, "lines before the dump skipped: 1"},
}

func TestReadings(t *testing.T) {
	for _, tt := range readings {
		got, err := Parse([]byte(tt.text), FormatAuto)
		if tt.format == "" {
			if err == nil {
				t.Errorf("%s: read as %s % x", tt.text, got.Format, got.Data)
			}
			continue
		}
		noted := tt.note == "" && got.Note == "" || tt.note != "" && strings.Contains(got.Note, tt.note)
		if err != nil || hex.EncodeToString(got.Data) != tt.want || got.Format != tt.format || !noted {
			t.Errorf("%s: %s %x note %q, %v; want %s %s %q", tt.text, got.Format, got.Data, got.Note, err, tt.format, tt.want, tt.note)
		}
	}
}

// refusals are texts with what is wrong with them.
var refusals = []struct {
	text   string
	format Format
	want   string
}{
	{"", FormatAuto, "input: there is nothing in it"},
	{" \n\t", FormatAuto, "input: there is nothing in it but blanks"},
	{"00", "hexx", `input: unknown format "hexx"; the formats are raw, `},
	{"hello, world", FormatAuto, "input: text that fits no format (tried raw, tcpdump, xxd, "},
	{"Metadata", FormatAuto, "input: a word, or base64 that shows no sign of being it"},
	{"\ufffd\ufffd8", FormatAuto, "input: text with U+FFFD in it"},
	{"00\x00", FormatHex, "input line 1, column 3: byte 0x00 is not text, so the input is not hex"},
	{"0000\n00 00\n00 00 00 00 0g 00", FormatAuto, `input line 3, column 13: "0g" is not a hex byte`},
	{"00 zz 00", FormatHex, `input line 1, column 4: "zz" is not a hex byte`},
	{"00 é", FormatHex, `input line 1, column 4: "é" is not a hex byte`},
	{strings.Repeat("0", 56) + "a", FormatAuto, `input line 1, column 57: odd number of hex digits: 57; the last is "a"`},
	{"00 0 00 38", FormatAuto, `input line 1, column 4: "0" is half a hex byte`},
	{"00 00 ... 38", FormatHex, "the text was shortened here"},
	{"[0x00, 0x01, 12]", FormatAuto, `0x stands in front of some numbers, but not of "12"`},
	{"00000000: 0000\n00000004: 0000", FormatAuto, "input line 2, column 1: offset 00000004 where 00000002 was expected: the row before has 2 bytes"},
	{"00000000  00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f\n00000020  00", FormatAuto, "input line 2, column 1: offset 00000020 where 00000010 was expected"},
	{"00000000: 0001 0002  ....\n00000002: 0000", FormatAuto, "offset 00000002 where 00000004 was expected"},
	{"0000000 00 01\n0000003", FormatAuto, "offset 0000003 where 0000002 was expected"},
	{"00000000: 00g0 0000\n00000004: 00", FormatXXD, `input line 1, column 11: "00g0" is not a hex byte`},
	{"00000000: 0000 0g00  ...8\n00000004: 00", FormatAuto, `input line 1, column 16: "0g00" is not a hex byte`},
	{"\t0x0000:  4500\n12:00:00 IP a > b\n\t0x0000:  4500", FormatAuto, "give one dump, or one packet, at a time"},
	{"00000000: 4500\n00000000: 4500", FormatAuto, "a second dump begins here"},
	{"00000000: 3800 0000 0100 6261  8...ab.c", FormatAuto, "does not agree"},
	{"00000000: 62006138  8a.b", FormatAuto, "stand in reverse (xxd -e)"},
	{"00000000  00 01  |..|\n*", FormatAuto, "how many rows it stands for is unknown"},
	{"00000000  00 01  |..|\n*\n7fffffff0", FormatAuto, "more than 1048576 are not filled in"},
	{"00000000  00 01  |..|\n*\n00000005", FormatAuto, "offset 00000005 where 00000002 was expected"},
	{"00000000  00 01  |..|\n00000002\n00000002  00", FormatAuto, "a row after the end"},
	{"00000000  00 01  |..|\nmore", FormatAuto, `input line 2, column 1: "more" is not an offset as hexdump writes it`},
	{"no dump", FormatXXD, "no line has an offset as xxd writes it"},
	{"0000000 000000 034000\n0000004", FormatAuto, "octal words? od needs -tx1"},
	{"00000000: 00000000 00000000  ..\n00000002: 00000000  .", FormatAuto, "binary digits? leave -b out"},
	{"[]byte{1, 2", FormatAuto, "input line 1, column 7: the list that begins here is not closed"},
	{"[]byte{1, 256}", FormatAuto, `input line 1, column 11: "256" does not fit into a byte`},
	{"[]byte{1, -129}", FormatAuto, `"-129" does not fit into a byte`},
	{"[]byte{1, x}", FormatAuto, `"x" is not a byte`},
	{"[]byte{1,, 2}", FormatAuto, "a comma with no byte in front of it"},
	{"[]byte{1} 2", FormatAuto, `input line 1, column 11: "2" behind the end of the literal`},
	{"[0, 1, ... 3 more]", FormatAuto, "the list was shortened here"},
	{"[0, 1, 300]", FormatAuto, `input line 1, column 8: "300" does not fit into a byte`},
	{"[0, 1", FormatAuto, "is not closed: its end is missing"},
	{"vec![0u8; 1000000000]", FormatAuto, `";" is not a byte`},
	{`b'\x0'`, FormatAuto, `input line 1, column 3: "\\x0" needs 2 hex digits`},
	{"b'ab", FormatAuto, "input line 1, column 1: the string that begins here is not closed"},
	{"b'a\nb'", FormatAuto, "is not closed on its line"},
	{`"\q\x00"`, FormatAuto, `"\\q" is not an escape of c`},
	{`"\q"`, FormatGo, `"\\q" is not an escape of go`},
	{`"\01"`, FormatGo, "needs 3 octal digits"},
	{`"\777"`, FormatC, "does not fit into a byte"},
	{`"\x00abc"`, FormatC, "C reads every hex digit behind"},
	{`"\ud800"`, FormatGo, "is not a character"},
	{`"\u{}"`, FormatRust, "needs one to six hex digits in braces"},
	{"0x00", FormatGo, `"0x00" does not begin a go literal`},
	{"unsigned char a[] = {1, 2};\nunsigned int a_len = 3;", FormatAuto, "the list has 2 bytes, this says 3"},
	{"java.nio.HeapByteBuffer[pos=0 lim=4 cap=4]", FormatAuto, "is what Java prints for the object"},
	{"[B@1b2c3d", FormatAuto, "is what Java prints for the object"},
	{"<Buffer 00 00 ... 47 more bytes>", FormatAuto, "the text was shortened here"},
	{"<Buffer 00", FormatAuto, `has no closing ">"`},
	{"Uint8Array(3) [ 1, 2 ]", FormatAuto, "the list has 2 bytes, its heading says 3"},
	{"AAA*", FormatBase64, `input line 1, column 4: "*" is not a base64 character`},
	{"AA=A", FormatBase64, "base64 goes on behind its padding"},
	{"A-+A", FormatBase64, "belong to different base64 alphabets"},
	{"AAAAA", FormatBase64, "base64 of 5 characters"},
	{"AAA==", FormatBase64, "base64 of 3 characters does not take 2 of padding"},
}

func TestErrors(t *testing.T) {
	for _, tt := range refusals {
		got, err := Parse([]byte(tt.text), tt.format)
		if tt.want == "does not agree" && strings.Contains(got.Note, tt.want) {
			continue
		}
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q as %s: %x, error %v is not an *Error; want %q", tt.text, tt.format, got.Data, err, tt.want)
			continue
		}
		if !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q as %s:\ngot  %v\nwant %s", tt.text, tt.format, err, tt.want)
		}
	}
}

// Offsets count in the original bytes, whatever its encoding.
func TestErrorOffsets(t *testing.T) {
	for text, want := range map[string]int{
		"00 0g 00 00":           3,
		"\ufeff00 0g 00 00":     6,
		"00\u00a00g 00 00":      4,
		utf16("00 0g 00 00"):    8,
		"0000\n00\u00a00g 0000": 9,
	} {
		_, err := Parse([]byte(text), FormatAuto)
		var e *Error
		if !errors.As(err, &e) || e.Offset != want || e.Col != 4 {
			t.Errorf("%q: %+v, want offset %d", text, err, want)
		}
	}
}

func TestOffsetInBinary(t *testing.T) {
	_, err := Parse([]byte("0\u00a00\x00"), FormatHex)
	var e *Error
	if !errors.As(err, &e) || e.Offset != 4 {
		t.Errorf("%+v", err)
	}
}

func TestCaptureFileIsNoted(t *testing.T) {
	got, err := Parse([]byte("\xd4\xc3\xb2\xa1\x02\x00"), FormatAuto)
	if err != nil || got.Format != FormatRaw || !strings.Contains(got.Note, "capture file") {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestPacketHeadersAreMeasured(t *testing.T) {
	const packet = `12:00:00.000001 IP 127.0.0.1.53210 > 127.0.0.1.9092: Flags [P.], length 4
	0x0000:  4500 0038 1c46 4000 4006 b1e6 7f00 0001  E..8.F@.@.......
	0x0010:  7f00 0001 cfda 2384 0000 0001 0000 0001  ......#.........
	0x0020:  8018 0200 fe2c 0000 0101 080a 0000 0001  .....,..........
	0x0030:  0000 0001 0000 0038                      .......8
`
	got, err := Parse([]byte(packet), FormatAuto)
	if err != nil || got.Skip != 52 || hex.EncodeToString(got.Data[got.Skip:]) != "00000038" ||
		!strings.Contains(got.Note, "52 bytes of IPv4 and TCP headers") {
		t.Errorf("%+v, %v", got, err)
	}
	ethernet := append(make([]byte, 12), 0x08, 0x00)
	for _, link := range [][]byte{nil, ethernet, {2, 0, 0, 0}} {
		b := append(append([]byte{}, link...), got.Data...)
		if skip, what := packetHeaders(b); skip != len(link)+52 {
			t.Errorf("behind %x: %d bytes of %s", link, skip, what)
		}
	}
	v6 := append([]byte{0x60, 0, 0, 0, 0, 24, 6, 64}, make([]byte, 32)...)
	v6 = append(append(v6, make([]byte, 12)...), 0x50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x38)
	if skip, what := packetHeaders(v6); skip != 60 {
		t.Errorf("IPv6: %d bytes of %s", skip, what)
	}
	for i := range got.Data {
		packetHeaders(got.Data[i:])
		packetHeaders(got.Data[:i])
	}
}

func TestFormatsAreParsed(t *testing.T) {
	for _, f := range Formats() {
		if _, err := Parse([]byte("\x7f"), f); err != nil && strings.Contains(err.Error(), "unknown") {
			t.Error(err)
		}
	}
	if Formats()[0] != FormatAuto || len(Formats()) != 15 {
		t.Error(Formats())
	}
}
