package mock

import (
	"net"
	"time"

	"github.com/kscope/kscope/message"
)

// Exchange is one request and what was done about it.
type Exchange struct {
	Number   int // from 1 on, in the order in which requests came
	Peer     net.Addr
	Head     message.RequestHead // of a frame that has one
	API      string              // "" when the request is none that is on offer
	ClientID *string
	Request  []byte        // the frame, as far as it came
	Response []byte        // what was sent, wrong or not; nil for nothing
	Spec     *message.Spec // of the response that was due; nil when the request could not be read
	Rule     *Rule         // that decided; nil for none
	Start    time.Time     // when the request was there
	Took     time.Duration // until all was sent
	Closed   bool          // the node ended the connection
	Err      error         // why it did, when no rule wanted that
}

// Bounds of the exchanges that a server remembers.
const (
	keepExchanges = 1000
	keepBytes     = 64 << 20
)

// history holds the latest exchanges.
type history struct {
	list  []Exchange
	bytes int
	total int
}

func (h *history) add(x *Exchange) {
	h.total++
	x.Number = h.total
	h.list = append(h.list, *x)
	h.bytes += len(x.Request) + len(x.Response)
	for len(h.list) > keepExchanges || h.bytes > keepBytes && len(h.list) > 1 {
		h.bytes -= len(h.list[0].Request) + len(h.list[0].Response)
		h.list[0] = Exchange{}
		h.list = h.list[1:]
	}
}
