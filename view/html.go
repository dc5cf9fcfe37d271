package view

import "io"

// HTML writes a section with the grid and the tree, for a page that has the
// rules of Style:
//
//	<section class="kscope"><pre class="k-grid">...</pre><pre class="k-tree">...</pre></section>
//
// Bytes and lines are spans with a class for their layer and with data-off and
// data-end, the offsets of what they show, so that a script can point from one
// to the other; those of unpacked data have data-space, its number, too. An
// anchor is the section's id. The text of the tree is what Tree writes.
func HTML(w io.Writer, d *Doc, o Options) error {
	p := newPen(w, htmlText)
	p.bare = o.Bare
	p.raw("<section class=\"kscope\"")
	if o.Anchor != "" {
		p.attribute("id", o.Anchor)
	}
	p.raw(">\n")
	htmlGrid(p, d)
	err := htmlTree(p, d, o)
	p.raw("</section>\n")
	return p.close(err)
}

func htmlGrid(p *pen, d *Doc) {
	p.raw(`<pre class="k-grid">`)
	grid(p, d)
	p.raw("</pre>\n")
}

func htmlTree(p *pen, d *Doc, o Options) error {
	p.raw(`<pre class="k-tree">`)
	err := tree(p, d, o)
	p.raw("</pre>\n")
	return err
}
