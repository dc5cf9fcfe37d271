package tape_test

import (
	"fmt"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

func pair() *layout.Layout {
	return layout.Literal("Pair", "Pair", "", layout.Body,
		layout.Part{Name: "Left", Type: "int16", Kind: layout.Int16},
		layout.Part{Name: "Right", Type: "string", Kind: layout.CompactString})
}

func ExampleTape_Decode() {
	var t tape.Tape
	t.Decode(pair(), []byte{0, 7, 3, 'h', 'i'})
	for root := range t.Roots() {
		for r := range t.Children(root) {
			off, end := t.Span(r)
			fmt.Printf("%d-%d %s %s\n", off, end, t.Info(r).Name, t.Info(r).Type)
		}
	}
	left, _ := t.Find("Left")
	right, _ := t.Find("Right")
	text, null := t.Bytes(right)
	fmt.Printf("%d %q %v\n", t.Int(left), text, null)
	// Output:
	// 0-2 Left int16
	// 2-5 Right string
	// 7 "hi" false
}

func ExampleError() {
	var t tape.Tape
	t.Decode(pair(), []byte{0, 7, 9, 'h', 'i'})
	fmt.Println(t.Err)
	// Output: offset 0x0002: Right: expected 8 bytes of string, found 2 bytes left
}

func ExampleTape_Replace() {
	var t tape.Tape
	t.Decode(pair(), []byte{0, 7, 3, 'h', 'i'})
	right, _ := t.Find("Right")
	b, err := t.Replace(nil, right, []byte{4, 'h', 'e', 'y'})
	fmt.Printf("% x %v\n", b, err)
	// Output: 00 07 04 68 65 79 <nil>
}
