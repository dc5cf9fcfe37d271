package layout

import "iter"

// Part is one field of a literal: a format that Kafka describes in code.
type Part struct {
	Name     string
	Type     string // as views show it; the kind's own name when empty
	About    string
	Kind     Kind
	Layer    Layer // NoLayer means the literal's own
	Nullable bool
	Default  Default
	Measure  Measure
	Nest     string
	Contents string // JSON name of what is unpacked from it
	Packed   bool   // the contents alone are enough to write it
	Relation Relation
	Show     func(b []byte) string
	Secret   bool
	Parts    []Part // of a struct; the element of an array
}

// Literal makes the layout of a hand-written format: a struct called name,
// with typ beside it in views, of the given parts.
func Literal(name, typ, about string, layer Layer, parts ...Part) *Layout {
	b := builder{out: &Layout{Name: name}}
	b.part(Part{Name: name, Type: typ, About: about, Kind: Struct, Layer: layer, Parts: parts}, layer)
	return b.out
}

// Leaf makes the layout of bytes that go on to the end of what they are in.
func Leaf(name, typ, about string, layer Layer) *Layout {
	b := builder{out: &Layout{Name: name}}
	b.part(Part{Name: name, Type: typ, About: about, Kind: Raw, Layer: layer}, layer)
	return b.out
}

type builder struct{ out *Layout }

func (b *builder) part(p Part, outer Layer) uint32 {
	layer := p.Layer
	if layer == NoLayer {
		layer = outer
	}
	if p.Kind == Tags {
		layer = TagLayer
	}
	at := len(b.out.Ops)
	op := Op{Kind: p.Kind, Nullable: p.Nullable, Width: uint8(p.Kind.Width()), Min: minOf(p.Kind)}
	info := Info{
		Name: p.Name, Type: p.Type, About: p.About, Key: Key(p.Name), Member: member(p.Name), Layer: layer,
		Default: p.Default, Measure: p.Measure, Nest: p.Nest,
		Relation: p.Relation, Show: p.Show, Secret: p.Secret, Packed: p.Packed,
	}
	if p.Contents != "" {
		info.Contents = member(p.Contents)
	}
	if p.Kind.IsRecords() {
		info.Nest = RecordsField
	}
	b.out.Ops = append(b.out.Ops, op)
	b.out.Info = append(b.out.Info, info)
	switch {
	case p.Kind.IsStruct():
		b.fields(at, p, layer)
	case p.Kind.IsArray():
		elem := p.Parts[0]
		b.out.Ops[at].Min = b.part(elem, layer)
		b.out.Info[at+1].Element = true
		b.control(Next)
	}
	b.out.Ops[at].End = uint32(len(b.out.Ops))
	if p.Kind.IsArray() {
		return minOf(p.Kind)
	}
	return b.out.Ops[at].Min
}

func (b *builder) fields(at int, p Part, layer Layer) {
	var size uint32
	for _, f := range p.Parts {
		size += b.part(f, layer)
	}
	b.control(End)
	if p.Kind != Struct {
		size++ // the marker or size in front
	}
	b.out.Ops[at].Min = size
}

func (b *builder) control(k Kind) {
	b.out.Ops = append(b.out.Ops, Op{Kind: k})
	b.out.Info = append(b.out.Info, Info{})
}

// Fields gives the ops of a struct's direct fields in wire order, the tagged
// ones included, each without its own contents.
func (l *Layout) Fields(parent int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := parent + 1; l.Ops[i].Kind != End; i = int(l.Ops[i].End) {
			if l.Ops[i].Kind != Tags {
				if !yield(i) {
					return
				}
				continue
			}
			for t := i + 1; t < int(l.Ops[i].End); t = int(l.Ops[t].End) {
				if !yield(t + 1) {
					return
				}
			}
		}
	}
}
