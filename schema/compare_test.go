package schema

import (
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	const a = `{"name":"A","type":"int32","versions":"0+","default":"0"}`
	const b = `{"name":"B","type":"string","versions":"0+"}`
	const s = `{"name":"S","type":"[]In","versions":"0+","fields":[{"name":"X","type":"int8","versions":"0+"}]}`
	tests := []struct{ name, from, to, want string }{
		{"same", a + "," + b, a + "," + b, ``},
		{"default spelt otherwise", a, `{"name":"A","type":"int32","versions":"0+","default":"0x0"}`, ``},
		{"not in this version", a, a + `,{"name":"C","type":"int8","versions":"2+"}`, ``},
		{"added", a, a + "," + b, `B: added (string)`},
		{"removed", a + "," + b, b, `A: removed (int32)`},
		{"moved", a + "," + b, b + "," + a, `B: moved before A -> after it`},
		{"renamed", a, strings.Replace(a, `"A"`, `"Z"`, 1), `Z: renamed A -> Z`},
		{"type", a, strings.Replace(a, "int32", "int64", 1), `A: type int32 -> int64`},
		{"array", b, strings.Replace(b, "string", "[]string", 1), `B: type string -> []string`},
		{"struct renamed", s, strings.Replace(s, "In", "Inner", 1), `S: struct renamed []In -> []Inner`},
		{"inner", s, strings.Replace(s, "int8", "int16", 1), `S.X: type int8 -> int16`},
		{"nullable", b, strings.Replace(b, "}", `,"nullableVersions":"1+"}`, 1), `B: nullable false -> true`},
		{"tagged", a, strings.Replace(a, "}", `,"taggedVersions":"1+","tag":3}`, 1), `A: tagged untagged -> tag 3`},
		{"default", a, strings.Replace(a, `"0"}`, `"-1"}`, 1), `A: default 0 -> -1`},
		{"ignorable", b, strings.Replace(b, "}", `,"ignorable":true}`, 1), `B: ignorable false -> true`},
		{"inflexible field", b, strings.Replace(b, "}", `,"flexibleVersions":"none"}`, 1), `B: flexible true -> false`},
	}
	wrap := func(fields string) *Message {
		return mustParse(t, `{"name":"M","type":"data","validVersions":"0-1","flexibleVersions":"1+","fields":[`+fields+`]}`)
	}
	for _, tt := range tests {
		same, got := Same(wrap(tt.from), wrap(tt.to), 1)
		if got != tt.want || same != (tt.want == "") {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestCompareVersions(t *testing.T) {
	m, err := Parse("seed", readSeed(t, "BeginQuorumEpochRequest"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range Compare(m, 0, m, 1) {
		got = append(got, d.String())
	}
	want := `message: flexible false -> true
VoterId: added (int32)
Topics.Partitions.VoterDirectoryId: added (uuid)
LeaderEndpoints: added ([]LeaderEndpoint)`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}
