package vector

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// confirmed has a row for each message and release of Kafka whose own classes
// have read and written the lines of these versions, byte for byte and value
// for value:
//
//	FetchResponse 4-18 4.4.0
//
// The interop tests write it, by asking the classes.
//
//go:embed confirmed.txt
var confirmed string

// proofs are the rows of confirmed by message.
type proofs map[string][]proof

type proof struct {
	versions schema.Versions
	patch    string // of the release whose classes were asked
	release  catalog.Release
}

func readProofs(c *catalog.Catalog) (proofs, error) {
	all := proofs{}
	for line := range strings.Lines(confirmed) {
		words := strings.Fields(line)
		if len(words) != 3 {
			return nil, fmt.Errorf("confirmed.txt: expected message, versions and release, found %q", strings.TrimSpace(line))
		}
		versions, err := schema.ParseVersions(words[1])
		if err != nil {
			return nil, fmt.Errorf("confirmed.txt: %w", err)
		}
		release, err := c.ParseRelease(words[2])
		if err != nil {
			return nil, fmt.Errorf("confirmed.txt: %w", err)
		}
		all[words[0]] = append(all[words[0]], proof{versions, words[2], release})
	}
	return all, nil
}

// of is the release whose classes have confirmed a message version; "" when
// none has, or when this is not the layout that they were asked about: the
// newest one.
func (p proofs) of(s *message.Spec) string {
	for _, row := range p[s.Name] {
		if row.versions.Has(s.Version) && s.Edition.Has(row.release) {
			return row.patch
		}
	}
	return ""
}
