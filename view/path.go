package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kscope/kscope/internal/near"
	"github.com/kscope/kscope/internal/prose"
)

// seg is one step of the path of a thing: a name, or an index after none.
type seg struct {
	name  string
	index int
}

// appendPath appends steps as text: Topics[0].Partitions[3].LeaderEpoch.
func appendPath(dst []byte, segs []seg) []byte {
	start := len(dst)
	for _, s := range segs {
		if s.name == "" {
			dst = append(strconv.AppendInt(append(dst, '['), int64(s.index), 10), ']')
			continue
		}
		if len(dst) > start {
			dst = append(dst, '.')
		}
		dst = append(dst, s.name...)
	}
	return dst
}

// step is one step of a pattern. The index -1 stands for any element, the name
// "*" for any name.
type step struct {
	name  string
	index int
}

const anyName, anyIndex = "*", -1

func (s step) String() string {
	switch {
	case s.name != "":
		return s.name
	case s.index == anyIndex:
		return "[*]"
	}
	return fmt.Sprintf("[%d]", s.index)
}

func (s step) fits(g seg) bool {
	if s.name == "" {
		return g.name == "" && (s.index == anyIndex || s.index == g.index)
	}
	return g.name != "" && (s.name == anyName || strings.EqualFold(s.name, g.name))
}

// PathError says that a path cannot be read or that nothing lies there.
type PathError struct {
	Path string   // as given
	Why  string   // what is wrong with it
	Near []string // names that may have been meant
}

// Error gives all of it on one line.
func (e *PathError) Error() string {
	return fmt.Sprintf("path %q: %s%s", e.Path, e.Why, near.Hint(e.Near...))
}

// parsePath reads names with dots between them and indexes in brackets, as in
// Topics[0].Partitions[*].LeaderEpoch. A * stands for every element or name.
func parsePath(path string) ([]step, error) {
	bad := func(format string, args ...any) ([]step, error) {
		return nil, &PathError{Path: path, Why: fmt.Sprintf(format, args...)}
	}
	var steps []step
	for rest := path; rest != ""; {
		if inside, ok := strings.CutPrefix(rest, "["); ok {
			text, after, closed := strings.Cut(inside, "]")
			n, err := strconv.Atoi(text)
			if text == anyName {
				n, err = anyIndex, nil
			} else if err == nil && n < 0 {
				err = strconv.ErrRange
			}
			if !closed || err != nil {
				return bad("expected a number or * in brackets, found %q", text)
			}
			steps, rest = append(steps, step{index: n}), after
			continue
		}
		if len(steps) > 0 {
			after, dot := strings.CutPrefix(rest, ".")
			if !dot {
				return bad("expected a dot before %q", rest)
			}
			rest = after
		}
		end := strings.IndexAny(rest, ".[")
		if end < 0 {
			end = len(rest)
		}
		if end == 0 {
			return bad("expected a name at %q", rest)
		}
		steps, rest = append(steps, step{name: rest[:end]}), rest[end:]
	}
	return steps, nil
}

// selector finds the things that a pattern names.
type selector struct {
	path    string
	steps   []step
	matched int
	// What lies where the pattern leads away, at the deepest such place.
	depth int
	names []string // in wire order
	count int      // elements
}

// maxNames bounds what a selector keeps for its error.
const maxNames = 256

func newSelector(path string) (*selector, error) {
	steps, err := parsePath(path)
	return &selector{path: path, steps: steps}, err
}

// verdict is how a thing's path compares with a pattern.
type verdict uint8

const (
	elsewhere verdict = iota
	above             // the thing may contain a match
	match             // the thing is selected
	inside            // it is part of what is selected
)

// compare is called for each thing, with its path and whether it has contents.
func (s *selector) compare(segs []seg, container bool) verdict {
	for i, g := range segs {
		if i == len(s.steps) || !s.steps[i].fits(g) {
			s.saw(i, g)
			return elsewhere
		}
	}
	if len(segs) == len(s.steps) {
		s.matched++
		return match
	}
	if !container {
		s.deeper(len(segs))
		return elsewhere
	}
	return above
}

// deeper forgets what was seen above a depth.
func (s *selector) deeper(depth int) {
	if depth > s.depth {
		s.depth, s.names, s.count = depth, nil, 0
	}
}

// saw notes what lies beside the pattern, for the error.
func (s *selector) saw(depth int, g seg) {
	s.deeper(depth)
	switch {
	case depth < s.depth:
	case g.name == "":
		s.count = max(s.count, g.index+1)
	case len(s.names) < maxNames && !slices.Contains(s.names, g.name):
		s.names = append(s.names, g.name)
	}
}

// missing is the error of a pattern that nothing matched.
func (s *selector) missing() error {
	e := &PathError{Path: s.path}
	place := make([]seg, s.depth)
	for i, st := range s.steps[:s.depth] {
		place[i] = seg(st)
	}
	where := string(appendPath(nil, place))
	if where == "" {
		where = "the input"
	}
	at := s.steps[s.depth]
	switch {
	case at.name != "" && len(s.names) > 0:
		e.Why = fmt.Sprintf("%s has no %s", where, at.name)
		if e.Near = near.Some(at.name, s.names, 3); len(e.Near) == 0 {
			e.Why += " (it has " + strings.Join(s.names[:min(12, len(s.names))], ", ") + ")"
		}
	case at.name != "" && s.count > 0:
		e.Why = fmt.Sprintf("%s is an array, so %s needs an index before it", where, at.name)
	case at.name == "" && s.count > 0:
		e.Why = fmt.Sprintf("%s has %s, no %s", where, prose.Count(s.count, "element"), at)
	default:
		e.Why = fmt.Sprintf("%s has no %s", where, at)
	}
	return e
}

// pathSeg is what a thing adds to the path of what it is in; false for the
// things that a path passes through: messages and bodies, and the value of a
// tagged field, because the field bears its name.
func pathSeg(it *item) (seg, bool) {
	info := it.info
	switch {
	case info.Element:
		return seg{index: it.index}, true
	case it.tagged, !info.InPath(it.root):
		return seg{}, false
	}
	return seg{name: info.Name}, true
}
