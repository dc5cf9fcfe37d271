package tape

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/wire"
)

// Code is the kind of a fault.
type Code uint8

// The kinds of faults that reading can meet.
const (
	Short          Code = iota + 1 // the input ends inside a fixed-size value
	BadLength                      // a length that cannot be, or is longer than what remains
	BadCount                       // more elements than can fit
	UnexpectedNull                 // null where this version has none
	BadVarint                      // a varint that is cut or does not fit its type
	TagSize                        // a tagged field whose value does not fill its size
	TooLarge                       // more than the tape's own limits
	Unknown                        // an API, version or format that has no layout
)

// Error says where bytes stop making sense, and why.
type Error struct {
	Code     Code
	Space    int    // byte space that Offset counts in; 0 is the input
	Offset   int    // of the first byte of the thing that is wrong
	Path     string // Topics[0].Partitions[3].LeaderEpoch
	Expected string
	Found    string
	Hint     string      // likely cause, when it is known
	Kind     layout.Kind // of the op that could not be read

	base int // of the tape, in space 0
}

// Place is the offset in the file that the tape's data was cut from or, of
// unpacked data, in these.
func (e *Error) Place() int { return e.base + e.Offset }

// Error gives all of it but the hint on one line.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "offset 0x%04x", e.Place())
	if e.Space > 0 {
		fmt.Fprintf(&b, " of unpacked data %d", e.Space)
	}
	if e.Path != "" {
		b.WriteString(": " + e.Path)
	}
	b.WriteString(": expected " + e.Expected)
	if e.Found != "" {
		b.WriteString(", found " + e.Found)
	}
	return b.String()
}

// fault is what the reader knows when it gives up.
type fault struct {
	code     Code
	skip     int  // bytes between the thing's first byte and the one that is wrong
	size     int  // bytes of the length, count or marker; Cut or Overflow of a varint
	need     int  // bytes or elements asked for
	have     int  // bytes that remain
	least    int  // smallest size of an element
	tag      bool // the length is that of a tagged field
	expected string
	found    string
}

func (t *Tape) short(ref uint32, need int) bool {
	return t.fail(ref, fault{code: Short, need: need, have: t.limit - t.pos})
}

func (t *Tape) badVarint(ref uint32, n int) bool {
	return t.fail(ref, fault{code: BadVarint, size: n, have: t.limit - t.pos})
}

// Fail ends reading with an error of the caller's own at the present position;
// for parsers that run layouts and find what no layout describes.
func (t *Tape) Fail(code Code, expected, found string) {
	if t.Err == nil {
		t.fail(opUndecoded, fault{code: code, expected: expected, found: found})
	}
}

// fail notes the error, closes what is open and covers the rest of the input.
func (t *Tape) fail(ref uint32, f fault) bool {
	op, info := t.op(ref), t.info(ref)
	t.Err = &Error{Code: f.code, Space: t.current, Offset: t.pos + f.skip, Path: t.openPath(ref, info), Kind: op.Kind, base: t.Place(0)}
	t.Err.Expected, t.Err.Found = f.words(t, op, info)
	t.limit = t.bound
	for len(t.open) > t.floor {
		last := len(t.open) - 1
		if last == t.floor && t.pos < t.limit {
			t.leaf(opUndecoded, t.limit)
		}
		t.patch(t.open[last].node)
		t.open = t.open[:last]
	}
	if t.floor > 0 && t.pos < t.limit {
		t.leaf(opUndecoded, t.limit)
	}
	return false
}

func (f fault) words(t *Tape, op *layout.Op, info *layout.Info) (expected, found string) {
	if f.expected != "" {
		return f.expected, f.found
	}
	left := prose.Count(f.have, "byte") + " left"
	switch f.code {
	case Short:
		return fmt.Sprintf("%s (%s)", info.Type, prose.Count(f.need, "byte")), left
	case BadVarint:
		if f.size == wire.Cut {
			return "a varint that ends", left
		}
		bits, size := 32, 5
		if op.Kind == layout.Varlong {
			bits, size = 64, 10
		}
		at := t.pos + f.skip
		return fmt.Sprintf("a varint of at most %d bits", bits), "bytes " + hex.EncodeToString(t.data[at:min(at+size, t.limit)])
	case UnexpectedNull:
		return info.Type + " that is not null", "null"
	case TagSize:
		return "a value that fills the tagged field", prose.Count(f.have, "byte") + " left over in it"
	case BadCount:
		fits := f.have / f.least
		return fmt.Sprintf("at most %s of at least %s in %s", prose.Count(fits, "element"), prose.Count(f.least, "byte"), prose.Count(f.have, "byte")),
			prose.Number(f.need)
	case BadLength:
		return f.lengthWords(op, info)
	}
	return f.expected, f.found
}

func (f fault) lengthWords(op *layout.Op, info *layout.Info) (expected, found string) {
	what, name := "length", info.Type
	if op.Kind.IsArray() {
		what = "count"
	}
	if f.tag {
		name = "a tagged field"
	}
	if f.need < 0 {
		orNull := ""
		if op.Nullable {
			orNull = ", or -1 for null"
		}
		return "a " + what + " of 0 or more" + orNull, prose.Number(f.need)
	}
	return fmt.Sprintf("%s of %s", prose.Count(f.need, "byte"), name), prose.Count(f.have, "byte") + " left"
}

// openPath is the path of the thing that ref was to read, inside all that is
// open.
func (t *Tape) openPath(ref uint32, info *layout.Info) string {
	var p path
	for k, f := range t.open {
		op := t.op(f.op)
		if op.Kind == layout.Tags {
			continue // tagged fields stand beside the others
		}
		p = p.enter(op, t.info(f.op), f.op&opMask == 0)
		switch {
		case op.Kind.IsArray():
			p = p.index(int(f.total - f.left))
		case t.nestsElements(k, ref):
			p = p.index(t.elements(f.node, t.open[k+1:]))
		}
	}
	if last := len(t.open) - 1; ref != opUndecoded && (last < 0 || t.open[last].op != ref || t.op(ref).Kind == layout.Tags) {
		p = p.enter(t.op(ref), info, ref&opMask == 0)
	}
	return string(p)
}

// nestsElements reports whether what is open at depth k is no array, but holds
// elements all the same, as a records field does.
func (t *Tape) nestsElements(k int, ref uint32) bool {
	if kind := t.op(t.open[k].op).Kind; !kind.IsBytes() && kind != layout.Raw {
		return false
	}
	if k+1 < len(t.open) {
		ref = t.open[k+1].op
	}
	return t.info(ref).Element
}

// elements counts the elements of a records field in front of the one that is
// being read, which is open or not there yet.
func (t *Tape) elements(node uint32, inside []frame) int {
	end := uint32(len(t.Nodes))
	if len(inside) > 0 {
		end = min(end, inside[0].node)
	}
	n := 0
	for i := node + 1; i < end; i = t.Nodes[i].Next {
		n++
	}
	return n
}
