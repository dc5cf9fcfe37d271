package mock_test

import (
	"fmt"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// TestEveryVersion asks for everything that a node offers, in a smallest and a
// random request, and reads each answer to its last byte.
func TestEveryVersion(t *testing.T) {
	for _, release := range []catalog.Release{catalog.Builtin().Latest(), "2.8"} {
		for _, listener := range []catalog.Listener{"", catalog.Controller} {
			for _, behaviour := range []mock.Behaviour{nil, mock.NewBroker(mock.BrokerOptions{})} {
				t.Run(fmt.Sprintf("%s %s %t", release, listener, behaviour != nil), func(t *testing.T) {
					codec := newCodec(release)
					offer := mock.NewOffer(codec, listener)
					n := start(t, codec, mock.Options{Offer: offer, Behaviour: behaviour})
					askAll(t, n, offer)
				})
			}
		}
	}
}

func askAll(t *testing.T, n *node, offer mock.Offer) {
	p, answers, refused := n.dial(), 0, 0
	for key, versions := range offer {
		for v := versions.Lo; v <= versions.Hi; v++ {
			spec, err := n.codec.APISpec(int(key), v, schema.Request)
			if err != nil {
				refused++ // Produce 0 to 2, which brokers list and do not have
				continue
			}
			for _, kind := range []sample.Kind{sample.Smallest, sample.Random(uint64(v) + 1)} {
				frame := requestOf(t, spec, kind)
				if frame == nil {
					continue
				}
				if _, err := p.Write(frame); err != nil {
					t.Fatal(err)
				}
				p.read(frame, p.receive())
				answers++
			}
		}
	}
	if answers < 100 || refused > 3 {
		t.Errorf("%d answers, %d versions refused", answers, refused)
	}
}

// requestOf makes a request that is answered soon; nil for one that is not.
func requestOf(t *testing.T, spec *message.Spec, kind sample.Kind) []byte {
	frame, err := spec.Append(nil, sample.Source(kind), message.Frame, message.Header{CorrelationID: 7})
	if err != nil {
		t.Fatal(err)
	}
	var tp tape.Tape
	spec.Read(&tp, frame, message.Frame)
	if r, ok := tp.Find("Acks"); ok && tp.Int(r) == 0 {
		return nil
	}
	if r, ok := tp.Find("MaxWaitMs"); ok && tp.Int(r) > 1000 {
		return nil
	}
	return frame
}

// TestOffer holds the answer to ApiVersions against the offer.
func TestOffer(t *testing.T) {
	codec := newCodec("3.9")
	offer, err := mock.NewOffer(codec, "").Restrict(codec.Catalog, "Fetch@4-11", "-InitProducerId", "-60")
	if err != nil {
		t.Fatal(err)
	}
	n := start(t, codec, mock.Options{Offer: offer})
	p := n.dial()
	got := p.ask("ApiVersions@3", `{"clientSoftwareName":"test","clientSoftwareVersion":"1"}`)
	wants(t, got, `"errorCode":0`, `{"apiKey":1,"minVersion":4,"maxVersion":11}`, `{"apiKey":18,"minVersion":0,"maxVersion":4}`)
	for _, absent := range []string{`"apiKey":22,`, `"apiKey":60,`} {
		if contains(got, absent) {
			t.Errorf("%s has %s", got, absent)
		}
	}
	for spec, want := range map[string]string{
		"Fetsh@4":    `unknown message "Fetsh"; did you mean Fetch?`,
		"Fetch":      `"Fetch" is neither API@VERSIONS`,
		"-Fetch@4":   `"-Fetch@4" is neither`,
		"Fetch@90":   `versions 0-17 are on offer`,
		"Fetch@x":    `Fetch@x: "x" is not a version number`,
		"-Vote":      `-Vote: Vote is not on offer`,
		"Metadata@-": `Metadata@-: "" is not a version number`,
	} {
		if _, err := mock.NewOffer(codec, "").Restrict(codec.Catalog, spec); err == nil {
			t.Errorf("%s is no error", spec)
		} else if !contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", spec, err, want)
		}
	}
}
