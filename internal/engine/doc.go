// Package engine makes the script that runs package play in a browser.
//
// The script is one file, because pages that were opened from a folder may load
// scripts and fetch nothing: what Go gives to run WebAssembly in browsers, the
// module (cmd/playground, gzip, base64), and what starts both in a worker, so
// that a page never waits for them.
//
// The module comes from one of two places. make build has Pack compile it first,
// and then compiles a kscope that has it inside (build tag engine). Without that, Script
// compiles it, which takes the go command and the sources: so it does in a clone.
package engine
