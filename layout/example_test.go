package layout_test

import (
	"fmt"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
)

func ExampleCompile() {
	m, err := schema.Parse("Pair.json", []byte(`{
  "type": "data", "name": "Pair", "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [
    { "name": "Left", "type": "string", "versions": "0+" },
    { "name": "Right", "type": "[]int32", "versions": "1+" }
  ]
}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for version := range int16(2) {
		l, err := layout.Compile(m, version)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("version %d takes %d bytes or more\n", version, l.Min())
		for i := range l.Fields(0) {
			fmt.Println(" ", l.Info[i].Key, l.Info[i].Type)
		}
	}
	// Output:
	// version 0 takes 2 bytes or more
	//   left string
	// version 1 takes 3 bytes or more
	//   left string
	//   right []int32
}

func ExampleLiteral() {
	l := layout.Literal("Entry", "Entry", "entry of an offset index", layout.Body,
		layout.Part{Name: "relativeOffset", Type: "int32", Kind: layout.Int32},
		layout.Part{Name: "position", Type: "int32", Kind: layout.Int32})
	fmt.Println(l.Name, l.Min())
	// Output: Entry 8
}
