package explain

import (
	"slices"

	"github.com/kscope/kscope/layout"
)

// What a writer got wrong once it got wrong everywhere: it has forgotten the
// tagged fields of one struct in each of its elements, or writes all strings in
// the other encoding. So such causes are tried as variants of the layout, not
// as changes of the bytes.

// variant is a layout with some ops changed.
type variant struct {
	layout  *layout.Layout
	profile profile
}

// retype gives l with the kinds of some ops changed; change says which, and
// whether at all.
func retype(l *layout.Layout, p profile, change func(op int, k layout.Kind) layout.Kind) (variant, bool) {
	out := &layout.Layout{Name: l.Name, Version: l.Version, Ops: slices.Clone(l.Ops), Info: l.Info}
	changed := false
	for i := range out.Ops {
		op := &out.Ops[i]
		k := change(i, op.Kind)
		if k == op.Kind {
			continue
		}
		changed = true
		op.Kind = k
		if k.Fixed() {
			op.Width = uint8(k.Width())
			if i > 0 && out.Ops[i-1].Run {
				out.Ops[i-1].Width = op.Width
			}
		}
	}
	loosen(out)
	return variant{out, p}, changed
}

// loosen lets counts be believed as long as an element of one byte would fit,
// because the smallest sizes of the real layout do not hold for a variant.
func loosen(l *layout.Layout) {
	for i := range l.Ops {
		l.Ops[i].Min = min(l.Ops[i].Min, 1)
	}
}

// drop gives l without the ops for which gone is true, and what is in them.
func drop(l *layout.Layout, p profile, gone func(op int) bool) (variant, bool) {
	out := &layout.Layout{Name: l.Name, Version: l.Version}
	moved := make([]uint32, len(l.Ops)+1) // where each op is now, or what has taken its place
	var meaning profile
	until := 0
	for i := range l.Ops {
		moved[i] = uint32(len(out.Ops))
		if i < until {
			continue
		}
		if gone(i) {
			until = int(l.Ops[i].End)
			continue
		}
		out.Ops = append(out.Ops, l.Ops[i])
		out.Info = append(out.Info, l.Info[i])
		meaning = append(meaning, p.at(i))
	}
	moved[len(l.Ops)] = uint32(len(out.Ops))
	for i := range out.Ops {
		out.Ops[i].End = moved[out.Ops[i].End]
	}
	loosen(out)
	return variant{out, meaning}, len(out.Ops) < len(l.Ops)
}

// Encodings of the same values: fixed-size prefixes, compact ones, and the
// zig-zag ones that only records have.
var (
	toPlain  = map[layout.Kind]layout.Kind{layout.CompactString: layout.String, layout.CompactBytes: layout.Bytes, layout.CompactRecords: layout.Records, layout.CompactArray: layout.Array}
	toFlex   = map[layout.Kind]layout.Kind{layout.String: layout.CompactString, layout.Bytes: layout.CompactBytes, layout.Records: layout.CompactRecords, layout.Array: layout.CompactArray}
	toZigZag = map[layout.Kind]layout.Kind{
		layout.CompactString: layout.VarString, layout.CompactBytes: layout.VarBytes, layout.CompactArray: layout.VarArray,
		layout.String: layout.VarString, layout.Bytes: layout.VarBytes, layout.Array: layout.VarArray,
	}
	toUnsigned = map[layout.Kind]layout.Kind{layout.VarString: layout.CompactString, layout.VarBytes: layout.CompactBytes, layout.VarArray: layout.CompactArray}
)
