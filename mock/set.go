package mock

import "fmt"

// setter puts a value at a path of an answer.
type setter struct {
	steps []step
	value any // a template
}

// apply sets the value in all places that the path has in b. Structs and arrays
// on the way must be there; the field itself need not.
func (t *setter) apply(b Body, s scope) error {
	v, err := s.expand(t.value)
	if err != nil {
		return err
	}
	return put(b, t.steps, v)
}

func put(in any, steps []step, v any) error {
	at, last := steps[0], len(steps) == 1
	switch x := in.(type) {
	case Body:
		if at.name == "" {
			break
		}
		if last {
			x[at.name] = clone(v)
			return nil
		}
		return put(x[at.name], steps[1:], v)
	case []any:
		if at.name != "" {
			break
		}
		return putElements(x, at.index, steps, v)
	case nil:
		if at.index == everyElement {
			return nil // an array that is absent has no elements
		}
	}
	return fmt.Errorf("set: nothing is at %s of the answer", at)
}

func putElements(list []any, index int, steps []step, v any) error {
	if index >= len(list) {
		return fmt.Errorf("set: no element [%d] among %d of the answer", index, len(list))
	}
	for i := range list {
		if index != everyElement && index != i {
			continue
		}
		if len(steps) == 1 {
			list[i] = clone(v)
			continue
		}
		if err := put(list[i], steps[1:], v); err != nil {
			return err
		}
	}
	return nil
}
