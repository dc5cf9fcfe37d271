package golden

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

// Columns of annotated bytes.
const (
	rowBytes = 16
	comment  = 11 + 2*rowBytes + 2 // where the # stands
)

// Annotate gives the annotated bytes of everything on a tape, its findings and
// its error.
func Annotate(t *tape.Tape) []byte {
	a := annotator{t: t}
	for r := range t.Roots() {
		a.thing(r, t.Info(r).Name, 0)
	}
	for _, f := range t.Findings {
		fmt.Fprintf(&a.out, "finding: %s\n", f.Text)
	}
	if t.Err != nil {
		fmt.Fprintf(&a.out, "error: %v\n", t.Err)
	}
	return []byte(a.out.String())
}

type annotator struct {
	t   *tape.Tape
	out strings.Builder
}

// thing writes r and what is in it.
func (a *annotator) thing(r tape.Ref, name string, depth int) {
	if !a.t.HasChildren(r) {
		off, end := a.t.Span(r)
		a.leaf(off, end, depth, name+" = "+a.value(r))
		return
	}
	fmt.Fprintf(&a.out, "%*s#%s%s\n", comment, "", indent(depth), name)
	i := 0
	for c := range a.t.Children(r) {
		name := a.t.Info(c).Name
		if a.t.Info(c).Element {
			name = fmt.Sprintf("%s[%d]", name, i)
			i++
		}
		a.thing(c, name, depth+1)
	}
}

func indent(depth int) string { return " " + strings.Repeat("  ", depth) }

// leaf writes rows of bytes, the text beside the first.
func (a *annotator) leaf(off, end, depth int, text string) {
	row := min(end, off+rowBytes)
	fmt.Fprintf(&a.out, "%04x-%04x  %-*s  #%s%s\n", off, end, 2*rowBytes, hex.EncodeToString(a.t.Data[off:row]), indent(depth), text)
	for off = row; off < end; off = row {
		row = min(end, off+rowBytes)
		fmt.Fprintf(&a.out, "           %s\n", hex.EncodeToString(a.t.Data[off:row]))
	}
}

func (a *annotator) value(r tape.Ref) string {
	op := a.t.Op(r)
	switch {
	case a.t.IsNull(r):
		return "null"
	case op.Kind == layout.Bool:
		return strconv.FormatBool(a.t.Int(r) != 0)
	case op.Kind == layout.Float64:
		return strconv.FormatFloat(a.t.Float(r), 'g', -1, 64)
	case op.Kind == layout.UUID:
		b, _ := a.t.Bytes(r)
		return string(wire.AppendUUIDText(nil, b))
	case op.Kind.IsString():
		b, _ := a.t.Bytes(r)
		return strconv.Quote(string(b))
	case op.Kind.IsBytes(), op.Kind == layout.Raw:
		b, _ := a.t.Bytes(r)
		return fmt.Sprintf("%d bytes", len(b))
	case op.Kind.IsStruct():
		return "empty"
	}
	return strconv.FormatInt(a.t.Int(r), 10)
}
