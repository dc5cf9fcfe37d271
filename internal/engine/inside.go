//go:build engine

package engine

import _ "embed" // the parts

// What Pack has put beside this file; neither is under version control.
var (
	//go:embed built/playground.wasm.zst
	module []byte
	//go:embed built/wasm_exec.js
	support []byte
)

// inside gives the parts that this program was built with.
func inside() (p parts, ok bool, err error) {
	p = parts{support: support}
	p.module, err = unpack(module)
	return p, true, err
}
