package record

import (
	"bytes"
	"encoding/binary"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// Whether compressed bytes hold what JSON says they do is decided by what they
// would look like as JSON themselves: data that could be written in other bytes
// stays as it is until somebody changes it.

// sameRecords reports whether packed holds the records in list, which have
// their count in front. The count that the batch gives says how many are read.
func (l *Layouts) sameRecords(packed, list []byte, codec Codec, count layout.Value) bool {
	data, err := l.Codecs.Expand(nil, packed, codec, l.Most)
	if err != nil {
		return false
	}
	if bytes.Equal(data, list[4:]) {
		return true
	}
	most := len(data)
	if count.State == layout.Given {
		most = int(count.Int)
	}
	var t tape.Tape
	t.Read(data, func(t *tape.Tape) { records(t, l.items[0], most) })
	again, n := make([]byte, 4, len(data)+4), 0
	for r := range t.Roots() {
		if t.Info(r).Key == "" {
			continue // left over, or unreadable
		}
		n++
		if again, err = jsonform.Encode(again, l.Record, jsonform.Append(nil, &t, r.Node(), jsonform.Options{}), nil); err != nil {
			return false
		}
	}
	binary.BigEndian.PutUint32(again, uint32(n))
	return bytes.Equal(again, list)
}

// sameMessages reports whether packed, the value of the wrapper h, holds the
// messages in set.
func (l *Layouts) sameMessages(packed, set []byte, h *MessageHeader) bool {
	data, err := l.Codecs.ExpandMessages(nil, packed, h, l.Most)
	if err != nil {
		return false
	}
	if bytes.Equal(data, set) {
		return true
	}
	var t tape.Tape
	t.Read(data, func(t *tape.Tape) { l.read(t, h) })
	text := []byte(`{"records":[`)
	for r := range t.Roots() {
		if t.Info(r).Key != "" {
			text = append(jsonform.Append(text, &t, r.Node(), jsonform.Options{}), ',')
		}
	}
	text = append(bytes.TrimSuffix(text, []byte(",")), "]}"...)
	again, err := jsonform.Encode(nil, l.field, text, l)
	return err == nil && bytes.Equal(again[4:], set)
}
