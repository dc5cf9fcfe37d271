package catalog

import (
	"slices"

	"github.com/kscope/kscope/internal/facts"
)

// Release is a minor release of Kafka, such as "4.4". Where one may be given,
// the empty Release means the newest that has what is asked for.
type Release string

// Loaded stands for the schemas that were loaded at run time.
const Loaded Release = "loaded"

// Before reports whether a release came before another; Loaded comes last.
func (r Release) Before(other Release) bool {
	if r == Loaded || other == Loaded {
		return r != Loaded
	}
	return facts.Before(string(r), string(other))
}

// ReleaseInfo is one release in the catalog.
type ReleaseInfo struct {
	Release Release
	Patch   string // the patch release whose jars were imported, "4.4.0"
}

// Releases lists all releases, the oldest first.
func (c *Catalog) Releases() []ReleaseInfo { return c.index().releases }

// Latest is the newest release.
func (c *Catalog) Latest() Release {
	all := c.index().releases
	return all[len(all)-1].Release
}

// ParseRelease reads a release as users write it: "4.4", or a patch release
// "4.4.0" of it. The error is an *UnknownReleaseError.
func (c *Catalog) ParseRelease(s string) (Release, error) {
	minor := Release(s)
	if r, err := facts.ReleaseOf(s); err == nil {
		minor = Release(r.Minor)
	}
	return minor, c.checkRelease(minor)
}

func (c *Catalog) checkRelease(r Release) error {
	known := c.index().releases
	if r == "" || slices.ContainsFunc(known, func(i ReleaseInfo) bool { return i.Release == r }) {
		return nil
	}
	return &UnknownReleaseError{r, known}
}
