package image

import (
	"cmp"
	"slices"
	"strconv"
)

// Kind is what a node is.
type Kind uint8

// The kinds of nodes.
const (
	Value  Kind = iota // a value of a record: a number, a text, bytes, or an array of such
	List               // structs, in the order in which a record has them
	Object             // what records say of one thing, by the names of fields
	Map                // things by their keys
)

// Set names the record that set a value.
type Set struct {
	File     string // path of the file
	Snapshot bool   // the file is a snapshot, which counts its records from 0
	Offset   int64
	Record   string // message and version: PartitionRecord@2
}

// Node is one value of an image, or what holds others.
type Node struct {
	Name string // of a member, or key in a map; empty for elements of lists
	Kind Kind
	JSON []byte // of a Value, in Kafka's JSON form
	Word string // what the value is called, "" for nothing: of enums, points in time
	// Secret marks what is shown only to those who ask for it.
	Secret bool
	// Set is the record that set the value or, of an object, made it. Nil for
	// maps, and for what lies in the value of a field.
	Set *Set

	*contents // nil for values, because most nodes are some
}

// contents is what lies in a node.
type contents struct {
	list  []*Node          // of lists and objects
	keys  map[string]*Node // of maps
	order []string         // in which an object's members stand, as far as it is known
}

func newMap(name string) *Node {
	return &Node{Name: name, Kind: Map, contents: &contents{keys: map[string]*Node{}}}
}

func newList() *Node { return &Node{Kind: List, contents: &contents{}} }

func newObject(name string, order []string) *Node {
	return &Node{Name: name, Kind: Object, contents: &contents{order: order}}
}

// Len is how many nodes lie in a node.
func (n *Node) Len() int {
	if n.contents == nil {
		return 0
	}
	return len(n.list) + len(n.keys)
}

// Child gives the member of an object or the element of a map; nil for none.
func (n *Node) Child(name string) *Node {
	if n.Kind == Map {
		return n.keys[name]
	}
	for _, c := range n.Children() {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Children gives what lies in a node: members in the order of their schema,
// elements of maps in the order of their keys, numbers by their size.
func (n *Node) Children() []*Node {
	switch n.Kind {
	case Value:
		return nil
	case List, Object:
		return n.list
	}
	all := make([]*Node, 0, len(n.keys))
	for _, c := range n.keys {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b *Node) int { return compareKeys(a.Name, b.Name) })
	return all
}

// compareKeys puts numbers first.
func compareKeys(a, b string) int {
	x, errX := strconv.ParseInt(a, 10, 64)
	y, errY := strconv.ParseInt(b, 10, 64)
	switch {
	case errX == nil && errY == nil && x != y:
		return cmp.Compare(x, y)
	case (errX == nil) != (errY == nil):
		if errX == nil {
			return -1
		}
		return 1
	}
	return cmp.Compare(a, b)
}

// put adds a child in place of the one with its name.
func (n *Node) put(c *Node) {
	if n.Kind == Map {
		n.keys[c.Name] = c
		return
	}
	at := n.rank(c.Name)
	i := 0
	for i < len(n.list) && n.list[i].Name != c.Name && n.rank(n.list[i].Name) <= at {
		i++
	}
	if i < len(n.list) && n.list[i].Name == c.Name {
		n.list[i] = c
		return
	}
	n.list = slices.Insert(n.list, i, c)
}

// rank is where a member stands among those of its object.
func (n *Node) rank(name string) int {
	if i := slices.Index(n.order, name); i >= 0 {
		return i
	}
	return len(n.order)
}

func (n *Node) remove(name string) {
	if n.Kind == Map {
		delete(n.keys, name)
		return
	}
	n.list = slices.DeleteFunc(n.list, func(c *Node) bool { return c.Name == name })
}
