package view_test

import (
	"fmt"
	"os"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/view"
)

func ExampleTree() {
	m, err := schema.Parse("hello.json", []byte(`{ "type": "data", "name": "Hello", "validVersions": "0", "flexibleVersions": "0+", "fields": [
	  { "name": "Names", "type": "[]string", "versions": "0+", "about": "Whom to greet." },
	  { "name": "Times", "type": "int16", "versions": "0+", "about": "How often." } ] }`))
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := layout.Compile(m, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	d := &view.Doc{Tape: &tape.Tape{}}
	d.Tape.Decode(l, []byte("\x03\x04Ada\x06Grace\x00\x02\x00"))
	if err := view.Tree(os.Stdout, d, view.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Hello struct [0x0000, 14B] message body, version 0
	// +-- Names []string = 2 elements [0x0000, 11B] Whom to greet.
	// |   +-- length uvarint = 3 (compact, n+1) [0x0000, 1B] 2 elements follow
	// |   +-- Names[0] string = "Ada" (compact, len+1=4) [0x0001, 4B]
	// |   +-- Names[1] string = "Grace" (compact, len+1=6) [0x0005, 6B]
	// +-- Times int16 = 2 [0x000b, 2B] How often.
	// +-- tagged_fields uvarint = 0 [0x000d, 1B] number of tagged fields in this struct
}
