package jsonform_test

import (
	"fmt"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

func Example() {
	l := layout.Literal("Pair", "Pair", "", layout.Body,
		layout.Part{Name: "Left", Type: "int16", Kind: layout.Int16},
		layout.Part{Name: "Right", Type: "string", Kind: layout.String})

	b, err := jsonform.Encode(nil, l, []byte(`{"right": "hi", "left": 7}`), nil)
	fmt.Printf("% x %v\n", b, err)

	var t tape.Tape
	t.Decode(l, b)
	fmt.Printf("%s\n", jsonform.Append(nil, &t, 0, jsonform.Options{}))

	_, err = jsonform.Encode(nil, l, []byte(`{"left": 70000}`), nil)
	fmt.Println(err)
	// Output:
	// 00 07 00 02 68 69 <nil>
	// {"left":7,"right":"hi"}
	// json line 1, column 10: Left: 70000 does not fit (-32768 to 32767)
}
