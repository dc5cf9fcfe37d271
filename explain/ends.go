package explain

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/bits"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

var (
	noVersions  = schema.None
	allVersions = schema.Versions{Lo: 0, Hi: schema.MaxVersion}
)

// Causes that lie in records, and in where bytes end.

// tryRecordsLength compares the length of a records field with the batches
// that stand there.
func tryRecordsLength(p *patient) []verdict {
	var found []verdict
	for _, s := range p.spots() {
		if !s.kind.IsRecords() {
			continue
		}
		n, size, ok := lengthAt(p.body, s.at, s.kind)
		if !ok {
			continue
		}
		rest := p.body[s.at+size:]
		first, total := batchAt(rest), batchesIn(rest)
		if first == 0 || total == n {
			continue
		}
		fact := fmt.Sprintf("the length of %s at offset 0x%04x says %d bytes, but the batch that begins there says %d", s.path, p.place(s.at), n, first)
		if total > first {
			fact += fmt.Sprintf(", and %d bytes of whole batches follow one another", total)
		}
		if crcRight(rest[:first]) {
			fact += "; its CRC is right"
		}
		if e, ok := p.mended(splice(p.body, s.at, size, putLength(total, s.kind)...)); ok {
			found = append(found, mend(e, 0, 20, "%s: with %d the rest fits exactly", fact, total))
		} else if crcRight(rest[:first]) {
			found = append(found, verdict{text: fact, rank: stated})
		}
	}
	return found
}

// lengthAt reads the length of a records field and the size of that length.
func lengthAt(b []byte, at int, k layout.Kind) (n, size int, ok bool) {
	if k.Compact() {
		u, size := wire.ReadUvarint(b, at)
		return int(u) - 1, size, size > 0
	}
	if at+4 > len(b) {
		return 0, 0, false
	}
	return int(int32(binary.BigEndian.Uint32(b[at:]))), 4, true
}

func putLength(n int, k layout.Kind) []byte {
	if k.Compact() {
		return wire.AppendUvarint(nil, uint32(n)+1)
	}
	return binary.BigEndian.AppendUint32(nil, uint32(n))
}

// batchesIn is the size of the whole batches that data begins with.
func batchesIn(data []byte) (total int) {
	for {
		n := batchAt(data[total:])
		if n == 0 {
			return total
		}
		total += n
	}
}

// tryCRC finds out what a CRC that does not match was computed over.
func tryCRC(p *patient) []verdict {
	t := p.r.Tape
	for i := range t.Nodes {
		n := t.Nodes[i]
		_, info := t.Lookup(n.Op)
		if info.Name != "RecordBatch" {
			continue
		}
		b := t.DataOf(i)[n.Off:n.End]
		if batchAt(b) != len(b) || crcRight(b) {
			continue
		}
		stored := binary.BigEndian.Uint32(b[record.CRCAt:])
		from := b[record.CRCAt+4:]
		what := ""
		switch {
		case stored == 0:
			what = "it is 0: the writer likely never computed it"
		case stored == bits.ReverseBytes32(record.Checksum(b)):
			what = "its bytes are in the wrong order"
		case stored == crc32.ChecksumIEEE(from):
			what = "it is a CRC-32, which magic 0 and 1 have: magic 2 has a CRC-32C (Castagnoli)"
		case stored == crc32.Checksum(append(b[record.MagicAt:record.MagicAt+1:record.MagicAt+1], from...), castagnoli):
			what = "it covers the magic too: it should begin behind itself, at the attributes"
		default:
			continue
		}
		return one(stated, "the CRC at offset 0x%04x does not match: %s", int(n.Off)+record.CRCAt, what)
	}
	return nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func tryBatchCut(p *patient) []verdict {
	n := len(p.data)
	switch {
	case p.r.Unit == Record || p.err == nil:
		return nil
	case n < record.HeaderLen:
		return one(settled, "%d of the %d bytes of a batch's header are there: the batch is cut, as a Fetch response may end", n, record.HeaderLen)
	}
	if length := int(int32(binary.BigEndian.Uint32(p.data[record.LengthAt:]))); length+record.LogOverhead > n {
		return one(settled, "the batch says it has %d bytes, %d are there: it is cut, as a Fetch response may end", length+record.LogOverhead, n)
	}
	return nil
}

func tryBatchLength(p *patient) []verdict {
	if p.r.Unit == Record || len(p.data) <= record.MagicAt {
		return nil
	}
	length := int32(binary.BigEndian.Uint32(p.data[record.LengthAt:]))
	if p.data[record.MagicAt] != 2 || length >= record.HeaderLen-record.LogOverhead {
		return nil
	}
	return one(settled, "the batch length at offset 0x%04x is %d: a batch has at least %d bytes behind it, so a reader must stop here",
		record.LengthAt, length, record.HeaderLen-record.LogOverhead)
}

// tryRecordCut looks whether a record lacks only its last byte, the count of
// its headers.
func tryRecordCut(p *patient) []verdict {
	if p.r.Unit != Record || p.err == nil {
		return nil
	}
	size, n := wire.ReadVarint(p.data, 0)
	if n <= 0 || int(size) <= len(p.data)-n {
		return nil
	}
	short := int(size) - (len(p.data) - n)
	text := fmt.Sprintf("the record says %d bytes follow, %d do: %d missing at the end", size, len(p.data)-n, short)
	if short == 1 {
		p.scratch.Decode(p.x.codec.Records.Record, splice(p.data, len(p.data), 0, 0))
		if tiles(&p.scratch) {
			text += "; all but the count of headers, the last byte, is there"
		}
	}
	return one(settled, "%s", text)
}

// tryEndsEarly names the fields that a body lacks at its end.
func tryEndsEarly(p *patient) []verdict {
	l := p.r.Spec.Body
	if p.err == nil || p.body == nil || p.err.Offset != len(p.data) && p.err.Code != tape.Short || p.missing > 0 {
		return nil
	}
	op := opByPath(l, p.err.Path)
	if op < 0 {
		return nil
	}
	name := opName(l, op)
	if l.Ops[op].Kind == layout.Tags {
		name = "the tagged fields of " + structName(l, op)
	}
	have := len(p.data) - p.err.Offset
	where := fmt.Sprintf("the bytes end before %s%s", name, since(l, op))
	if have > 0 {
		where = fmt.Sprintf("the bytes end inside %s", name)
	}
	if inStruct(l, op) {
		return one(remark, "%s: they are cut, or a count in front of it is too high", where)
	}
	rest := fieldsFrom(l, op)
	r := remark
	if have == 0 {
		r = aside
	}
	if l.Ops[op].Kind == layout.Tags {
		return one(r, "%s", where)
	}
	if len(rest) == 1 {
		return one(r, "%s, the last field", where)
	}
	return one(r, "%s; %s would still have to come", where, prose.List(rest))
}

// inStruct reports whether an op is in a struct of the body, not a field of
// the body itself.
func inStruct(l *layout.Layout, op int) bool {
	for i := 1; l.Ops[i].Kind != layout.End; i = int(l.Ops[i].End) {
		if i == op {
			return false
		}
	}
	return true
}

// fieldsFrom names the fields of the body from an op on.
func fieldsFrom(l *layout.Layout, op int) (names []string) {
	for i := op; l.Ops[i].Kind != layout.End; i = int(l.Ops[i].End) {
		if l.Ops[i].Kind != layout.Tags || i == op {
			names = append(names, l.Info[i].Name)
		}
	}
	return names
}

// tryCountLarge says what a count that cannot fit would cost a reader.
func tryCountLarge(p *patient) []verdict {
	if p.err.Code != tape.BadCount && p.err.Code != tape.BadLength || !hasPrefix(p.err.Kind) {
		return nil
	}
	what := kindName(p.err.Kind)
	if p.err.Code == tape.BadCount {
		return one(remark, "the %s cannot be right: that many elements do not fit in what follows, so a reader must not make room for them", what)
	}
	return one(remark, "the %s at this place is larger than what follows: it is wrong, or something in front of it is shifted", what)
}

// tryVarintFixed recognises -1 and small numbers of fixed size where a varint
// belongs.
func tryVarintFixed(p *patient) []verdict {
	if p.err.Code != tape.BadVarint && !(p.err.Kind.Compact() && p.err.Code != tape.Short) {
		return nil
	}
	rest := p.data[p.err.Offset:]
	if len(rest) >= 4 && binary.BigEndian.Uint32(rest) == 0xffffffff {
		return one(remark, "ff ff ff ff looks like an int32 of -1, which is null in versions that are not flexible: a varint was expected here")
	}
	return nil
}
