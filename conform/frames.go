package conform

import (
	"encoding/binary"
	"math"
	"strings"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
)

// Sources that several checks name.
const (
	networkReceive = "org.apache.kafka.common.network.NetworkReceive"
	socketServer   = "kafka.network.SocketServer"
	guide          = "protocol guide"
	kip482         = "KIP-482"
)

func frameChecks() []Check {
	asked := []string{apiVersions}
	return []Check{
		{ID: "frames.pipeline", Title: "requests sent together are answered in their order", Level: Must,
			Reason: "clients match answers to requests by their order on the connection", Source: guide + ", network",
			APIs: asked, run: pipeline},
		{ID: "frames.one-byte", Title: "a request may come byte by byte", Level: Must,
			Reason: "TCP keeps bytes in order and nothing else; where packets end says nothing", Source: guide + ", network",
			APIs: asked, run: oneByte},
		{ID: "frames.correlation", Title: "any correlation id comes back", Level: Must,
			Reason: "ids are 32 bits of the client's; counters pass the largest and become negative", Source: guide + ", headers",
			APIs: asked, run: correlationIDs},
		{ID: "frames.client-id", Title: "a client id may be null, empty or 32,767 bytes long", Level: Must,
			Reason: "clients may leave it out, and users put what they like into it", Source: guide + ", headers",
			APIs: asked, run: clientIDs},
		{ID: "frames.header-tags", Title: "unknown tagged fields in a request header are passed over", Level: Must,
			Reason: "newer clients send tags that older nodes do not know, and count on their being ignored", Source: kip482,
			APIs: asked, run: headerTags},
		{ID: "frames.body-tags", Title: "unknown tagged fields in a request body are passed over", Level: Must,
			Reason: "newer clients send tags that older nodes do not know, and count on their being ignored", Source: kip482,
			APIs: asked, run: bodyTags},
		{ID: "frames.long-varints", Title: "varints longer than they need be are read", Level: May,
			Reason: "some encoders patch lengths into room of a fixed size", Source: "org.apache.kafka.common.utils.ByteUtils",
			APIs: asked, run: longVarints},
		{ID: "frames.half-closed", Title: "answers come to a client that has ended sending", Level: Should,
			Reason: "a client that shuts its sending side still waits for what it has asked", Source: "org.apache.kafka.common.network.Selector",
			APIs: asked, run: halfClosed},
		{ID: "frames.trailing-bytes", Title: "bytes behind a request's body are passed over", Level: May,
			Reason: "no client should send them; old ones did", Source: "org.apache.kafka.common.requests.AbstractRequest",
			APIs: asked, run: trailingBytes},
		{ID: "frames.negative-size", Title: "a negative size ends the connection", Level: Should,
			Reason: "what follows cannot be read as frames", Source: networkReceive, APIs: asked, run: ends(size(-1))},
		{ID: "frames.huge-size", Title: "a size above any limit ends the connection", Level: Should,
			Reason: "a node that waits for 2 GiB holds memory or a connection for nobody", Source: networkReceive + ", socket.request.max.bytes",
			APIs: asked, run: ends(size(math.MaxInt32))},
		{ID: "frames.zero-size", Title: "an empty frame ends the connection", Level: May,
			Reason: "it has no header, so there is nobody to answer", Source: socketServer, APIs: asked, run: ends(size(0))},
		{ID: "frames.short-header", Title: "a frame too short for a header ends the connection", Level: Should,
			Reason: "without a correlation id there is no answer that a client could place", Source: socketServer,
			APIs: asked, run: ends([]byte{0, 0, 0, 4, 0, 18, 0, 0})},
		{ID: "frames.short-body", Title: "a body that ends early ends the connection", Level: Should,
			Reason: "to answer would be to guess what was meant", Source: socketServer, APIs: asked, run: shortBody},
		{ID: "frames.huge-count", Title: "an array count that cannot be ends the connection", Level: Must,
			Reason: "a node that sets room aside for it can be brought down by one small frame", Source: "org.apache.kafka.common.protocol.Readable",
			APIs: []string{apiVersions, "Metadata@9"}, run: hugeCount},
		{ID: "frames.cut", Title: "a frame that is cut is not answered", Level: Should,
			Reason: "half a request is none", Source: networkReceive, APIs: asked, run: cutFrame},
		{ID: "frames.unknown-api", Title: "a request of an API that nobody has ends the connection", Level: Should,
			Reason: "there is no answer whose layout the client could know", Source: socketServer, APIs: asked, run: unknownAPI},
		{ID: "frames.unknown-version", Title: "a version that the node does not offer ends the connection", Level: Should,
			Reason: "an answer in another version would be taken for one in this version", Source: socketServer,
			APIs: []string{apiVersions, "Metadata"}, run: unknownVersion},
		{ID: "frames.http", Title: "an HTTP request ends the connection", Level: Should,
			Reason: "browsers and health checks come by; they are to go again", Source: networkReceive,
			APIs: asked, run: ends([]byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))},
	}
}

// size is the size of a frame alone.
func size(n int32) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

// hello is the request that every node answers, in the newest version.
func (l *line) hello() []byte {
	if l.ends() {
		return nil
	}
	return l.frame(apiVersions, l.t.newest(apiVersions), software())
}

// ends makes a check that bytes end their connection, and nothing but that.
func ends(b []byte) func(*try) {
	return func(t *try) { t.ends(t.dial(), b) }
}

// ends sends bytes, waits for the end of the connection, and sees that the
// node still serves others.
func (t *try) ends(l *line, b []byte) {
	l.send(b)
	l.closed()
	other := t.dial()
	other.send(other.hello())
	other.receive()
	t.saw("closed, and others are served")
}

// pipelined is how many requests go out together.
const pipelined = 20

func pipeline(t *try) {
	l := t.dial()
	var frames [][]byte
	span := t.span(apiVersions)
	for i := range pipelined {
		frames = append(frames, l.frame(apiVersions, span.Lo+int16(i%span.Len()), software()))
	}
	l.send(frames...)
	for range frames {
		l.receive()
	}
	t.saw("%d requests in one packet", pipelined)
}

func oneByte(t *try) {
	l := t.dial()
	frame := l.hello()
	for i := range frame {
		if i == 0 {
			l.send(frame[:1])
		} else {
			l.post(frame[i : i+1])
		}
	}
	l.receive()
	t.saw("%d packets", len(frame))
}

func correlationIDs(t *try) {
	l := t.dial()
	for _, id := range []int32{0, -1, math.MaxInt32, math.MinInt32} {
		l.send(l.request(apiVersions, t.newest(apiVersions), software(), func(h *message.Header) { h.CorrelationID = id }))
		l.receive()
	}
}

func clientIDs(t *try) {
	l := t.dial()
	empty, long := "", strings.Repeat("k", math.MaxInt16)
	for _, id := range []*string{nil, &empty, &long} {
		l.send(l.request(apiVersions, t.newest(apiVersions), software(), func(h *message.Header) { h.ClientID = id }))
		l.receive()
	}
}

// unknownTags are tags far from those that Kafka uses; one has no data.
var unknownTags = []layout.ExtraTag{{Tag: 1000, Data: []byte("kscope")}, {Tag: 100_000}}

func headerTags(t *try) {
	l := t.dial()
	l.send(l.request(apiVersions, t.upFrom(apiVersions, 3), software(), func(h *message.Header) { h.Tags = unknownTags }))
	l.receive()
}

func bodyTags(t *try) {
	body := software()
	body["_taggedFields"] = list{object{"tag": 1000, "data": "a3Njb3Bl"}, object{"tag": 100_000, "data": ""}}
	t.askAt(apiVersions, t.upFrom(apiVersions, 3), body)
}

// longVarints makes the two string lengths and the count of tags of a body
// five bytes long each.
func longVarints(t *try) {
	l := t.dial()
	frame := l.frame(apiVersions, t.upFrom(apiVersions, 3), software())
	if !t.going() {
		return
	}
	body := frame[len(frame)-len("\x07kscope\x021\x00"):]
	var long []byte
	for _, b := range body {
		if b <= 7 {
			long = append(long, b|0x80, 0x80, 0x80, 0x80)
			b = 0
		}
		long = append(long, b)
	}
	l.send(resized(append(frame[:len(frame)-len(body):len(frame)-len(body)], long...)))
	l.receive()
}

// resized mends the size of a frame.
func resized(frame []byte) []byte {
	binary.BigEndian.PutUint32(frame, uint32(len(frame)-4))
	return frame
}

func trailingBytes(t *try) {
	l := t.dial()
	l.send(resized(append(l.hello(), "kscope"...)))
	l.receive()
}

func halfClosed(t *try) {
	l := t.dial()
	frames := [][]byte{l.hello(), l.hello(), l.hello()}
	l.send(frames...)
	l.shut()
	for range frames {
		l.receive()
	}
	t.saw("%d answers", len(frames))
}

func shortBody(t *try) {
	l := t.dial()
	frame := l.frame(apiVersions, t.upFrom(apiVersions, 3), software())
	if t.going() {
		t.ends(l, resized(frame[:len(frame)-4]))
	}
}

// hugeCount says that 2^31 - 2 topics follow, the most that a count can say.
func hugeCount(t *try) {
	l := t.dial()
	frame := l.frame("Metadata", t.newest("Metadata"), object{"topics": list{}})
	spec, err := t.spec("Metadata", t.newest("Metadata"), "request")
	if err != nil || !t.going() {
		return
	}
	body, _ := spec.Encode(nil, object{"topics": list{}}.json(spec.Body), message.Body, message.Header{})
	head := len(frame) - len(body)
	t.ends(l, resized(append(append(frame[:head:head], 0xff, 0xff, 0xff, 0xff, 7), frame[head+1:]...)))
}

func cutFrame(t *try) {
	if t.cfg.TLS != nil {
		t.skip("over TLS, Kafka waits for the rest as long as a connection may be idle")
	}
	l := t.dial()
	frame := l.hello()
	if !t.going() {
		return
	}
	l.send(frame[:len(frame)-1])
	l.shut()
	l.closed()
}

func unknownAPI(t *try) {
	l := t.dial()
	frame := l.hello()
	message.EditHead(frame, message.Frame, func(h *message.RequestHead) { h.APIKey = math.MaxInt16 - 1 })
	t.ends(l, frame)
}

func unknownVersion(t *try) {
	l := t.dial()
	frame := l.frame("Metadata", t.newest("Metadata"), object{"topics": list{}})
	message.EditHead(frame, message.Frame, func(h *message.RequestHead) { h.Version = math.MaxInt16 - 1 })
	t.ends(l, frame)
}

// upFrom is the newest version of an API that both sides know, if it is not
// below least.
func (t *try) upFrom(api string, least int16) int16 {
	v := t.newest(api)
	if v < least {
		t.skip("the node offers %s up to version %d, and the check needs %d", api, v, least)
	}
	return v
}
