package play_test

import (
	"encoding/json"
	"fmt"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/play"
)

func Example() {
	e := play.New(catalog.Builtin())
	var a struct {
		What    string
		Damaged bool
		Data    []byte
		Changed [][3]int
	}
	show := func(method, request string) {
		a.Changed = nil
		if err := json.Unmarshal(e.Call(method, []byte(request)), &a); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s, damaged: %t, changed: %v\n%x\n", a.What, a.Damaged, a.Changed, a.Data)
	}
	show("decode", `{"text":"00000010 0012 0000 00000001 0006 6b73636f7065"}`)
	show("set", `{"path":"RequestHeader.client_id","value":"you"}`)
	show("splice", `{"offset":3,"remove":1,"insert":"ff"}`)
	fmt.Printf("%s\n", e.Call("locate", []byte(`{"offset":9}`)))
	// Output:
	// ApiVersionsRequest@0 in a frame, damaged: false, changed: []
	// 00000010001200000000000100066b73636f7065
	// ApiVersionsRequest@0 in a frame, damaged: false, changed: [[0 0 4] [0 12 17]]
	// 0000000d00120000000000010003796f75
	// ApiVersionsRequest@0 in a frame, damaged: true, changed: [[0 3 4]]
	// 000000ff00120000000000010003796f75
	// {"line":6,"path":"RequestHeader.correlation_id","space":0,"off":8,"end":12}
}
