package image

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
)

// apply does what the lines of a record say.
func (b *Builder) apply(spec *message.Spec, set *Set, value []byte) {
	r := &b.reading
	if err := r.read(spec, value); err != nil {
		b.image.NotUnderstood.add(*set, "%v", err)
		return
	}
	if r.odd != "" {
		b.image.NotUnderstood.add(*set, "%s", r.odd)
	}
	done := false
	for i := range b.table.rules[spec.Name] {
		rule := &b.table.rules[spec.Name][i]
		if !r.meets(rule.when) {
			continue
		}
		done = true
		if rule.op == "ignore" {
			break
		}
		if err := b.carryOut(rule, set); err != nil {
			b.image.Findings.add(*set, "%v", err)
			break
		}
	}
	if !done {
		b.image.NotUnderstood.add(*set, "nothing is known of what it changes with these values")
	}
}

// meets reports whether all conditions hold.
func (r *reading) meets(all []condition) bool {
	for _, c := range all {
		op, ok := r.find(c.field)
		switch {
		case c.text == nil:
			if (ok && r.given(op)) == c.not {
				return false
			}
		case !ok || !r.there(op) || (r.text(op) == *c.text) == c.not:
			return false
		}
	}
	return true
}

// carryOut does one operation. The error says why it cannot be done.
func (b *Builder) carryOut(rule *rule, set *Set) error {
	r := &b.reading
	if rule.op == "reset" {
		return b.reset(rule, set)
	}
	makes := rule.op == "put" || rule.op == "value"
	at, err := b.find(rule.place, r, makes)
	if rule.op == "remove" && len(rule.words) > 0 && (err != nil || at.node() == nil) {
		return nil // if-there
	}
	if err != nil {
		return err
	}
	n := at.node()
	if n == nil && !makes {
		return fmt.Errorf("%s is not there", at.String())
	}
	switch rule.op {
	case "put":
		return b.put(rule, at, set)
	case "value":
		return b.value(rule.words[0], at, set)
	case "merge":
		return b.merge(rule, at, n, set)
	case "set":
		b.store(at, &Node{Name: at.name(), JSON: []byte(rule.words[0]), Set: set})
	case "add":
		return b.add(at, n, set)
	case "check":
		return r.check(rule.words[0], at, n)
	case "remove":
		b.remove(at, n)
	}
	return nil
}

// put makes an object of all fields but those that are keys.
func (b *Builder) put(rule *rule, at spot, set *Set) error {
	r := &b.reading
	n := newObject(at.name(), b.orders(r))
	n.Set = set
	keys := rule.place.keyFields()
	for op := range r.body.Fields(0) {
		if slices.Contains(keys, r.body.Info[op].Name) || !r.there(op) {
			continue
		}
		m, err := r.mapped(rule, op, set)
		if err != nil {
			return err
		}
		m.Secret = b.table.secret(at.names, m.Name)
		n.put(m)
	}
	b.store(at, n)
	for _, m := range n.list {
		b.fill(at.holder(), n, m)
	}
	return nil
}

// value makes the place the value of one field.
func (b *Builder) value(field string, at spot, set *Set) error {
	r := &b.reading
	op, ok := r.find(field)
	if !ok {
		return fmt.Errorf("it has no %s", field)
	}
	n := r.node(op, set)
	n.Name = at.name()
	n.Secret = b.table.secret(at.names[:len(at.names)-1], n.Name)
	b.store(at, n)
	return nil
}

// merge takes over the tagged fields that say something.
func (b *Builder) merge(rule *rule, at spot, n *Node, set *Set) error {
	r := &b.reading
	if n.Kind != Object {
		return fmt.Errorf("%s has no members", at.String())
	}
	var members []*Node
	for op := range r.body.Fields(0) {
		if !r.tagged(op) || !r.given(op) {
			continue
		}
		m, err := r.mapped(rule, op, set)
		if err != nil {
			return err
		}
		members = append(members, m)
	}
	for _, m := range members {
		m.Secret = b.table.secret(at.names, m.Name)
		n.put(m)
		b.fill(at.holder(), n, m)
	}
	return nil
}

// mapped is the node of a field, its value turned into another where the rule
// says so.
func (r *reading) mapped(rule *rule, op int, set *Set) (*Node, error) {
	n := r.node(op, set)
	i := slices.IndexFunc(rule.maps, func(m valueMap) bool { return m.field == r.body.Info[op].Name })
	if i < 0 {
		return n, nil
	}
	m := &rule.maps[i]
	if j := slices.Index(m.from, string(n.JSON)); j >= 0 {
		n.Kind, n.contents, n.JSON, n.Word = Value, nil, []byte(m.to[j]), ""
	} else if !m.rest {
		return nil, fmt.Errorf("%s is %s, not one of %s", n.Name, n.JSON, strings.Join(m.from, ", "))
	}
	return n, nil
}

// add makes a number one more.
func (b *Builder) add(at spot, n *Node, set *Set) error {
	old, err := strconv.ParseInt(string(n.JSON), 10, 64)
	if err != nil {
		return fmt.Errorf("%s is no number", at.String())
	}
	at.holder().put(&Node{Name: n.Name, JSON: strconv.AppendInt(nil, old+1, 10), Set: set})
	return nil
}

// check compares a value with that of a field.
func (r *reading) check(field string, at spot, n *Node) error {
	op, ok := r.find(field)
	if !ok || !r.there(op) {
		return fmt.Errorf("it has no %s", field)
	}
	if want := r.json(op); string(want) != string(n.JSON) {
		return fmt.Errorf("its %s is %s, but %s is %s", field, want, at.String(), n.JSON)
	}
	return nil
}

// store puts a node in its place and keeps the indexes.
func (b *Builder) store(at spot, n *Node) {
	old := at.node()
	b.unindex(at, old)
	delete(b.full[at.holder()], old)
	at.holder().put(n)
	for _, x := range b.table.indexes {
		if m := n.Child(x.member); m != nil && x.at(at) {
			b.indexes[x.name][string(m.JSON)] = n.Name
		}
	}
}

func (b *Builder) remove(at spot, n *Node) {
	b.unindex(at, n)
	delete(b.full[at.holder()], n)
	at.holder().remove(n.Name)
	at.prune()
}

func (b *Builder) unindex(at spot, old *Node) {
	if old == nil {
		return
	}
	for _, x := range b.table.indexes {
		if m := old.Child(x.member); m != nil && x.at(at) && b.indexes[x.name][string(m.JSON)] == old.Name {
			delete(b.indexes[x.name], string(m.JSON))
		}
	}
}

// at reports whether an index is over the map that a place is in.
func (x *index) at(s spot) bool { return len(s.names) == 2 && s.names[0] == x.section }

// orders is how the members of what a record makes stand: as in its schema, of
// all versions, because others may add what its own version lacks.
func (b *Builder) orders(r *reading) []string {
	if order, ok := b.order[r.spec.Schema]; ok {
		return order
	}
	var order []string
	for _, f := range r.spec.Schema.Fields {
		order = append(order, layout.Key(f.Name))
	}
	b.order[r.spec.Schema] = order
	return order
}

// fill keeps track of the objects that a reset would change.
func (b *Builder) fill(in, object, m *Node) {
	if !slices.Contains(b.table.resets, m.Name) || in.Kind != Map {
		return
	}
	if isEmpty(m) {
		return
	}
	if b.full[in] == nil {
		b.full[in] = map[*Node]bool{}
	}
	b.full[in][object] = true
}

func isEmpty(m *Node) bool { return string(m.JSON) == "[]" || string(m.JSON) == "null" }

// reset empties members of all objects of a map, or of all such maps. Those
// that have something to empty are known, so that a log of resets takes no
// time with the square of its length.
func (b *Builder) reset(rule *rule, set *Set) error {
	at, err := b.find(rule.place[:2], &b.reading, false)
	if err != nil {
		return err
	}
	if rule.place[1].all {
		for in := range b.full {
			b.resetIn(in, rule, set)
		}
		return nil
	}
	n := at.node()
	if n == nil {
		return fmt.Errorf("%s is not there", at.String())
	}
	if in := n.Child(rule.place[2].name); in != nil {
		b.resetIn(in, rule, set)
	}
	return nil
}

func (b *Builder) resetIn(in *Node, rule *rule, set *Set) {
	for object := range b.full[in] {
		changed := false
		for _, name := range rule.words {
			counter, counts := strings.CutSuffix(name, "++")
			m := object.Child(counter)
			switch {
			case m == nil:
			case counts && changed:
				old, _ := strconv.ParseInt(string(m.JSON), 10, 64)
				object.put(&Node{Name: counter, JSON: strconv.AppendInt(nil, old+1, 10), Set: set})
			case !counts && !isEmpty(m):
				object.put(&Node{Name: name, JSON: []byte("[]"), Set: set})
				changed = true
			}
		}
	}
	delete(b.full, in)
}
