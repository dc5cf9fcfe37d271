package explain

import (
	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
)

// profile says, op by op, what the values of a layout's fields stand for.
type profile []catalog.Meaning

// profile makes the profile of a body once. Other layouts have none.
func (x *Explainer) profile(l *layout.Layout) profile {
	if l.Schema == nil {
		return nil
	}
	if p, ok := x.profiles.Load(l); ok {
		return p.(profile)
	}
	p := profile(x.codec.Catalog.Meanings(l))
	x.profiles.Store(l, p)
	return p
}

func (p profile) at(op int) catalog.Meaning {
	if op >= len(p) {
		return catalog.Meaning{}
	}
	return p[op]
}
