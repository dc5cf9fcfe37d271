package main

import (
	"fmt"
	"io"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/view"
)

// comparison shows messages side by side, as text or as an HTML document.
func (a *app) comparison(c *message.Codec, from, to []*message.Spec, output string) error {
	var all []*view.Comparison
	for i := range from {
		x, err := view.NewComparison(c, from[i], to[i])
		if err != nil {
			return err
		}
		all = append(all, x)
	}
	if output == "html" {
		return view.Document(a.out, all[0].Title(), func(w io.Writer) error {
			for _, x := range all {
				if err := headed(w, x.Title(), x.HTML); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for i, x := range all {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		if err := x.Text(a.out, (&viewFlags{}).options(a)); err != nil {
			return err
		}
	}
	return nil
}

// headed writes an article with a heading, which holds no markup.
func headed(w io.Writer, title string, body func(io.Writer) error) error {
	if _, err := fmt.Fprintf(w, "<article class=\"kscope\">\n<h1>%s</h1>\n", title); err != nil {
		return err
	}
	if err := body(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "</article>")
	return err
}

func (a *app) releaseComparison(c *catalog.Catalog, releases [2]catalog.Release, output string) error {
	x, err := view.NewReleaseComparison(c, releases[0], releases[1])
	if err != nil {
		return err
	}
	if output == "page" {
		return x.Text(a.out, (&viewFlags{}).options(a))
	}
	return view.Document(a.out, x.Title(), func(w io.Writer) error {
		return headed(w, x.Title(), func(w io.Writer) error { return x.HTML(w, nil) })
	})
}
