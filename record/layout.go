package record

import "github.com/kscope/kscope/layout"

// What numbers in a batch are to be read with.
var (
	offsetDelta    = layout.Relation{Kind: layout.Delta, To: "baseOffset", As: "offset"}
	timestampDelta = layout.Relation{Kind: layout.Delta, To: "baseTimestamp", As: "timestamp"}
	appendTime     = layout.Relation{Kind: layout.Overridden, To: "maxTimestamp", As: "timestamp"}
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

var (
	recordsCount = layout.Part{Name: "recordsCount", Type: "int32", Kind: layout.Int32, About: "number of records"}
	packed       = layout.Part{Name: "compressedRecords", Type: "bytes", Kind: layout.Raw, Layer: layout.Record, Contents: "records", Packed: true, Relation: codec, About: "records, compressed"}
	cut          = layout.Part{Name: "partial", Type: "bytes", Kind: layout.Raw, About: "beginning of what the cut has taken"}
)

// variant is what of a batch's attributes makes its records be read otherwise.
type variant struct {
	append  bool // the broker's append time counts, not the records' own
	control bool
}

// of is the place of the variant in a list of all.
func (v variant) of() (i int) {
	if v.append {
		i++
	}
	if v.control {
		i += 2
	}
	return i
}

// recordPart is one record. Source: org.apache.kafka.common.record.DefaultRecord.
func recordPart(v variant) layout.Part {
	timestamp, key, value := timestampDelta, "", ""
	if v.append {
		timestamp = appendTime
	}
	if v.control {
		key, value = ControlKeyField, ControlValueField
	}
	return layout.Part{
		Name: "Record", Type: "Record", About: "one record, its size in front", Kind: layout.Sized, Layer: layout.Record,
		Parts: []layout.Part{
			{Name: "attributes", Type: "int8", Kind: layout.Int8, About: "not used"},
			{Name: "timestampDelta", Type: "varlong", Kind: layout.Varlong, Relation: timestamp, About: "timestamp, less the batch's baseTimestamp"},
			{Name: "offsetDelta", Type: "varint", Kind: layout.Varint, Relation: offsetDelta, About: "offset, less the batch's baseOffset"},
			{Name: "key", Type: "bytes", Kind: layout.VarBytes, Nullable: true, Default: layout.Default{Null: true}, Nest: key, About: "key of the record; null for none"},
			{Name: "value", Type: "bytes", Kind: layout.VarBytes, Nullable: true, Nest: value, About: "value of the record; null is a tombstone"},
			{Name: "headers", Type: "[]Header", Kind: layout.VarArray, About: "headers of the record", Parts: []layout.Part{
				{Name: "Header", Type: "Header", Kind: layout.Struct, Parts: []layout.Part{
					{Name: "key", Type: "string", Kind: layout.VarString, About: "name of the header"},
					{Name: "value", Type: "bytes", Kind: layout.VarBytes, Nullable: true, About: "value of the header"},
				}},
			}},
		},
	}
}

// Layouts holds the layouts of records. The zero value is not of use; make one
// with NewLayouts and share it: layouts do not change.
type Layouts struct {
	Batch      *layout.Layout // a batch whose records are not compressed
	Compressed *layout.Layout // a batch whose records are one compressed leaf
	Record     *layout.Layout // a record alone
	Message    *layout.Layout // a message of magic 1
	Opaque     *layout.Layout // a leaf of bytes of an unknown magic

	// Most is how many bytes the records of one batch may take unpacked.
	Most int
	// Codecs is what packs and unpacks them.
	Codecs Codecs

	batches  [4]*layout.Layout // Batch by variant
	items    [4]*layout.Layout // a record in unpacked data, by variant
	partial  *layout.Layout    // of a batch
	whole    *layout.Layout    // a batch with all members that its JSON may have
	crc      int               // op of the field in a batch, where all fields in front are one node each
	leaf     int               // op of Compressed that is the leaf
	messages [2]messageLayouts // by magic
	set      *layout.Layout    // compressed messages, in the value of their wrapper
	field    *layout.Layout    // a message that is one records field
}

// DefaultMost is the Most of new layouts. Kafka's brokers take batches of 1 MiB
// unless they are told otherwise.
const DefaultMost = 64 << 20

// NewLayouts makes the layouts of this package.
func NewLayouts() *Layouts {
	l := &Layouts{
		Most:       DefaultMost,
		Compressed: batch("batch of compressed records, magic 2", with(header, recordsCount, packed)),
		Opaque:     element(layout.Leaf("MessageSet", "bytes", "records of a format that is not known", layout.Batch)),
		partial:    batch("beginning of a batch: a Fetch response may end inside one", with(header, recordsCount, cut)),
		set:        layout.Leaf("compressedMessages", "bytes", "messages, compressed", layout.Record),
	}
	for i := range l.batches {
		v := variant{append: i&1 != 0, control: i&2 != 0}
		l.batches[i] = batch("batch of records, magic 2", with(header, recordsPart(v)))
		l.items[i] = element(recordAlone(v))
	}
	l.Batch, l.Record = l.batches[0], recordAlone(variant{})
	l.whole = batch("", with(header, recordsCount, packed, cut, recordsPart(variant{})))
	l.field = layout.Literal("Field", "Field", "", layout.Batch, layout.Part{Name: "records", Type: "records", Kind: layout.Records})
	l.crc, _ = l.Batch.Find(0, "crc")
	l.leaf, _ = l.Compressed.Find(0, packed.Name)
	for magic := range l.messages {
		l.messages[magic] = newMessageLayouts(magic)
	}
	l.Message = l.messages[1].plain
	return l
}

func recordsPart(v variant) layout.Part {
	return layout.Part{Name: "records", Type: "[]Record", About: "records of the batch", Kind: layout.Array, Parts: []layout.Part{recordPart(v)}}
}

func recordAlone(v variant) *layout.Layout {
	p := recordPart(v)
	l := layout.Literal(p.Name, p.Type, p.About, p.Layer, p.Parts...)
	l.Ops[0].Kind = layout.Sized
	return l
}

func batch(about string, parts []layout.Part) *layout.Layout {
	return element(layout.Literal("RecordBatch", "RecordBatch", about, layout.Batch, parts...))
}

// element marks what stands in a row of its like.
func element(l *layout.Layout) *layout.Layout {
	l.Info[0].Element = true
	return l
}

// with gives parts with more behind them, in room of their own.
func with(parts []layout.Part, more ...layout.Part) []layout.Part {
	return append(parts[:len(parts):len(parts)], more...)
}
