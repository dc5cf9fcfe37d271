package site

import (
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/view"
)

// How the bytes of the types page come about: a value in JSON is written by a
// layout of one field, and the bytes are read back, by package explain where
// they are one value of a named type. No byte stands here.

// shownBytes is how many bytes of a worked example are spelt out.
const shownBytes = 20

// shownType is one way to write a value, for the template of the types page.
type shownType struct {
	Name     string
	Purpose  string
	Facts    []view.Fact
	Examples []shownValue
	Bits     bool // the examples show groups of seven bits
	Shown    []shownInstance
}

// shownValue is a value, its bytes, and what they say.
type shownValue struct {
	Value string
	Hex   template.HTML
	Size  int
	Bits  string
	Reads string
	Note  string
}

// shownInstance is an example as a grid and a tree.
type shownInstance struct {
	Title string
	HTML  template.HTML
}

func (s *Site) types() ([]file, error) {
	p := s.sheet("types", "types.html", func(*page) (any, error) { return s.encodings() })
	return []file{p.file(s)}, nil
}

func (s *Site) encodings() ([]shownType, error) {
	var all []shownType
	for _, t := range encodingTable() {
		e := shownType{Name: t.name, Purpose: s.codec.Catalog.Purpose(t.name), Facts: t.facts(), Bits: t.isVarint()}
		for _, v := range t.values() {
			x, err := s.example(t, v)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", t.name, v.json, err)
			}
			e.Examples = append(e.Examples, x)
		}
		shown, err := s.shown(t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.name, err)
		}
		e.Shown = shown
		all = append(all, e)
	}
	return all, nil
}

// example writes a value and reads it again.
func (s *Site) example(t encoding, v worked) (shownValue, error) {
	b, err := t.write(v)
	if err != nil {
		return shownValue{}, err
	}
	r, err := explain.New(s.codec).Read(b, explain.As{Unit: t.name}, nil, false)
	if err != nil {
		return shownValue{}, err
	}
	x := shownValue{Value: v.text(), Hex: exampleHex(b), Size: len(b), Note: v.note, Reads: reads(r.Tape)}
	if t.isVarint() {
		x.Bits = bitGroups(b)
	}
	return x, nil
}

// write gives the bytes of a value of the type.
func (t encoding) write(v worked) ([]byte, error) {
	l := layout.Literal("Example", "struct", "", layout.Body, t.part())
	b, err := jsonform.Encode(nil, l, []byte(`{"value":`+v.json+`}`), nil)
	if err == nil && v.twist != nil {
		b = v.twist(b)
	}
	return b, err
}

func (t encoding) part() layout.Part {
	return layout.Part{Name: "value", Type: t.name, Kind: t.kind, Nullable: t.nullable}
}

// reads is the line that a tree has of the one value on a tape, without its
// name and its place.
func reads(t *tape.Tape) string {
	if t.Err != nil {
		return fmt.Sprintf("expected %s, found %s", t.Err.Expected, t.Err.Found)
	}
	var b strings.Builder
	_ = view.Tree(&b, &view.Doc{Tape: t}, view.Options{}) // a builder takes everything
	line, _, _ := strings.Cut(b.String(), "\n")
	_, line, _ = strings.Cut(line, " = ")
	line, _, _ = strings.Cut(line, " [0x")
	return middleCut(line)
}

// middleCut leaves out the middle of a text that is too long for a cell.
func middleCut(s string) string {
	const head, tail = 12, 26
	r := []rune(s)
	if len(r) <= head+tail+8 {
		return s
	}
	return string(r[:head]) + " … " + string(r[len(r)-tail:])
}

// exampleHex is bytes as pages show them, the middle of many left out.
func exampleHex(b []byte) template.HTML {
	left := 0
	if len(b) > shownBytes {
		left = len(b) - shownBytes + 4
		b = b[:shownBytes-4]
	}
	text := fmt.Sprintf("% x", b)
	if left > 0 {
		text += fmt.Sprintf(" … %s more", prose.Number(left))
	}
	return template.HTML(text) // digits and blanks
}

// bitGroups takes a varint apart: the high bit of each byte, then its seven
// bits. The lowest group comes first on the wire.
func bitGroups(b []byte) string {
	groups := make([]string, len(b))
	for i, x := range b {
		groups[i] = fmt.Sprintf("%d·%07b", x>>7, x&0x7f)
	}
	return strings.Join(groups, " ")
}

// fragment renders a document as grid and tree.
func fragment(t *tape.Tape, names view.Names, anchor string) (template.HTML, error) {
	return markup(func(w io.Writer) error {
		return view.HTML(w, &view.Doc{Tape: t, Names: names}, view.Options{Anchor: anchor})
	})
}
