// Command engine compiles the playground's engine for a kscope that is to have
// it inside:
//
//	go run ./cmd/engine internal/engine/built
package main
