package tape

import (
	"strconv"

	"github.com/kscope/kscope/layout"
)

// Path names a place in a message: field names with dots between them, and
// indexes of elements, as in Topics[0].Partitions[3].LeaderEpoch. Fields of
// the body stand alone; those of other layers begin with what they are in, as
// in RequestHeader.client_id.
type Path string

// enter adds the name of a thing of which the path so far is the container.
func (p Path) enter(op *layout.Op, info *layout.Info, root bool) Path {
	switch {
	case info.Element, info.Name == "":
		return p
	case root && op.Kind != layout.Raw && info.Layer != layout.Frame && info.Layer != layout.Header:
		return p
	case op.Kind == layout.Tagged && info.Field != nil:
		return p // its value bears the name
	}
	if p == "" {
		return Path(info.Name)
	}
	return p + "." + Path(info.Name)
}

func (p Path) index(i int) Path {
	return p + "[" + Path(strconv.Itoa(i)) + "]"
}
