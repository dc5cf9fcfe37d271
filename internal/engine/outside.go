//go:build !engine

package engine

// inside gives the parts that this program was built with: none.
func inside() (parts, bool) { return parts{}, false }
