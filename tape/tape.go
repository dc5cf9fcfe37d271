package tape

import (
	"github.com/kscope/kscope/layout"
)

// Node is one thing on the wire, an entry of a tape.
type Node struct {
	Op   uint32 // which layout (upper bits) and which of its ops
	Off  uint32 // offset of the first byte
	End  uint32 // offset behind the last byte
	Next uint32 // index of the node behind this one's contents
}

// An op reference holds the layout's place on the tape in its upper bits.
const (
	opBits  = 20
	opMask  = 1<<opBits - 1
	maxUsed = 1 << (32 - opBits) // layouts on one tape
)

// MaxNodes is about how many nodes a tape may hold: 1 GiB of them. Inputs that
// need more end in an error.
const MaxNodes = 1 << 26

// MaxInput is the size in bytes that offsets can address.
const MaxInput = 1<<32 - 1

// Tape is the index of one input.
type Tape struct {
	Data  []byte // what the nodes point into
	Nodes []Node
	Err   *Error // nil when the input was read to its end
	// Findings are what is to be said about nodes, and did not end reading: a CRC
	// that does not match, a batch that is cut where Kafka may cut it.
	Findings []Finding
	// Base is where Data begins in the file that it was cut from, which errors and
	// findings speak of in words. Other offsets count from the beginning of Data.
	Base int
	// Nester, if set, looks into fields that hold something else: those whose
	// Info names what they nest.
	Nester Nester

	layouts  []*layout.Layout
	spaces   []Space
	unpacked int    // bytes in spaces
	current  int    // number of the space that is being read
	data     []byte // its data
	pos      int    // of the next byte to read
	limit    int    // where the innermost sized thing ends
	missing  int    // bytes that a frame promises behind the end of the data
	count    int    // nodes met, those that found no room included
	blind    bool   // a node that found no room was looked for
	floor    int    // open containers that an error leaves open
	bound    int    // where the bytes that an error leaves undecoded end
	open     []frame
}

// RecordsField is what records fields nest: record batches and message sets.
const RecordsField = layout.RecordsField

// Nester indexes the contents of a length-prefixed field by further layouts.
type Nester interface {
	// Nest reads from the tape's position to its limit; what is the Nest of the
	// field's Info. It may read less, or nothing when it does not know better.
	Nest(t *Tape, what string)
}

// Finding is something that is to be said about a node.
type Finding struct {
	Node   int
	Offset int
	Text   string
	Damage bool   // the bytes contradict themselves or the protocol; false for a mere remark
	Err    *Error // what reading stopped at and went on behind, which is damage; else nil
}

// frame is a container that is being read.
type frame struct {
	op    uint32 // op reference
	node  uint32
	pc    uint32 // of the container's op
	left  uint32 // elements or tagged fields still to come
	total uint32
	limit uint32 // to restore behind a tagged field
}

// Read indexes data by running parse, which opens containers and runs layouts.
// It runs parse again when a run met more nodes than the tape has room for;
// parse must do the same each time.
func (t *Tape) Read(data []byte, parse func(*Tape)) {
	t.reset(data)
	parse(t)
	for t.grow() {
		t.reset(data)
		parse(t)
	}
	t.finish()
}

// Decode indexes data as one instance of l.
func (t *Tape) Decode(l *layout.Layout, data []byte) {
	t.reset(data)
	t.Run(l)
	for t.grow() {
		t.reset(data)
		t.Run(l)
	}
	t.finish()
}

func (t *Tape) reset(data []byte) {
	if cap(t.Nodes) == 0 {
		t.Nodes = make([]Node, 0, 32+min(len(data)/3, 1<<16))
	}
	t.Data, t.Nodes, t.Err = data, t.Nodes[:0], nil
	t.data, t.current, t.spaces, t.unpacked = data, 0, t.spaces[:0], 0
	t.layouts = append(t.layouts[:0], special)
	t.open, t.Findings = t.open[:0], t.Findings[:0]
	t.pos, t.count, t.limit, t.missing, t.blind = 0, 0, len(data), 0, false
	if len(data) > MaxInput {
		t.limit = MaxInput
	}
	t.floor, t.bound = 0, t.limit
}

// grow makes room for the nodes of the last run, exactly as many as it met:
// doubling would cost hostile inputs more memory than their nodes do. A run in
// which a Nester missed nodes met too few; then doubling bounds the runs.
func (t *Tape) grow() bool {
	blind := t.blind && cap(t.Nodes) < MaxNodes
	if t.count < cap(t.Nodes) && !blind {
		return false
	}
	room := t.count + 1 // finish may add one
	if blind {
		room = max(room, min(2*cap(t.Nodes), MaxNodes))
	}
	t.Nodes = make([]Node, 0, room)
	return true
}

// finish covers the bytes that no layout has claimed.
func (t *Tape) finish() {
	if t.pos < len(t.Data) {
		op := opTrailing
		if t.Err != nil {
			op = opUndecoded
		}
		t.leaf(op, len(t.Data))
	}
}

// push opens a container and gives its frame for the caller to fill. It is
// filled in place, because copying a frame costs more than all its fields.
func (t *Tape) push(op, node, pc uint32) *frame {
	n := len(t.open)
	if n == cap(t.open) {
		t.open = append(t.open, frame{})
	}
	t.open = t.open[:n+1]
	f := &t.open[n]
	f.op, f.node, f.pc = op, node, pc
	f.left, f.total, f.limit = 0, 0, 0
	return f
}

// use gives the place of l on the tape, shifted for op references.
func (t *Tape) use(l *layout.Layout) (base uint32, ok bool) {
	for i := len(t.layouts) - 1; i >= 0; i-- {
		if t.layouts[i] == l {
			return uint32(i) << opBits, true
		}
	}
	if len(t.layouts) == maxUsed {
		return 0, false
	}
	t.layouts = append(t.layouts, l)
	return uint32(len(t.layouts)-1) << opBits, true
}

// emit adds a node from the current position to end and returns its index.
func (t *Tape) emit(op uint32, end int) uint32 {
	n := t.count
	if n < cap(t.Nodes) {
		t.Nodes = append(t.Nodes, Node{op, uint32(t.pos), uint32(end), uint32(n + 1)})
	}
	t.count++
	return uint32(n)
}

// leaf adds a node without contents and moves behind it.
func (t *Tape) leaf(op uint32, end int) {
	t.emit(op, end)
	t.pos = end
}

// patch closes a container at the current position.
func (t *Tape) patch(node uint32) {
	if int(node) < len(t.Nodes) {
		t.Nodes[node].End = uint32(t.pos)
		t.Nodes[node].Next = uint32(t.count)
	}
}

// Pos is the offset of the next byte to be read.
func (t *Tape) Pos() int { return t.pos }

// Unread goes back n bytes, so that an error can point at what was read last.
// The leaf over those bytes is taken back with them, and so are containers
// that were closed behind it and held nothing else.
func (t *Tape) Unread(n int) {
	t.pos -= n
	kept := 0
	if len(t.open) > 0 {
		kept = int(t.open[len(t.open)-1].node) + 1
	}
	for t.count > kept && len(t.Nodes) == t.count && int(t.Nodes[t.count-1].Off) >= t.pos {
		t.count--
		t.Nodes = t.Nodes[:t.count]
	}
}

// Upcoming is what is to be read next, up to the limit.
func (t *Tape) Upcoming() []byte { return t.data[t.pos:t.limit] }

// Limit is the offset at which the innermost sized thing ends.
func (t *Tape) Limit() int { return t.limit }

// SetLimit ends what is read next at offset end and returns the limit until
// now, for the caller to restore. A limit behind the end of the data says that
// the data is cut: counts are then believed if they fit in front of that limit.
func (t *Tape) SetLimit(end int) (before int) {
	before = t.limit
	if end > len(t.data) && t.limit == len(t.data) {
		t.missing = end - len(t.data)
	}
	t.limit = min(end, t.limit)
	return before
}

// Missing is how many bytes a limit promises behind the end of the data.
func (t *Tape) Missing() int { return t.missing }

// room is how many bytes there should be behind offset off.
func (t *Tape) room(off int) int {
	if t.limit == len(t.data) {
		off -= t.missing
	}
	return t.limit - off
}

// RestoreLimit undoes a SetLimit.
func (t *Tape) RestoreLimit(before int) { t.limit = before }

// Open begins a container that is the root op of l; Close ends it. What is
// read between the two becomes its contents. A failed tape ignores both.
func (t *Tape) Open(l *layout.Layout) {
	base, ok := t.use(l)
	if !ok || t.Err != nil {
		return
	}
	t.push(base, t.emit(base, t.pos), 0)
}

// Close ends the container that was opened last.
func (t *Tape) Close() {
	if t.Err != nil || len(t.open) == 0 {
		return
	}
	last := len(t.open) - 1
	t.patch(t.open[last].node)
	t.open = t.open[:last]
}

// Rest covers what is left up to the limit with a leaf of trailing bytes.
func (t *Tape) Rest() {
	if t.Err == nil && t.pos < t.limit {
		t.leaf(opTrailing, t.limit)
	}
}

// Leftover is the node of bytes that were left over behind everything else, or
// at the end of the container that is last; -1 when there are none.
func (t *Tape) Leftover() int {
	if last := len(t.Nodes) - 1; last >= 0 && t.Nodes[last].Op == opTrailing && t.SpaceOf(last) == 0 {
		return last
	}
	return -1
}

// Note remarks on the node that was read last, or, while nothing has been read
// in it, on the container that was opened last.
func (t *Tape) Note(text string) {
	t.Findings = append(t.Findings, Finding{Node: t.count - 1, Offset: t.pos, Text: text})
}

// Place is what an offset is called in words: that in the file, or, of unpacked
// data, in these. It counts in the byte space that is being read.
func (t *Tape) Place(offset int) int {
	if t.current != 0 {
		return offset
	}
	return t.Base + offset
}

// Next is the index of the node that will be read next.
func (t *Tape) Next() int { return t.count }

// NoteAt remarks on the node with the given index, for what lies at an offset.
func (t *Tape) NoteAt(node, offset int, text string) {
	t.Findings = append(t.Findings, Finding{Node: node, Offset: offset, Text: text})
}

// DamageAt is NoteAt for what no writer in order would have written.
func (t *Tape) DamageAt(node, offset int, text string) {
	t.Findings = append(t.Findings, Finding{Node: node, Offset: offset, Text: text, Damage: true})
}

// Contain runs read with the limit at end. An error in it stays in there: what
// it leaves becomes an undecoded leaf, the error is noted on that leaf and
// returned, and reading goes on at end.
func (t *Tape) Contain(end int, read func()) *Error {
	floor, bound, limit := t.floor, t.bound, t.limit
	t.floor, t.bound, t.limit = len(t.open), end, end
	read()
	err := t.Err
	if err != nil {
		t.Err = nil
		if t.pos < end { // nothing was open that could hold the rest
			t.leaf(opUndecoded, end)
		}
		t.Findings = append(t.Findings, Finding{Node: t.count - 1, Offset: err.Offset, Text: err.Error(), Damage: true, Err: err})
	} else {
		t.Rest()
	}
	t.floor, t.bound, t.limit = floor, bound, limit
	return err
}
