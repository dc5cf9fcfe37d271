package image

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/kscope/kscope/internal/near"
	"github.com/kscope/kscope/view"
)

// Found is a node with its path.
type Found struct {
	Path string
	Node *Node
	Set  *Set // the record that set it, or that made the object around it
}

// Select finds the nodes at a path: names with dots between them and keys in
// brackets, such as topics[orders].partitions[0].leader or
// configs[topic][*][retention.ms], where * stands for any. Case does not matter
// for names. A key that holds brackets stands in quotes. The error, a
// *view.PathError, says what is there instead.
func (i *Image) Select(path string) ([]Found, error) {
	steps, err := parseSelection(path)
	if err != nil {
		return nil, err
	}
	here := []Found{{Node: i.Root}}
	for _, st := range steps {
		var next []Found
		for _, f := range here {
			next = f.into(st, next)
		}
		if len(next) == 0 {
			return nil, missing(path, here, st)
		}
		here = next
	}
	return here, nil
}

// selection is one step of a path: a name, or a key.
type selection struct {
	text  string
	isKey bool
	any   bool
}

func parseSelection(path string) (steps []selection, err error) {
	bad := func(why string) ([]selection, error) {
		return nil, &view.PathError{Path: path, Why: why}
	}
	for rest := path; rest != ""; {
		if inside, ok := strings.CutPrefix(rest, "["); ok {
			key, after, ok := cutKey(inside)
			if !ok {
				return bad("expected a key and ] at " + strconv.Quote(inside))
			}
			steps = append(steps, selection{text: key, isKey: true, any: inside[0] == '*' && key == "*"})
			rest = after
			continue
		}
		if len(steps) > 0 {
			if rest[0] != '.' {
				return bad("expected a dot before " + strconv.Quote(rest))
			}
			rest = rest[1:]
		}
		end := strings.IndexAny(rest, ".[")
		if end < 0 {
			end = len(rest)
		}
		if end == 0 {
			return bad("expected a name at " + strconv.Quote(rest))
		}
		steps = append(steps, selection{text: rest[:end], any: rest[:end] == "*"})
		rest = rest[end:]
	}
	return steps, nil
}

// cutKey takes a key, in quotes or not, and the bracket behind it.
func cutKey(text string) (key, rest string, ok bool) {
	if quoted, err := strconv.QuotedPrefix(text); err == nil {
		key, err = strconv.Unquote(quoted)
		rest, ok = strings.CutPrefix(text[len(quoted):], "]")
		return key, rest, ok && err == nil
	}
	return strings.Cut(text, "]")
}

// into adds what a step leads to from a node.
func (f Found) into(st selection, found []Found) []Found {
	for i, c := range f.Node.Children() {
		name := c.Name
		switch f.Node.Kind {
		case List:
			name = strconv.Itoa(i)
		case Value:
			continue
		}
		inBrackets := f.Node.Kind != Object
		if st.isKey != inBrackets || !st.any && name != st.text && (inBrackets || !strings.EqualFold(name, st.text)) {
			continue
		}
		next := Found{Path: string(appendStep([]byte(f.Path), name, inBrackets)), Node: c, Set: c.Set}
		if next.Set == nil && c.Kind != Map {
			next.Set = f.Set
		}
		found = append(found, next)
	}
	return found
}

// appendStep appends a name or a key to a path.
func appendStep(path []byte, name string, isKey bool) []byte {
	if isKey {
		return append(append(append(path, '['), plainKey(name)...), ']')
	}
	if len(path) > 0 {
		path = append(path, '.')
	}
	return append(path, name...)
}

// plainKey puts a key in quotes where it could not be read back without them.
func plainKey(s string) string {
	odd := s == "*" || strings.HasPrefix(s, `"`) || strings.ContainsFunc(s, func(r rune) bool {
		return r == '[' || r == ']' || r == unicode.ReplacementChar || !unicode.IsPrint(r)
	})
	if odd {
		return strconv.Quote(s)
	}
	return s
}

// mostNames is how many names an error tells at most.
const mostNames = 12

// missing is the error of a step that leads nowhere.
func missing(path string, here []Found, st selection) error {
	e := &view.PathError{Path: path}
	var names []string
	keys := false
	for _, f := range here {
		keys = keys || f.Node.Kind != Object && f.Node.Kind != Value
		for _, c := range f.Node.Children() {
			names = append(names, c.Name)
		}
	}
	where := here[0].Path
	if where == "" {
		where = "the image"
	}
	e.Why = where + " has no " + string(appendStep(nil, st.text, st.isKey))
	switch {
	case len(names) == 0:
		e.Why += ": it is empty"
	case st.isKey != keys && keys:
		e.Why += ": what is in it has keys, in brackets"
	case st.isKey != keys:
		e.Why += ": what is in it has names, after a dot"
	default:
		if e.Near = near.Some(st.text, names, 3); len(e.Near) == 0 {
			e.Why += " (it has " + strings.Join(names[:min(mostNames, len(names))], ", ") + ")"
		}
	}
	return e
}
