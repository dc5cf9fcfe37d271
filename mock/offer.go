package mock

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/near"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// Offer is which APIs a node serves, by key, each with its range of versions.
type Offer map[int16]schema.Versions

// The listeners that an offer can be for.
const (
	BrokerListener     = "broker"
	ControllerListener = "controller"
)

// NewOffer is what a node of the codec's release, or of the newest one, offers
// at a listener: the stable versions of all APIs that its schemas put there.
// Schemas of releases before 2.8 name no listeners; all is offered then.
func NewOffer(c *message.Codec, listener string) (Offer, error) {
	if listener != BrokerListener && listener != ControllerListener {
		return nil, fmt.Errorf("listener %q is neither %s nor %s", listener, BrokerListener, ControllerListener)
	}
	release := c.Release
	if release == "" {
		release = c.Catalog.Latest()
	}
	o := Offer{}
	for _, api := range c.Catalog.APIs() {
		span, ok := api.Request.At(release)
		if loaded := api.Request.Newest(); !ok && loaded.First == catalog.Loaded {
			span, ok = loaded, true
		}
		if !ok || span.Versions.Empty() {
			continue
		}
		m, _, err := c.Catalog.Schema(api.Request.Name, span.Stable(), c.Release)
		if err != nil {
			return nil, err
		}
		stable := schema.Versions{Lo: span.Versions.Lo, Hi: span.Stable()}
		if at(m.Listeners, listener) && !(span.Unstable && stable.Hi == span.Versions.Hi) {
			o[int16(api.Key)] = stable
		}
	}
	return o, nil
}

// at reports whether a request is for a listener. Until 4.0 brokers of clusters
// with ZooKeeper had a name of their own.
func at(listeners []string, listener string) bool {
	return len(listeners) == 0 || slices.Contains(listeners, listener) ||
		listener == BrokerListener && slices.Contains(listeners, "zkBroker")
}

// Restrict keeps the APIs that specs name, each an API with a range of versions
// or without: "Fetch@4-11", "Metadata", "18". The word "-Fetch@12+" takes away
// instead; when the first word does, all others stay. A range that would have a
// hole, which no offer can say, is an error.
func (o Offer) Restrict(c *catalog.Catalog, specs ...string) (Offer, error) {
	out := Offer{}
	if len(specs) == 0 || strings.HasPrefix(specs[0], "-") {
		out = maps.Clone(o)
	}
	for _, spec := range specs {
		name, away := strings.CutPrefix(spec, "-")
		key, versions, err := o.parse(c, name)
		if err != nil {
			return nil, err
		}
		if !away {
			out[key] = versions
			continue
		}
		had, ok := out[key]
		left := without(had, versions)
		switch {
		case !ok:
		case left == nil:
			return nil, fmt.Errorf("%q takes versions from the middle of %s, and an offer has no holes", spec, had)
		case left.Empty():
			delete(out, key)
		default:
			out[key] = *left
		}
	}
	return out, nil
}

// parse reads an API with its versions, all that are on offer where none are
// named.
func (o Offer) parse(c *catalog.Catalog, spec string) (int16, schema.Versions, error) {
	name, text, ranged := strings.Cut(spec, "@")
	api, err := c.APIByName(name, "")
	if err != nil {
		return 0, schema.None, err
	}
	had, ok := o[int16(api.Key)]
	if !ok {
		return 0, schema.None, fmt.Errorf("%s is not on offer at this listener and release", api.Name)
	}
	if !ranged {
		return int16(api.Key), had, nil
	}
	want, err := schema.ParseVersions(text)
	if err != nil {
		return 0, schema.None, fmt.Errorf("%s: %w", spec, err)
	}
	got := want.Intersect(had)
	if got.Empty() {
		return 0, schema.None, fmt.Errorf("%s: versions %s are not on offer, %s are", spec, want, had)
	}
	return int16(api.Key), got, nil
}

// without is what is left of a range; nil when that would be two ranges.
func without(had, away schema.Versions) *schema.Versions {
	lower := schema.Versions{Lo: had.Lo, Hi: min(had.Hi, away.Lo-1)}
	upper := schema.Versions{Lo: max(had.Lo, away.Hi+1), Hi: had.Hi}
	switch {
	case upper.Empty():
		return &lower
	case lower.Empty():
		return &upper
	}
	return nil
}

// claimedFrom is the first version that brokers claim of an API beside those
// that they have: librdkafka takes a broker without Produce 0 for one that is
// too old, so that since 4.0 they list it and refuse it (KAFKA-18659).
func (o Offer) claimedFrom(key int16) int16 {
	const produce = 0
	if key == produce {
		return 0
	}
	return o[key].Lo
}

// apiVersions is the body of an ApiVersions response of any version.
func (o Offer) apiVersions() Body {
	var keys []any
	for _, key := range slices.Sorted(maps.Keys(o)) {
		keys = append(keys, Body{"apiKey": key, "minVersion": o.claimedFrom(key), "maxVersion": o[key].Hi})
	}
	return Body{"apiKeys": keys}
}

// names lists the APIs on offer, for hints.
func names(c *catalog.Catalog) (all []string) {
	for _, api := range c.APIs() {
		all = append(all, api.Names...)
	}
	return all
}

// hint names APIs that look like a word.
func hint(c *catalog.Catalog, word string) string {
	return near.Hint(near.Some(word, names(c), 1)...)
}
