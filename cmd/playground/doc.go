//go:build js && wasm

// Command playground is the engine of the web reference's playground, as
// WebAssembly. It gives the page one function, kscopeCall(method, request), that
// takes and gives JSON as text (package play says which), and then waits for
// calls. Package internal/engine makes a script of it.
package main
