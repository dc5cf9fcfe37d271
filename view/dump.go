package view

import (
	"io"

	"github.com/kscope/kscope/tape"
)

// Shape of a dump.
const (
	dumpLen     = 8             // bytes a row
	dumpRows    = 4             // rows of one leaf, unless all is asked for
	packedRows  = 2             // rows of a leaf whose contents are unpacked below it
	hexLen      = 3*dumpLen - 1 // columns
	divider     = " │ "
	lastDivider = " │"
)

// Dump writes the tree with the bytes beside it:
//
//	offset │ hex │ ascii │ tree
//
// A container has no bytes of its own, unless its contents were unpacked from
// them; a leaf goes on over several rows, and is cut after 32 bytes unless all
// is asked for. Offsets in unpacked data have the number of its byte space in
// front, 1:0x0000.
func Dump(w io.Writer, d *Doc, o Options) error {
	p := newPen(w, o.markup())
	dp := &dumpPrinter{line: line{p, newValues(d, o.Full)}, full: o.Full}
	dp.digits = max(4, hexWidth(d.Tape.Base+len(d.Tape.Data)))
	for i, s := range d.Tape.Spaces() {
		dp.digits = max(dp.digits, hexWidth(len(s.Data)))
		dp.spaces = decimals(i+1) + 1
	}
	err := walk(d, o, dp)
	if err == nil && d.Tape.Err != nil {
		dp.failure(d.Tape.Err)
	}
	return p.close(err)
}

type dumpPrinter struct {
	line   line
	full   bool
	digits int
	spaces int // columns in front of offsets, for the space
}

func (d *dumpPrinter) thing(it *item) {
	p := d.line.pen
	off, end := it.off, it.end
	rows := dumpRows
	switch {
	case it.opens != 0:
		rows = packedRows
	case it.children:
		end = off
	}
	d.row(it, off, min(end, off+dumpLen))
	p.raw(" ")
	p.buf = append(p.buf, it.lead...)
	d.line.write(it)
	p.newline()
	stop := end
	if !d.full {
		stop = min(end, off+dumpLen*rows)
	}
	for off += dumpLen; off < stop; off += dumpLen {
		d.row(it, off, min(stop, off+dumpLen))
		p.newline()
	}
	if stop < end {
		d.blank(string(appendMore(nil, end-stop)))
		p.newline()
	}
}

// row writes the three left columns for the bytes of a thing from off to end.
func (d *dumpPrinter) row(it *item, off, end int) {
	p, data := d.line.pen, d.line.values.t.SpaceData(it.space)[off:end]
	s := nameStyle(d.line.values.t.Layer(it.ref), it.children)
	p.begin(styleFaint)
	if it.space == 0 {
		p.pad(d.spaces)
	} else {
		p.pad(d.spaces - 1 - decimals(it.space))
		p.num(int64(it.space))
		p.raw(":")
	}
	p.raw("0x")
	p.buf = appendHexDigits(p.buf, it.base+off, d.digits)
	p.end(styleFaint)
	p.raw(divider)
	p.begin(s)
	p.buf = appendSpaced(p.buf, data)
	p.end(s)
	p.pad(hexLen - max(0, 3*len(data)-1))
	p.raw(divider)
	p.begin(s)
	p.buf = appendASCII(p.buf, data)
	p.end(s)
	p.pad(dumpLen - len(data))
	p.raw(lastDivider)
}

// blank writes the left columns of a row without bytes, with a text of ASCII
// and at most one … in the hex column.
func (d *dumpPrinter) blank(text string) {
	p := d.line.pen
	p.pad(d.spaces + 2 + d.digits)
	p.raw(divider)
	p.styled(styleFaint, text)
	p.pad(hexLen - len([]rune(text)))
	p.raw(divider)
	p.pad(dumpLen)
	p.raw(lastDivider)
}

func (d *dumpPrinter) finding(lead []byte, f tape.Finding) {
	d.blank("")
	d.line.pen.raw(" ")
	d.line.finding(lead, f)
	d.line.pen.newline()
}

func (d *dumpPrinter) gap(lead []byte, n int) {
	d.blank("")
	d.line.pen.raw(" ")
	d.line.gap(lead, n)
	d.line.pen.newline()
}

func (d *dumpPrinter) failure(err *tape.Error) { d.line.failure(err) }
