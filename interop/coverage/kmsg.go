package coverage

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"

	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
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
func peerFor(key int, typ schema.Type) peer {
	if typ == schema.Request {
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

// Kmsg asks the codec of franz-go.
func Kmsg(ctx context.Context, codec *message.Codec) (*Opinion, error) {
	version, err := kmsgVersion(ctx)
	if err != nil {
		return nil, err
	}
	o := newOpinion(version)
	for _, api := range codec.Catalog.APIs() {
		for v := api.Request.Versions().Lo; v <= api.Request.Versions().Hi; v++ {
			for typ, side := range map[schema.Type]map[int]Versions{schema.Request: o.Requests, schema.Response: o.Responses} {
				s, err := codec.APISpec(api.Key, v, typ)
				if err != nil {
					continue
				}
				verdict, err := asked(s)
				if err != nil {
					return nil, err
				}
				of(side, api.Key).note(v, verdict)
			}
		}
	}
	return o, nil
}

func asked(s *message.Spec) (Verdict, error) {
	p := peerFor(s.APIKey, s.Type)
	if p == nil || s.Version > p.MaxVersion() {
		return Unknown, nil
	}
	for _, k := range kinds() {
		b, err := s.Append(nil, sample.Source(k), message.Body, message.Header{})
		if err != nil {
			return Unknown, fmt.Errorf("%s %s: %w", s, k, err)
		}
		p := peerFor(s.APIKey, s.Type)
		p.SetVersion(s.Version)
		if err := p.ReadFrom(b); err != nil || !bytes.Equal(p.AppendTo(nil), b) {
			return Misread, nil
		}
	}
	return Read, nil
}

// kmsgModule is where kmsg comes from.
const kmsgModule = "github.com/twmb/franz-go/pkg/kmsg"

// kmsgVersion is "kmsg 1.15.1", as go.mod has it.
func kmsgVersion(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Version}}", kmsgModule).Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", kmsgModule, err)
	}
	return "kmsg " + strings.TrimPrefix(strings.TrimSpace(string(out)), "v"), nil
}
