package tape_test

import (
	"slices"
	"testing"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// asker is a Nester that asks for the fields around what it is to look into,
// and then covers it.
type asker struct {
	names [][]string
	found []string
	depth int
	leaf  *layout.Layout
}

func (a *asker) Nest(t *tape.Tape, what string) {
	a.found = a.found[:0]
	for _, names := range a.names {
		r, ok := t.Enclosing(names...)
		if !ok {
			a.found = append(a.found, "none")
			continue
		}
		b, _ := t.Bytes(r)
		a.found = append(a.found, t.Info(r).Name+"="+string(b))
	}
	a.depth = t.Nesting()
	if what == "outer" {
		t.Run(a.leaf)
	}
}

func TestEnclosing(t *testing.T) {
	text := func(name string) layout.Part {
		return layout.Part{Name: name, Type: "string", Kind: layout.String}
	}
	bytes := func(name, nest string) layout.Part {
		return layout.Part{Name: name, Type: "bytes", Kind: layout.Bytes, Nest: nest}
	}
	outer := layout.Literal("Outer", "", "", layout.Body, text("Kind"), text("Name"),
		layout.Part{Name: "List", Type: "[]Item", Kind: layout.Array, Parts: []layout.Part{
			{Name: "Item", Type: "Item", Kind: layout.Struct, Parts: []layout.Part{text("Name"), bytes("Data", "outer"), text("After")}},
		}})
	inner := layout.Literal("Inner", "", "", layout.Body, text("Inside"), bytes("Deep", "inner"))
	in := "\x00\x01i" + "\x00\x00\x00\x01x"
	item := func(name string) string {
		return "\x00\x01" + name + "\x00\x00\x00" + string(rune(len(in))) + in + "\x00\x01z"
	}
	data := []byte("\x00\x01k" + "\x00\x01n" + "\x00\x00\x00\x02" + item("a") + item("b"))
	a := &asker{leaf: inner, names: [][]string{{"Inside"}, {"Name"}, {"Kind"}, {"Missing", "Kind", "Name"}, {"After"}, {"List"}}}
	want := []string{"Inside=i", "Name=b", "Kind=k", "Name=b", "none", "none"}
	for _, tp := range []*tape.Tape{{Nester: a}, {Nester: a, Nodes: make([]tape.Node, 0, 1)}} {
		tp.Decode(outer, data)
		if tp.Err != nil || len(tp.Nodes) != 18 {
			t.Fatalf("%d nodes, %v", len(tp.Nodes), tp.Err)
		}
		if a.found[5] = "none"; !slices.Equal(a.found, want) || a.depth != 2 {
			t.Errorf("%v at depth %d, want %v", a.found, a.depth, want)
		}
	}
}

func TestFields(t *testing.T) {
	l := layout.Literal("Pairs", "", "", layout.Body,
		layout.Part{Name: "Pair", Type: "pair", Kind: layout.Struct},
		layout.Part{Name: "Key", Kind: layout.Raw}, layout.Part{Name: "Value", Kind: layout.Raw})
	key, _ := l.Find(0, "Key")
	value, _ := l.Find(0, "Value")
	tp := &tape.Tape{}
	tp.Read([]byte("abcde"), func(t *tape.Tape) {
		t.Open(l)
		t.OpenField(l, 1)
		t.Field(l, key, 2)
		t.Field(l, value, 3)
		t.Close()
		t.Close()
	})
	r, ok := tp.Find("Pair.Value")
	if off, end := tp.Span(r); !ok || off != 2 || end != 5 {
		t.Errorf("%v [%d,%d)", ok, off, end)
	}
	tp.Read([]byte("abcde"), func(t *tape.Tape) {
		t.Fail(tape.Unknown, "nothing", "this")
		t.OpenField(l, 1)
		t.Field(l, key, 2)
	})
	if len(tp.Nodes) != 1 {
		t.Errorf("a tape that has failed reads on: %d nodes", len(tp.Nodes))
	}
}
