package catalog

import (
	"fmt"
	"strings"

	"github.com/kscope/kscope/internal/schemafile"
	"github.com/kscope/kscope/schema"
)

// WithSchemas gives a catalog in which the message schemas of jars, folders
// and .json files come before the ones that were there; of a name that is in
// several paths, the last counts. They keep their own descriptions and notes.
// A path that cannot be read, has a broken schema or has none at all is a
// *LoadError.
func (c *Catalog) WithSchemas(paths ...string) (*Catalog, error) {
	loaded := map[string]*schema.Message{}
	for name, m := range c.loaded {
		loaded[name] = m
	}
	for _, path := range paths {
		messages, err := schemafile.Read(path)
		if err != nil {
			return nil, &LoadError{path, err}
		}
		here := map[string]bool{}
		for _, m := range messages {
			name := strings.ToLower(m.Name)
			if here[name] {
				return nil, &LoadError{path, fmt.Errorf("two schemas are called %s", m.Name)}
			}
			here[name] = true
			if !m.Valid.Empty() {
				loaded[name] = m
			}
		}
	}
	return newCatalog(loaded), nil
}
