package client

import (
	"context"
	"fmt"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// Offer is what a node says to ApiVersions.
type Offer struct {
	Version int16 // of the answer
	Error   int16 // error code of the answer, 0 for none
	APIs    map[int16]schema.Versions
	Reply   *Reply
}

// apiVersions is the API that negotiation stands on.
const apiVersions = "ApiVersionsRequest"

// unsupportedVersion is the error of a node that does not know the version
// asked for; it answers in version 0 then (KIP-511).
const unsupportedVersion = 35

// Versions asks what the node offers, in the newest version that the codec
// knows, and again in version 0 if the node does not know that.
func (c *Conn) Versions(ctx context.Context) (*Offer, error) {
	specs, err := c.codec.Resolve(apiVersions)
	if err != nil {
		return nil, err
	}
	offer, err := c.versions(ctx, specs[0])
	if err == nil && offer.Error == unsupportedVersion {
		oldest, err := c.codec.Spec(apiVersions, 0)
		if err != nil {
			return nil, err
		}
		return c.versions(ctx, oldest)
	}
	return offer, err
}

func (c *Conn) versions(ctx context.Context, request *message.Spec) (*Offer, error) {
	reply, err := c.Call(ctx, request, "")
	if err != nil {
		return nil, err
	}
	o := &Offer{Version: request.Version, APIs: map[int16]schema.Versions{}, Reply: reply}
	t := reply.Tape
	code, ok := t.Find("ErrorCode")
	if !ok {
		return nil, fmt.Errorf("answer to %s: %w", request, t.Err)
	}
	if o.Error = int16(t.Int(code)); o.Error != 0 {
		return o, nil
	}
	if t.Err != nil {
		return nil, fmt.Errorf("answer to %s: %w", request, t.Err)
	}
	for i := 0; ; i++ {
		at := fmt.Sprintf("ApiKeys[%d].", i)
		key, ok := t.Find(at + "ApiKey")
		if !ok {
			return o, nil
		}
		lo, _ := t.Find(at + "MinVersion")
		hi, _ := t.Find(at + "MaxVersion")
		o.APIs[int16(t.Int(key))] = schema.Versions{Lo: int16(t.Int(lo)), Hi: int16(t.Int(hi))}
	}
}
