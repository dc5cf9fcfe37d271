// Package bad has its comment in the wrong file.
package bad

type T struct{}

// Not the name of the method.
func (T) M() {}

// M is documented, and the type is hidden.
func (hidden) M() {}

type hidden struct{}

// I has a method without a word.
type I interface {
	Do()
	Say() // says it
}

const C = 1

// The group has a comment for all.
const (
	D = 1
	E = 2
)

func F() {}
