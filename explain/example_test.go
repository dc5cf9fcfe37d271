package explain_test

import (
	"encoding/hex"
	"fmt"
	"os"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/view"
)

func Example() {
	x := explain.New(message.New(catalog.Builtin(), ""))
	data, _ := hex.DecodeString("0000001e0003000100000001000573616d736100000001000962656e63686d6172")
	r, err := x.Read(data, explain.As{}, nil, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Spec, r.Unit, r.Damaged)
	fmt.Println(r.Tape.Err)
	if err := view.Caret(os.Stdout, &view.Doc{Tape: r.Tape}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// MetadataRequest@1 frame true
	// offset 0x0017: Topics[0].Name: expected 9 bytes of string, found 8 bytes left
	// 0000  00 00 00 1e 00 03 00 01 00 00 00 01 00 05 73 61  |..............sa|
	// 0010  6d 73 61 00 00 00 01 00 09 62 65 6e 63 68 6d 61  |msa......benchma|
	//                            ^^ ^^
	// 0020  72                                               |r|
}
