package mock

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// Offer is which APIs a node says to have, by key, each with its range of
// versions.
type Offer map[int16]schema.Versions

// kraftSince is the first release in which brokers without ZooKeeper are more
// than a preview.
const kraftSince catalog.Release = "3.3"

// NewOffer is what a node of the codec's release, or of the newest one, offers
// at a kind of listener: the stable versions of all APIs that do not depend on
// settings (see catalog.Catalog.Offer), and the APIs of schemas that were loaded.
// The listener "" is that of the release's brokers: of ZooKeeper's before 3.3.
func NewOffer(c *message.Codec, l catalog.Listener) Offer {
	release := releaseOf(c)
	if l == "" {
		l = catalog.Broker
		if release.Before(kraftSince) {
			l = catalog.ZKBroker
		}
	}
	o := Offer{}
	for _, api := range c.Catalog.Offer(release, l) {
		if !api.Versions.Empty() && !api.Optional {
			o[int16(api.Key)] = api.Versions
		}
	}
	for _, api := range c.Catalog.APIs() {
		if span := api.Request.Newest(); span.First == catalog.Loaded && !span.Versions.Empty() {
			o[int16(api.Key)] = span.Versions
		}
	}
	return o
}

func releaseOf(c *message.Codec) catalog.Release { return cmp.Or(c.Release, c.Catalog.Latest()) }

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

// apiVersions is the body of an ApiVersions response of any version.
func (o Offer) apiVersions() Body {
	var keys []any
	for _, key := range slices.Sorted(maps.Keys(o)) {
		keys = append(keys, Body{"apiKey": key, "minVersion": o[key].Lo, "maxVersion": o[key].Hi})
	}
	return Body{"apiKeys": keys}
}
