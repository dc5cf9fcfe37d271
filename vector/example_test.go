package vector_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/vector"
)

func Example() {
	c := vector.New(message.New(catalog.Builtin(), ""))
	in := strings.NewReader(`{"id":1,"message":"HeartbeatResponse","version":0,"hex":"0019"}
{"id":2,"message":"HeartbeatResponse","hex":"0019"}
`)
	bad, err := vector.Stream(os.Stdout, in, c.Decode)
	fmt.Println(bad, err)
	// Output:
	// {"id":1,"message":"HeartbeatResponse","version":0,"hex":"0019","json":{"errorCode":25}}
	// {"id":2,"message":"HeartbeatResponse","hex":"0019","error":{"offset":0,"path":"","expected":"version","found":"a line without it"}}
	// 1 <nil>
}
