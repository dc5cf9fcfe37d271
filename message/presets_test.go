package message

import (
	"testing"

	"github.com/kscope/kscope/catalog"
)

func TestAddPresets(t *testing.T) {
	c := New(catalog.Builtin(), "")
	for _, test := range []struct {
		name    string
		version int16
		json    string
		want    string
		added   int
	}{
		{"MetadataRequest", 12, `{}`, `{"allowAutoTopicCreation":false}`, 1},
		{"MetadataRequest", 12, ` { "topics": null } `, `{ "topics": null ,"allowAutoTopicCreation":false}`, 1},
		{"MetadataRequest", 12, `{"allowAutoTopicCreation":true}`, `{"allowAutoTopicCreation":true}`, 0},
		{"MetadataRequest", 12, `{"allowAutoTopicCreation":null}`, `{"allowAutoTopicCreation":null}`, 0},
		{"MetadataRequest", 3, `{}`, `{}`, 0},
		{"ApiVersionsRequest", 3, `{}`, `{"clientSoftwareName":"kscope","clientSoftwareVersion":"0"}`, 2},
		{"ApiVersionsRequest", 3, `[`, `[`, 0},
		{"ApiVersionsRequest", 3, `{"_raw":"AA=="}`, `{"_raw":"AA=="}`, 0},
	} {
		s, err := c.Spec(test.name, test.version)
		if err != nil {
			t.Fatal(err)
		}
		got, added := c.AddPresets(s, []byte(test.json))
		if string(got) != test.want || len(added) != test.added {
			t.Errorf("%s %s: %s, %d added", s, test.json, got, len(added))
		}
	}
}
