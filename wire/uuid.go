package wire

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
)

// UUIDLen is the length in bytes of a uuid on the wire.
const UUIDLen = 16

// AppendUUIDText appends the 22 characters that Kafka's tools and JSON print
// for a uuid: base64 with the URL alphabet and no padding.
func AppendUUIDText(dst []byte, id []byte) []byte {
	return base64.RawURLEncoding.AppendEncode(dst, id)
}

// AppendUUIDHex appends the form that logs and other tools print: 16 bytes as
// hex digits with dashes, 8-4-4-4-12.
func AppendUUIDHex(dst []byte, id []byte) []byte {
	from := 0
	for _, to := range [...]int{4, 6, 8, 10, UUIDLen} {
		if from > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, id[from:to])
		from = to
	}
	return dst
}

// ParseUUID reads both text forms: Kafka's 22 characters and dashed hex.
func ParseUUID[T string | []byte](text T) (id [UUIDLen]byte, err error) {
	var buf [36]byte
	s, n := buf[:copy(buf[:], text)], 0
	switch len(text) {
	case 22:
		n, err = base64.RawURLEncoding.Decode(id[:], s)
	case 32, 36:
		if s = dashless(s); len(s) != 2*UUIDLen {
			err = fmt.Errorf("%d hex digits", len(s))
			break
		}
		n, err = hex.Decode(id[:], s)
	default:
		err = fmt.Errorf("%d characters", len(text))
	}
	if err == nil && n != UUIDLen {
		err = fmt.Errorf("%d bytes", n)
	}
	if err != nil {
		return id, fmt.Errorf("%q is not a uuid (22 base64url characters or dashed hex): %v", text, err)
	}
	return id, nil
}

// dashless takes the dashes out of s, in place.
func dashless(s []byte) []byte {
	kept := s[:0]
	for _, c := range s {
		if c != '-' {
			kept = append(kept, c)
		}
	}
	return kept
}
