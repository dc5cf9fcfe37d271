package view

import (
	"bytes"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/tape"
)

// TestEveryCut holds the forms against each other for every beginning of some messages: what a tape
// gives for a cut input must be fit to be shown.
func TestEveryCut(t *testing.T) {
	c := message.New(catalog.Builtin(), "")
	for _, name := range []string{"MetadataResponse", "FetchResponse", "LeaderAndIsrRequest"} {
		e, err := c.Catalog.Lookup(name, "")
		if err != nil {
			t.Fatal(err)
		}
		s, data := fullFrame(t, c, name, e.Versions().Hi)
		names := NewNames(c.Catalog)
		for n := range min(len(data), 400) {
			d := &Doc{Tape: &tape.Tape{}, Names: names}
			s.Read(d.Tape, data[:n:n], message.Frame)
			checkForms(t, d)
			if t.Failed() {
				t.Fatalf("%s cut at %d", name, n)
			}
		}
	}
}

// fullFrame is the full sample of a message in a frame.
func fullFrame(t *testing.T, c *message.Codec, name string, version int16) (*message.Spec, []byte) {
	t.Helper()
	s, err := c.Spec(name, version)
	if err != nil {
		t.Fatal(err)
	}
	data, err := s.Append(nil, sample.Source(sample.Full), message.Frame, message.Header{})
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return s, data
}

// TestEveryChange does so for every byte changed, in ways that lengths and
// counts feel.
func TestEveryChange(t *testing.T) {
	c := message.New(catalog.Builtin(), "")
	s, data := fullFrame(t, c, "FetchResponse", 17)
	names := NewNames(c.Catalog)
	for n := range data {
		for _, x := range []byte{0x01, 0xff} {
			changed := bytes.Clone(data)
			changed[n] ^= x
			d := &Doc{Tape: &tape.Tape{}, Names: names}
			s.Read(d.Tape, changed, message.Frame)
			checkForms(t, d)
			if t.Failed() {
				t.Fatalf("byte %d changed by %#x", n, x)
			}
		}
	}
}
