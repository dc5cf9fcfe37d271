package site

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"hash/fnv"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/kscope/kscope/internal/near"
)

// ServeHTTP shows the site; each page is made when it is asked for. Names in
// any case, keys, and messages as commands name them (Fetch@17) lead to their
// pages; what is not there is told with what may have been meant.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the site only shows", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	folder := strings.HasSuffix(r.URL.Path, "/") || name == ""
	if n := strings.Count(r.URL.Path, "/"); strings.Contains(r.URL.Path, "//") && n < longest {
		// Links of a page are relative, and browsers count folders without a name.
		if folder {
			name += "/"
		}
		moved(w, strings.Repeat("../", n-1)+strings.TrimPrefix(name, "/"))
		return
	}
	if folder {
		name = path.Join(name, "index.html")
	}
	if i, ok := s.at[name]; ok {
		s.serveFile(w, r, s.files[i])
		return
	}
	if dir, ok := s.lookup(name); ok {
		redirect(w, r, dir)
		return
	}
	s.notFound(w, r)
}

// serveFile answers with a file, compressed for who takes that. Its tag is a
// hash, so that a browser that has the file already is told so.
func (s *Site) serveFile(w http.ResponseWriter, r *http.Request, f file) {
	var b bytes.Buffer
	if err := f.write(&b); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "no-cache") // asks again, by the tag
	h.Set("Vary", "Accept-Encoding")
	sum := fnv.New64a()
	sum.Write(b.Bytes())
	tag := fmt.Sprintf("%016x", sum.Sum64())
	if takesGzip(r) {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = z.Write(b.Bytes()) // a buffer takes everything
		_ = z.Close()
		b, tag = packed, tag+"z"
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, f.path, time.Time{}, bytes.NewReader(b.Bytes()))
}

// takesGzip reports whether the asker takes gzip. Ranges are of files as they
// are.
func takesGzip(r *http.Request) bool {
	for _, coding := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if strings.TrimSpace(name) == "gzip" {
			return r.Header.Get("Range") == "" && (weight == "" || strings.Trim(weight, " q=0.") != "")
		}
	}
	return false
}

// redirect leads to a folder. The way is relative, so that it holds where the
// site is served below another path.
func redirect(w http.ResponseWriter, r *http.Request, dir string) {
	to := &page{dir: folderAsked(r)}
	moved(w, strings.TrimSuffix(to.To(dir), "index.html"))
}

// moved leads to a relative address.
func moved(w http.ResponseWriter, where string) {
	if where == "" {
		where = "./"
	}
	w.Header().Set("Location", where)
	w.WriteHeader(http.StatusMovedPermanently)
}

// folderAsked is the folder that addresses on the page asked for start from.
func folderAsked(r *http.Request) string {
	return strings.Trim(r.URL.Path[:strings.LastIndexByte(r.URL.Path, '/')+1], "/")
}

// longest is how many bytes an address may have that somebody meant: each link
// of a page repeats how deep it is.
const longest = 200

// notFound says that a page is not there, and what may have been meant.
func (s *Site) notFound(w http.ResponseWriter, r *http.Request) {
	if len(r.URL.Path) > longest {
		http.Error(w, "no page has an address as long as this", http.StatusNotFound)
		return
	}
	asked := strings.Trim(r.URL.Path, "/")
	name, _, _ := strings.Cut(asked, "/")
	name, _, _ = strings.Cut(name, "@")
	p := &page{dir: folderAsked(r), title: "Not here"}
	var body bytes.Buffer
	err := s.templates.ExecuteTemplate(&body, "notfound.html", map[string]any{"Page": p, "Asked": asked, "Near": near.Some(name, s.names(), 6)})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusNotFound)
	_ = s.frame(w, p, body.Bytes()) // nobody is left to tell
}
