package sample

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
)

// Kind says which instance is wanted.
type Kind struct {
	name string
	Seed uint64 // of a random one
}

// The kinds of instances that need no seed.
var (
	Smallest = Kind{name: "smallest"}
	Full     = Kind{name: "full"}
)

// Random is the kind of the random instance with that seed.
func Random(seed uint64) Kind { return Kind{"random", seed} }

// choosers are what decides about the instances of the kinds that need no seed.
func choosers() map[Kind]func() chooser {
	return map[Kind]func() chooser{
		Smallest: func() chooser { return smallest{} },
		Full:     func() chooser { return &full{} },
		EdgeMin:  func() chooser { return edgeMin{} },
		EdgeMax:  func() chooser { return edgeMax{} },
		EdgeNull: func() chooser { return edgeNull{} },
	}
}

// Names lists what Parse reads: smallest, full, the edges, and random with seed 1
// or another.
func Names() []string {
	names := []string{Smallest.name, Full.name}
	for _, k := range Edges() {
		names = append(names, k.name)
	}
	return append(names, "random", "random:SEED")
}

// Parse reads a name, SEED standing for a number.
func Parse(s string) (Kind, error) {
	if _, ok := choosers()[Kind{name: s}]; ok {
		return Kind{name: s}, nil
	}
	name, seed, seeded := strings.Cut(s, ":")
	switch {
	case s == "random":
		return Random(1), nil
	case name == "random" && seeded:
		n, err := strconv.ParseUint(seed, 10, 64)
		if err != nil {
			return Kind{}, fmt.Errorf("seed %q is not a number of 64 bits", seed)
		}
		return Random(n), nil
	}
	return Kind{}, fmt.Errorf("sample %q is not one of %s", s, strings.Join(Names(), ", "))
}

// String gives what Parse reads.
func (k Kind) String() string {
	if k.name == "random" {
		return fmt.Sprintf("random:%d", k.Seed)
	}
	return k.name
}

// Source gives the values of the instance of that kind.
func Source(k Kind) layout.Source {
	if make, ok := choosers()[k]; ok {
		return &source{chooser: make()}
	}
	return &source{chooser: newRandom(k.Seed)}
}

// chooser decides what an instance holds.
type chooser interface {
	// fill sets the value of a primitive; State is Given already.
	fill(l *layout.Layout, op int, v *layout.Value)
	// present decides about a tagged field or nullable struct.
	present(l *layout.Layout, op int, tagged bool) layout.State
	// count is the number of elements of an array; below 0 it is null.
	count(l *layout.Layout, op int) int
}

// source walks along with the writer: it counts elements down and asks its
// chooser for the rest.
type source struct {
	chooser
	left []int // elements still to come, of the arrays that are open
}

func (s *source) Value(l *layout.Layout, i int, v *layout.Value) error {
	k := l.Ops[i].Kind
	if k == layout.Tags {
		if x, ok := s.chooser.(*random); ok {
			v.Extra = x.extra(l, i)
		}
		return nil
	}
	v.State = layout.Given
	if tagged := i > 0 && l.Ops[i-1].Kind == layout.Tagged; tagged || k.IsStruct() && l.Ops[i].Nullable {
		if v.State = s.present(l, i, tagged); v.State != layout.Given {
			return nil
		}
	}
	switch {
	case k.IsStruct():
	case k.IsArray():
		n := s.count(l, i)
		if n < 0 {
			v.State = layout.Null
			return nil
		}
		s.left = append(s.left, n)
	default:
		s.fill(l, i, v)
	}
	return nil
}

func (s *source) More(*layout.Layout, int) (bool, error) {
	last := len(s.left) - 1
	s.left[last]--
	return s.left[last] >= 0, nil
}

func (s *source) Close(l *layout.Layout, i int) error {
	if l.Ops[i].Kind.IsArray() {
		s.left = s.left[:len(s.left)-1]
	}
	return nil
}

type smallest struct{}

func (smallest) fill(l *layout.Layout, i int, v *layout.Value) {
	switch k := l.Ops[i].Kind; {
	case k == layout.UUID:
		v.Bytes = make([]byte, k.Width())
	case k.IsRecords():
		v.Bytes = record.AppendEmpty(nil)
	}
}

func (smallest) present(_ *layout.Layout, _ int, tagged bool) layout.State {
	if tagged {
		return layout.Absent
	}
	return layout.Given
}

func (smallest) count(*layout.Layout, int) int { return 1 }

// full numbers its values, so that no two fields look alike.
type full struct{ n int64 }

func (f *full) fill(l *layout.Layout, i int, v *layout.Value) {
	f.n++
	switch k := l.Ops[i].Kind; {
	case k == layout.Bool:
		v.Int = 1
	case k == layout.Int8:
		v.Int = f.n % 100
	case k == layout.Float64:
		v.Float = float64(f.n) + 0.5
	case k == layout.UUID:
		v.Bytes = make([]byte, k.Width())
		v.Bytes[k.Width()-1] = byte(f.n)
	case k.IsString():
		v.Bytes = fmt.Appendf(nil, "%s-%d", layout.Key(l.Info[i].Name), f.n)
	case k.IsRecords():
		v.Bytes = record.AppendSample(nil, int(f.n))
	case k.IsBytes():
		v.Bytes = []byte{byte(f.n), byte(f.n + 1)}
	default:
		v.Int = f.n
	}
}

func (*full) present(*layout.Layout, int, bool) layout.State { return layout.Given }

func (*full) count(*layout.Layout, int) int { return 2 }
