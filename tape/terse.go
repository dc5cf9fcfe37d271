package tape

import "github.com/kscope/kscope/layout"

// Records are many and small, of varints and what varints measure. Their ops
// have a loop of their own beside run's, because each kind that a loop knows
// costs all others some time.

// terse goes on at pc, if ok, with the ops of a record. It returns where it
// stopped: behind the record, or at what takes more than its short cuts.
func (t *Tape) terse(ops []layout.Op, base, pc uint32, ok bool) (next uint32, same bool) {
	if !ok {
		return pc, false
	}
	info := t.layouts[base>>opBits].Info
	nodes, n, pos, data := t.Nodes[:cap(t.Nodes)], t.count, t.pos, t.data[:t.limit]
	for pc < uint32(len(ops)) {
		op, end := &ops[pc], -1
		switch op.Kind {
		case layout.Varint, layout.Varlong:
			end = shortVarint(data, pos)
		case layout.VarBytes, layout.VarString:
			if info[pc].Nest == "" {
				end = shortVar(data, pos, op.Nullable)
			}
		case layout.Int8:
			end = fits(data, pos+1)
		case layout.VarArray:
			if pos < len(data) && data[pos] == 0 {
				end = pos + 1
			}
		case layout.Struct: // a header, as the next two
			if n < len(nodes) {
				t.push(base|pc, uint32(n), pc)
				nodes[n] = Node{base | pc, uint32(pos), uint32(pos), uint32(n + 1)}
				n++
				pc++
				continue
			}
		case layout.End, layout.Next:
			f := &t.open[len(t.open)-1]
			if f.limit != 0 && pos != t.limit || int(f.node) >= len(nodes) {
				break // bytes are left over
			}
			if f.left > 1 {
				f.left--
				pc = f.pc + 1
				continue
			}
			nodes[f.node].End, nodes[f.node].Next = uint32(pos), uint32(n)
			t.open = t.open[:len(t.open)-1]
			pc++
			if f.limit == 0 {
				continue
			}
			t.limit = int(f.limit)
			t.Nodes, t.count, t.pos = nodes[:min(n, len(nodes))], n, pos
			return pc, true // the record is whole
		}
		if end < 0 {
			break
		}
		if n < len(nodes) {
			nodes[n] = Node{base | pc, uint32(pos), uint32(end), uint32(n + 1)}
		}
		n++
		pos, pc = end, op.End
	}
	t.Nodes, t.count, t.pos = nodes[:min(n, len(nodes))], n, pos
	return pc, true
}

// shortVar gives the end of bytes whose varint length has one or two bytes, or
// is null where that may be; -1 leaves every other case to step.
func shortVar(data []byte, pos int, nullable bool) int {
	if pos >= len(data) {
		return -1
	}
	u := int(data[pos])
	pos++
	if u >= 0x80 {
		if pos >= len(data) || data[pos] >= 0x80 {
			return -1
		}
		u = u&0x7f | int(data[pos])<<7
		pos++
	}
	switch {
	case u&1 == 0:
		return fits(data, pos+u>>1)
	case u == 1 && nullable:
		return pos
	}
	return -1
}

// shortVarint gives the end of a varint of up to four bytes, which fit any type.
func shortVarint(data []byte, pos int) int {
	for end := pos + 1; end <= pos+4 && end <= len(data); end++ {
		if data[end-1] < 0x80 {
			return end
		}
	}
	return -1
}
