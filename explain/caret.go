package explain

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/kscope/kscope/tape"
)

// perRow is how many bytes a row of Caret shows.
const perRow = 16

// Caret shows the bytes around a fault: three rows of hex and ASCII at most,
// and below the row with the fault a line with carets under the byte or bytes
// that are wrong. A fault at the end of the data has its caret behind the last
// byte. It ends with a line feed and is "" without an error.
func Caret(data []byte, e *tape.Error) string {
	if e == nil {
		return ""
	}
	at := min(max(e.Offset, 0), len(data))
	row := at / perRow
	var out strings.Builder
	for r := max(row-1, 0); r <= row+1; r++ {
		if r*perRow < len(data) || r == row {
			hexRow(&out, data, r)
		}
		if r == row {
			caretRow(&out, at, faultWidth(data, e, at))
		}
	}
	return out.String()
}

func hexRow(out *strings.Builder, data []byte, r int) {
	off := r * perRow
	b := data[min(off, len(data)):min(off+perRow, len(data))]
	fmt.Fprintf(out, "%04x  ", off)
	for i := range perRow {
		if i < len(b) {
			fmt.Fprintf(out, "%02x ", b[i])
		} else {
			out.WriteString("   ")
		}
	}
	fmt.Fprintf(out, " |%s|\n", ascii(b))
}

// ascii shows bytes as text, with a dot for each that is no printable ASCII.
func ascii(b []byte) string {
	out := bytes.Clone(b)
	for i, c := range out {
		if c < 0x20 || c > 0x7e {
			out[i] = '.'
		}
	}
	return string(out)
}

func caretRow(out *strings.Builder, at, width int) {
	column := at % perRow
	width = max(1, min(width, perRow-column))
	out.WriteString(strings.Repeat(" ", len("0000  ")+3*column))
	for i := range width {
		if i > 0 {
			out.WriteByte(' ')
		}
		out.WriteString("^^")
	}
	out.WriteByte('\n')
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
