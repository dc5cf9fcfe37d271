package facts

import (
	"strings"
	"testing"

	"github.com/kscope/kscope/schema"
)

const editionsText = `PairRequest  request  key 7  listeners broker,controller
edition 2.7-4.4  versions 1-3  flexible 2+  deprecated 1  unstable
  Left     []In    0+  nullable 2+  default null
    Count  int32   1+  tag 3 2+  ignorable  default 0x7f  entity brokerId
    Name   string  0+  flexible none  mapKey  default "a b"
  Right    Shared  0+
  Blob     bytes   0+  zeroCopy  default ""
struct Shared  0+
  X  int8  0+

PairRequest  data
edition 2.6  versions 0
  Left  int32  0+
`

func TestEditionsRoundTrip(t *testing.T) {
	editions, err := ParseEditions("f", editionsText)
	if err != nil {
		t.Fatal(err)
	}
	if len(editions) != 2 || editions[0].First != "2.7" || editions[1].Last != "2.6" {
		t.Fatalf("got %+v", editions)
	}
	m := editions[0].Schema
	count := m.Fields[0].Fields[0]
	if m.APIKey != 7 || !m.LatestUnstable || count.Tag != 3 || count.Default != "0x7f" || m.Structs[0].Fields[0].Name != "X" {
		t.Errorf("got\n%s", schema.Print(m))
	}
	if editions[1].Schema.APIKey != schema.NoKey || editions[1].Schema.Type != schema.Data {
		t.Errorf("got %+v", editions[1].Schema)
	}
	if got := string(PrintEditions(editions)); got != editionsText {
		t.Errorf("got\n%s", got)
	}
}

func TestEditionErrors(t *testing.T) {
	const head = "M  data\nedition 1.0  versions 0\n"
	for text, want := range map[string]string{
		"edition 1.0":                    "f:1: an edition without a message line",
		"struct S 0+":                    "f:1: a struct outside an edition",
		"M data key x":                   `f:1: "x" is not a number`,
		"M data colour red":              `f:1: "colour" is no attribute of a message`,
		head + "  A  int8":               "f:3: the line ends too early",
		head + "  A  int8  x":            `f:3: "x" is not a version number`,
		head + "   A  int8  0":           "f:3: indented by 3",
		head + "    A  int8  0":          "f:3: indented by 4",
		head + "  A  int8  0  shy":       `f:3: "shy" is no attribute of a field`,
		head + "  A  int8  0  tag -1 0":  `f:3: "-1" is not a number`,
		head + `  A  int8  0  default "`: "f:3: a string that does not end",
	} {
		if _, err := ParseEditions("f", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestVersionsRoundTrip(t *testing.T) {
	text := "FetchRequest  request   1  0.11=0-5 1.0-4.3=4-17 4.4=4-18!\nOther         data      -  4.4=0\n"
	rows, err := ParseVersions("f", "# comment\n\n"+text)
	if err != nil {
		t.Fatal(err)
	}
	want := Span{"1.0", "4.3", schema.Versions{Lo: 4, Hi: 17}, false}
	if rows[0].Key != 1 || rows[0].Spans[1] != want || !rows[0].Spans[2].Unstable || rows[1].Key != schema.NoKey {
		t.Errorf("got %+v", rows)
	}
	if got := string(PrintVersions(rows)); got != text {
		t.Errorf("got\n%s", got)
	}
	if _, err := ParseVersions("f", "A data - 4.4"); err == nil || err.Error() != `f:1: "4.4" is not RELEASE=VERSIONS` {
		t.Errorf("got %v", err)
	}
}

func TestErrorCodesRoundTrip(t *testing.T) {
	text := "  -1  UNKNOWN_SERVER_ERROR  final      0.11  UnknownServerException  was UNKNOWN 0.11\n" +
		"   6  NOT_LEADER            retriable  2.6   NotLeaderException\n"
	codes, err := ParseErrorCodes("f", text)
	if err != nil {
		t.Fatal(err)
	}
	if codes[0].Code != -1 || codes[0].Former[0] != (Former{"UNKNOWN", "0.11"}) || !codes[1].Retriable {
		t.Errorf("got %+v", codes)
	}
	if got := string(PrintErrorCodes(codes)); got != text {
		t.Errorf("got\n%s", got)
	}
}

func TestReleaseOf(t *testing.T) {
	for patch, want := range map[string]string{"0.11.0.3": "0.11", "4.4.0": "4.4", "4.4": "", "4.x.0": ""} {
		r, err := ReleaseOf(patch)
		if r.Minor != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %v, %v", patch, r, err)
		}
	}
	if !Before("0.11", "1.0") || !Before("4.9", "4.10") || Before("3.9", "3.9") {
		t.Error("releases are out of order")
	}
}
