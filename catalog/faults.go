package catalog

import (
	"fmt"
	"strings"

	"github.com/kscope/kscope/internal/near"
	"github.com/kscope/kscope/schema"
)

// UnknownReleaseError says that the catalog lacks a release.
type UnknownReleaseError struct {
	Release Release
	Known   []ReleaseInfo // the oldest first
}

// Error names the range of releases that are known.
func (e *UnknownReleaseError) Error() string {
	return fmt.Sprintf("unknown release %q, the catalog has %s to %s",
		string(e.Release), e.Known[0].Release, e.Known[len(e.Known)-1].Release)
}

// UnknownMessageError says that there is no such message or API, or not in
// the release asked for.
type UnknownMessageError struct {
	Name        string
	IsKey       bool     // Name is an API key in digits
	Release     Release  // of a message that other releases have
	Spans       []Span   // where that message is
	Suggestions []string // names that look like it, the likeliest first
}

// Error tells where the message is, or what may have been meant.
func (e *UnknownMessageError) Error() string {
	if e.Release != "" {
		return fmt.Sprintf("release %s has no %s; it is in %s", e.Release, e.Name, spansText(e.Spans))
	}
	if e.IsKey {
		return "unknown API key " + e.Name
	}
	return fmt.Sprintf("unknown message %q%s", e.Name, near.Hint(e.Suggestions...))
}

// UnknownVersionError says that a message has no such version, or not in the
// release asked for.
type UnknownVersionError struct {
	Name    string
	Version int16
	Release Release // "" for any
	Spans   []Span  // the versions that there are
}

// Error lists which versions are in which releases.
func (e *UnknownVersionError) Error() string {
	where := ""
	if e.Release != "" {
		where = " in release " + string(e.Release)
	}
	return fmt.Sprintf("%s has no version %d%s; it has %s", e.Name, e.Version, where, spansText(e.Spans))
}

// spansText says "versions 0-3 in 2.0 to 2.3, 0-4 in 2.4".
func spansText(spans []Span) string {
	parts := make([]string, len(spans))
	for i, s := range spans {
		parts[i] = s.Versions.String() + " in " + s.Releases()
	}
	if len(spans) == 1 && spans[0].Versions.Len() == 1 {
		return "version " + parts[0]
	}
	return "versions " + strings.Join(parts, ", ")
}

// Releases is the range of releases as people say it: "2.0 to 2.3".
func (s Span) Releases() string {
	switch {
	case s.First == Loaded:
		return "the loaded schemas"
	case s.First == s.Last:
		return string(s.First)
	}
	return string(s.First) + " to " + string(s.Last)
}

// LoadError says why schemas could not be loaded from a path.
type LoadError struct {
	Path string
	Err  error // perhaps a *schema.Error
}

// Error includes the path, unless the cause does.
func (e *LoadError) Error() string {
	if _, ok := e.Err.(*schema.Error); ok || strings.Contains(e.Err.Error(), e.Path) {
		return "cannot load schemas: " + e.Err.Error()
	}
	return fmt.Sprintf("cannot load schemas from %s: %s", e.Path, e.Err)
}

// Unwrap is the cause.
func (e *LoadError) Unwrap() error { return e.Err }
