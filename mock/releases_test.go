package mock_test

import (
	"maps"
	"net"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/mock"
	"github.com/kscope/kscope/schema"
)

// TestEveryRelease asks a node of each release what it offers, as a client of
// that release and as one of none: fields have had other names over time.
func TestEveryRelease(t *testing.T) {
	for _, r := range catalog.Builtin().Releases() {
		t.Run(string(r.Release), func(t *testing.T) {
			codec := newCodec(r.Release)
			offer := mock.NewOffer(codec, "")
			s, err := mock.New(codec, mock.Options{Offer: offer})
			if err != nil {
				t.Fatal(err)
			}
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			served := make(chan error)
			go func() { served <- s.Serve(t.Context(), l) }()
			for _, release := range []catalog.Release{r.Release, ""} {
				c, err := client.Dial(t.Context(), newCodec(release), l.Addr().String(), client.Config{})
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close()
				got, err := c.Versions(t.Context())
				if err != nil || got.Error != 0 || !maps.Equal(got.APIs, map[int16]schema.Versions(offer)) {
					t.Errorf("asked as %q: %v\n got %v\nwant %v", release, err, got, offer)
				}
			}
			s.Close()
			if err := <-served; err != nil {
				t.Error(err)
			}
		})
	}
}
