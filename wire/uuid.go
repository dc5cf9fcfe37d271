package wire

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
)

// UUIDLen is the length in bytes of a uuid on the wire.
const UUIDLen = 16

// AppendUUIDText appends the 22 characters that Kafka's tools and JSON print
// for a uuid: base64 with the URL alphabet and no padding.
func AppendUUIDText(dst []byte, id []byte) []byte {
	return base64.RawURLEncoding.AppendEncode(dst, id)
}

// FormatUUID gives the hex form with dashes, 8-4-4-4-12, of 16 bytes.
func FormatUUID(id []byte) string {
	h := hex.EncodeToString(id)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// ParseUUID reads both text forms: Kafka's 22 characters and dashed hex.
func ParseUUID(s string) (id [UUIDLen]byte, err error) {
	var raw []byte
	switch len(s) {
	case 22:
		raw, err = base64.RawURLEncoding.DecodeString(s)
	case 36, 32:
		raw, err = hex.DecodeString(strings.ReplaceAll(s, "-", ""))
	default:
		err = fmt.Errorf("%d characters", len(s))
	}
	if err == nil && len(raw) != UUIDLen {
		err = fmt.Errorf("%d bytes", len(raw))
	}
	if err != nil {
		return id, fmt.Errorf("%q is not a uuid (22 base64url characters or dashed hex): %v", s, err)
	}
	copy(id[:], raw)
	return id, nil
}
