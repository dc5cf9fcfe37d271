// Package good has all that is wanted.
package good

// A Good is documented.
type Good struct{}
