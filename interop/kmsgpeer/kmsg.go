package kmsgpeer

import (
	"bytes"
	"fmt"

	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// peer is what kmsg's requests and responses have in common.
type peer interface {
	SetVersion(int16)
	MaxVersion() int16
	ReadFrom([]byte) error
	AppendTo([]byte) []byte
}

// peerFor is kmsg's message; nil when it has none.
func peerFor(key int, t schema.Type) peer {
	if t == schema.Request {
		if r := kmsg.RequestForKey(int16(key)); r != nil {
			return r
		}
		return nil
	}
	if r := kmsg.ResponseForKey(int16(key)); r != nil {
		return r
	}
	return nil
}

// MaxVersion gives the newest version that kmsg knows of a request or response;
// ok is false when it knows none.
func MaxVersion(key int, t schema.Type) (most int16, ok bool) {
	p := peerFor(key, t)
	if p == nil {
		return 0, false
	}
	return p.MaxVersion(), true
}

// Agree has kmsg read a body and write it again; that it cannot, or that other
// bytes come of it, is an error. The message is one that kmsg knows.
func Agree(s *message.Spec, body []byte) error {
	p := peerFor(s.APIKey, s.Type)
	if p == nil {
		return fmt.Errorf("kmsg does not know %s", s)
	}
	p.SetVersion(s.Version)
	if err := p.ReadFrom(body); err != nil {
		return fmt.Errorf("kmsg reads: %w\n%x", err, body)
	}
	if again := p.AppendTo(nil); !bytes.Equal(again, body) {
		return fmt.Errorf("kmsg writes\n     %x\nours %x", again, body)
	}
	return nil
}
