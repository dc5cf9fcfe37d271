package speak_test

import (
	"fmt"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/speak"
	"github.com/kscope/kscope/message"
)

func ExampleMaker_Body() {
	codec := message.New(catalog.Builtin(), "")
	spec, err := codec.Spec("LeaveGroupRequest", 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := speak.NewMaker(codec, map[string]string{"group": "orders"})
	if err != nil {
		fmt.Println(err)
		return
	}
	body, err := m.Body(spec)
	fmt.Println(string(body), err)
	// Output: {"groupId":"orders","memberId":""} <nil>
}
