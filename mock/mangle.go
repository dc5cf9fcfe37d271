package mock

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
)

const sizeLen = 4 // int32 in front of each frame

// mangle makes a sound frame wrong in the way that the rule asks for. What is
// done first is what lies innermost, so that each wrongness stays as it is.
func (c *compiled) mangle(r *Request, frame []byte) []byte {
	if c.Raw != nil {
		frame = slices.Clone(c.Raw)
	} else {
		frame = c.reframe(frame)
	}
	if c.Mangle != nil {
		frame = c.Mangle(r.RequestHead, frame)
	}
	return frame
}

func (c *compiled) reframe(frame []byte) []byte {
	frame = append(frame, c.Trailing...)
	if c.Truncate > 0 {
		frame = frame[:max(sizeLen, len(frame)-c.Truncate)]
	}
	flip(frame[sizeLen:], c.Flip, c.Seed)
	size := int32(len(frame) - sizeLen)
	if c.Size != nil {
		size = *c.Size
	}
	binary.BigEndian.PutUint32(frame, uint32(size+c.SizeDelta))
	return frame
}

// flip turns some bits of b round, each once.
func flip(b []byte, bits int, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 0))
	turned := map[int]bool{}
	for len(turned) < min(bits, 8*len(b)) {
		if at := random.IntN(8 * len(b)); !turned[at] {
			turned[at] = true
			b[at/8] ^= 1 << (at % 8)
		}
	}
}
