package probe

import (
	"slices"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/schema"
)

// offerOf is what a node of a release is to offer, with all that is optional or
// without.
func offerOf(c *catalog.Catalog, r catalog.Release, l catalog.Listener, everything bool) map[int16]schema.Versions {
	offer := map[int16]schema.Versions{}
	for _, api := range c.Offer(r, l) {
		versions := api.Versions
		if everything {
			versions = api.All
		}
		if !versions.Empty() && (everything || !api.Optional) {
			offer[int16(api.Key)] = versions
		}
	}
	return offer
}

// TestEveryReleaseIsRecognised holds that what a release offers looks like that
// release, at the right listener, and like no other but those that offer the
// same.
func TestEveryReleaseIsRecognised(t *testing.T) {
	c := catalog.Builtin()
	all := expectations(c)
	for _, r := range c.Releases() {
		for _, l := range c.Listeners(r.Release) {
			for _, everything := range []bool{false, true} {
				found := match(c, all, offerOf(c, r.Release, l, everything))
				exact := slices.IndexFunc(found, func(x Likeness) bool { return len(x.Differences) > 0 })
				ok := slices.ContainsFunc(found[:exact], func(x Likeness) bool {
					return x.Listener == l && slices.Contains(x.Releases, r.Release)
				})
				if !ok {
					t.Errorf("%s %s looks like %v", r.Release, l, &found[0])
				}
				if exact > 1 {
					t.Logf("%s %s looks like %d", r.Release, l, exact)
				}
			}
		}
	}
}
