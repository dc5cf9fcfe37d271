package conform

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// node is what all checks of a run share: whom they ask, and what was found out
// before the first of them. It does not change while checks run, but for the
// survey, which is taken once, and for the end of the node.
type node struct {
	codec    *message.Codec
	addr     string
	cfg      client.Config
	patience time.Duration // for one check
	seed     string        // in all names that the run makes up
	now      time.Time     // of records

	offer   map[int16]schema.Versions // by API key; nil where the node did not say
	silence string                    // why it did not, in the newest version
	asked   []*Exchange               // how it was asked for that
	id      int64                     // of the node, -1 where that is not known
	topic   topic                     // to ask about, without a partition of one's own
	noTopic string                    // why there is none
	scratch bool                      // topic is the scratch topic
	made    bool                      // the node has said what became of the scratch topic

	write  bool            // whether checks may write
	whole  context.Context // of the run
	survey survey

	refused atomic.Bool // the node no longer takes connections
}

// apiVersions is the API by which a node says what it offers.
const apiVersions = "ApiVersions"

// software is what requests say about the client (KIP-511).
func software() object {
	return object{"clientSoftwareName": "kscope", "clientSoftwareVersion": "1"}
}

// spec finds the request or response of an API.
func (n *node) spec(api string, version int16, t schema.Type) (*message.Spec, error) {
	a, err := n.codec.Catalog.APIByName(api, "")
	if err != nil {
		return nil, err
	}
	return n.codec.APISpec(a.Key, version, t)
}

// try begins a check, or what comes before the first one.
func (n *node) try(ctx context.Context, id string) *try {
	key := "kscope-conform-" + n.seed + "-" + id
	return &try{node: n, ctx: ctx, topic: n.topic, key: key, names: [2]string{groupKey: key, transactionKey: key}}
}

// learn asks the node what it offers, newest version first: of a node whose
// newer answers are wrong, the rest can be checked all the same.
func (n *node) learn(ctx context.Context) {
	api, err := n.codec.Catalog.APIByName(apiVersions, n.codec.Release)
	if err != nil {
		n.silence = err.Error()
		return
	}
	span := api.Request.Versions()
	for v := span.Hi; v >= span.Lo; v-- {
		ctx, cancel := context.WithTimeout(ctx, n.patience)
		t := n.try(ctx, "offer")
		offer := t.offered(v)
		silent := ctx.Err() != nil || len(t.wire) == 0
		if n.silence == "" {
			n.asked = t.wire
		}
		t.close()
		cancel()
		if t.going() {
			n.offer = offer
			return
		}
		if n.silence = cmp.Or(n.silence, t.words); silent {
			return
		}
	}
}

// offered asks in one version which APIs the node has.
func (t *try) offered(version int16) map[int16]schema.Versions {
	r := t.askAt(apiVersions, version, software())
	r.fine("ErrorCode")
	return r.offer()
}

// offer reads the list of APIs in an answer.
func (r *reply) offer() map[int16]schema.Versions {
	all := map[int16]schema.Versions{}
	for _, at := range r.elements("ApiKeys") {
		key, versions := r.offeredAt(at)
		all[key] = versions
	}
	return all
}

// offeredAt reads an element of that list.
func (r *reply) offeredAt(at string) (key int16, versions schema.Versions) {
	return int16(r.int(at + "ApiKey")), schema.Versions{Lo: int16(r.int(at + "MinVersion")), Hi: int16(r.int(at + "MaxVersion"))}
}

// identify finds out which of the cluster's brokers the node is: the only one,
// or the one that advertises the address that was dialled.
func (n *node) identify(ctx context.Context) {
	n.id = -1
	if n.span("Metadata").Empty() {
		return
	}
	t := n.try(ctx, "brokers")
	defer t.close()
	r := t.ask("Metadata", object{"topics": list{}})
	brokers := r.elements("Brokers")
	for _, at := range brokers {
		addr := net.JoinHostPort(r.text(at+"Host"), fmt.Sprint(r.int(at+"Port")))
		if id := r.int(at + "NodeId"); len(brokers) == 1 || sameSocket(ctx, addr, n.addr) {
			n.id = id
		}
	}
}

// sameSocket reports whether two addresses lead to one socket.
func sameSocket(ctx context.Context, a, b string) bool {
	if a == b {
		return true
	}
	some := resolve(ctx, b)
	return slices.ContainsFunc(resolve(ctx, a), func(x netip.AddrPort) bool { return slices.Contains(some, x) })
}

// resolve lists the sockets behind an address, none where that cannot be told.
func resolve(ctx context.Context, addr string) (all []netip.AddrPort) {
	host, service, err := net.SplitHostPort(addr)
	if err != nil {
		return nil
	}
	port, err := net.DefaultResolver.LookupPort(ctx, "tcp", service)
	if err != nil {
		return nil
	}
	ips, _ := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	for _, ip := range ips {
		all = append(all, netip.AddrPortFrom(ip.Unmap(), uint16(port)))
	}
	return all
}
