package client

import (
	"context"
	"fmt"
	"time"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// Offer is what a node says to ApiVersions.
type Offer struct {
	Version int16 // of the answer
	Error   int16 // error code of the answer, 0 for none
	APIs    map[int16]schema.Versions
	// Supported are the features that the node can run, Finalized those in force
	// in the whole cluster, by name.
	Supported map[string]schema.Versions
	Finalized map[string]schema.Versions
	// FinalizedEpoch is the metadata version of Finalized, -1 when the node does
	// not say.
	FinalizedEpoch   int64
	ZkMigrationReady bool
	Throttle         time.Duration
	Reply            *Reply
}

// Of gives what the node offers of an API, by its key; schema.None of one that it
// does not have.
func (o *Offer) Of(key int) schema.Versions {
	if v, ok := o.APIs[int16(key)]; ok {
		return v
	}
	return schema.None
}

// apiVersions is the API that negotiation stands on.
const apiVersions = "ApiVersionsRequest"

// Versions asks what the node offers, in the newest version that the codec
// knows, and again in an older one if the node does not know that. An error code
// other than that is no error here.
func (c *Conn) Versions(ctx context.Context) (*Offer, error) {
	specs, err := c.codec.Resolve(apiVersions)
	if err != nil {
		return nil, err
	}
	if asked := c.codec; asked.Release != "" { // which may have had other names for fields
		c.codec = message.New(asked.Catalog, "")
		defer func() { c.codec = asked }()
	}
	newest, err := c.codec.Spec(apiVersions, specs[0].Version)
	if err != nil {
		return nil, err
	}
	offer, err := c.versions(ctx, newest)
	if err != nil || c.errorName(offer.Error) != unsupportedVersion {
		return offer, err
	}
	older, err := c.older(offer)
	if err != nil {
		return nil, err
	}
	return c.versions(ctx, older)
}

// older is the request that an answer with unsupportedVersion allows: since
// KIP-511 nodes say in it which versions of ApiVersions they have.
func (c *Conn) older(refusal *Offer) (*message.Spec, error) {
	if s := c.newest(apiVersions, refusal); s != nil && s.Version < refusal.Version {
		return s, nil
	}
	return c.codec.Spec(apiVersions, 0)
}

func (c *Conn) versions(ctx context.Context, request *message.Spec) (*Offer, error) {
	body, _ := c.codec.AddPresets(request, []byte("{}")) // nodes want the client's name (KIP-511)
	reply, err := c.Call(ctx, request, string(body))
	if err != nil {
		return nil, err
	}
	o := &Offer{Version: request.Version, Reply: reply, APIs: map[int16]schema.Versions{},
		Supported: map[string]schema.Versions{}, Finalized: map[string]schema.Versions{}}
	if o.Error, err = reply.code(); err != nil {
		return nil, c.unread(err)
	}
	if c.errorName(o.Error) == unsupportedVersion && request.Version > 0 {
		// such answers are in version 0, whatever was asked
		reply.Expected.Version = 0
		reply.read(c.codec)
	}
	if err := o.fill(); err != nil {
		return o, c.unread(err)
	}
	return o, nil
}

// unread is the error of an answer that cannot be read.
func (c *Conn) unread(err error) error { return fmt.Errorf("answer of %s: %w", c.addr, err) }

// offered are the fields of the answer, in its JSON form.
type offered struct {
	APIKeys []struct {
		APIKey, MinVersion, MaxVersion int16
	}
	ThrottleTimeMs    int64
	SupportedFeatures []struct {
		Name                   string
		MinVersion, MaxVersion int16
	}
	FinalizedFeaturesEpoch int64
	FinalizedFeatures      []struct {
		Name                             string
		MinVersionLevel, MaxVersionLevel int16
	}
	ZkMigrationReady bool
}

func (o *Offer) fill() error {
	f := offered{FinalizedFeaturesEpoch: -1}
	if err := o.Reply.unmarshal(&f); err != nil {
		return err
	}
	for _, a := range f.APIKeys {
		o.APIs[a.APIKey] = schema.Versions{Lo: a.MinVersion, Hi: a.MaxVersion}
	}
	for _, s := range f.SupportedFeatures {
		o.Supported[s.Name] = schema.Versions{Lo: s.MinVersion, Hi: s.MaxVersion}
	}
	for _, s := range f.FinalizedFeatures {
		o.Finalized[s.Name] = schema.Versions{Lo: s.MinVersionLevel, Hi: s.MaxVersionLevel}
	}
	o.FinalizedEpoch, o.ZkMigrationReady = f.FinalizedFeaturesEpoch, f.ZkMigrationReady
	o.Throttle = time.Duration(f.ThrottleTimeMs) * time.Millisecond
	return nil
}
