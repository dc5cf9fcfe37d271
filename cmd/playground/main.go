//go:build js && wasm

package main

import (
	"runtime/debug"
	"syscall/js"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/play"
)

func main() {
	// What a key press leaves behind is small beside the catalog: collecting it
	// seldom makes typing quicker.
	debug.SetGCPercent(400)
	engine := play.New(catalog.Builtin())
	js.Global().Set("kscopeCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(engine.Call(args[0].String(), []byte(args[1].String())))
	}))
	select {} // calls come from now on
}
