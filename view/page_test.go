package view

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/tape"
)

func TestPages(t *testing.T) {
	c := message.New(catalog.Builtin(), "")
	for _, test := range []struct {
		name    string
		version int16
		kind    sample.Kind
		want    []string
		not     []string
	}{
		{"MetadataRequest", 1, sample.Smallest,
			[]string{"Version 1 is not a flexible version, so no struct has a tagged-field count", "request header v1,",
				"Versions           0-13\n", "length int32 = 1 [0x000e, 4B] one sample element follows"},
			[]string{"compact"}},
		{"PartitionRecord", 1, sample.Smallest,
			[]string{"smallest legal instance of the message", "Sizes below include the version numbers in front of the body.",
				"Message\nPartitionRecord v1, ", "Record type        3\n", "rpc header  tagged_fields  body\n"},
			[]string{"size prefix", "Header ", "request"}},
		{"RequestHeader", 2, sample.Smallest, []string{"RequestHeader v2, 11 bytes on the wire"}, []string{"Sizes"}},
		{"FetchResponse", 17, sample.Full, []string{"a full instance of the response", "every array carries two sample elements"}, nil},
		{"FetchResponse", 17, sample.EdgeMin, []string{"the lowest instance of the response"}, []string{"random"}},
		{"FetchResponse", 17, sample.EdgeMax, []string{"the highest instance of the response"}, []string{"random"}},
		{"FetchResponse", 17, sample.EdgeNull, []string{"the null instance of the response"}, []string{"random"}},
		{"FetchResponse", 17, sample.Random(42), []string{"random instance of the response that seed 42 gives"}, nil},
	} {
		s, err := c.Spec(test.name, test.version)
		if err != nil {
			t.Fatal(err)
		}
		g, err := NewPage(c, s, test.kind)
		if err != nil {
			t.Fatal(err)
		}
		text := show(t, func(b *bytes.Buffer) error { return g.Text(b, Options{}) })
		flat := strings.Join(strings.Fields(text), " ")
		for _, want := range test.want {
			if !strings.Contains(text, want) && !strings.Contains(flat, want) {
				t.Errorf("%s: no %q in\n%.1500s", s, want, text)
			}
		}
		for _, not := range test.not {
			if strings.Contains(text[:strings.Index(text, schemaHeading)], not) {
				t.Errorf("%s: %q in\n%.1500s", s, not, text)
			}
		}
	}
}

func TestOldAPIPage(t *testing.T) {
	c := message.New(catalog.Builtin(), "")
	api, err := c.Catalog.APIByName("Fetch", "")
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewAPIPage(c, api, 0, sample.Smallest)
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]string{}
	for _, f := range g.Facts {
		facts[f.Label] = f.Value
	}
	if facts["Headers"] != "req v1, resp v0" || !strings.HasSuffix(facts["Request versions"], "over all releases)") {
		t.Errorf("facts %v", facts)
	}
	if _, err := NewAPIPage(c, api, 999, sample.Smallest); err == nil {
		t.Error("a version that no release has gives a page")
	}
}

// TestTopicNames holds that a topic's id is told with the name that the
// message, or another that was learned from, gives it.
func TestTopicNames(t *testing.T) {
	c := message.New(catalog.Builtin(), "")
	s, err := c.Spec("MetadataResponse", 12)
	if err != nil {
		t.Fatal(err)
	}
	body := `{"throttleTimeMs":0,"brokers":[],"clusterId":null,"controllerId":1,"topics":[{"errorCode":3,"name":"orders",` +
		`"topicId":"AAAAAAAAAAAAAAAAAAAAAQ","isInternal":false,"partitions":[],"topicAuthorizedOperations":0}]}`
	data, err := s.Encode(nil, []byte(body), message.Body, message.Header{})
	if err != nil {
		t.Fatal(err)
	}
	d := &Doc{Tape: &tape.Tape{}}
	s.Read(d.Tape, data, message.Body)
	names := NewNames(c.Catalog)
	names.Learn(d.Tape)
	d.Names = names
	got := tree1(t, d, Options{})
	for _, want := range []string{
		"TopicId uuid = 00000000-0000-0000-0000-000000000001 (orders) [",
		"ErrorCode int16 = 3 (UNKNOWN_TOPIC_OR_PARTITION) [",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestDocument(t *testing.T) {
	g := beginQuorumEpoch(t)
	g.Title = `<script>alert("x")</script>`
	markup := show(t, func(b *bytes.Buffer) error {
		return Document(b, g.Title, func(w io.Writer) error { return g.HTML(w, Options{}) })
	})
	if strings.Contains(markup, "<script") {
		t.Error("a title is not escaped")
	}
	for _, tag := range []string{"html", "head", "body", "article", "section", "pre", "span", "dl", "dd"} {
		if open, end := strings.Count(markup, "<"+tag+">")+strings.Count(markup, "<"+tag+" "), strings.Count(markup, "</"+tag+">"); open != end || open == 0 {
			t.Errorf("%d <%s> and %d </%s>", open, tag, end, tag)
		}
	}
}
