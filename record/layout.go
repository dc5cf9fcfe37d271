package record

import "github.com/kscope/kscope/layout"

// HeaderLen is the size in bytes of a batch without records.
const HeaderLen = 61

// Offsets in a batch.
const (
	lengthAt          = 8
	afterLength       = 12
	magicAt           = 16
	crcAt             = 17
	attributesAt      = 21 // the CRC covers everything from here on
	lastOffsetDeltaAt = 23
	baseTimestampAt   = 27
	maxTimestampAt    = 35
	countAt           = 57
)

// What numbers in a batch are to be read with.
var (
	offsetDelta    = layout.Relation{Kind: layout.Delta, To: "baseOffset", As: "offset"}
	timestampDelta = layout.Relation{Kind: layout.Delta, To: "baseTimestamp", As: "timestamp"}
	codec          = layout.Relation{Kind: layout.Told, To: "attributes"}
)

// header is what every batch of magic 2 begins with, up to its records.
// Source: org.apache.kafka.common.record.DefaultRecordBatch.
var header = []layout.Part{
	{Name: "baseOffset", Type: "int64", Kind: layout.Int64, About: "offset of the first record"},
	{Name: "batchLength", Type: "int32", Kind: layout.Int32, Measure: layout.Extent, About: "bytes that follow this field"},
	{Name: "partitionLeaderEpoch", Type: "int32", Kind: layout.Int32, About: "epoch of the leader that appended the batch; set by the broker"},
	{Name: "magic", Type: "int8", Kind: layout.Int8, Default: layout.Default{Int: 2}, About: "format version of the batch"},
	{Name: "crc", Type: "uint32", Kind: layout.Uint32, Measure: layout.CRC32C, About: "CRC-32C of everything from the attributes on"},
	{Name: "attributes", Type: "int16", Kind: layout.Int16, About: "codec (bits 0-2), timestamp type (3), transactional (4), control (5), delete horizon (6)"},
	{Name: "lastOffsetDelta", Type: "int32", Kind: layout.Int32, Relation: offsetDelta, About: "offset of the last record, less baseOffset"},
	{Name: "baseTimestamp", Type: "int64", Kind: layout.Int64, About: "timestamp of the first record in milliseconds, or the delete horizon"},
	{Name: "maxTimestamp", Type: "int64", Kind: layout.Int64, About: "largest timestamp of the records in milliseconds"},
	{Name: "producerId", Type: "int64", Kind: layout.Int64, Default: layout.Default{Int: -1}, About: "idempotent producer that wrote the batch; -1 for none"},
	{Name: "producerEpoch", Type: "int16", Kind: layout.Int16, Default: layout.Default{Int: -1}, About: "epoch of that producer; -1 for none"},
	{Name: "baseSequence", Type: "int32", Kind: layout.Int32, Default: layout.Default{Int: -1}, About: "producer's sequence number of the first record; -1 for none"},
}

var record = layout.Part{
	Name: "Record", Type: "Record", About: "one record, its size in front", Kind: layout.Sized, Layer: layout.Record,
	Parts: []layout.Part{
		{Name: "attributes", Type: "int8", Kind: layout.Int8, About: "not used"},
		{Name: "timestampDelta", Type: "varlong", Kind: layout.Varlong, Relation: timestampDelta, About: "timestamp, less the batch's baseTimestamp"},
		{Name: "offsetDelta", Type: "varint", Kind: layout.Varint, Relation: offsetDelta, About: "offset, less the batch's baseOffset"},
		{Name: "key", Type: "bytes", Kind: layout.VarBytes, Nullable: true, About: "key of the record; null for none"},
		{Name: "value", Type: "bytes", Kind: layout.VarBytes, Nullable: true, About: "value of the record; null is a tombstone"},
		{Name: "headers", Type: "[]Header", Kind: layout.VarArray, About: "headers of the record", Parts: []layout.Part{
			{Name: "Header", Type: "Header", Kind: layout.Struct, Parts: []layout.Part{
				{Name: "key", Type: "string", Kind: layout.VarString, About: "name of the header"},
				{Name: "value", Type: "bytes", Kind: layout.VarBytes, Nullable: true, About: "value of the header"},
			}},
		}},
	},
}

// Layouts holds the layouts of records. The zero value is not of use; make one
// with NewLayouts and share it: layouts do not change.
type Layouts struct {
	Batch      *layout.Layout // a batch whose records are not compressed
	Compressed *layout.Layout // a batch whose records are one compressed leaf
	Record     *layout.Layout // a record alone
	Opaque     *layout.Layout // a leaf of bytes of an older or unknown magic
	Partial    *layout.Layout // a leaf that is the beginning of a batch

	// Most is how many bytes the records of one batch may take unpacked.
	Most int
	// Codecs is what unpacks them.
	Codecs Codecs

	item    *layout.Layout // a record among others
	leaf    int            // op of Compressed that is the leaf
}

// DefaultMost is the Most of new layouts. Kafka's brokers take batches of 1 MiB
// unless they are told otherwise.
const DefaultMost = 64 << 20

// NewLayouts makes the layouts of this package.
func NewLayouts() *Layouts {
	records := layout.Part{Name: "records", Type: "[]Record", About: "records of the batch", Kind: layout.Array, Parts: []layout.Part{record}}
	count := layout.Part{Name: "recordsCount", Type: "int32", About: "number of records", Kind: layout.Int32}
	bytes := layout.Part{Name: "compressedRecords", Type: "bytes", About: "records, compressed", Kind: layout.Raw, Layer: layout.Record, Contents: "records", Relation: codec}
	l := &Layouts{
		Most:       DefaultMost,
		Batch:      layout.Literal("RecordBatch", "RecordBatch", "batch of records, magic 2", layout.Batch, append(header[:len(header):len(header)], records)...),
		Compressed: layout.Literal("RecordBatch", "RecordBatch", "batch of compressed records, magic 2", layout.Batch, append(header[:len(header):len(header)], count, bytes)...),
		Record:     layout.Literal("Record", "Record", record.About, layout.Record, record.Parts...),
		Opaque:     layout.Leaf("MessageSet", "bytes", "records of a format that is not read yet", layout.Batch),
		Partial:    layout.Leaf("PartialBatch", "bytes", "beginning of a batch: a Fetch response may end inside one", layout.Batch),
	}
	l.item = layout.Literal("Record", "Record", record.About, layout.Record, record.Parts...)
	for _, b := range []*layout.Layout{l.Batch, l.Compressed, l.Opaque, l.Partial, l.item} {
		b.Info[0].Element = true
	}
	l.Record.Ops[0].Kind, l.item.Ops[0].Kind = layout.Sized, layout.Sized
	l.leaf, _ = l.Compressed.Find(0, "compressedRecords")
	return l
}
