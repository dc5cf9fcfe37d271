package tape

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/wire"
)

// An edit puts new bytes in place of one thing's and mends what counts bytes
// around it, from the inside out: sizes of tagged fields, records and their
// batches, lengths of fields that nest something, the frame. A varint that grows changes
// the sizes further out, so the change in length is carried along. CRCs come
// last, over the new bytes.

// splice is a replacement of bytes in the input.
type splice struct {
	off, end int
	data     []byte
}

// Replace appends the tape's data to dst with data in the place of r, which is
// a node or an element of a run, and with all sizes and CRCs around it mended.
// Nothing else changes: what is not canonical stays so. The result is not
// indexed; read it again for that.
func (t *Tape) Replace(dst []byte, r Ref, data []byte) ([]byte, error) {
	if t.Err != nil {
		return nil, fmt.Errorf("damaged data cannot be edited: %w", t.Err)
	}
	if r.IsPart() && !t.op(t.Nodes[r.node].Op).Run || r.part == 1 {
		return nil, fmt.Errorf("%s follows from what it counts and cannot be set", t.Info(r).Name)
	}
	if n := t.SpaceOf(r.Node()); n > 0 {
		return nil, fmt.Errorf("%s lies in unpacked data and cannot be set in place", t.Info(r).Name)
	}
	off, end := t.Span(r)
	e := editor{t: t, splices: []splice{{off, end, data}}, delta: len(data) - (end - off)}
	above := t.ancestors(r)
	for i := len(above) - 1; i >= 0; i-- {
		if err := e.mend(above[i]); err != nil {
			return nil, err
		}
	}
	start := len(dst)
	dst = e.apply(dst)
	for _, sum := range e.sums {
		at, from, to := e.moved(sum.at), e.moved(sum.at+4), e.moved(sum.end)
		body := dst[start+from : start+to]
		binary.BigEndian.PutUint32(dst[start+at:], crc32.Checksum(body, crc32.MakeTable(sum.poly)))
	}
	return dst, nil
}

// ancestors are the nodes that r lies in, the outermost first. The node of a
// part is among them.
func (t *Tape) ancestors(r Ref) (above []uint32) {
	from, to := uint32(0), uint32(len(t.Nodes))
	for from < to {
		switch n := t.Nodes[from]; {
		case from == r.node:
			if r.IsPart() {
				above = append(above, from)
			}
			return above
		case r.node < n.Next:
			above = append(above, from)
			from, to = from+1, n.Next
		default:
			from = n.Next
		}
	}
	return above
}

type editor struct {
	t       *Tape
	splices []splice // in no order, never overlapping
	delta   int      // how much longer the inner thing has become
	sums    []checksum
}

// checksum is a CRC field at and the end of what it covers, from behind the
// field on.
type checksum struct {
	at, end int
	poly    uint32
}

// mend corrects what the container says of its own size.
func (e *editor) mend(node uint32) error {
	n := e.t.Nodes[node]
	op := e.t.op(n.Op)
	off := int(n.Off)
	switch k := op.Kind; {
	case k == layout.Tagged:
		_, used := wire.ReadUvarint(e.t.Data, off)
		size, width := wire.ReadUvarint(e.t.Data, off+used)
		e.set(off+used, width, wire.AppendUvarint(nil, uint32(int(size)+e.delta)))
	case k == layout.Sized, k.IsBytes(): // with something else in it
		return e.length(k, off)
	case k.IsStruct():
		e.fields(node)
	}
	return nil
}

// length corrects the prefix of a record, or of a field that nests something.
func (e *editor) length(k layout.Kind, off int) error {
	if e.delta == 0 {
		return nil
	}
	n := int(ReadInt(k.Prefix(), e.t.Data, off)) + e.delta
	if n < 0 || n > 1<<31-1 {
		return fmt.Errorf("length %d does not fit", n)
	}
	switch k.Prefix() {
	case layout.Uvarint:
		_, width := wire.ReadUvarint(e.t.Data, off)
		e.set(off, width, wire.AppendUvarint(nil, uint32(n)))
	case layout.Varint:
		_, width := wire.ReadVarint(e.t.Data, off)
		e.set(off, width, wire.AppendVarint(nil, int32(n)))
	default:
		e.set(off, 4, binary.BigEndian.AppendUint32(nil, uint32(n)))
	}
	return nil
}

// fields corrects the fields of a struct that measure it.
func (e *editor) fields(node uint32) {
	for i := node + 1; i < e.t.Nodes[node].Next; i = e.t.Nodes[i].Next {
		n := e.t.Nodes[i]
		switch m := e.t.info(n.Op).Measure; m {
		case layout.Extent:
			size := int(ReadInt(layout.Int32, e.t.Data, int(n.Off))) + e.delta
			e.set(int(n.Off), 4, binary.BigEndian.AppendUint32(nil, uint32(size)))
		case layout.CRC32C, layout.CRC32:
			if !e.overlaps(int(n.Off)) {
				e.sums = append(e.sums, checksum{int(n.Off), int(e.t.Nodes[node].End), m.Polynomial()})
			}
		case layout.Frames:
			e.fields(i)
		}
	}
}

// set puts data in the place of width bytes at off, unless nothing changes.
func (e *editor) set(off, width int, data []byte) {
	if e.delta == 0 || e.overlaps(off) {
		return
	}
	e.splices = append(e.splices, splice{off, off + width, data})
	e.delta += len(data) - width
}

// overlaps reports whether the caller has set that field themselves.
func (e *editor) overlaps(off int) bool {
	return e.splices[0].off <= off && off < e.splices[0].end
}

func (e *editor) apply(dst []byte) []byte {
	at := 0
	for at <= len(e.t.Data) {
		next := splice{off: len(e.t.Data), end: len(e.t.Data) + 1}
		for _, s := range e.splices {
			if s.off >= at && s.off < next.off {
				next = s
			}
		}
		dst = append(dst, e.t.Data[at:next.off]...)
		dst = append(dst, next.data...)
		at = next.end
	}
	return dst
}

// moved is where an old offset is now.
func (e *editor) moved(off int) int {
	by := 0
	for _, s := range e.splices {
		if s.end <= off && s.off < off {
			by += len(s.data) - (s.end - s.off)
		}
	}
	return off + by
}
