package message

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/schema"
)

// How users name messages:
//
//	FetchRequest@17   one version of one message
//	Fetch@17, 1@17    request and response of an API, by name or key
//	Fetch             the newest stable version
//
// Case does not matter, and names that a message had in other releases are
// followed.

// Resolve finds what a user names: one Spec for a message, request and response
// for an API. Without a version it is the newest stable one that the codec's
// release has. Errors are those of the catalog, or say that the version is no
// number.
func (c *Codec) Resolve(arg string) ([]*Spec, error) {
	entries, version, err := c.named(arg)
	if err != nil {
		return nil, err
	}
	if version < 0 {
		version = int(c.Catalog.DefaultVersion(entries[0], c.Release))
	}
	specs := make([]*Spec, 0, len(entries))
	for _, e := range entries {
		s, err := c.Spec(e.Name, int16(version))
		if err != nil {
			return nil, err
		}
		specs = append(specs, s)
	}
	return specs, nil
}

// ResolveAll is Resolve with every version that the release has, where arg
// names none; with the empty release, every version that any release has. The
// empty arg names all messages. Specs come in the catalog's order of messages,
// then by version.
func (c *Codec) ResolveAll(arg string) ([]*Spec, error) {
	if arg == "" {
		return c.versions(c.Catalog.Messages())
	}
	entries, version, err := c.named(arg)
	if err != nil {
		return nil, err
	}
	if version >= 0 {
		return c.Resolve(arg)
	}
	return c.versions(entries)
}

// versions gives all versions of all entries. A name may have two entries,
// which share versions.
func (c *Codec) versions(entries []catalog.Entry) ([]*Spec, error) {
	var specs []*Spec
	seen := map[*Spec]bool{}
	for _, e := range entries {
		span, ok := e.At(c.Release)
		if !ok {
			continue
		}
		all := span.Versions
		if c.Release == "" {
			all = e.Versions()
		}
		for v := int(all.Lo); v <= int(all.Hi); v++ {
			if _, ok := e.With(int16(v)); !ok {
				continue
			}
			s, err := c.Spec(e.Name, int16(v))
			if err != nil {
				return nil, err
			}
			if !seen[s] {
				specs = append(specs, s)
			}
			seen[s] = true
		}
	}
	return specs, nil
}

// named splits arg and finds the entries of its name; version is -1 when arg
// has none.
func (c *Codec) named(arg string) (entries []catalog.Entry, version int, err error) {
	name, version, err := SplitVersion(arg)
	if err != nil {
		return nil, 0, err
	}
	entries, err = c.Entries(name)
	return entries, version, err
}

// SplitVersion takes "Fetch@17" or "Fetch@v17" apart; version is -1 when arg has
// none.
func SplitVersion(arg string) (name string, version int, err error) {
	name, text, given := strings.Cut(arg, "@")
	if name == "" {
		return "", 0, fmt.Errorf("message %q has no name: expected NAME or NAME@VERSION", arg)
	}
	if !given {
		return name, -1, nil
	}
	n, err := strconv.ParseUint(strings.TrimLeft(text, "vV"), 10, 15)
	if err != nil {
		return "", 0, fmt.Errorf("message %q: version %q is not a number from 0 to %d", arg, text, schema.MaxVersion)
	}
	return name, int(n), nil
}

// Entries finds the messages that a name without version stands for, as the
// codec's release has them: one message, or the request and the response of an
// API, by name or key. Errors are those of the catalog.
func (c *Codec) Entries(name string) ([]catalog.Entry, error) {
	e, err := c.Catalog.Lookup(name, c.Release)
	if err == nil {
		return []catalog.Entry{e}, nil
	}
	var unknown *catalog.UnknownMessageError
	if !errors.As(err, &unknown) || unknown.Spans != nil {
		return nil, err
	}
	api, err := c.Catalog.APIByName(name, c.Release)
	if err != nil {
		return nil, err
	}
	both := []catalog.Entry{api.Request, api.Response}
	return slices.DeleteFunc(both, func(e catalog.Entry) bool { return e.Name == "" }), nil
}
