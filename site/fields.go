package site

import "github.com/kscope/kscope/layout"

// fieldAt is a field of a layout.
type fieldAt struct {
	op     int
	path   string // in the schema: Topics.Partitions
	place  string // in the smallest sample: Topics[0].Partitions
	tagged bool   // it, or what it is in, is a tagged field, which that sample lacks
}

// fieldsOf lists the fields of a body in wire order. Paths name messages and
// bodies only where these are headers, and then both.
func fieldsOf(l *layout.Layout) []fieldAt {
	root := fieldAt{}
	if l.Info[0].InPath(true) {
		root.place = l.Info[0].Name + "." + l.Info[0].Name + "."
	}
	return appendFields(nil, l, root)
}

func appendFields(dst []fieldAt, l *layout.Layout, in fieldAt) []fieldAt {
	for op := range l.Fields(in.op) {
		f := in
		f.op = op
		f.path, f.place = in.path+l.Info[op].Name, in.place+l.Info[op].Name
		f.tagged = in.tagged || l.Ops[op-1].Kind == layout.Tagged
		dst = append(dst, f)
		f.path += "."
		if l.Ops[op].Kind.IsArray() {
			f.op, f.place = op+1, f.place+"[0]"
		}
		f.place += "."
		if l.Ops[f.op].Kind.IsStruct() {
			dst = appendFields(dst, l, f)
		}
	}
	return dst
}
