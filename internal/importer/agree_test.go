package importer

import (
	"os"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/schema"
)

// TestCatalogAgreesWithJars holds the catalog against the jars it was made
// from: every version of every message of every release. It needs the folder
// that import was given as -jars.
func TestCatalogAgreesWithJars(t *testing.T) {
	cache := os.Getenv("KSCOPE_JARS")
	if cache == "" {
		t.Skip("KSCOPE_JARS names no folder of jars")
	}
	c := catalog.Builtin()
	versions := 0
	for _, r := range c.Releases() {
		jars, err := Read(r.Patch, cache)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range jars.Schemas {
			for v := m.Valid.Lo; v <= m.Valid.Hi; v++ {
				versions++
				checkAgrees(t, c, m, v, r.Release)
			}
		}
	}
	t.Logf("%d versions agree in %d releases", versions, len(c.Releases()))
}

func checkAgrees(t *testing.T, c *catalog.Catalog, m *schema.Message, v int16, r catalog.Release) {
	t.Helper()
	ours, _, err := c.Schema(m.Name, v, r)
	if err != nil {
		t.Error(err)
		return
	}
	if same, why := schema.Same(m, ours, v); !same {
		t.Errorf("%s %d in %s: %s", m.Name, v, r, why)
	}
	if ours.Valid != m.Valid || ours.LatestUnstable != m.LatestUnstable {
		t.Errorf("%s in %s: versions %s, want %s", m.Name, r, ours.Valid, m.Valid)
	}
}
