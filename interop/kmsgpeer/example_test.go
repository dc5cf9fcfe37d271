package kmsgpeer_test

import (
	"fmt"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/kmsgpeer"
	"github.com/kscope/kscope/message"
)

func ExampleAgree() {
	spec, err := message.New(catalog.Builtin(), "").Spec("ApiVersionsRequest", 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(kmsgpeer.Agree(spec, []byte("\x07kscope\x021\x00")))
	// Output: <nil>
}
