// Package good has all that is wanted.
package good
