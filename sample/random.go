package sample

import (
	"math"
	"math/rand/v2"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/schema"
)

// budget bounds the elements and bytes of a random instance.
const budget = 2000

type random struct {
	rand *rand.Rand
	left int
}

func newRandom(seed uint64) *random {
	return &random{rand.New(rand.NewPCG(seed, 0x6b73636f7065)), budget}
}

// texts are strings that codecs get wrong: empty, of every UTF-8 length, with
// what JSON escapes, and longer than one length byte tells.
var texts = []string{
	"", "a", "topic-1", "Grüße", "東京", "🦀🚀", "tab\tquote\"back\\slash", "nul\x00", "\u2028\u007f",
	"exactly-127-bytes-long-0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789abcdefg",
	"more-than-127-bytes-0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789abcdefgh",
}

func (r *random) fill(l *layout.Layout, i int, v *layout.Value) {
	op := &l.Ops[i]
	if op.Nullable && r.rand.IntN(5) == 0 {
		v.State = layout.Null
		return
	}
	switch k := op.Kind; {
	case k == layout.UUID:
		v.Bytes = make([]byte, k.Width())
		if r.rand.IntN(4) > 0 {
			r.bytes(v.Bytes)
		}
	case k == layout.Float64:
		v.Float = r.float()
	case k.IsString():
		v.Bytes = []byte(texts[r.rand.IntN(len(texts))])
		r.left -= len(v.Bytes) / 16
	case k.IsRecords():
		v.Bytes = r.records()
	case k.IsBytes():
		v.Bytes = make([]byte, r.length())
		r.bytes(v.Bytes)
	default:
		v.Int = r.integer(k)
	}
}

func (r *random) bytes(b []byte) {
	for i := range b {
		b[i] = byte(r.rand.Uint32())
	}
}

// length is mostly small, sometimes around where a length takes another byte.
func (r *random) length() int {
	if r.rand.IntN(8) == 0 {
		return 126 + r.rand.IntN(4)
	}
	return r.rand.IntN(12)
}

func (r *random) integer(k layout.Kind) int64 {
	lo, hi := k.Range()
	edges := []int64{lo, hi, 0, 1, max(lo, -1), hi - 1, min(hi, 127), min(hi, 128)}
	if n := r.rand.IntN(2 * len(edges)); n < len(edges) {
		return edges[n]
	}
	if k == layout.Int64 {
		return int64(r.rand.Uint64())
	}
	return lo + r.rand.Int64N(hi-lo+1)
}

func (r *random) float() float64 {
	edges := []float64{0, 1, -1, 0.1, math.MaxFloat64, math.SmallestNonzeroFloat64, -1e300, 12345678.9}
	if n := r.rand.IntN(2 * len(edges)); n < len(edges) {
		return edges[n]
	}
	return r.rand.NormFloat64() * 1e6
}

func (r *random) records() []byte {
	var b []byte
	for n := range r.rand.IntN(3) {
		b = record.AppendSample(b, n)
	}
	return b
}

func (r *random) present(l *layout.Layout, i int, tagged bool) layout.State {
	switch n := r.rand.IntN(4); {
	case n == 0 && tagged:
		return layout.Absent
	case n == 1 && l.Ops[i].Nullable:
		return layout.Null
	}
	return layout.Given
}

func (r *random) count(l *layout.Layout, i int) int {
	if l.Ops[i].Nullable && r.rand.IntN(6) == 0 {
		return -1
	}
	n := r.rand.IntN(4)
	if r.rand.IntN(8) == 0 {
		n = 126 + r.rand.IntN(6)
	}
	n = min(n, max(r.left, 1))
	r.left -= n
	return n
}

// extra makes unknown tagged fields now and then, behind the known ones.
func (r *random) extra(l *layout.Layout, tags int) []layout.ExtraTag {
	var out []layout.ExtraTag
	next := max(uint32(r.rand.IntN(200)), firstUnknown(l, tags))
	for range max(0, r.rand.IntN(12)-9) {
		data := make([]byte, r.length())
		r.bytes(data)
		out = append(out, layout.ExtraTag{Tag: next, Data: data})
		next += 1 + uint32(r.rand.IntN(300))
	}
	return out
}

// firstUnknown is the number behind those of all tagged fields that a struct
// has in any version: Kafka's classes refuse a tag that another version knows.
func firstUnknown(l *layout.Layout, tags int) uint32 {
	parent := tags
	for end := l.Ops[tags].End + 1; !l.Ops[parent].Kind.IsStruct() || l.Ops[parent].End != end; {
		parent--
	}
	var next uint32
	count := func(f *schema.Field) {
		if f != nil && !f.Tagged.Empty() {
			next = max(next, uint32(f.Tag)+1)
		}
	}
	for op := range l.Fields(parent) {
		count(l.Info[op].Field)
	}
	for _, f := range l.Info[parent].Absent {
		count(f)
	}
	return next
}
