package jsonform

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// rawKey is the member that holds the whole input where the rest of the JSON
// would not give the same bytes.
const rawKey = "_raw"

// RecordFormat reads and writes the batches of records fields.
type RecordFormat interface {
	tape.Nester
	layout.BatchWriter
}

// AppendLossless is Append for a whole input, with _raw where the bytes are not
// canonical; unpacked data does not count, because it stands there packed too. The node is that of the root struct; raw is what Encode is to give
// back.
func AppendLossless(dst []byte, t *tape.Tape, node int, raw []byte, opt Options) []byte {
	start := len(dst)
	dst = Append(dst, t, node, opt)
	if t.Err == nil && !slices.ContainsFunc(t.NotCanonical(), func(f tape.Finding) bool { return t.SpaceOf(f.Node) == 0 }) {
		return dst
	}
	dst = dst[:len(dst)-1]
	if len(dst) > start+1 {
		dst = append(dst, ',')
	}
	dst = append(dst, `"`+rawKey+`":`...)
	return append(appendBase64(dst, raw), '}')
}

// unedited gives the contents of _raw when text is, white space aside, what
// they look like as JSON, else nil. It is asked where the fields cannot be
// written, because some bytes can be read only: a tag that comes twice, a
// string longer than Kafka writes.
func unedited(text []byte, l *layout.Layout, records RecordFormat) []byte {
	var given struct {
		Raw []byte `json:"_raw"`
	}
	var plain bytes.Buffer
	if json.Unmarshal(text, &given) != nil || given.Raw == nil || json.Compact(&plain, text) != nil {
		return nil
	}
	t := tape.Tape{Nester: records}
	t.Decode(l, given.Raw)
	if t.Err == nil && bytes.Equal(plain.Bytes(), AppendLossless(nil, &t, 0, given.Raw, Options{})) {
		return given.Raw
	}
	return nil
}

// keepRaw decides between out, which the fields have given, and raw, the bytes
// that came along: as long as nobody has changed a field, raw stands.
func keepRaw(out, raw []byte, l *layout.Layout, records RecordFormat) []byte {
	t := tape.Tape{Nester: records}
	t.Decode(l, raw)
	if t.Err != nil {
		return out
	}
	again, err := l.Append(nil, &source{scanner: scanner{b: Append(nil, &t, 0, Options{})}}, records)
	if err == nil && bytes.Equal(again, out) {
		return raw
	}
	return out
}
