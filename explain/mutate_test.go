package explain

import (
	"slices"
	"testing"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/tape"
)

// mutation is a mistake that writers make.
type mutation struct {
	name  string
	hint  string
	unit  message.Unit
	least float64 // share of the damaged messages that must get the hint
	make  func(x *Explainer, s *message.Spec, t *tape.Tape) [][]byte
}

var mutations = []mutation{
	{"a tag section is missing", "tags-missing", message.Body, 0.95, func(_ *Explainer, _ *message.Spec, t *tape.Tape) [][]byte {
		return edit(t, func(k layout.Kind, off int) []byte {
			if k != layout.Tags || t.Data[off] != 0 {
				return nil
			}
			return splice(t.Data, off, 1)
		})
	}},
	{"a count is one too high", "count", message.Body, 0.95, func(_ *Explainer, _ *message.Spec, t *tape.Tape) [][]byte { return counts(t, 1) }},
	{"a count is one too low", "count", message.Body, 0.95, func(_ *Explainer, _ *message.Spec, t *tape.Tape) [][]byte { return counts(t, -1) }},
	{"the header's tag byte is in the body", "header-tag-in-body", message.Body, 0.95, func(_ *Explainer, s *message.Spec, t *tape.Tape) [][]byte {
		if !s.IsAPI() || s.HeaderVersion < flexibleHeader(s) {
			return nil
		}
		return [][]byte{splice(t.Data, 0, 0, 0)}
	}},
	{"the header lacks its tag byte", "header-tag-missing", message.Payload, 0.95, func(_ *Explainer, s *message.Spec, t *tape.Tape) [][]byte {
		if !s.IsAPI() || s.HeaderVersion < flexibleHeader(s) {
			return nil
		}
		return [][]byte{splice(t.Data, headerTagAt(s), 1)}
	}},
	{"the header has a tag byte too many", "header-tag-extra", message.Payload, 0.95, func(_ *Explainer, s *message.Spec, t *tape.Tape) [][]byte {
		if !s.IsAPI() || s.HeaderVersion >= flexibleHeader(s) {
			return nil
		}
		return [][]byte{splice(t.Data, headerTagAt(s), 0, 0)}
	}},
	{"another version was written", "version", message.Body, 0.95, func(x *Explainer, s *message.Spec, _ *tape.Tape) [][]byte {
		other, err := newerOrOlder(x, s)
		if err != nil {
			return nil
		}
		b, err := other.Append(nil, sample.Source(sample.Full), message.Body, message.Header{})
		if err != nil {
			return nil
		}
		return [][]byte{b}
	}},
}

// headerTagAt is where a payload with a null client id has the header's tags.
func headerTagAt(s *message.Spec) int {
	if s.IsRequest() {
		return clientAt + 2
	}
	return 4
}

func newerOrOlder(x *Explainer, s *message.Spec) (*message.Spec, error) {
	other, err := x.codec.Spec(s.Name, s.Version+1)
	if err != nil {
		return x.codec.Spec(s.Name, s.Version-1)
	}
	return other, nil
}

func counts(t *tape.Tape, by int) [][]byte {
	return edit(t, func(k layout.Kind, off int) []byte {
		if !k.IsArray() && !k.IsString() {
			return nil
		}
		b, _, ok := addAt(t.Data, off, k, by)
		if !ok {
			return nil
		}
		return b
	})
}

// edit collects what change makes of each node of a body; batches are left
// alone.
func edit(t *tape.Tape, change func(k layout.Kind, off int) []byte) (all [][]byte) {
	for i := range t.Nodes {
		op, info := t.Lookup(t.Nodes[i].Op)
		if info.Layer == layout.Batch || info.Layer == layout.Record {
			continue
		}
		if b := change(op.Kind, int(t.Nodes[i].Off)); b != nil {
			all = append(all, b)
		}
	}
	return all
}

// score counts how often a mistake got its hint.
type score struct {
	made, damaged, named, first int
	other                       map[string]int // hints that were given instead
}

// TestMutations makes each mistake in each message version and counts how often
// the hint names it.
func TestMutations(t *testing.T) {
	x := newExplainer()
	for _, m := range mutations {
		t.Run(m.name, func(t *testing.T) {
			sum := score{other: map[string]int{}}
			for n, s := range x.all() {
				if !testing.Short() || n%10 == 0 {
					sum.try(t, x, m, s)
				}
			}
			share := float64(sum.named) / float64(max(sum.damaged, 1))
			t.Logf("%d made, %d damage, %d named (%.1f %%), %d first; else %v", sum.made, sum.damaged, sum.named, 100*share, sum.first, sum.other)
			if share < m.least {
				t.Errorf("only %.1f %% named", 100*share)
			}
		})
	}
}

// mostEach is how many places of a message are changed.
const mostEach = 4

func (sum *score) try(t *testing.T, x *Explainer, m mutation, s *message.Spec) {
	data, err := s.Append(nil, sample.Source(sample.Full), m.unit, message.Header{})
	if err != nil {
		t.Fatal(err)
	}
	var whole tape.Tape
	s.Read(&whole, data, m.unit)
	all := m.make(x, s, &whole)
	for i := 0; i < len(all); i += 1 + len(all)/mostEach {
		sum.made++
		as := As{Unit: string(m.unit), Message: s.Name, Version: s.Version, HasVersion: true}
		r, err := x.Read(all[i], as, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Damaged {
			continue // it happens to read as something else that is whole
		}
		sum.damaged++
		at := slices.IndexFunc(r.Hints, func(h Hint) bool { return h.ID == m.hint })
		switch {
		case at >= 0:
			sum.named++
			if at == 0 {
				sum.first++
			}
		case len(r.Hints) > 0:
			sum.other[r.Hints[0].ID]++
		default:
			sum.other["none"]++
		}
	}
}
