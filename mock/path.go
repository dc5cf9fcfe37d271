package mock

import (
	"fmt"
	"strconv"
	"strings"
)

// step is one step of a path: the name of a field, or an index.
type step struct {
	name  string
	index int
}

const everyElement = -1

func (s step) String() string {
	switch {
	case s.name != "":
		return s.name
	case s.index == everyElement:
		return "[*]"
	}
	return "[" + strconv.Itoa(s.index) + "]"
}

func pathOf(steps []step) string {
	text := ""
	for _, s := range steps {
		if text != "" && s.name != "" {
			text += "."
		}
		text += s.String()
	}
	return text
}

// parsePath reads names with dots between them and indexes in brackets, of
// which [*] stands for every element: topics[*].partitions[0].leaderId.
func parsePath(path string) (steps []step, err error) {
	for i, word := range strings.Split(path, ".") {
		name, indexes, indexed := strings.Cut(word, "[")
		if name == "" {
			return nil, fmt.Errorf("path %q: a name is missing in place %d", path, i+1)
		}
		steps = append(steps, step{name: name})
		for indexed {
			text, rest, ok := strings.Cut(indexes, "]")
			n, err := strconv.ParseUint(text, 10, 31)
			if text == "*" {
				n, err = 0, nil
			}
			if !ok || err != nil || rest != "" && rest[0] != '[' {
				return nil, fmt.Errorf("path %q: %q is no index such as [0] or [*]", path, "["+indexes)
			}
			s := step{index: int(n)}
			if text == "*" {
				s.index = everyElement
			}
			steps = append(steps, s)
			indexes, indexed = strings.TrimPrefix(rest, "["), rest != ""
		}
	}
	return steps, nil
}
