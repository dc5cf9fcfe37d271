package layout

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/kscope/kscope/wire"
)

// Range gives the smallest and largest value of an integer kind.
func (k Kind) Range() (lo, hi int64) {
	switch k {
	case Bool:
		return 0, 1
	case Int8:
		return math.MinInt8, math.MaxInt8
	case Int16:
		return math.MinInt16, math.MaxInt16
	case Uint16:
		return 0, math.MaxUint16
	case Int32, Varint:
		return math.MinInt32, math.MaxInt32
	case Uint32, Uvarint:
		return 0, math.MaxUint32
	}
	return math.MinInt64, math.MaxInt64
}

// NaNBits are the bits that Java writes for a NaN; Go's own NaN has others.
const NaNBits = 0x7ff8000000000000

func floatBits(x float64) uint64 {
	if math.IsNaN(x) {
		return NaNBits
	}
	return math.Float64bits(x)
}

// scalar appends the number, uuid or raw bytes in w.value.
func (w *Writer) scalar(k Kind) error {
	v := &w.value
	if lo, hi := k.Range(); v.Int < lo || v.Int > hi {
		return fmt.Errorf("%d does not fit (%d to %d)", v.Int, lo, hi)
	}
	switch k {
	case Bool, Int8:
		w.Buf = append(w.Buf, byte(v.Int))
	case Int16, Uint16:
		w.Buf = binary.BigEndian.AppendUint16(w.Buf, uint16(v.Int))
	case Int32, Uint32:
		w.Buf = binary.BigEndian.AppendUint32(w.Buf, uint32(v.Int))
	case Int64:
		w.Buf = binary.BigEndian.AppendUint64(w.Buf, uint64(v.Int))
	case Float64:
		w.Buf = binary.BigEndian.AppendUint64(w.Buf, floatBits(v.Float))
	case UUID:
		if len(v.Bytes) != wire.UUIDLen {
			return fmt.Errorf("a uuid has %d bytes, not %d", wire.UUIDLen, len(v.Bytes))
		}
		w.Buf = append(w.Buf, v.Bytes...)
	case Raw:
		w.Buf = append(w.Buf, v.Bytes...)
	case Uvarint:
		w.Buf = wire.AppendUvarint(w.Buf, uint32(v.Int))
	case Varint:
		w.Buf = wire.AppendVarint(w.Buf, int32(v.Int))
	case Varlong:
		w.Buf = wire.AppendVarlong(w.Buf, v.Int)
	default:
		return errors.New("cannot be written")
	}
	return nil
}
