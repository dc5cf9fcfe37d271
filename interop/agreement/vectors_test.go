package agreement_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/golden"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/oracle"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// confirmers are the releases that are asked about published vectors, the
// newest first. Kafka's classes speak JSON from 2.8 on.
var confirmers = []string{"4.4.0", "3.9.1", "2.8.2"}

// TestVectorsConfirmed asks Kafka's classes about what `kscope vectors` makes:
// each (message, version) as the newest release has it, by the newest of the
// releases that can be asked. The rows are what the archive says of its lines.
func TestVectorsConfirmed(t *testing.T) {
	codec := message.New(catalog.Builtin(), "")
	left, err := codec.ResolveAll("")
	if err != nil {
		t.Fatal(err)
	}
	by := map[*message.Spec]string{}
	all := left
	for _, release := range confirmers {
		o, err := oracle.Start(t.Context(), release)
		need.Met(t, err)
		t.Cleanup(func() { _ = o.Close() })
		b := &trial{T: t, oracle: o, codec: codec}
		left = b.confirm(left, release, by)
	}
	t.Logf("%d of %d pairs confirmed", len(by), len(all))
	golden.File(t, filepath.Join("..", "..", "vector", "confirmed.txt"), rows(all, by))
}

// confirm has a release look at the specs that it knows, and gives the others.
func (b *trial) confirm(specs []*message.Spec, release string, by map[*message.Spec]string) (left []*message.Spec) {
	b.Helper()
	minor, err := b.codec.Catalog.ParseRelease(release)
	if err != nil {
		b.Fatal(err)
	}
	if b.list, err = b.oracle.List(b.Context()); err != nil {
		b.Fatal(err)
	}
	known := map[string]schema.Versions{}
	for _, m := range b.list {
		known[m.Name] = schema.Versions{Lo: int16(m.Lowest), Hi: int16(m.Highest)}
	}
	var mine []*message.Spec
	for _, s := range specs {
		if v, ok := known[s.Name]; ok && v.Has(s.Version) && s.Edition.Has(minor) {
			mine = append(mine, s)
			by[s] = release
		} else {
			left = append(left, s)
		}
	}
	b.hold(mine)
	return left
}

// rows lists who has confirmed what, versions in a row together.
func rows(specs []*message.Spec, by map[*message.Spec]string) []byte {
	var b bytes.Buffer
	for i := 0; i < len(specs); {
		first, n := specs[i], 1
		for i+n < len(specs) && specs[i+n].Name == first.Name && by[specs[i+n]] == by[first] {
			n++
		}
		if by[first] != "" {
			fmt.Fprintf(&b, "%s %s %s\n", first.Name, schema.Versions{Lo: first.Version, Hi: specs[i+n-1].Version}, by[first])
		}
		i += n
	}
	return b.Bytes()
}
