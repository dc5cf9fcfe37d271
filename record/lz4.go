package record

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/pierrec/lz4/v4"
)

// lz4Block is the size of the blocks that Kafka's clients write: what has room
// for one is decoded in place.
const lz4Block = 64 << 10

// lz4Reader is a reader with the source that it is given again and again.
type lz4Reader struct {
	*lz4.Reader
	src headed
}

// headed is a source with other bytes in the place of its first.
type headed struct {
	bytes.Reader
	head [lz4Head]byte
	left []byte // of head
}

func (h *headed) Read(b []byte) (int, error) {
	if len(h.left) > 0 {
		n := copy(b, h.left)
		h.left = h.left[n:]
		return n, nil
	}
	return h.Reader.Read(b)
}

func (c *Codecs) expandLZ4(dst, src []byte, limit int, mend bool) ([]byte, error) {
	r, ok := c.lz4Readers.Get().(*lz4Reader)
	if !ok {
		r = &lz4Reader{Reader: lz4.NewReader(nil)}
	}
	defer c.lz4Readers.Put(r)
	r.src.left = nil
	if n := checksumAt(src); mend && n > 0 {
		r.src.left = r.src.head[:copy(r.src.head[:n+1], src)]
		r.src.head[n] = checksumByte(src[lz4Flags:n])
		r.src.Reader.Reset(src[n+1:])
	} else {
		r.src.Reader.Reset(src)
	}
	r.Reset(&r.src)
	return drain(dst, r, max(len(src)*firstRoom, lz4Block), limit)
}

// An LZ4 frame begins with a magic and a descriptor, whose last byte is a
// checksum of the rest of it. With magic 0, Kafka's clients took the sum from
// the frame's magic on, which no other reader accepts (KAFKA-3160).
const (
	lz4Flags    = 4 // offset of the flags
	lz4Head     = 19
	contentSize = 1 << 3 // flag: 8 bytes more
	dictionary  = 1      // flag: 4 bytes more
)

// expandLZ4Magic0 takes any checksum in the frame's header.
func (c *Codecs) expandLZ4Magic0(dst, src []byte, limit int) ([]byte, error) {
	if len(src) == 0 {
		return dst, errEmpty
	}
	return c.expandLZ4(dst, src, limit, true)
}

// appendLZ4Magic0 gives the frame's header the checksum that clients of that time
// expect.
func (c *Codecs) appendLZ4Magic0(dst, src []byte) ([]byte, error) {
	start := len(dst)
	dst, err := c.Append(dst, src, LZ4)
	if err != nil {
		return dst, err
	}
	if n := checksumAt(dst[start:]); n > 0 {
		dst[start+n] = checksumByte(dst[start : start+n])
	}
	return dst, nil
}

// checksumAt is the offset of the header's checksum; 0 when there is none.
func checksumAt(frame []byte) int {
	n := lz4Flags + 2
	if len(frame) <= n {
		return 0
	}
	if frame[lz4Flags]&contentSize != 0 {
		n += 8
	}
	if frame[lz4Flags]&dictionary != 0 {
		n += 4
	}
	if len(frame) <= n {
		return 0
	}
	return n
}

// checksumByte is the second byte of the xxHash32 of fewer than 16 bytes, of
// which that hash mixes all in one lane.
func checksumByte(b []byte) byte {
	const prime1, prime2, prime3, prime4, prime5 uint32 = 0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1
	h := prime5 + uint32(len(b))
	for ; len(b) >= 4; b = b[4:] {
		h = bits.RotateLeft32(h+binary.LittleEndian.Uint32(b)*prime3, 17) * prime4
	}
	for _, c := range b {
		h = bits.RotateLeft32(h+uint32(c)*prime5, 11) * prime1
	}
	h = (h ^ h>>15) * prime2
	h = (h ^ h>>13) * prime3
	return byte((h ^ h>>16) >> 8)
}
