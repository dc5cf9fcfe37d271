//go:build engine

package engine

import _ "embed" // the parts

// What make build has put beside this file; neither is under version control.
var (
	//go:embed built/playground.wasm.gz
	module []byte
	//go:embed built/wasm_exec.js
	support []byte
)

// inside gives the parts that this program was built with.
func inside() (parts, bool) { return parts{module, support}, true }
