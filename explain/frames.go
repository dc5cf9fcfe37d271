package explain

import (
	"encoding/binary"
	"fmt"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/message"
)

// Causes that lie in a frame's size, in what stands where a frame should, or
// behind one.

func tryForeign(p *patient) []verdict {
	if words := Foreign(p.data); words != "" {
		return one(settled, "%s", words)
	}
	return nil
}

func trySASL(p *patient) []verdict {
	size, ok := frameSize(p.data)
	if ok && size == len(p.data)-4 && size > 0 {
		if words := saslWords(p.data[4:]); words != "" {
			return one(settled, "likely %s", words)
		}
	}
	if words := saslWords(p.data); words != "" {
		return one(settled, "likely %s", words)
	}
	return nil
}

// alone is the rank of what explains a frame, but only may explain bytes of
// unknown kind.
func (p *patient) alone() rank {
	if p.r.Unit == Unknown {
		return stated
	}
	return settled
}

// promising reports whether bytes of unknown kind have a likely candidate.
func (p *patient) promising() bool {
	return p.r.Unit == Unknown && len(p.r.Candidates) > 0 && p.r.Candidates[0].Sure != possible
}

func trySizeCut(p *patient) []verdict {
	if len(p.data) >= 4 {
		return nil
	}
	return one(p.alone(), "a frame begins with an int32 size, and only %d of its 4 bytes are there: the peer closed the connection, or the capture ends", len(p.data))
}

func trySizeSmall(p *patient) []verdict {
	size, ok := frameSize(p.data)
	if !ok || size < 0 || size >= minHeader || p.promising() {
		return nil
	}
	if p.r.Spec != nil && !p.r.Spec.IsRequest() && size >= 4 && size == len(p.data)-4 {
		return nil // a response may be that small
	}
	fact := fmt.Sprintf("a frame of %d bytes is shorter than the smallest request header (%d bytes)", size, minHeader)
	if s := p.x.requestIn(p.data, message.Frame); s != nil && len(p.data) > 4+minHeader {
		rest := p.data[4:]
		a := p.x.try(rest, plan{s, message.Payload})
		switch {
		case tiles(a.tape):
			return one(settled, "%s, and the %d bytes behind it are a whole %s: the size is wrong", fact, len(rest), s)
		case a.progress() > 10 && textBits(clientIn(rest)) > 0:
			return one(settled, "%s, but what follows looks like a %s: the size is likely wrong", fact, s)
		}
	}
	return one(p.alone(), "%s: a zero or tiny size is not Kafka's, or the position in the stream was lost", fact)
}

// clientIn is the client id in a request payload, if it is there.
func clientIn(payload []byte) []byte {
	const text = clientAt + 2
	if len(payload) < text {
		return nil
	}
	n := int(binary.BigEndian.Uint16(payload[clientAt:]))
	return payload[text:min(text+n, len(payload))]
}

func trySizeNegative(p *patient) []verdict {
	size, ok := frameSize(p.data)
	if !ok || size >= 0 || p.r.Unit == Unknown && len(p.r.Candidates) > 0 {
		return nil
	}
	return one(p.alone(), "a frame size is never negative: these bytes are no frame, or the position in the stream was lost")
}

func trySizeLarge(p *patient) []verdict {
	size, ok := frameSize(p.data)
	if !ok || size <= message.MaxFrame || p.r.Unit == Unknown {
		return nil
	}
	return append(trySizeLittle(p), one(stated, "brokers refuse frames above socket.request.max.bytes (%d bytes unless configured otherwise): likely no Kafka frame, or the position in the stream was lost", message.MaxFrame)...)
}

func trySizeLittle(p *patient) []verdict {
	if len(p.data) <= 4+minHeader || binary.BigEndian.Uint32(p.data) == uint32(len(p.data)-4) ||
		binary.LittleEndian.Uint32(p.data) != uint32(len(p.data)-4) {
		return nil
	}
	return one(settled, "the size has its bytes in the wrong order: read little end first it is %d, exactly what follows", len(p.data)-4)
}

// trySizeWrong reads what follows the size as if it were right.
func trySizeWrong(p *patient) []verdict {
	size, ok := frameSize(p.data)
	if !ok || size == len(p.data)-4 || len(p.data) <= 4+minHeader {
		return nil
	}
	s := p.r.Spec
	if s == nil {
		s = p.x.requestIn(p.data, message.Frame)
	}
	if s == nil {
		return nil
	}
	rest := p.data[4:]
	e, ok := p.as(s, rest, message.Payload)
	if !ok || e.odd > 0 || e.share(len(rest)) < 0.2 {
		return nil
	}
	return one(settled, "the size says %d, but the %d bytes behind it are a whole %s: the size is wrong", size, len(rest), s)
}

// tryFrameCut says how much of a frame is missing. That is all, when reading
// came to the end of what is there; else something else is wrong as well.
func tryFrameCut(p *patient) []verdict {
	if p.missing == 0 || p.r.Unit == Unknown {
		return nil
	}
	r := stated
	if p.err != nil && p.fault >= len(p.data) && p.r.Spec != nil {
		r = settled
	}
	return one(r, "the size says %d bytes follow, %d do: %s missing at the end, or the size is wrong",
		len(p.inner)+p.missing, len(p.inner), prose.CountOf(p.missing, "byte is", "bytes are"))
}

// vendorKeys is where the keys begin that vendors give their own APIs.
const vendorKeys = 500

func tryUnknownAPI(p *patient) []verdict {
	h := p.r.Request
	if h == nil {
		return nil
	}
	api, err := p.x.codec.Catalog.API(int(h.APIKey))
	var fact string
	switch {
	case err == nil:
		fact = fmt.Sprintf("%s is known, but not in version %d: the body is shown as bytes, because no other version's layout need fit; a newer Kafka's schemas can be loaded", api.Name, h.Version)
	case h.APIKey >= vendorKeys:
		fact = fmt.Sprintf("Kafka has no API key %d; keys from %d on are vendors' own, and their schemas can be loaded", h.APIKey, vendorKeys)
	case h.APIKey < 0:
		fact = "API keys are not negative: this is likely no request"
	default:
		fact = fmt.Sprintf("no release up to %s has an API key %d: a newer Kafka, or no request", p.x.codec.Catalog.Latest(), h.APIKey)
	}
	return one(stated, "%s", fact)
}

// tryCandidates names what bytes of unknown kind could be.
func tryCandidates(p *patient) []verdict {
	if p.r.Request != nil || len(p.data) < 4 {
		return nil
	}
	why := "tried as a request in a frame, a request with its header, record batches and a metadata record"
	if p.r.Unit == message.Frame {
		why = "its size fits, but it begins with no request header: a response says neither its API nor its version, so name them, or give the request"
	}
	if len(p.r.Candidates) == 0 {
		return one(stated, "%s; no message fits exactly", why)
	}
	var names []string
	for _, c := range p.r.Candidates[:min(3, len(p.r.Candidates))] {
		names = append(names, fmt.Sprintf("%s (%s)", c, c.Sure))
	}
	return one(stated, "%s; it could be %s", why, prose.List(names))
}

func tryNextFrame(p *patient) []verdict {
	if p.r.Unit != message.Frame {
		return nil
	}
	rest := p.data[p.fault:]
	size, ok := frameSize(rest)
	if !ok || size < 4 || size > message.MaxFrame || 4+size > len(rest) {
		return nil
	}
	if p.fault < p.base+len(p.inner) {
		return nil // left over inside the frame
	}
	what := fmt.Sprintf("a frame of %d bytes", size)
	if s := p.x.requestIn(rest, message.Frame); s != nil && p.r.Spec != nil && p.r.Spec.IsRequest() {
		what = fmt.Sprintf("a %s in a frame of %d bytes", s, size)
	}
	return one(settled, "behind the first frame, at offset 0x%04x, comes %s", p.fault, what)
}

// tryEmptyArray recognises what some clients write behind requests that have
// no fields: an int32 count of zero.
func tryEmptyArray(p *patient) []verdict {
	rest := p.data[p.fault:]
	if p.r.Spec == nil || p.r.Spec.Body.Min() > 1 || len(rest) != 4 || binary.BigEndian.Uint32(rest) != 0 {
		return nil
	}
	return one(settled, "the body has no fields, and 4 zero bytes follow: some old clients write an empty int32 array there, and brokers take it")
}

func tryPadding(p *patient) []verdict {
	rest := p.data[p.fault:]
	switch string(rest) {
	case "\n", "\r\n":
		return one(settled, "a line end behind the message: an editor or echo has likely added it")
	}
	return nil
}
