package explain

import (
	"slices"
	"strings"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// patient is a reading that failed or left bytes over, laid out for hints to
// try their mendings on: without the frame's size, so that a mending need not
// mend that too.
type patient struct {
	x     *Explainer
	r     *Reading
	asked As
	data  []byte

	sound   bool        // all could be read, and only values are wrong: a CRC, the order of tagged fields
	err     *tape.Error // nil when bytes are left over only
	fault   int         // where reading stopped or bytes were left over
	missing int         // bytes that the frame's size promises beyond the data

	inner  []byte       // data without the frame's size
	base   int          // where inner begins in data
	unit   message.Unit // of inner: payload or body
	body   []byte       // from the body's first byte on; nil when the header failed
	bodyAt int          // where body begins in data
	before int          // bytes in front of data that were taken off

	left      int // bytes that mendings may still read
	scratch   tape.Tape
	placeKind layout.Kind // of the place that nextPlace found
}

// Bounds of mending. A trial reads the whole body, so small inputs get many
// trials and large ones few.
const (
	mostMended = 256 << 10 // bytes of the largest input that is mended
	mostRead   = 8 << 20   // bytes that all trials together may read
	trialCost  = 256       // what a trial costs beyond the bytes it reads
)

func (x *Explainer) admit(r *Reading, data []byte, asked As) *patient {
	p := &patient{x: x, r: r, data: data, asked: asked, err: r.Tape.Err, left: mostRead, unit: r.Unit, inner: data}
	if p.err != nil {
		p.fault = p.err.Offset
	} else if at := r.Tape.Leftover(); at >= 0 {
		p.fault = int(r.Tape.Nodes[at].Off)
	}
	if r.Unit == message.Frame && len(data) >= 4 {
		size, _ := frameSize(data)
		end := len(data)
		if size >= 0 && 4+size <= end {
			end = 4 + size
		} else if size > 0 {
			p.missing = 4 + size - end
		}
		p.inner, p.base, p.unit = data[4:end], 4, message.Payload
	}
	if r.Root >= 0 {
		p.bodyAt = int(r.Tape.Nodes[r.Root].Off)
		p.body = data[p.bodyAt : p.base+len(p.inner)]
	}
	if len(data) > mostMended {
		p.left = 0
	}
	return p
}

// place is the offset of a place in the body in all the bytes.
func (p *patient) place(at int) int { return p.before + p.bodyAt + at }

// pay reports whether a trial over n bytes is still allowed.
func (p *patient) pay(n int) bool {
	p.left -= n + trialCost
	return p.left >= 0
}

// as tries to read data as a message version; it gives the evidence for it
// when it tiles.
func (p *patient) as(s *message.Spec, data []byte, u message.Unit) (evidence, bool) {
	if !p.pay(len(data)) {
		return evidence{}, false
	}
	p.scratch.Nester = p.x.codec.Records
	s.Read(&p.scratch, data, u)
	if !tiles(&p.scratch) {
		return evidence{}, false
	}
	return p.x.weigh(&p.scratch), true
}

// with tries to read a body by a layout of which the profile is given.
func (p *patient) with(l *layout.Layout, meaning profile, body []byte) (evidence, bool) {
	if !p.pay(len(body)) {
		return evidence{}, false
	}
	p.scratch.Nester = p.x.codec.Records
	p.scratch.Decode(l, body)
	if !tiles(&p.scratch) {
		return evidence{}, false
	}
	w := weigher{x: p.x, t: &p.scratch, own: l, profile: meaning}
	return w.all(), true
}

// mended tries the body with some bytes changed.
func (p *patient) mended(body []byte) (evidence, bool) {
	l := p.r.Spec.Body
	return p.with(l, p.x.profile(l), body)
}

// splice gives b with cut bytes at off replaced by in.
func splice(b []byte, off, cut int, in ...byte) []byte {
	out := make([]byte, 0, len(b)-cut+len(in))
	out = append(out, b[:off]...)
	out = append(out, in...)
	return append(out, b[off+cut:]...)
}

// spot is a length, count or tag count in the body that was met before the
// fault or is the fault itself.
type spot struct {
	at   int // in the body
	op   int // in the body's layout; -1 when it is not known
	kind layout.Kind
	path string // where it is, in words
}

// How many spots are looked at: those next to the fault, and arrays wherever
// they begin, because a wrong count only shows behind its elements.
const (
	mostSpots  = 64
	mostArrays = 16
)

// spots lists the lengths and counts in front of the fault: the fault itself,
// arrays, then the others, the nearest first.
func (p *patient) spots() []spot {
	if p.body == nil || p.r.Spec == nil {
		return nil
	}
	l := p.r.Spec.Body
	var found []spot
	if e := p.err; e != nil && hasPrefix(e.Kind) && e.Offset >= p.bodyAt && e.Offset < p.bodyAt+len(p.body) {
		found = append(found, spot{e.Offset - p.bodyAt, opByPath(l, e.Path), e.Kind, e.Path})
	}
	t := p.r.Tape
	arrays := 0
	for i := p.r.Root + 1; i < len(t.Nodes) && arrays < mostArrays; i++ {
		if s, ok := p.spotOf(i, layout.Kind.IsArray); ok {
			found = append(found, s)
			arrays++
		}
	}
	first := len(found)
	for i := len(t.Nodes) - 1; i > p.r.Root && len(found) < first+mostSpots; i-- {
		if s, ok := p.spotOf(i, hasPrefix); ok && !slices.Contains(found[:first], s) {
			found = append(found, s)
		}
	}
	return found
}

// spotOf is the spot of a node of the body, if it is of the kind wanted.
func (p *patient) spotOf(i int, wanted func(layout.Kind) bool) (spot, bool) {
	t, l := p.r.Tape, p.r.Spec.Body
	in, op := t.Layout(t.At(i))
	off := int(t.Nodes[i].Off)
	if in != l || t.SpaceOf(i) != 0 || !wanted(l.Ops[op].Kind) || off > p.fault {
		return spot{}, false
	}
	return spot{off - p.bodyAt, op, l.Ops[op].Kind, opName(l, op)}, true
}

func hasPrefix(k layout.Kind) bool { return k.IsBytes() || k.IsArray() || k == layout.Tags }

// opByPath is the op of the body's layout that an error's path leads to, -1
// when there is none.
func opByPath(l *layout.Layout, path string) int {
	at := 0
	for _, name := range strings.Split(path, ".") {
		name, _, _ = strings.Cut(name, "[")
		if at >= 0 && l.Ops[at].Kind.IsArray() {
			at++
		}
		if at < 0 || !l.Ops[at].Kind.IsStruct() {
			return -1
		}
		if at = fieldNamed(l, at, name); at < 0 {
			return -1
		}
	}
	return at
}

// fieldNamed finds a field or the tagged fields of a struct.
func fieldNamed(l *layout.Layout, parent int, name string) int {
	if op, ok := l.Find(parent, name); ok {
		return op
	}
	for i := parent + 1; l.Ops[i].Kind != layout.End; i = int(l.Ops[i].End) {
		if l.Info[i].Name == name {
			return i
		}
	}
	return -1
}

// opName says which thing an op reads: Topics.Partitions.ErrorCode, or what
// the tagged fields belong to.
func opName(l *layout.Layout, op int) string {
	var names []string
	for at := 0; at < op; {
		next := at
		for i := at + 1; i <= op && l.Ops[i].Kind != layout.End && l.Ops[i].Kind != layout.Next && l.Ops[i].Kind != layout.TagEnd; i = int(l.Ops[i].End) {
			if op < int(l.Ops[i].End) {
				next = i
				break
			}
		}
		if next == at {
			break
		}
		if at = next; !l.Info[at].Element && l.Ops[at].Kind != layout.Tagged && l.Ops[at].Kind != layout.Tags {
			names = append(names, l.Info[at].Name)
		}
	}
	return strings.Join(names, ".")
}

// structName says which struct a Tags op closes: "each element of Topics",
// "the body".
func structName(l *layout.Layout, tags int) string {
	name := opName(l, tags)
	if name == "" {
		return "the body"
	}
	if op := opByPath(l, name); op >= 0 && l.Ops[op].Kind.IsArray() {
		return "each element of " + name
	}
	return name
}
