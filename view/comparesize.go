package view

import (
	"strconv"
	"strings"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// part is one thing on the wire of one version.
type part struct {
	name    string
	isField bool // of a schema; not so lengths, frames and headers
	prefix  string
	at      ComparedAt
	parts   []*part
}

// half is one side of a comparison.
type half struct {
	outer, body []*part // frame and header; fields of the body
	size        int
}

// newHalf makes the parts of a version from its layout, and their sizes from
// its smallest sample: there every array has one element, so that each op of
// the layout has read one thing, or none where a tagged field is left out.
func newHalf(c *message.Codec, s *message.Spec) (*half, error) {
	x, err := newExhibit(c, s, sample.Smallest)
	if err != nil {
		return nil, err
	}
	t := x.doc.Tape
	h := &half{size: len(t.Data)}
	body, _ := s.BodyOn(t) // a sample is whole
	for r := range t.Roots() {
		for child := range t.Children(r) {
			if child != body {
				h.outer = append(h.outer, partOf(t, child))
			}
		}
	}
	sizes := &sizer{t: t, layout: s.Body, own: map[int]int{}}
	sizes.node(body)
	h.body = sizes.fields(0)
	return h, nil
}

// partOf takes a part as the tape has it: frames, headers and version numbers.
func partOf(t *tape.Tape, r tape.Ref) *part {
	off, end := t.Span(r)
	info := t.Info(r)
	p := &part{name: info.Name, prefix: prefixWords(t.Op(r).Kind), at: ComparedAt{Type: info.Type, Size: end - off}}
	if !t.Op(r).Kind.IsStruct() {
		return p
	}
	for child := range t.Children(r) {
		inner := partOf(t, child)
		p.at.Size -= inner.total()
		p.parts = append(p.parts, inner)
	}
	return p
}

func (p *part) total() int {
	n := p.at.Size
	for _, inner := range p.parts {
		n += inner.total()
	}
	return n
}

// sizer finds how many bytes each op of a layout has read, without those of
// the ops inside.
type sizer struct {
	t      *tape.Tape
	layout *layout.Layout
	own    map[int]int // by op
}

// node notes the size of a node and all in it, and gives the whole.
func (s *sizer) node(r tape.Ref) int {
	off, end := s.t.Span(r)
	own := end - off
	for child := range s.t.Children(r) {
		if l, _ := s.t.Layout(child); l == s.layout && !child.IsPart() {
			own -= s.node(child)
		}
	}
	_, op := s.t.Layout(r)
	s.own[op] += own
	return end - off
}

// fields are the parts of the struct at an op: its fields, the count of tagged
// fields, and these.
func (s *sizer) fields(parent int) (parts []*part) {
	ops := s.layout.Ops
	for i := parent + 1; ops[i].Kind != layout.End; i = int(ops[i].End) {
		if ops[i].Kind != layout.Tags {
			parts = append(parts, s.field(i, layout.Op{}))
			continue
		}
		info := s.layout.Info[i]
		parts = append(parts, &part{name: info.Name, at: ComparedAt{Type: info.Type, Size: s.own[i]}})
		for t := i + 1; t < int(ops[i].End); t = int(ops[t].End) {
			parts = append(parts, s.field(t+1, ops[t]))
		}
	}
	return parts
}

func (s *sizer) field(op int, tagged layout.Op) *part {
	f := s.layout.Info[op].Field
	k := s.layout.Ops[op].Kind
	p := &part{name: f.Name, isField: true, prefix: prefixWords(k), at: ComparedAt{Type: s.typeText(op, f, tagged), Size: s.own[op]}}
	switch {
	case k.IsArray() && s.layout.Ops[op+1].Kind.IsStruct():
		p.at.Size += s.own[op+1]
		p.parts = s.fields(op + 1)
	case k.IsArray():
		p.at.Size += s.own[op+1]
	case k.IsStruct():
		p.parts = s.fields(op)
	}
	return p
}

// typeText is a field's type with what its schema says beside it.
func (s *sizer) typeText(op int, f *schema.Field, tagged layout.Op) string {
	words := []string{f.Type.String()}
	if tagged.Kind == layout.Tagged {
		words = append(words, "tag "+strconv.Itoa(int(tagged.Tag)))
	}
	if s.layout.Ops[op].Nullable {
		words = append(words, "nullable")
	}
	if f.HasDefault && f.Default != "" {
		words = append(words, "default "+f.Default)
	}
	return strings.Join(words, ", ")
}
