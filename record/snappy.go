package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/klauspost/compress/snappy"
)

// Java clients write snappy in the stream format of the xerial library, others
// a block alone. Kafka takes both; the magic tells.
//
//	magic "\x82SNAPPY\x00"  version int32  compatible int32  (size int32  block)...
const (
	xerialMagic = "\x82SNAPPY\x00"
	xerialHead  = 16       // bytes of magic and versions
	xerialBlock = 32 << 10 // bytes that go into one block
)

func expandSnappy(dst, src []byte, limit int) ([]byte, error) {
	if !bytes.HasPrefix(src, []byte(xerialMagic)) {
		return expandBlock(dst, src, limit)
	}
	start := len(dst)
	for at := 0; at < len(src); {
		if bytes.HasPrefix(src[at:], []byte(xerialMagic)) { // streams may be put together
			at += xerialHead
			continue
		}
		if len(src)-at < 4 {
			return dst[:start], fmt.Errorf("%d bytes where the size of a block should be", len(src)-at)
		}
		size := int(int32(binary.BigEndian.Uint32(src[at:])))
		at += 4
		if size < 0 || size > len(src)-at {
			return dst[:start], fmt.Errorf("a block of %d bytes where %d are left", size, len(src)-at)
		}
		var err error
		if dst, err = expandBlock(dst, src[at:at+size], limit-(len(dst)-start)); err != nil {
			var over *LimitError
			if errors.As(err, &over) {
				err = &LimitError{limit}
			}
			return dst[:start], err
		}
		at += size
	}
	return dst, nil
}

// expandBlock believes the size that a block claims only within the limit and
// as far as the format can shrink anything: three bytes hold at most 64.
func expandBlock(dst, src []byte, limit int) ([]byte, error) {
	n, err := snappy.DecodedLen(src)
	switch {
	case err != nil:
		return dst, err
	case n > 22*len(src):
		return dst, fmt.Errorf("%d bytes that claim to be %d unpacked", len(src), n)
	case n > limit:
		return dst, &LimitError{limit}
	}
	at := len(dst)
	dst = slices.Grow(dst, n)
	if _, err := snappy.Decode(dst[at:at+n], src); err != nil {
		return dst, err
	}
	return dst[:at+n], nil
}

func appendSnappy(dst, src []byte) []byte {
	dst = append(dst, xerialMagic...)
	dst = append(dst, 0, 0, 0, 1, 0, 0, 0, 1)
	room := snappy.MaxEncodedLen(xerialBlock)
	for len(src) > 0 {
		n := min(len(src), xerialBlock)
		at := len(dst) + 4
		dst = slices.Grow(dst, 4+room)
		block := snappy.Encode(dst[at:at+room], src[:n])
		dst = binary.BigEndian.AppendUint32(dst, uint32(len(block)))
		dst = dst[:at+len(block)]
		src = src[n:]
	}
	return dst
}
