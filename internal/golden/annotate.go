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
// its error. What was unpacked from a leaf comes below it, with the number of
// its byte space in front of offsets.
func Annotate(t *tape.Tape) []byte {
	a := annotator{t: t}
	if n := len(t.Spaces()); n > 0 {
		a.wide = len(strconv.Itoa(n)) + 1
	}
	for r := range t.Roots() {
		a.thing(r, t.Info(r).Name, 0, 0)
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
	t    *tape.Tape
	out  strings.Builder
	wide int // columns for the number of a space
}

// thing writes r, which lies in the given space, and what is in it.
func (a *annotator) thing(r tape.Ref, name string, space, depth int) {
	children, inner, opens := a.t.HasChildren(r), space, false
	if children {
		if number, ok := a.t.Opens(r.Node()); ok {
			inner, opens = number, true
		}
	}
	switch {
	case opens:
		a.leaf(r, space, depth, fmt.Sprintf("%s = %s, unpacked as %d:", name, a.value(r), inner))
	case children:
		fmt.Fprintf(&a.out, "%*s#%s%s\n", a.wide+comment, "", indent(depth), name)
	default:
		a.leaf(r, space, depth, name+" = "+a.value(r))
	}
	i := 0
	for c := range a.t.Children(r) {
		name := a.t.Info(c).Name
		if a.t.Info(c).Element {
			name = fmt.Sprintf("%s[%d]", name, i)
			i++
		}
		at := inner
		if c.IsPart() {
			at = space
		}
		a.thing(c, name, at, depth+1)
	}
}

func indent(depth int) string { return " " + strings.Repeat("  ", depth) }

// leaf writes rows of bytes, the text beside the first.
func (a *annotator) leaf(r tape.Ref, space, depth int, text string) {
	off, end := a.t.Span(r)
	data, front := a.t.SpaceData(space), ""
	if space != 0 {
		front = strconv.Itoa(space) + ":"
	}
	row := min(end, off+rowBytes)
	fmt.Fprintf(&a.out, "%*s%04x-%04x  %-*s  #%s%s\n", a.wide, front, off, end, 2*rowBytes, hex.EncodeToString(data[off:row]), indent(depth), text)
	for off = row; off < end; off = row {
		row = min(end, off+rowBytes)
		fmt.Fprintf(&a.out, "%*s           %s\n", a.wide, "", hex.EncodeToString(data[off:row]))
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
