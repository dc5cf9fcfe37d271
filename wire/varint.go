package wire

import "math/bits"

// What a reader returns in place of a byte count when there is no value.
const (
	Cut      = 0  // the input ends inside the value
	Overflow = -1 // the value does not fit its type
)

// Longest forms, in bytes.
const (
	maxLen32 = 5
	maxLen64 = 10
)

// ReadUvarint reads an unsigned varint of at most 32 bits at offset off and
// returns it with its length in bytes, or with Cut or Overflow.
func ReadUvarint(b []byte, off int) (v uint32, n int) {
	if off < len(b) && b[off] < 0x80 {
		return uint32(b[off]), 1
	}
	x, n := readUvarint(b, off, maxLen32)
	if n > 0 && x > 1<<32-1 {
		return 0, Overflow
	}
	return uint32(x), n
}

// ReadUvarlong is ReadUvarint for 64 bits.
func ReadUvarlong(b []byte, off int) (v uint64, n int) {
	return readUvarint(b, off, maxLen64)
}

func readUvarint(b []byte, off, most int) (v uint64, n int) {
	for n < most {
		if off+n >= len(b) {
			return 0, Cut
		}
		c := b[off+n]
		if n == maxLen64-1 && c > 1 {
			return 0, Overflow
		}
		v |= uint64(c&0x7f) << (7 * n)
		n++
		if c < 0x80 {
			return v, n
		}
	}
	return 0, Overflow
}

// ReadVarint reads a zig-zag varint of at most 32 bits.
func ReadVarint(b []byte, off int) (v int32, n int) {
	u, n := ReadUvarint(b, off)
	return int32(u>>1) ^ -int32(u&1), n
}

// ReadVarlong reads a zig-zag varint of at most 64 bits.
func ReadVarlong(b []byte, off int) (v int64, n int) {
	u, n := ReadUvarlong(b, off)
	return int64(u>>1) ^ -int64(u&1), n
}

// AppendUvarint appends v in its shortest form.
func AppendUvarint(b []byte, v uint32) []byte { return AppendUvarlong(b, uint64(v)) }

// AppendUvarlong appends v in its shortest form.
func AppendUvarlong(b []byte, v uint64) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

// AppendVarint appends the zig-zag form of v.
func AppendVarint(b []byte, v int32) []byte {
	return AppendUvarint(b, uint32(v<<1)^uint32(v>>31))
}

// AppendVarlong appends the zig-zag form of v.
func AppendVarlong(b []byte, v int64) []byte {
	return AppendUvarlong(b, uint64(v<<1)^uint64(v>>63))
}

// SizeUvarint is the length in bytes of the shortest form of v.
func SizeUvarint(v uint32) int { return SizeUvarlong(uint64(v)) }

// SizeUvarlong is the length in bytes of the shortest form of v.
func SizeUvarlong(v uint64) int { return (bits.Len64(v|1) + 6) / 7 }

// SizeVarint is the length in bytes of the zig-zag form of v.
func SizeVarint(v int32) int { return SizeUvarint(uint32(v<<1) ^ uint32(v>>31)) }

// SizeVarlong is the length in bytes of the zig-zag form of v.
func SizeVarlong(v int64) int { return SizeUvarlong(uint64(v<<1) ^ uint64(v>>63)) }
