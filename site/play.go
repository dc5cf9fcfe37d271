package site

import (
	"encoding/hex"
	"fmt"
	"io"
	"net/url"

	"github.com/kscope/kscope/input"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/tape"
)

// play is the playground: a form, and room for what the engine answers.
func (s *Site) play() ([]file, error) {
	p := &page{dir: "play", nav: "play", title: "Playground", about: "Paste bytes, see what they say, change them, see what changes. Nothing leaves the browser."}
	p.body = func(w io.Writer, p *page) error {
		examples, err := s.examples()
		if err != nil {
			return err
		}
		return s.templates.ExecuteTemplate(w, "play.html", map[string]any{
			"Page":     p,
			"Engine":   s.opt.Engine != nil,
			"Formats":  input.Formats()[1:],
			"Release":  s.codec.Release,
			"Releases": s.codec.Catalog.Releases(),
			"Newest":   s.codec.Catalog.Latest(),
			"Examples": examples,
		})
	}
	return []file{p.file(s)}, nil
}

// example is something to begin with.
type example struct {
	Text     string
	Fragment string
}

// exampleRow says how an example comes about.
type exampleRow struct {
	text  string
	as    string // what the playground is told
	guess bool
	bytes func(s *Site) (string, error)
}

func exampleRows() []exampleRow {
	return []exampleRow{
		{text: "a request", bytes: sampleText("MetadataRequest", 12)},
		{text: "a response with an error", as: "BeginQuorumEpochResponse@1", bytes: written("BeginQuorumEpochResponse", 1,
			`{"errorCode":0,"topics":[{"topicName":"__cluster_metadata","partitions":[{"partitionIndex":0,"errorCode":74,"leaderId":3,"leaderEpoch":12}]}]}`)},
		{text: "records", bytes: recordsText},
		{text: "broken bytes", as: "body:ApiVersionsResponse@3", bytes: literally("00 23 00 00 00 00")},
		{text: "a byte array from Java", bytes: literally("[0, 0, 0, 16, 0, 18, 0, 0, 0, 0, 0, 1, 0, 6, 107, 115, 99, 111, 112, 101]")},
		{text: "a web browser at a broker's port", bytes: literally(`b"GET / HTTP/1.1\r\nHost: broker-1:9092\r\n\r\n"`)},
		{text: "a response of which nothing is known", guess: true, bytes: written("FindCoordinatorResponse", 4,
			`{"throttleTimeMs":0,"coordinators":[{"key":"orders","nodeId":2,"host":"broker-2.example.org","port":9092,"errorCode":0,"errorMessage":null}]}`)},
	}
}

// examples are links to the playground with something in it.
func (s *Site) examples() ([]example, error) {
	var all []example
	for _, row := range exampleRows() {
		text, err := row.bytes(s)
		if err != nil {
			return nil, fmt.Errorf("example %q: %w", row.text, err)
		}
		fragment := "#in=" + url.PathEscape(text)
		if row.as != "" {
			fragment += "&as=" + url.PathEscape(row.as)
		}
		if row.guess {
			fragment += "&guess=1"
		}
		all = append(all, example{row.text, fragment})
	}
	return all, nil
}

// literally is a text as it stands.
func literally(text string) func(*Site) (string, error) {
	return func(*Site) (string, error) { return text, nil }
}

// sampleText is a message's full sample in a frame, as hex. Examples are of the
// built-in catalog, whatever release is shown.
func sampleText(name string, version int16) func(*Site) (string, error) {
	return func(s *Site) (string, error) {
		spec, err := s.builtin.Spec(name, version)
		if err != nil {
			return "", err
		}
		data, err := spec.Append(nil, sample.Source(sample.Full), message.Frame, clientHeader())
		return hex.EncodeToString(data), err
	}
}

// written is a message in a frame from JSON, as hex.
func written(name string, version int16, json string) func(*Site) (string, error) {
	return func(s *Site) (string, error) {
		spec, err := s.builtin.Spec(name, version)
		if err != nil {
			return "", err
		}
		data, err := spec.Encode(nil, []byte(json), message.Frame, clientHeader())
		return hex.EncodeToString(data), err
	}
}

// recordsText is the records field of a full sample, alone.
func recordsText(s *Site) (string, error) {
	spec, err := s.builtin.Spec("ProduceRequest", 9)
	if err != nil {
		return "", err
	}
	data, err := spec.Append(nil, sample.Source(sample.Full), message.Body, message.Header{})
	if err != nil {
		return "", err
	}
	var t tape.Tape
	spec.Read(&t, data, message.Body)
	r, _ := t.Find("TopicData[0].PartitionData[0].Records")
	records, _ := t.Bytes(r)
	return hex.EncodeToString(records), nil
}

func clientHeader() message.Header {
	client := "kscope"
	return message.Header{CorrelationID: 7, ClientID: &client}
}
