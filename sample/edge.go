package sample

import (
	"bytes"
	"math"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
)

// The edges: instances that hold what codecs get wrong, each by one rule for
// all fields.
var (
	// EdgeMin has the lowest value in every number, and one element in every
	// array. Strings and bytes are empty.
	EdgeMin = Kind{name: "edge:min"}
	// EdgeMax has the highest value in every number. Strings, bytes and arrays of
	// numbers have 127 bytes or elements: the fewest whose compact length needs
	// two bytes. Tagged fields are all there.
	EdgeMax = Kind{name: "edge:max"}
	// EdgeNull has null wherever a version allows it. Other arrays are empty,
	// other strings and numbers as in Smallest.
	EdgeNull = Kind{name: "edge:null"}
)

// Edges lists the edges.
func Edges() []Kind { return []Kind{EdgeMin, EdgeMax, EdgeNull} }

// longest is the length whose compact form, n+1, is the first of two bytes.
const longest = 127

type edgeMin struct{ smallest }

func (e edgeMin) fill(l *layout.Layout, i int, v *layout.Value) {
	switch k := l.Ops[i].Kind; {
	case k == layout.Float64:
		v.Float = -math.MaxFloat64
	case k == layout.UUID || k.IsBytes():
		e.smallest.fill(l, i, v)
	default:
		v.Int, _ = k.Range()
	}
}

type edgeMax struct{}

func (edgeMax) fill(l *layout.Layout, i int, v *layout.Value) {
	switch k := l.Ops[i].Kind; {
	case k == layout.Float64:
		v.Float = math.MaxFloat64
	case k == layout.UUID:
		v.Bytes = bytes.Repeat([]byte{0xff}, k.Width())
	case k.IsRecords():
		v.Bytes = record.AppendSample(nil, longest)
	case k.IsString():
		v.Bytes = bytes.Repeat([]byte{'x'}, longest)
	case k.IsBytes():
		v.Bytes = bytes.Repeat([]byte{0xff}, longest)
	default:
		_, v.Int = k.Range()
	}
}

func (edgeMax) present(*layout.Layout, int, bool) layout.State { return layout.Given }

// count is long only where elements have a fixed size: long arrays inside of
// long arrays would make instances of megabytes.
func (edgeMax) count(l *layout.Layout, i int) int {
	if l.Ops[i+1].Kind.Fixed() {
		return longest
	}
	return 1
}

type edgeNull struct{ smallest }

func (e edgeNull) fill(l *layout.Layout, i int, v *layout.Value) {
	if l.Ops[i].Nullable {
		v.State = layout.Null
		return
	}
	e.smallest.fill(l, i, v)
}

func (edgeNull) present(l *layout.Layout, i int, tagged bool) layout.State {
	switch {
	case l.Ops[i].Nullable:
		return layout.Null
	case tagged:
		return layout.Absent
	}
	return layout.Given
}

func (edgeNull) count(l *layout.Layout, i int) int {
	if l.Ops[i].Nullable {
		return -1
	}
	return 0
}
