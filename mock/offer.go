package mock

import (
	"cmp"
	"fmt"
	"maps"
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

// Restrict makes an offer smaller: "Fetch@4-11" leaves these versions of an API,
// "-Fetch" leaves it out. APIs are named by name or key.
func (o Offer) Restrict(c *catalog.Catalog, specs ...string) (Offer, error) {
	out := maps.Clone(o)
	for _, spec := range specs {
		name, away := strings.CutPrefix(spec, "-")
		name, text, ranged := strings.Cut(name, "@")
		api, err := c.APIByName(name, "")
		if err != nil {
			return nil, err
		}
		key := int16(api.Key)
		had, ok := out[key]
		switch {
		case !ok:
			return nil, fmt.Errorf("%s: %s is not on offer", spec, api.Name)
		case away && ranged || !away && !ranged:
			return nil, fmt.Errorf("%q is neither API@VERSIONS, which stay, nor -API, which goes", spec)
		case away:
			delete(out, key)
			continue
		}
		versions, err := schema.ParseVersions(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", spec, err)
		}
		if out[key] = versions.Intersect(had); out[key].Empty() {
			return nil, fmt.Errorf("%s: versions %s are on offer", spec, had)
		}
	}
	return out, nil
}
