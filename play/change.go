package play

import (
	"bytes"

	"github.com/kscope/kscope/tape"
)

// changes are the ranges of bytes, each with its byte space, in which a tape
// differs from another. Leaves are compared with leaves: in pairs from the
// front as long as both are the same fields, then from the back; what lies
// between is new. So a value that grows is one change, and the sizes around it
// are others, although all bytes behind it have moved.
// Of very large tapes it tells nothing.
func changes(before, now *tape.Tape) (all [][3]int) {
	if max(len(before.Nodes), len(now.Nodes)) > mostCompared {
		return nil
	}
	a, b := leavesOf(before), leavesOf(now)
	n := min(len(a), len(b))
	front := 0
	for front < n && a[front].op == b[front].op {
		front++
	}
	back := 0
	for back < n-front && a[len(a)-1-back].op == b[len(b)-1-back].op {
		back++
	}
	for i, l := range b {
		old := -1
		switch {
		case i < front:
			old = i
		case i >= len(b)-back:
			old = i - len(b) + len(a)
		}
		if old < 0 || !bytes.Equal(a[old].data, l.data) {
			all = append(all, l.range3())
		}
	}
	return merged(all)
}

// mostCompared is how many nodes a tape may have to be compared: 70 MB of
// leaves.
const mostCompared = 1 << 20

// leaf is bytes that a node has for itself: all of it, or what stands in front
// of its contents.
type leaf struct {
	op       uint32
	space    int
	off, end int
	data     []byte
}

func (l leaf) range3() [3]int { return [3]int{l.space, l.off, l.end} }

// leavesOf lists the leaves of all byte spaces.
func leavesOf(t *tape.Tape) []leaf {
	all := make([]leaf, 0, len(t.Nodes))
	spaces := spacesOf(t)
	for i, n := range t.Nodes {
		end := int(n.End)
		if int(n.Next) > i+1 && spaces[i+1] == spaces[i] {
			end = int(t.Nodes[i+1].Off)
		}
		if off := int(n.Off); off < end {
			all = append(all, leaf{n.Op, spaces[i], off, end, t.SpaceData(spaces[i])[off:end]})
		}
	}
	return all
}

// spacesOf gives the byte space of each node, all at once, because asking for
// each would look through the spaces each time.
func spacesOf(t *tape.Tape) []int {
	spaces := make([]int, len(t.Nodes))
	for number, node := range t.Openers() {
		for i := node + 1; i < int(t.Nodes[node].Next); i++ {
			spaces[i] = number
		}
	}
	return spaces
}

// merged joins ranges that touch.
func merged(all [][3]int) [][3]int {
	kept := all[:0]
	for _, r := range all {
		if last := len(kept) - 1; last >= 0 && kept[last][0] == r[0] && kept[last][2] == r[1] {
			kept[last][2] = r[2]
			continue
		}
		kept = append(kept, r)
	}
	return kept
}
