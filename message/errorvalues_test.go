package message

import (
	"slices"
	"testing"

	"github.com/kscope/kscope/catalog"
)

func TestErrorValues(t *testing.T) {
	c := New(catalog.Builtin(), "")
	for _, test := range []struct {
		name    string
		version int16
		json    string
		want    []ErrorValue
	}{
		{"BeginQuorumEpochResponse", 1, `{"topics":[{"partitions":[{"errorCode":0},{"errorCode":74}]}]}`, []ErrorValue{{"Topics[0].Partitions[1].ErrorCode", 74}}},
		{"ApiVersionsResponse", 0, `{"errorCode":-1,"apiKeys":[{"apiKey":3,"minVersion":1,"maxVersion":2}]}`, []ErrorValue{{"ErrorCode", -1}}},
		{"HeartbeatResponse", 4, `{}`, nil},
	} {
		s, tp := readJSON(t, c, test.name, test.version, test.json)
		if got := c.ErrorValues(tp); !slices.Equal(got, test.want) {
			t.Errorf("%s %s: %v", s, test.json, got)
		}
	}
}
