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
	p := make(profile, len(l.Ops))
	x.meanings(l, p, 0, "")
	x.profiles.Store(l, p)
	return p
}

// meanings fills in the fields of the struct at op, whose path is given.
func (x *Explainer) meanings(l *layout.Layout, p profile, op int, path string) {
	for i := range l.Fields(op) {
		info := &l.Info[i]
		at := info.Name
		if path != "" {
			at = path + "." + info.Name
		}
		if info.Field != nil {
			p[i] = x.codec.Catalog.Meaning(l.Name, at, info.Field.Type)
		}
		switch k := l.Ops[i].Kind; {
		case k.IsStruct():
			x.meanings(l, p, i, at)
		case k.IsArray() && l.Ops[i+1].Kind.IsStruct():
			x.meanings(l, p, i+1, at)
		case k.IsArray():
			p[i+1] = p[i]
		}
	}
}

func (p profile) at(op int) catalog.Meaning {
	if op >= len(p) {
		return catalog.Meaning{}
	}
	return p[op]
}
