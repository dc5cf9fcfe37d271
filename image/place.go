package image

import (
	"fmt"
	"strings"
)

// place is where a rule does something: a section, then members and keys.
type place []step

// step is one step of a place. One of its fields is set.
type step struct {
	name  string // of a section or member
	field string // of the record, whose value is the key
	index string // that has the key for field
	word  string // that is the key
	all   bool   // any key
}

// pattern is what the step fits, in a pattern of secrets.
func (s step) pattern() string {
	switch {
	case s.all:
		return "*"
	case s.name != "":
		return s.name
	}
	return s.field
}

// isKey reports whether the step is a key, not a name.
func (s step) isKey() bool { return s.name == "" }

// parsePlace reads section[Key].member[Key].
func parsePlace(text string) (p place, err error) {
	for rest := text; rest != ""; {
		if inside, ok := strings.CutPrefix(rest, "["); ok {
			key, after, ok := strings.Cut(inside, "]")
			if !ok || len(p) == 0 {
				return nil, fmt.Errorf("place %q: expected a key in brackets", text)
			}
			p, rest = append(p, parseKey(key)), after
			continue
		}
		if len(p) > 0 {
			after, ok := strings.CutPrefix(rest, ".")
			if !ok {
				return nil, fmt.Errorf("place %q: expected a dot before %q", text, rest)
			}
			rest = after
		}
		end := strings.IndexAny(rest, ".[")
		if end < 0 {
			end = len(rest)
		}
		if end == 0 {
			return nil, fmt.Errorf("place %q: expected a name at %q", text, rest)
		}
		p, rest = append(p, step{name: rest[:end]}), rest[end:]
	}
	if len(p) == 0 {
		return nil, fmt.Errorf("a place without a name")
	}
	return p, nil
}

func parseKey(key string) step {
	if key == "*" {
		return step{all: true}
	}
	if word, ok := strings.CutPrefix(key, "="); ok {
		return step{word: word}
	}
	if index, field, ok := strings.Cut(key, ":"); ok {
		return step{index: index, field: field}
	}
	return step{field: key}
}

// keyFields are the fields of the record that stand in the keys of a place.
func (p place) keyFields() (names []string) {
	for _, s := range p {
		if s.field != "" {
			names = append(names, s.field)
		}
	}
	return names
}

// spot is a place that was found for one record.
type spot struct {
	chain []*Node  // from the image's root to what holds the place
	names []string // the steps below the root, as names and keys
}

func (s *spot) holder() *Node { return s.chain[len(s.chain)-1] }

func (s *spot) name() string { return s.names[len(s.names)-1] }

// node is what is at the place; nil for nothing.
func (s *spot) node() *Node { return s.holder().Child(s.name()) }

// String is the place as paths have it.
func (s *spot) String() string {
	var dst []byte
	for i, name := range s.names {
		dst = appendStep(dst, name, s.chain[i].Kind == Map)
	}
	return string(dst)
}

// find follows a place. With make, maps on the way are made; things that only
// records make must be there.
func (b *Builder) find(p place, r *reading, make bool) (s spot, err error) {
	s.chain = []*Node{b.image.Root}
	for i, st := range p {
		name, err := b.stepName(st, p[:i], r)
		if err != nil {
			return s, err
		}
		s.names = append(s.names, name)
		if i == len(p)-1 {
			break
		}
		next := s.node()
		if next == nil {
			if !make || !p[i+1].isKey() {
				return s, fmt.Errorf("%s is not there", s.String())
			}
			next = newMap(name)
			s.holder().put(next)
		}
		if next.Kind != Map && next.Kind != Object {
			return s, fmt.Errorf("%s is a value", s.String())
		}
		s.chain = append(s.chain, next)
	}
	return s, nil
}

// stepName is the name or key that a step means for a record.
func (b *Builder) stepName(st step, before place, r *reading) (string, error) {
	switch {
	case st.name != "":
		return st.name, nil
	case st.field == "":
		return st.word, nil
	}
	op, ok := r.find(st.field)
	if !ok || !r.there(op) {
		return "", fmt.Errorf("it has no %s", st.field)
	}
	if st.index == "" {
		return r.key(op), nil
	}
	value := string(r.json(op))
	key, ok := b.indexes[st.index][value]
	if !ok {
		return "", fmt.Errorf("there is no %s with %s %s", st.index, st.field, value)
	}
	return key, nil
}

// prune takes maps out that have become empty.
func (s *spot) prune() {
	for i := len(s.chain) - 1; i > 1; i-- {
		if n := s.chain[i]; n.Kind != Map || n.Len() > 0 {
			return
		}
		s.chain[i-1].remove(s.chain[i].Name)
	}
}
