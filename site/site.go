package site

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"iter"
	"path"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
)

// Options change what a site has.
type Options struct {
	// Engine gives the script with the engine that edits and decodes in the
	// browser. It is asked for each time that the file is; without it pages
	// only show.
	Engine func() ([]byte, error)
}

// Site is the web reference of a codec's catalog and release. It is safe for
// concurrent use.
type Site struct {
	codec *message.Codec
	opt   Options
	files []file
	at    map[string]int    // index in files by path
	known map[string]string // folders at the root, by what they may be called in lower case

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
	s := &Site{codec: c, opt: o, at: map[string]int{}, templates: t, releases: map[catalog.Release]*message.Codec{}}
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

// page is a file of HTML.
type page struct {
	dir   string // its address: a folder, relative to the root, or a file in one
	title string // without the site's name
	about string // a sentence, for those who list pages
	nav   string // folder of the entry of the navigation that it belongs to
	moved string // folder that readers are sent on to, "" for none
	body  func(w io.Writer, p *page) error
}

// addressFile is the file of an address: that in a folder unless it is named.
func addressFile(address string) string {
	if strings.HasSuffix(address, ".html") {
		return address
	}
	return path.Join(address, "index.html")
}

// Root leads from a page to the site's root: "../../", or "" from the root.
func (p *page) Root() string { return strings.Repeat("../", strings.Count(addressFile(p.dir), "/")) }

// To leads from a page to another, by the other's address and the shortest way.
// It names the file too, so that it works without a server.
func (p *page) To(address string) string {
	file := addressFile(address)
	from, to := folders(path.Dir(addressFile(p.dir))), folders(path.Dir(file))
	for len(from) > 0 && len(to) > 0 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	return strings.Repeat("../", len(from)) + path.Join(path.Join(to...), path.Base(file))
}

func folders(dir string) []string {
	if dir == "." {
		return nil
	}
	return strings.FieldsFunc(dir, func(r rune) bool { return r == '/' })
}

// file gives a page its address and frame.
func (p *page) file(s *Site) file {
	return file{addressFile(p.dir), func(w io.Writer) error {
		var body bytes.Buffer
		if err := p.body(&body, p); err != nil {
			return fmt.Errorf("%s: %w", p.dir, err)
		}
		return s.frame(w, p, body.Bytes())
	}}
}
