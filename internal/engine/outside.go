//go:build !engine

package engine

// inside gives the parts that this program was built with: none.
func inside() (p parts, ok bool, err error) { return parts{}, false, nil }
