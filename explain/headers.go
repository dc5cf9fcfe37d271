package explain

import (
	"encoding/binary"
	"fmt"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// Causes that lie in the header, or in what the bytes are taken for.

// clientAt is where a request payload has its client id.
const clientAt = 8

// headerEnd is where a payload's header should end without its tagged fields:
// behind the client id, or the correlation id. It is 0 when that is not there.
func (p *patient) headerEnd() int {
	end := 4
	if p.r.Spec.IsRequest() {
		if len(p.inner) < clientAt+2 {
			return 0
		}
		n := int(int16(binary.BigEndian.Uint16(p.inner[clientAt:])))
		end = clientAt + 2 + max(n, 0)
	}
	if end > len(p.inner) {
		return 0
	}
	return end
}

func (p *patient) headerWords() (what string) {
	if p.r.Spec.IsRequest() {
		return "client id"
	}
	return "correlation id"
}

// flexibleHeader is the lowest header version with tagged fields.
func flexibleHeader(s *message.Spec) int {
	if s.IsRequest() {
		return 2
	}
	return 1
}

func tryHeaderMissing(p *patient) []verdict {
	s := p.r.Spec
	if p.unit != message.Payload || !s.IsAPI() || s.HeaderVersion < flexibleHeader(s) {
		return nil
	}
	at := p.headerEnd()
	if at == 0 {
		return nil
	}
	e, ok := p.as(s, splice(p.inner, at, 0, 0), message.Payload)
	if !ok {
		return nil
	}
	return []verdict{mend(e, 1, 4, "the header has no tagged fields: behind the %s, at offset 0x%04x, a byte 00 is missing; %s has header version %d, and header version %d was written",
		p.headerWords(), p.base+at, s, s.HeaderVersion, s.HeaderVersion-1)}
}

func tryHeaderExtra(p *patient) []verdict {
	s := p.r.Spec
	if p.unit != message.Payload || !s.IsAPI() || s.HeaderVersion >= flexibleHeader(s) {
		return nil
	}
	at := p.headerEnd()
	if at == 0 || at >= len(p.inner) || p.inner[at] != 0 {
		return nil
	}
	e, ok := p.as(s, splice(p.inner, at, 1), message.Payload)
	if !ok {
		return nil
	}
	why := "because the version is not flexible"
	if s.Schema.FlexibleAt(s.Version) {
		why = "in every version, also in flexible ones"
	}
	return []verdict{mend(e, 0, 4, "the byte 00 behind the %s, at offset 0x%04x, is one too many: tagged fields of a header that has none; %s has header version %d, %s",
		p.headerWords(), p.base+at, s, s.HeaderVersion, why)}
}

// tryClientID reads client ids that are written as other strings are: compact,
// or with a length of one byte.
func tryClientID(p *patient) []verdict {
	s := p.r.Spec
	if p.unit != message.Payload || !s.IsRequest() || s.HeaderVersion < 1 || len(p.inner) <= clientAt {
		return nil
	}
	const rule = "client_id has an int16 length in every header version, flexible ones too"
	n := int(p.inner[clientAt])
	var found []verdict
	try := func(fixed []byte, loss int, what string) {
		if e, ok := p.as(s, fixed, message.Payload); ok {
			found = append(found, mend(e, loss, 6, "%s; here, at offset 0x%04x, %s", rule, p.base+clientAt, what))
		}
	}
	if n == 0 {
		try(splice(p.inner, clientAt, 1, 0xff, 0xff), 1, "it is written as a compact null")
	} else {
		try(splice(p.inner, clientAt, 1, 0, byte(n-1)), 1, fmt.Sprintf("it is written as a compact string (length+1 = %d)", n))
	}
	try(splice(p.inner, clientAt, 0, 0), 1, fmt.Sprintf("the length %d has only one byte: the high byte 00 is missing", n))
	return found
}

// tryHeaderInBody takes a first byte 00 for the header's. What is left may have
// a fault of its own, so that one zero byte too many is looked for as well;
// failing that, coming further is worth a remark.
func tryHeaderInBody(p *patient) []verdict {
	s := p.r.Spec
	if p.r.Unit != message.Body || !s.IsAPI() || s.HeaderVersion < flexibleHeader(s) || len(p.data) == 0 || p.data[0] != 0 {
		return nil
	}
	const belongs = "the first byte 00 looks like the header's: the count of its tagged fields"
	rest := p.data[1:]
	if e, ok := p.as(s, rest, message.Body); ok {
		return []verdict{mend(e, 0, 8, "%s; without it, the rest is the body of %s", belongs, s)}
	}
	r := p.x.try(rest, plan{s, message.Body}).reading()
	r.fillHeader()
	inner := p.x.admit(r, rest, p.asked)
	inner.before, inner.left = 1, p.left
	for _, v := range tryTagsExtra(inner) {
		v.text = belongs + "; besides, " + v.text
		return []verdict{v}
	}
	if p.r.Tape.Err != nil && inner.fault > p.fault && p.fault < len(p.data)/2 {
		return one(remark, "%s, for without it reading comes further (to offset 0x%04x)", belongs, inner.fault+1)
	}
	return nil
}

// tryUnit reads the same message in the other units.
func tryUnit(p *patient) []verdict {
	var found []verdict
	s := p.r.Spec
	for _, u := range []message.Unit{message.Frame, message.Payload, message.Body} {
		if u == p.r.Unit || !s.Has(u) {
			continue
		}
		e, ok := p.as(s, p.data, u)
		if !ok || u == message.Payload && !hasHeader(&p.scratch) {
			continue
		}
		h, _ := headOf(&p.scratch)
		e.bits += unitBits(s, u, h.names(s))
		found = append(found, mend(e, 0, 6, "this is %s, not %s", describe(s, u), map[message.Unit]string{
			message.Frame: "a frame", message.Payload: "a payload", message.Body: "a body"}[p.r.Unit]))
	}
	return found
}

// tryVersions reads the same message in its other versions.
func tryVersions(p *patient) []verdict {
	entry, err := p.x.codec.Catalog.Lookup(p.r.Spec.Name, p.x.codec.Release)
	if err != nil {
		return nil
	}
	var best verdict
	var versions []string
	for _, s := range p.x.versions(entry) {
		if s.Version == p.r.Spec.Version {
			continue
		}
		e, ok := p.as(s, p.inner, p.unit)
		if !ok {
			continue
		}
		v := mend(e, 0, 10, "")
		if best.rank != mending || v.bits > best.bits {
			best = v
		}
		versions = append(versions, fmt.Sprint(s.Version))
	}
	if len(versions) == 0 {
		return nil
	}
	word := "version "
	if len(versions) > 1 {
		word = "versions "
	}
	best.text = fmt.Sprintf("read as %s%s of %s, the bytes fit exactly", word, prose.List(versions), p.r.Spec.Name)
	if p.r.Request != nil && p.unit == message.Payload {
		best.text += fmt.Sprintf(", though the header says version %d", p.r.Request.Version)
	}
	return []verdict{best}
}

// tryDirection reads the answer where the request was meant, and the reverse.
func tryDirection(p *patient) []verdict {
	s := p.r.Spec
	if !s.IsAPI() {
		return nil
	}
	other, is := schema.Response, "response"
	if !s.IsRequest() {
		other, is = schema.Request, "request"
	}
	o, err := p.x.codec.APISpec(s.APIKey, s.Version, other)
	if err != nil {
		return nil
	}
	e, ok := p.as(o, p.inner, p.unit)
	if !ok {
		return nil
	}
	h, _ := headOf(&p.scratch)
	e.bits += unitBits(o, p.unit, h.names(o))
	return []verdict{mend(e, 0, 6, "this is likely the %s: %s fits exactly", is, describe(o, p.unit))}
}

func tryOlder(p *patient) []verdict {
	a, text := p.x.older(p.data, p.r)
	if text == "" {
		return nil
	}
	return one(settled, "this is %s: %s", describe(a.spec, a.unit), text)
}

// tryPrefix compares what a prefix says with what it is read as.
func tryPrefix(p *patient) []verdict {
	s := p.r.Spec
	if p.r.Unit == message.Body || s.IsAPI() {
		return nil
	}
	h, ok := headOf(p.r.Tape)
	switch {
	case !ok || h.names(s):
		return nil
	case h.frame != unset && h.frame != 1:
		return one(stated, "the frame version is %d (as an int32, %d; its low 16 bits, %d): only 1 exists, and a reader that cuts the number short takes it for 1",
			h.frame, int32(h.frame), h.frame&0xffff)
	case h.key != unset && h.key != int64(s.APIKey):
		return one(stated, "the prefix names record type %d, but %s has %d", h.key, s.Name, s.APIKey)
	case h.version != unset:
		return one(stated, "the prefix says version %d, and the bytes were read as version %d", h.version, s.Version)
	}
	return nil
}
