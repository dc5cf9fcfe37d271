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

// IsInt reports whether the kind is an integer of fixed size.
func (k Kind) IsInt() bool { return k >= Int8 && k <= Int64 }

// AppendInt appends n as an integer or bool of fixed size. It is an error when
// n does not fit.
func AppendInt(dst []byte, k Kind, n int64) ([]byte, error) {
	if k == Int32 && n == int64(int32(n)) { // nearly all there are
		return binary.BigEndian.AppendUint32(dst, uint32(n)), nil
	}
	if lo, hi := k.Range(); n < lo || n > hi {
		return dst, doesNotFit(k, n)
	}
	switch k.Width() {
	case 1:
		return append(dst, byte(n)), nil
	case 2:
		return binary.BigEndian.AppendUint16(dst, uint16(n)), nil
	case 4:
		return binary.BigEndian.AppendUint32(dst, uint32(n)), nil
	}
	return binary.BigEndian.AppendUint64(dst, uint64(n)), nil
}

func doesNotFit(k Kind, n int64) error {
	lo, hi := k.Range()
	return fmt.Errorf("%d does not fit (%d to %d)", n, lo, hi)
}

// scalar appends the number, uuid or raw bytes in w.value.
func (w *Writer) scalar(k Kind) error {
	v := &w.value
	switch k {
	case Bool, Int8, Int16, Uint16, Int32, Uint32, Int64:
		var err error
		w.Buf, err = AppendInt(w.Buf, k, v.Int)
		return err
	case Float64:
		w.Buf = binary.BigEndian.AppendUint64(w.Buf, floatBits(v.Float))
	case UUID:
		if len(v.Bytes) != wire.UUIDLen {
			return fmt.Errorf("a uuid has %d bytes, not %d", wire.UUIDLen, len(v.Bytes))
		}
		w.Buf = append(w.Buf, v.Bytes...)
	case Raw:
		w.Buf = append(w.Buf, v.Bytes...)
	case Uvarint, Varint, Varlong:
		return w.varint(k, v.Int)
	default:
		return errors.New("cannot be written")
	}
	return nil
}

func (w *Writer) varint(k Kind, n int64) error {
	if lo, hi := k.Range(); n < lo || n > hi {
		return doesNotFit(k, n)
	}
	switch k {
	case Uvarint:
		w.Buf = wire.AppendUvarint(w.Buf, uint32(n))
	case Varint:
		w.Buf = wire.AppendVarint(w.Buf, int32(n))
	default:
		w.Buf = wire.AppendVarlong(w.Buf, n)
	}
	return nil
}
