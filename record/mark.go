package record

import "github.com/kscope/kscope/layout"

// What the keys and values of records nest, for a tape's Nester: those of
// marked layouts, and those of control batches in any layouts.
const (
	KeyField          = "record-key"
	ValueField        = "record-value"
	ControlKeyField   = "control-key"
	ControlValueField = "control-value"
)

// ChunkField is what a field nests that holds a piece of a file of entries; it
// may begin anywhere in one.
const ChunkField = "chunk"

// NewMarkedLayouts makes layouts whose keys and values are handed to the tape's
// Nester, for topics whose records have a form. Reading costs more by them.
func NewMarkedLayouts() *Layouts {
	l := NewLayouts()
	for _, one := range l.all() {
		mark(one, KeyField, ValueField)
	}
	return l
}

// mark says what keys and values of a layout nest, where nothing says so yet.
func mark(l *layout.Layout, key, value string) {
	for i := range l.Ops {
		if l.Info[i].Name == "key" && !l.Ops[i].Kind.IsString() && l.Info[i].Nest == "" {
			l.Info[i].Nest, l.Info[i+1].Nest = key, value // the value comes next
		}
	}
}

// all lists the layouts that hold keys and values which are read.
func (l *Layouts) all() []*layout.Layout {
	list := []*layout.Layout{l.Record}
	list = append(append(list, l.batches[:]...), l.items[:]...)
	for _, m := range l.messages {
		list = append(list, m.plain, m.inner, m.stamped)
	}
	return list
}
