package view

import (
	"fmt"
	"io"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// Shape of grids.
const (
	rowLen   = 16 // bytes a row
	maxGrids = 8  // of unpacked data: of more, only their number is told
)

// Grid writes the bytes as hex, 16 a row, with the offset in front of each
// row: 4 digits, or as many as the largest offset has. With colour, each byte
// has the colour of its layer, and a legend comes first. What was unpacked from
// the bytes follows as further grids, each with a heading.
func Grid(w io.Writer, d *Doc, o Options) error {
	p := newPen(w, o.markup())
	if o.Color {
		legend(p, Layers(d))
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

// Layers lists the layers that the bytes of documents have, in the order of
// legends.
func Layers(docs ...*Doc) []layout.Layer {
	var seen [256]bool
	mark := func(_, _ int, l layout.Layer) { seen[l] = true }
	for _, d := range docs {
		leaves(d.Tape, 0, 0, mark)
		for number, node := range d.Tape.Openers() {
			leaves(d.Tape, number, node, mark)
		}
	}
	var all []layout.Layer
	for _, l := range append(apiLegend(), layout.Body, layout.NoLayer) {
		if seen[l] {
			all = append(all, l)
		}
	}
	return all
}

// leaves gives the runs of bytes of a space that belong together, in order,
// with their layers. A container's own bytes, such as its length, come before
// its contents. The space's nodes are those inside opener; space 0 has none.
func leaves(t *tape.Tape, space, opener int, yield func(off, end int, l layout.Layer)) {
	i, after, pos := 0, len(t.Nodes), 0
	if space != 0 {
		i, after = opener+1, int(t.Nodes[opener].Next)
	}
	for i < after {
		n, next := t.Nodes[i], i+1
		end := int(n.End)
		if int(n.Next) > next {
			if _, opens := t.Opens(i); opens {
				next = int(n.Next)
			} else {
				end = int(t.Nodes[next].Off)
			}
		}
		if end > int(n.Off) {
			yield(int(n.Off), end, t.Layer(t.At(i)))
		}
		pos, i = max(pos, end), next
	}
	if data := t.SpaceData(space); pos < len(data) { // beyond what a tape can index
		yield(pos, len(data), layout.NoLayer)
	}
}

// grid writes the grid of the input and those of what was unpacked from it.
func grid(p *pen, d *Doc) {
	space(p, d.Tape, 0, 0)
	n := 0
	for range d.Tape.Openers() {
		n++
	}
	if n > maxGrids {
		p.newline()
		p.styled(styleFaint, prose.Count(n, "byte space")+" unpacked from it: see the dump")
		p.newline()
	}
	if n == 0 || n > maxGrids {
		return
	}
	paths := openerPaths(d)
	for number, node := range d.Tape.Openers() {
		off, end := d.Tape.Span(d.Tape.At(node))
		p.newline()
		size := len(d.Tape.SpaceData(number))
		p.text(fmt.Sprintf("%d: %s unpacked from %s (%s)", number, prose.Count(size, "byte"), paths[number], prose.Count(end-off, "byte")))
		p.newline()
		space(p, d.Tape, number, node)
	}
}

// space writes the grid of one byte space, unpacked from the node opener.
func space(p *pen, t *tape.Tape, number, opener int) {
	g := newGridPrinter(p, t, number)
	g.heads()
	leaves(t, number, opener, g.leaf)
	if g.style != stylePlain {
		p.end(g.style)
	}
	if len(g.data) > 0 {
		p.newline()
	}
}

type gridPrinter struct {
	pen    *pen
	space  int
	data   []byte
	digits int
	first  int   // offset of the first row that is written
	style  style // that is open
}

func newGridPrinter(p *pen, t *tape.Tape, number int) *gridPrinter {
	g := &gridPrinter{pen: p, space: number, data: t.SpaceData(number), digits: 4}
	if n := len(g.data); n > 0 {
		g.digits = max(4, hexWidth((n-1)&^(rowLen-1)))
	}
	return g
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
	if off > g.first {
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
	p.rangeTag(looks[s].class, g.space, off, end)
	p.buf = appendSpaced(p.buf, g.data[off:end])
	p.rangeEnd()
}
