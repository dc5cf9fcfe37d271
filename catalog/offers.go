package catalog

import (
	"slices"
	"strings"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/schema"
)

// Listener is a kind of endpoint, named as schemas name the nodes behind it.
type Listener string

// The kinds of listeners.
const (
	ZKBroker   Listener = "zkBroker"   // a broker of a cluster with ZooKeeper
	Broker     Listener = "broker"     // a broker of a KRaft cluster
	Controller Listener = "controller" // of KRaft
)

// Words says what the kind is in a sentence: "a KRaft broker".
func (l Listener) Words() string {
	switch l {
	case ZKBroker:
		return "a broker with ZooKeeper"
	case Broker:
		return "a KRaft broker"
	case Controller:
		return "a KRaft controller"
	}
	return string(l)
}

// OfferedAPI is an API that a node of a release says it has.
type OfferedAPI struct {
	Key      int
	Versions schema.Versions // schema.None where all that there are is unstable
	All      schema.Versions // with those that are offered where unstable ones are enabled
	Optional bool            // whether it is offered depends on the node's settings
}

// listenersSince is the first release whose schemas have listeners.
const listenersSince Release = "2.8"

// zooKeeperUntil is the last release that runs with ZooKeeper (KIP-833).
const zooKeeperUntil Release = "3.9"

// Listeners says which kinds of listeners the nodes of a release have.
func (c *Catalog) Listeners(r Release) []Listener {
	switch {
	case r.Before(listenersSince):
		return []Listener{ZKBroker}
	case zooKeeperUntil.Before(r):
		return []Listener{Broker, Controller}
	}
	return []Listener{ZKBroker, Broker, Controller}
}

// Offer says what a node of a release offers at a kind of listener, by API key.
func (c *Catalog) Offer(r Release, l Listener) []OfferedAPI {
	var all []OfferedAPI
	for _, api := range c.index().apisOf(r) {
		span, _ := api.Request.At(r)
		offered := OfferedAPI{Key: api.Key, Versions: span.Versions, All: span.Versions}
		if span.Unstable {
			offered.Versions.Hi--
		}
		if c.listens(api, r, l) && c.offers().adjust(&offered, api.Name, r, l) {
			all = append(all, offered)
		}
	}
	return all
}

// apisOf lists the APIs of a release by key.
func (x *index) apisOf(r Release) []API {
	var all []API
	for key := range x.byKey {
		if api := x.api(key, r); len(api.Request.Spans) > 0 && !x.isLoaded(x.byKey[key][0]) {
			all = append(all, api)
		}
	}
	slices.SortFunc(all, func(a, b API) int { return a.Key - b.Key })
	return all
}

func (c *Catalog) listens(api API, r Release, l Listener) bool {
	if r.Before(listenersSince) {
		return true
	}
	for _, line := range c.offers().listeners[api.Name] {
		if line.has(r) {
			return slices.Contains(line.on, l)
		}
	}
	m := c.history(api.Request.Name).editions[0].Schema
	return slices.Contains(m.Listeners, string(l))
}

// releaseRange is the range of releases that a line is about.
type releaseRange struct{ first, last Release }

func (x releaseRange) has(r Release) bool { return !r.Before(x.first) && !x.last.Before(r) }

// rangeOf reads 3.9, 3.0-3.9, or 4.0+.
func rangeOf(text string) releaseRange {
	if first, open := strings.CutSuffix(text, "+"); open {
		return releaseRange{Release(first), Loaded} // which comes last
	}
	first, last, ok := strings.Cut(text, "-")
	if !ok {
		last = first
	}
	return releaseRange{Release(first), Release(last)}
}

type listenerLine struct {
	releaseRange
	on []Listener
}

// offerLine is what nodes do otherwise than their schemas say.
type offerLine struct {
	releaseRange
	at   Listener
	what string // optional, absent, or versions
}

// offers is offers.txt, by the newest names of APIs.
type offers struct {
	listeners map[string][]listenerLine
	otherwise map[string][]offerLine
}

// adjust makes an API what nodes of a release offer; it is false when they do
// not.
func (o *offers) adjust(api *OfferedAPI, name string, r Release, l Listener) bool {
	for _, line := range o.otherwise[name] {
		switch {
		case !line.has(r) || line.at != l:
		case line.what == "absent":
			return false
		case line.what == "optional":
			api.Optional = true
		default:
			v, err := schema.ParseVersions(line.what)
			must(err)
			api.Versions.Lo, api.All.Lo = v.Lo, v.Lo
			api.Versions.Hi, api.All.Hi = min(api.Versions.Hi, v.Hi), min(api.All.Hi, v.Hi)
		}
	}
	return true
}

func readOffers() *offers {
	o := &offers{map[string][]listenerLine{}, map[string][]offerLine{}}
	must(facts.Lines("offers.txt", readData("offers.txt"), func(l facts.Line) error {
		text, _, _ := strings.Cut(l.Text, " # ")
		head, apis, ok := strings.Cut(text, ": ")
		words := strings.Fields(head)
		if !ok || len(words) != 3 {
			return l.Errorf("expected RELEASES listeners LISTENER,...: API, ... or RELEASES LISTENER WHAT: API, ...")
		}
		for _, api := range strings.Split(strings.TrimSpace(apis), ", ") {
			if words[1] == "listeners" {
				o.listeners[api] = append(o.listeners[api], listenerLine{rangeOf(words[0]), listenersOf(words[2])})
			} else {
				o.otherwise[api] = append(o.otherwise[api], offerLine{rangeOf(words[0]), Listener(words[1]), words[2]})
			}
		}
		return nil
	}))
	return o
}

func listenersOf(text string) []Listener {
	var all []Listener
	for _, name := range strings.Split(text, ",") {
		all = append(all, Listener(name))
	}
	return all
}
