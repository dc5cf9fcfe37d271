package view

import (
	"io"

	"github.com/kscope/kscope/tape"
)

// Caret writes the bytes around the error of a document: three rows of hex and
// ASCII at most, and below the row with the error a line with carets under the
// byte or bytes that are wrong. An error at the end of the data has its caret
// behind the last byte. It writes nothing without an error.
func Caret(w io.Writer, d *Doc) error {
	e, data := d.Tape.Err, d.Tape.Data
	if e == nil {
		return nil
	}
	at := min(max(e.Offset, 0), len(data))
	row := at &^ (rowLen - 1)
	p := newPen(w, plainText)
	digits := max(4, hexWidth(min(row+rowLen, len(data))))
	for off := max(row-rowLen, 0); off <= row+rowLen; off += rowLen {
		if off < len(data) || off == row {
			p.hexRow(off, digits, data[min(off, len(data)):min(off+rowLen, len(data))])
		}
		if off == row {
			p.carets(digits+2, at-row, faultWidth(data, e, at))
		}
	}
	return p.close(nil)
}

func (p *pen) hexRow(off, digits int, b []byte) {
	p.buf = appendHexDigits(p.buf, off, digits)
	p.raw("  ")
	p.buf = appendSpaced(p.buf, b)
	p.pad(3*rowLen - max(0, 3*len(b)-1))
	p.raw(" |")
	p.buf = appendASCII(p.buf, b)
	p.raw("|")
	p.newline()
}

// carets writes a line of them under the bytes from column on, behind an indent.
func (p *pen) carets(indent, column, width int) {
	p.pad(indent + 3*column)
	for i := range max(1, min(width, rowLen-column)) {
		if i > 0 {
			p.raw(" ")
		}
		p.raw("^^")
	}
	p.newline()
}

// faultWidth is how many bytes at the fault are wrong: a length or count, the
// rest of a value that is cut, at least one.
func faultWidth(data []byte, e *tape.Error, at int) int {
	width := 1
	switch prefix := e.Kind.Prefix(); {
	case e.Code == tape.Short:
		width = len(data) - at
	case e.Code == tape.BadVarint:
		width = 5
	case e.Code == tape.BadLength || e.Code == tape.BadCount || e.Code == tape.UnexpectedNull:
		if width = prefix.Width(); width == 0 {
			width = uvarintLen(data[at:])
		}
	}
	return min(width, len(data)-at)
}

func uvarintLen(b []byte) int {
	n := 0
	for n < len(b) && n < 4 && b[n] >= 0x80 {
		n++
	}
	return n + 1
}
