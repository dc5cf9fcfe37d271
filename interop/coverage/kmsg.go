package coverage

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	"github.com/kscope/kscope/interop/kmsgpeer"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
)

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
	if most, ok := kmsgpeer.MaxVersion(s.APIKey, s.Type); !ok || s.Version > most {
		return Unknown, nil
	}
	for _, k := range kinds() {
		body, err := s.Append(nil, sample.Source(k), message.Body, message.Header{})
		if err != nil {
			return Unknown, fmt.Errorf("%s %s: %w", s, k, err)
		}
		if kmsgpeer.Agree(s, body) != nil {
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
