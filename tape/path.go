package tape

import (
	"strconv"

	"github.com/kscope/kscope/layout"
)

// path is a path as it grows from container to contents.
type path string

// enter adds the name of a thing of which the path so far is the container.
func (p path) enter(op *layout.Op, info *layout.Info, root bool) path {
	switch {
	case info.Element, !info.InPath(root && op.Kind != layout.Raw):
		return p
	case op.Kind == layout.Tagged && info.Field != nil:
		return p // its value bears the name
	}
	if p == "" {
		return path(info.Name)
	}
	return p + "." + path(info.Name)
}

func (p path) index(i int) path {
	return p + "[" + path(strconv.Itoa(i)) + "]"
}
