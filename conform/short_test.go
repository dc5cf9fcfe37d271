package conform

import (
	"encoding/binary"
	"testing"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
)

// TestShort has a node answer with headers alone, of either length, once it has
// said what it offers. Each check ends, and says so.
func TestShort(t *testing.T) {
	for _, size := range []int{bodyAt, taggedBodyAt} {
		rule := mock.Rule{Nth: 2, Every: 1, Answer: "node", Mangle: func(_ message.RequestHead, frame []byte) []byte {
			frame = append(frame[:8:8], 0)[:size]
			binary.BigEndian.PutUint32(frame, uint32(size-4))
			return frame
		}}
		all := against(t, Options{Only: []string{"versions"}}, rule)
		if r := all["versions.header"]; r.Verdict != Failed {
			t.Errorf("%d bytes: %s %s", size, r.Verdict, r.Words)
		}
	}
}
