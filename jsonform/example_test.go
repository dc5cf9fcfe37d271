package jsonform_test

import (
	"fmt"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
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

// An edit changes one value and the sizes and CRCs around it; all other bytes
// stay as they are.
func ExampleSet() {
	records := record.NewLayouts()
	l := layout.Literal("Field", "Field", "", layout.Body,
		layout.Part{Name: "Records", Type: "records", Kind: layout.Records, Nullable: true})
	batch := record.AppendSample(nil, 0)
	data := append([]byte{0, 0, 0, byte(len(batch))}, batch...)

	t := tape.Tape{Nester: records}
	t.Decode(l, data)
	value, ok := t.Find("Records[0].records[0].value")
	edited, err := jsonform.Set(nil, &t, value, []byte(`"bmV3IHZhbHVl"`), records)
	fmt.Println(ok, err, len(edited)-len(data))

	t.Decode(l, edited)
	value, _ = t.Find("Records[0].records[0].value")
	text, _ := t.Bytes(value)
	fmt.Printf("%s, %v, %d findings\n", text, t.Err, len(t.Findings))
	// Output:
	// true <nil> 4
	// new value, <nil>, 0 findings
}
