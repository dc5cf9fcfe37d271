package catalog

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/schema"
)

// TestOffer holds that the catalog offers what real nodes did, of the releases that
// would start here.
func TestOffer(t *testing.T) {
	text, err := os.ReadFile("testdata/offers.txt")
	if err != nil {
		t.Fatal(err)
	}
	c, lines := Builtin(), 0
	err = facts.Lines("offers.txt", string(text), func(l facts.Line) error {
		lines++
		words := strings.Fields(l.Text)
		r, err := c.ParseRelease(words[0])
		if err != nil {
			return err
		}
		got := map[string]string{}
		for _, word := range words[2:] {
			key, versions, _ := strings.Cut(word, "=")
			got[key] = versions
		}
		for _, api := range c.Offer(r, Listener(words[1])) {
			key := fmt.Sprint(api.Key)
			versions, ok := got[key]
			if !ok && !api.Optional && !api.Versions.Empty() || ok && versions != dashed(api.Versions) {
				t.Errorf("%s %s: API %d is offered in %q, not in %q", words[0], words[1], api.Key, versions, dashed(api.Versions))
			}
			delete(got, key)
		}
		for key, versions := range got {
			t.Errorf("%s %s: API %s is offered in %s", words[0], words[1], key, versions)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d offers of real nodes", lines)
}

func dashed(v schema.Versions) string { return fmt.Sprintf("%d-%d", v.Lo, v.Hi) }
