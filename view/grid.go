package view

import (
	"encoding/hex"
	"io"

	"github.com/kscope/kscope/layout"
)

// rowLen is how many bytes a row of the grid has.
const rowLen = 16

// Grid writes the bytes as hex, 16 a row, with the offset in front of each
// row: 4 digits, or as many as the largest offset has. With colour, each byte
// has the colour of its layer, and a legend comes first.
func Grid(w io.Writer, d *Doc, o Options) error {
	p := newPen(w, o.markup())
	if o.Color {
		legend(p, layersOf(d))
	}
	grid(p, d)
	return p.close(nil)
}

// legend writes the names of layers, each in its style.
func legend(p *pen, layers []layout.Layer) {
	for i, l := range layers {
		if i > 0 {
			p.raw("  ")
		}
		p.styled(leafStyle(l), l.String())
	}
	p.newline()
}

// layersOf lists the layers that a document's bytes have, in the order of
// legends.
func layersOf(d *Doc) []layout.Layer {
	var seen [256]bool
	leaves(d, func(_, _ int, l layout.Layer) { seen[l] = true })
	var all []layout.Layer
	for _, l := range append(APILegend(), layout.Body, layout.NoLayer) {
		if seen[l] {
			all = append(all, l)
		}
	}
	return all
}

// leaves gives the runs of bytes that belong together, in order, with their
// layers. A container's own bytes, such as its length, come before its contents.
func leaves(d *Doc, yield func(off, end int, l layout.Layer)) {
	t, pos := d.Tape, 0
	for i, n := range t.Nodes {
		end := int(n.End)
		if int(n.Next) > i+1 {
			end = int(t.Nodes[i+1].Off)
		}
		if end > int(n.Off) {
			yield(int(n.Off), end, t.Layer(t.At(i)))
		}
		pos = max(pos, end)
	}
	if pos < len(t.Data) { // beyond what a tape can index
		yield(pos, len(t.Data), layout.NoLayer)
	}
}

func grid(p *pen, d *Doc) {
	g := &gridPrinter{pen: p, data: d.Tape.Data, digits: 4}
	if n := len(g.data); n > 0 {
		g.digits = max(4, hexWidth((n-1)&^(rowLen-1)))
	}
	g.heads()
	leaves(d, g.leaf)
	if g.style != stylePlain {
		p.end(g.style)
	}
	if len(g.data) > 0 {
		p.newline()
	}
}

type gridPrinter struct {
	pen    *pen
	data   []byte
	digits int
	style  style // that is open
}

func (g *gridPrinter) heads() {
	p := g.pen
	p.begin(styleFaint)
	p.pad(g.digits + 1)
	for i := range rowLen {
		p.raw("  ")
		p.buf = append(p.buf, "0123456789ABCDEF"[i])
	}
	p.end(styleFaint)
	p.newline()
	g.style = stylePlain
}

// leaf writes a run of bytes. Colours stay open from one leaf to the next of
// the same layer; in HTML each leaf has elements of its own, one a row.
func (g *gridPrinter) leaf(off, end int, l layout.Layer) {
	s := leafStyle(l)
	for off < end {
		upto := min(end, off&^(rowLen-1)+rowLen)
		g.lead(off, s)
		g.bytes(off, upto, s)
		off = upto
	}
}

// lead writes what stands between the byte at off and the one before it.
func (g *gridPrinter) lead(off int, s style) {
	p := g.pen
	if off%rowLen != 0 {
		g.change(s)
		p.raw(" ")
		return
	}
	g.change(stylePlain)
	if off > 0 {
		p.newline()
	}
	p.begin(styleFaint)
	p.buf = appendHexDigits(p.buf, off, g.digits)
	p.end(styleFaint)
	p.raw("  ")
	g.change(s)
}

func (g *gridPrinter) change(s style) {
	if g.style == s || g.pen.mark == htmlText {
		return
	}
	if g.style != stylePlain {
		g.pen.end(g.style)
	}
	if s != stylePlain {
		g.pen.begin(s)
	}
	g.style = s
}

func (g *gridPrinter) bytes(off, end int, s style) {
	p := g.pen
	p.rangeTag(looks[s].class, off, end)
	for i, b := range g.data[off:end] {
		if i > 0 {
			p.buf = append(p.buf, ' ')
		}
		p.buf = hex.AppendEncode(p.buf, []byte{b})
	}
	p.rangeEnd()
}
