package sample_test

import (
	"fmt"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/sample"
)

func Example() {
	l := layout.Literal("Pair", "Pair", "", layout.Body,
		layout.Part{Name: "Left", Type: "int16", Kind: layout.Int16},
		layout.Part{Name: "Right", Type: "string", Kind: layout.String})
	for _, k := range []sample.Kind{sample.Smallest, sample.Full} {
		b, err := l.Append(nil, sample.Source(k), nil)
		fmt.Printf("%s %q %v\n", k, b, err)
	}
	k, err := sample.Parse("random:7")
	fmt.Println(k, err)
	// Output:
	// smallest "\x00\x00\x00\x00" <nil>
	// full "\x00\x01\x00\aright-2" <nil>
	// random:7 <nil>
}
