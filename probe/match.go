package probe

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/schema"
)

// Likeness is what an offer looks like: a kind of listener of some releases that
// all offer the same there, and what the node has otherwise.
type Likeness struct {
	Releases    []catalog.Release // one behind the other, the oldest first
	Listener    catalog.Listener
	Differences []Difference // by API key; none of an exact likeness
	Unstable    bool         // versions are offered that are so only on request
}

// String says what it looks like: "4.4 broker", "2.4 to 2.5 zkBroker".
func (l *Likeness) String() string {
	first, last := l.Releases[0], l.Releases[len(l.Releases)-1]
	if first == last {
		return fmt.Sprintf("%s %s", first, l.Listener)
	}
	return fmt.Sprintf("%s to %s %s", first, last, l.Listener)
}

// Difference is an API that a node does not offer as a release does.
type Difference struct {
	Key               int
	Name              string          // "" of an API that the catalog lacks
	Offered, Expected schema.Versions // schema.None for not at all
}

// String says the difference in one line.
func (d Difference) String() string {
	name := cmp.Or(d.Name, fmt.Sprintf("API key %d", d.Key))
	switch {
	case d.Offered.Empty():
		return fmt.Sprintf("%s is missing (%s)", name, d.Expected)
	case d.Expected.Empty():
		return fmt.Sprintf("%s %s is not of that release", name, d.Offered)
	}
	return fmt.Sprintf("%s %s, not %s", name, d.Offered, d.Expected)
}

// Match compares an offer with those of all releases at all kinds of
// listeners. The nearest likenesses come first, those without unstable versions
// before those with some, and among equally near ones the newest; releases that
// offer the same are one likeness.
func Match(c *catalog.Catalog, offer map[int16]schema.Versions) []Likeness {
	return match(c, expectations(c), offer)
}

// expectation is what a run of releases offers at a kind of listener.
type expectation struct {
	releases []catalog.Release
	listener catalog.Listener
	apis     []catalog.OfferedAPI
}

func expectations(c *catalog.Catalog) []expectation {
	latest := map[catalog.Listener]int{} // index of the newest so far
	var all []expectation
	for _, r := range c.Releases() {
		for _, l := range c.Listeners(r.Release) {
			apis := c.Offer(r.Release, l)
			if i, ok := latest[l]; ok && slices.Equal(all[i].apis, apis) {
				all[i].releases = append(all[i].releases, r.Release)
				continue
			}
			latest[l] = len(all)
			all = append(all, expectation{[]catalog.Release{r.Release}, l, apis})
		}
	}
	return all
}

func match(c *catalog.Catalog, all []expectation, offer map[int16]schema.Versions) []Likeness {
	var found []Likeness
	for _, e := range slices.Backward(all) { // so that the newest come first
		found = append(found, e.compare(c, offer))
	}
	slices.SortStableFunc(found, func(a, b Likeness) int { return a.distance() - b.distance() })
	return found
}

// distance orders likenesses: by differences, then by whether unstable versions
// would have to be enabled.
func (l *Likeness) distance() int {
	d := 2 * len(l.Differences)
	if l.Unstable {
		d++
	}
	return d
}

func (e *expectation) compare(c *catalog.Catalog, offer map[int16]schema.Versions) Likeness {
	l := Likeness{Releases: e.releases, Listener: e.listener}
	rest := maps.Clone(offer)
	add := func(key int, offered, expected schema.Versions) {
		api, _ := c.API(key) // whose name is empty where there is none
		l.Differences = append(l.Differences, Difference{key, api.Name, offered, expected})
	}
	for _, api := range e.apis {
		got, ok := rest[int16(api.Key)]
		delete(rest, int16(api.Key))
		switch {
		case !ok && (api.Optional || api.Versions.Empty()):
		case !ok:
			add(api.Key, schema.None, api.Versions)
		case got == api.Versions:
		case got == api.All:
			l.Unstable = true
		default:
			add(api.Key, got, api.Versions)
		}
	}
	for key, got := range rest {
		add(int(key), got, schema.None)
	}
	slices.SortFunc(l.Differences, func(a, b Difference) int { return a.Key - b.Key })
	return l
}
