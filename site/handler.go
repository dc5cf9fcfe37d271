package site

import (
	"bytes"
	"net/http"
	"path"
	"strings"
	"time"
)

// ServeHTTP shows the site; each page is made when it is asked for.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	i, ok := s.at[name]
	if !ok {
		if i, ok = s.at[path.Join(name, "index.html")]; ok && !strings.HasSuffix(r.URL.Path, "/") {
			// Relative addresses need the slash.
			http.Redirect(w, r, "/"+name+"/", http.StatusMovedPermanently)
			return
		}
	}
	if !ok {
		http.NotFound(w, r)
		return
	}
	var b bytes.Buffer
	if err := s.files[i].write(&b); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	http.ServeContent(w, r, s.files[i].path, time.Time{}, bytes.NewReader(b.Bytes()))
}
