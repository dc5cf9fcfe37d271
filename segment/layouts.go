package segment

import (
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// Layouts holds the layouts of the files that are no logs. The zero value is
// not of use; make one with NewLayouts and share it: layouts do not change.
type Layouts struct {
	entry    map[Kind]*layout.Layout // of index entries
	snapshot *layout.Layout
	first    map[Kind][]*layout.Layout // the first lines of text files
	line     map[Kind]*layout.Layout   // further lines
	reserved *layout.Layout
	gap      *layout.Layout
	other    *layout.Layout
}

// NewLayouts makes the layouts of this package.
func NewLayouts() *Layouts {
	l := &Layouts{
		entry: map[Kind]*layout.Layout{
			OffsetIndex: layout.Literal("Entry", "OffsetIndexEntry", "where an offset lies in the log", layout.Body, offsetParts...),
			TimeIndex:   layout.Literal("Entry", "TimeIndexEntry", "largest timestamp up to an offset", layout.Body, timeParts...),
			TxnIndex:    layout.Literal("Entry", "AbortedTxn", "one aborted transaction", layout.Body, abortedParts...),
		},
		snapshot: layout.Literal("ProducerSnapshot", "file", "state of the producers of a partition", layout.Body, snapshotParts...),
		first: map[Kind][]*layout.Layout{
			EpochCheckpoint:  checkpointHead("entries that follow"),
			OffsetCheckpoint: checkpointHead("entries that follow"),
		},
		line: map[Kind]*layout.Layout{
			EpochCheckpoint:   textLine("Entry", "epoch and its first offset"),
			OffsetCheckpoint:  textLine("Entry", "topic, partition and offset"),
			MetaProperties:    textLine("Line", "a property or a comment"),
			PartitionMetadata: textLine("Line", "a property"),
			QuorumState:       textLine("Line", "epoch, leader and vote as JSON"),
			CleanShutdown:     textLine("Line", "epoch of the broker as JSON"),
		},
		reserved: layout.Leaf("Reserved", "bytes", "zeros that keep space for entries", layout.NoLayer),
		gap:      layout.Leaf("Gap", "bytes", "bytes that hold no batch", layout.NoLayer),
		other:    layout.Leaf("Bytes", "bytes", "a file of no known kind", layout.NoLayer),
	}
	for _, e := range l.entry {
		e.Info[0].Element = true
	}
	return l
}

func checkpointHead(count string) []*layout.Layout {
	return []*layout.Layout{
		layout.Leaf("version", "text", "version of the file's form: 0", layout.Body),
		layout.Leaf("count", "text", count, layout.Body),
	}
}

func textLine(name, about string) *layout.Layout {
	return layout.Leaf(name, "text", about, layout.Body)
}

// Source: org.apache.kafka.storage.internals.log.OffsetIndex.
var offsetParts = []layout.Part{
	{Name: "relativeOffset", Type: "int32", Kind: layout.Int32, About: "last offset of what was appended, less the segment's base offset"},
	{Name: "position", Type: "int32", Kind: layout.Int32, About: "where the batch begins in the log"},
}

// Source: org.apache.kafka.storage.internals.log.TimeIndex.
var timeParts = []layout.Part{
	{Name: "timestamp", Type: "int64", Kind: layout.Int64, About: "largest timestamp so far, in milliseconds"},
	{Name: "relativeOffset", Type: "int32", Kind: layout.Int32, About: "offset of the record or batch with it, less the segment's base offset"},
}

// Source: org.apache.kafka.storage.internals.log.AbortedTxn.
var abortedParts = []layout.Part{
	{Name: "version", Type: "int16", Kind: layout.Int16, About: "version of the entry: 0"},
	{Name: "producerId", Type: "int64", Kind: layout.Int64, About: "producer of the transaction"},
	{Name: "firstOffset", Type: "int64", Kind: layout.Int64, About: "first offset of the transaction"},
	{Name: "lastOffset", Type: "int64", Kind: layout.Int64, About: "offset of the marker that aborted it"},
	{Name: "lastStableOffset", Type: "int64", Kind: layout.Int64, About: "last stable offset of the partition behind that marker"},
}

// Source: org.apache.kafka.storage.internals.log.ProducerStateManager.
var snapshotParts = []layout.Part{
	{Name: "version", Type: "int16", Kind: layout.Int16, Default: layout.Default{Int: 1}, About: "version of the file: 1"},
	{Name: "crc", Type: "uint32", Kind: layout.Uint32, Measure: layout.CRC32C, About: "CRC-32C of everything behind it"},
	{Name: "producerEntries", Type: "[]ProducerEntry", Kind: layout.Array, About: "one entry for each producer", Parts: []layout.Part{
		{Name: "ProducerEntry", Type: "ProducerEntry", Kind: layout.Struct, Parts: []layout.Part{
			{Name: "producerId", Type: "int64", Kind: layout.Int64, About: "the producer"},
			{Name: "epoch", Type: "int16", Kind: layout.Int16, About: "its epoch"},
			{Name: "lastSequence", Type: "int32", Kind: layout.Int32, About: "sequence number of its last record"},
			{Name: "lastOffset", Type: "int64", Kind: layout.Int64, About: "offset of its last record"},
			{Name: "offsetDelta", Type: "int32", Kind: layout.Int32, About: "offsets between the first and the last record of its last batch"},
			{Name: "timestamp", Type: "int64", Kind: layout.Int64, About: "largest timestamp of its last batch, in milliseconds"},
			{Name: "coordinatorEpoch", Type: "int32", Kind: layout.Int32, About: "epoch of the coordinator that ended its last transaction; -1 for none"},
			{Name: "currentTxnFirstOffset", Type: "int64", Kind: layout.Int64, About: "first offset of its open transaction; -1 for none"},
		}},
	}},
}

// Read indexes a file of the given kind, or whole entries of one, for views. A
// log is read by the tape's Nester, which must be set.
func (l *Layouts) Read(t *tape.Tape, k Kind, data []byte) {
	t.Read(data, func(t *tape.Tape) {
		switch {
		case k == Log && t.Nester != nil:
			t.Nester.Nest(t, tape.RecordsField)
		case k == ProducerSnapshot:
			t.Run(l.snapshot)
		case k.Index():
			l.entries(t, k)
		case k.Text():
			l.lines(t, k)
		case len(data) > 0:
			t.Run(l.other)
		}
	})
}

// ReadPiece indexes a part of a file that a Lister gives, with its findings as
// remarks on its first node. The tape speaks of places in the file.
func (l *Layouts) ReadPiece(t *tape.Tape, p Piece) {
	t.Base = int(p.Position)
	if p.Gap == nil {
		l.Read(t, p.Kind, p.Data)
	} else {
		t.Decode(l.gap, p.Data)
	}
	if p.Head {
		t.Findings = t.Findings[:0] // it is not cut
	}
	for _, text := range p.Findings {
		t.NoteAt(0, 0, text)
	}
}

func (l *Layouts) entries(t *tape.Tape, k Kind) {
	n, solid := k.entryLen(), 0
	for t.Limit()-t.Pos() >= n && t.Err == nil {
		if rest := t.Data[t.Pos():t.Limit()]; k != TxnIndex && t.Pos() >= solid && allZero(rest[:n]) {
			if solid = t.Pos() + leadingZeros(rest); solid == t.Limit() {
				t.Run(l.reserved)
				return
			}
		}
		t.Run(l.entry[k])
	}
	t.Rest()
}

func (l *Layouts) lines(t *tape.Tape, k Kind) {
	for n := 0; t.Pos() < t.Limit() && t.Err == nil; n++ {
		body := l.line[k]
		if n < len(l.first[k]) {
			body = l.first[k][n]
		}
		end := t.Limit()
		if !k.oneLine() {
			end = lineEnd(t.Data, t.Pos(), end)
		}
		before := t.SetLimit(end)
		t.Run(body)
		t.RestoreLimit(before)
	}
}

func (k Kind) oneLine() bool { return k == QuorumState || k == CleanShutdown }

// lineEnd is the position behind the end of a line.
func lineEnd(b []byte, pos, limit int) int {
	for pos < limit {
		pos++
		if b[pos-1] == '\n' {
			break
		}
	}
	return pos
}
