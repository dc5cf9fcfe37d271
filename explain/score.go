package explain

import (
	"fmt"
	"math"
	"math/bits"
	"unicode/utf8"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// How plausible a reading is, in bits: the logarithm of how much likelier its
// values are in a real message than in random bytes. A value of n bits that
// real messages have with probability p counts n + log2(p). The probabilities
// are rough: only large differences are believed (see Guess).

// evidence is what speaks for and against a reading.
type evidence struct {
	bits   float64
	texts  int // strings that can be read
	codes  int // error codes and other named values that are known
	times  int // points in time of our days
	sums   int // batches whose CRC is right
	odd    int // values that no writer would write
	oddity string
}

// weigh looks at every value on the tape.
func (x *Explainer) weigh(t *tape.Tape) evidence {
	w := weigher{x: x, t: t}
	return w.all()
}

type weigher struct {
	evidence
	x       *Explainer
	t       *tape.Tape
	own     *layout.Layout // one that is not a spec's, with its profile
	profile profile
}

func (w *weigher) all() evidence {
	for i := range w.t.Nodes {
		w.node(i)
	}
	for _, f := range w.t.Findings {
		if f.Damage {
			w.against(20, f.Text)
		}
	}
	return w.evidence
}

func (w *weigher) against(bits float64, what string) {
	w.bits -= bits
	if w.odd++; w.oddity == "" {
		w.oddity = what
	}
}

func (w *weigher) node(i int) {
	r := w.t.At(i)
	l, at := w.t.Layout(r)
	op, info := &l.Ops[at], &l.Info[at]
	meanings := w.profile
	if l != w.own {
		meanings = w.x.profile(l)
	}
	meaning := meanings.at(at)
	switch k := op.Kind; {
	case k.Fixed() && k != layout.UUID && k != layout.Float64:
		w.integer(k, w.t.Int(r), meaning, info)
	case k == layout.UUID:
		w.uuid(r)
	case k.IsString():
		w.text(r, op, info)
	case k.IsBytes():
		n, null := w.t.Count(r)
		w.length(k.Prefix(), n, null)
	case k.IsArray():
		n, null := w.t.Count(r)
		w.length(k.Prefix(), n, null)
		if op.Run && !w.hasNodes(i) {
			w.run(l, at, r, meaning)
		}
	case k == layout.Tags:
		w.bits += 7
	case k == layout.Tagged && info.Field == nil:
		w.against(6, "a tagged field that no release knows")
	case k == layout.Tagged:
		w.bits += 10
	case k == layout.Uvarint || k == layout.Varint || k == layout.Varlong:
		off, end := w.t.Span(r)
		w.bits += number(8*(end-off), w.t.Int(r))
	case k == layout.Struct && info.Name == "RecordBatch":
		w.batch(r)
	}
}

func (w *weigher) hasNodes(i int) bool { return int(w.t.Nodes[i].Next) > i+1 }

// run weighs the elements of an array that have no nodes of their own.
func (w *weigher) run(l *layout.Layout, at int, r tape.Ref, m catalog.Meaning) {
	const most = 200 // enough to tell; more say the same
	elem := &l.Ops[at+1]
	n := 0
	for c := range w.t.Children(r) {
		if c.Index() < 0 {
			continue
		}
		if n++; n > most {
			return
		}
		if elem.Kind == layout.UUID {
			w.uuid(c)
		} else if elem.Kind != layout.Float64 {
			w.integer(elem.Kind, w.t.Int(c), m, &l.Info[at+1])
		}
	}
}

// number is the evidence of an integer of that many bits of which nothing is
// known but that most are zero, small, or -1.
func number(width int, v int64) float64 {
	switch {
	case v == 0:
		return float64(width) - 2
	case v == -1:
		return float64(width) - 3
	case v < 0:
		return -6
	}
	return max(float64(width)-3-2*float64(bits.Len64(uint64(v)))*0.75, -2)
}

// integer weighs a value by what it stands for.
func (w *weigher) integer(k layout.Kind, v int64, m catalog.Meaning, info *layout.Info) {
	width := 8 * k.Width()
	switch {
	case k == layout.Bool && uint64(v) > 1:
		w.against(8, fmt.Sprintf("bool %d in %s", v, info.Name))
	case k == layout.Bool:
		w.bits += 7
	case info.Layer == layout.Frame: // whoever reads a frame has seen that its size fits
		w.bits += float64(width)
	case m.Kind == catalog.ErrorCodeValue, m.Kind == catalog.APIKeyValue, m.Kind == catalog.NamedValue:
		w.named(width, v, m, info)
	case m.Kind == catalog.TimestampMs:
		w.time(v, info)
	default:
		w.bits += number(width, v)
	}
}

// named weighs a value that should have a name.
func (w *weigher) named(width int, v int64, m catalog.Meaning, info *layout.Info) {
	switch {
	case w.x.codec.Catalog.ValueName(m, v) == "" && m.Kind == catalog.NamedValue && v >= 0 && v < 20:
		w.bits += float64(width) - 10 // newer than the catalog, or a plain number
	case w.x.codec.Catalog.ValueName(m, v) == "":
		w.against(8, fmt.Sprintf("%d in %s has no name", v, info.Name))
	case v == 0:
		w.codes++
		w.bits += float64(width) - 1
	default:
		w.codes++
		w.bits += float64(width) - 8
	}
}

// Points in time that real data has, in milliseconds: from 2009 to 2050.
const (
	firstTime = 1230768000000
	lastTime  = 2524608000000
)

func (w *weigher) time(v int64, info *layout.Info) {
	switch {
	case v == 0 || v < 0 && v > -10:
		w.bits += 60
	case firstTime <= v && v <= lastTime:
		w.times++
		w.bits += 22
	case v > 0 && v < firstTime:
		w.bits += 2
	default:
		w.against(10, fmt.Sprintf("%s is no time of our days", info.Name))
	}
}

// uuid weighs an id: Kafka's are random ones, whose form has six fixed bits.
func (w *weigher) uuid(r tape.Ref) {
	b, _ := w.t.Bytes(r)
	zeros := 0
	for _, c := range b {
		if c == 0 {
			zeros++
		}
	}
	switch {
	case zeros == len(b):
		w.bits += 8*16 - 4
	case len(b) == 16 && b[6]>>4 == 4 && b[8]>>6 == 2:
		w.bits += 5
	case zeros > 8:
		w.bits += 2
	default:
		w.bits -= 4
	}
}

// length weighs a length or count.
func (w *weigher) length(k layout.Kind, n int, null bool) {
	width := 8 * k.Width()
	if width == 0 {
		width = 8
	}
	v := int64(n)
	if null {
		v = -1
	}
	w.bits += number(width, v)
}

func (w *weigher) text(r tape.Ref, op *layout.Op, info *layout.Info) {
	b, null := w.t.Bytes(r)
	w.length(op.Kind.Prefix(), len(b), null)
	if len(b) == 0 {
		return
	}
	score := textBits(b)
	if score < 0 {
		w.against(math.Min(-score, 60), fmt.Sprintf("%s is no readable text", info.Name))
		return
	}
	w.bits += score
	w.texts++
}

// textBits is the evidence of text: names in Kafka are mostly letters, digits
// and three signs.
func textBits(b []byte) float64 {
	if !utf8.Valid(b) {
		return -30
	}
	score := 0.0
	for _, c := range b[:min(len(b), 256)] {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '.', c == '-', c == '_':
			score += 2
		case c >= 0x20 && c < 0x7f:
			score--
		case c >= 0x80:
			score -= 2
		default:
			score -= 8
		}
	}
	return score
}

func (w *weigher) batch(r tape.Ref) {
	off, end := w.t.Span(r)
	if b := w.t.DataOf(r.Node())[off:end]; batchAt(b) == len(b) && crcRight(b) {
		w.sums++
		w.bits += 32
	}
}

// share is how much of the bytes the evidence explains, from 0 to 1.
func (e evidence) share(n int) float64 {
	return min(max(e.bits/float64(8*max(n, 1)), 0), 1)
}

// unitBits is the evidence of what stands in front of a body.
func unitBits(s *message.Spec, u message.Unit, named bool) float64 {
	switch {
	case named && !s.IsAPI() && s.Type != schema.Metadata:
		return 4 // a version of 0 or 1 says little
	case named:
		return 16
	case s.IsRequest() && u != message.Body:
		return -40 // its header names another
	case !s.IsAPI() && u == message.Body:
		return -8 // its prefix is seldom taken off
	}
	return 0
}
