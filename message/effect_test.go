package message

import (
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/tape"
)

// readJSON reads the frame that JSON stands for.
func readJSON(t *testing.T, c *Codec, name string, version int16, json string) (*Spec, *tape.Tape) {
	t.Helper()
	s, err := c.Spec(name, version)
	if err != nil {
		t.Fatal(err)
	}
	frame, err := s.Encode(nil, []byte(json), Frame, Header{})
	if err != nil {
		t.Fatal(err)
	}
	read := &tape.Tape{}
	s.Read(read, frame, Frame)
	return s, read
}

func TestEffect(t *testing.T) {
	c := New(catalog.Builtin(), "")
	for _, test := range []struct {
		name    string
		version int16
		json    string
		want    catalog.Effect
	}{
		{"ProduceRequest", 9, `{}`, catalog.Writes},
		{"ApiVersionsRequest", 0, `{}`, catalog.Reads},
		{"MetadataRequest", 0, `{}`, catalog.Reads},
		{"MetadataRequest", 0, `{"topics":[{"name":"a"}]}`, catalog.Writes},
		{"MetadataRequest", 12, `{"topics":null}`, catalog.Reads},
		{"MetadataRequest", 12, `{"topics":[{"name":"a"}]}`, catalog.Writes},
		{"MetadataRequest", 12, `{"topics":[{"name":"a"}],"allowAutoTopicCreation":false}`, catalog.Reads},
		{"FetchRequest", 4, `{}`, catalog.Reads},
		{"FetchRequest", 4, `{"replicaId":1}`, catalog.Writes},
		{"FetchRequest", 17, `{}`, catalog.Reads},
		{"FetchRequest", 17, `{"replicaState":{"replicaId":1}}`, catalog.Writes},
		{"CreateTopicsRequest", 7, `{"validateOnly":true}`, catalog.Reads},
		{"CreateTopicsRequest", 7, `{}`, catalog.Writes},
		{"CreateTopicsRequest", 0, `{}`, catalog.Writes},
		{"SaslHandshakeRequest", 1, `{}`, catalog.State},
	} {
		s, tp := readJSON(t, c, test.name, test.version, test.json)
		if got := c.Effect(tp, s).Effect; got != test.want {
			t.Errorf("%s %s: %s, not %s", s, test.json, got, test.want)
		}
		s.Read(tp, tp.Data[:len(tp.Data)-1], Frame)
		if got, most := c.Effect(tp, s).Effect, c.Catalog.Effect(s.Schema.APIName()); got != most {
			t.Errorf("%s cut: %s, not %s", s, got, most)
		}
	}
}

func TestSilent(t *testing.T) {
	c := New(catalog.Builtin(), "")
	for _, test := range []struct {
		name, json string
		want       bool
	}{
		{"ProduceRequest", `{"acks":0}`, true},
		{"ProduceRequest", `{"acks":1}`, false},
		{"ProduceRequest", `{"acks":-1}`, false},
		{"FetchRequest", `{}`, false},
	} {
		s, tp := readJSON(t, c, test.name, 9, test.json)
		if got := c.Silent(tp, s); got != test.want {
			t.Errorf("%s %s: %v", s, test.json, got)
		}
		s.Read(tp, tp.Data[:len(tp.Data)-1], Frame)
		if c.Silent(tp, s) {
			t.Errorf("%s %s: who closes on damage is not silent", s, test.json)
		}
	}
}
