package site

import (
	"fmt"
	"html/template"
	"io"
	"iter"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
)

// Options change what a site has.
type Options struct {
	// Engine gives the script with the engine that edits and decodes in the
	// browser, by the built-in catalog. It is asked for each time that the file
	// is; without it pages only show.
	Engine func() ([]byte, error)
}

// Site is the web reference of a codec's catalog and release. It is safe for
// concurrent use.
type Site struct {
	codec   *message.Codec
	builtin *message.Codec // of the built-in catalog, which the engine has
	opt     Options
	files   []file
	at      map[string]int    // index in files by path
	known   map[string]string // folders at the root, by what they may be called in lower case

	templates *template.Template
	releases  map[catalog.Release]*message.Codec // made while planning
}

// file is one address of a site.
type file struct {
	path  string // slashes, relative to the site's root
	write func(w io.Writer) error
}

// New plans a site. Nothing is rendered yet.
func New(c *message.Codec, o Options) (*Site, error) {
	t, err := templates()
	if err != nil {
		return nil, err
	}
	s := &Site{codec: c, builtin: message.New(catalog.Builtin(), ""), opt: o,
		at: map[string]int{}, templates: t, releases: map[catalog.Release]*message.Codec{}}
	for _, part := range []func() ([]file, error){s.assets, s.front, s.messages, s.referencePages} {
		files, err := part()
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if _, twice := s.at[f.path]; twice {
				return nil, fmt.Errorf("site: two files have the address %s", f.path)
			}
			s.at[f.path] = len(s.files)
			s.files = append(s.files, f)
		}
	}
	s.known = s.knownNames()
	return s, nil
}

// Paths lists the addresses of all files, relative to the site's root.
func (s *Site) Paths() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, f := range s.files {
			if !yield(f.path) {
				return
			}
		}
	}
}
