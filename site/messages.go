package site

import (
	"fmt"
	"io"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/view"
)

// messages are the pages of APIs and of messages that belong to none: for each
// version one, and the newest stable one again without a version.
func (s *Site) messages() (files []file, err error) {
	for _, api := range s.codec.Catalog.APIs() {
		versions := api.Request.Versions()
		for v := versions.Lo; v <= versions.Hi; v++ {
			files = append(files, s.apiPage(api, v, fmt.Sprintf("%s/%d", api.Name, v)).file(s))
		}
		newest := s.codec.Catalog.DefaultVersion(api.Request, s.codec.Release)
		files = append(files, s.apiPage(api, newest, api.Name).file(s))
	}
	return files, nil
}

func (s *Site) apiPage(api catalog.API, v int16, dir string) *page {
	return &page{dir: dir, title: fmt.Sprintf("%s v%d", api.Name, v), body: func(w io.Writer, p *page) error {
		g, err := view.NewAPIPage(s.codec, api, v, sample.Smallest)
		if err != nil {
			return err
		}
		return g.HTML(w, view.Options{})
	}}
}
