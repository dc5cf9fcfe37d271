package image

import (
	"fmt"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/nested"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/view"
)

// Image is what the records of the metadata log come to.
type Image struct {
	Root *Node // an object: the sections, always all of them

	// Offset is that of the last record that was taken into account, -1 for
	// none. Records of a transaction that is open count.
	Offset int64
	// Files are the paths of what was read, in this order.
	Files []string
	// Open is the transaction that had not ended; nil for none.
	Open *Transaction
	// NotUnderstood are records, or parts of them, of which nothing is known.
	NotUnderstood Remarks
	// Findings are what is damaged, missing, or contradicts what was there.
	Findings Remarks
}

// Damaged reports whether there is anything that the image may lack.
func (i *Image) Damaged() bool { return len(i.NotUnderstood.List)+len(i.Findings.List) > 0 }

// Transaction is a transaction of the metadata log that has begun. Its records
// are not part of the image.
type Transaction struct {
	Begin   Set // the record that began it
	Records int // since then
}

// Remark is something to be said about a record or a place in a file.
type Remark struct {
	Set   // what it is about; Record may be empty
	Text  string
	Times int // how often the same was met, from there on
}

// Remarks are the first remarks of a kind; More counts those that are not
// listed.
type Remarks struct {
	List []Remark
	More int
}

// mostRemarks bounds Remarks, because a remark takes more memory than the
// smallest record.
const mostRemarks = 1000

func (r *Remarks) add(set Set, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if n := len(r.List); n > 0 && r.List[n-1].Text == text && r.List[n-1].File == set.File && r.List[n-1].Record == set.Record {
		r.List[n-1].Times++
		return
	}
	if len(r.List) == mostRemarks {
		r.More++
		return
	}
	r.List = append(r.List, Remark{Set: set, Text: text, Times: 1})
}

// Record is one record of the metadata log.
type Record struct {
	File     string
	Snapshot bool  // the file is a snapshot
	Offset   int64 // as the file has it
	Control  bool  // it stands in a control batch
	Key      []byte
	Value    []byte
}

// Builder makes an image out of records. It is not safe for concurrent use.
type Builder struct {
	image   *Image
	codec   *message.Codec
	nester  *nested.Nester
	topic   *nested.Topic
	table   *table
	reading reading
	indexes map[string]map[string]string // by name of the index: JSON of the member -> key
	full    map[*Node]map[*Node]bool     // by map: the objects in it that a reset would change
	order   map[*schema.Message][]string // of the members of what a message makes
	pending []pending                    // of the open transaction
}

// pending is a record that waits for the end of its transaction.
type pending struct {
	spec  *message.Spec
	set   *Set
	value []byte
}

// NewBuilder begins an empty image. Records are read as the codec's release has
// them.
func NewBuilder(c *message.Codec) (*Builder, error) {
	t, err := readTable(recordsText)
	if err != nil {
		return nil, err
	}
	b := &Builder{codec: c, table: t, nester: nested.New(c, nested.Options{Topic: catalog.MetadataTopic}),
		full: map[*Node]map[*Node]bool{}, order: map[*schema.Message][]string{}}
	var ok bool
	if b.topic, ok = b.nester.Topic(catalog.MetadataTopic); !ok {
		return nil, fmt.Errorf("the catalog does not know the topic %s", catalog.MetadataTopic)
	}
	b.reading.names = view.NewNames(c.Catalog)
	root := newObject("", nil)
	for _, s := range t.sections {
		n := newObject(s.name, nil)
		if s.kind == Map {
			n = newMap(s.name)
		}
		root.order = append(root.order, s.name)
		root.put(n)
	}
	b.indexes = map[string]map[string]string{}
	for _, x := range t.indexes {
		b.indexes[x.name] = map[string]string{}
	}
	b.image = &Image{Root: root, Offset: -1}
	return b, nil
}

// Image is the image of the records so far. It changes with the next.
func (b *Builder) Image() *Image {
	if b.image.Open != nil {
		b.image.Open.Records = len(b.pending)
	}
	return b.image
}

// Add takes a record into account. What cannot be done with it is a remark of
// the image.
func (b *Builder) Add(r Record) {
	set := &Set{File: r.File, Snapshot: r.Snapshot, Offset: r.Offset}
	if !r.Snapshot {
		b.image.Offset = r.Offset
	}
	spec, err := b.spec(r)
	if err != nil {
		b.image.NotUnderstood.add(*set, "%v", err)
		return
	}
	set.Record = spec.String()
	rules := b.table.rules[spec.Name]
	switch {
	case len(rules) == 0:
		b.image.NotUnderstood.add(*set, "nothing is known of what it changes")
	case b.transaction(rules[0].op, set):
	case b.image.Open != nil && !r.Control:
		b.pending = append(b.pending, pending{spec, set, append([]byte(nil), r.Value...)})
	default:
		b.apply(spec, set, r.Value)
	}
}

// spec finds the message that a record is.
func (b *Builder) spec(r Record) (*message.Spec, error) {
	find := b.topic.Value
	if r.Control {
		find = b.nester.Control
	}
	spec, err := find(r.Key, r.Value)
	if err == nil && spec == nil {
		err = fmt.Errorf("nothing is known of records in %s", catalog.MetadataTopic)
	}
	return spec, err
}

// transaction does what the records around a transaction say; false for others.
func (b *Builder) transaction(op string, set *Set) bool {
	open := b.image.Open
	switch op {
	case "begin":
		if open != nil {
			b.image.Findings.add(*set, "a transaction begins in the one from offset %d on", open.Begin.Offset)
			return true
		}
		b.image.Open = &Transaction{Begin: *set}
	case "end", "abort":
		if open == nil {
			b.image.Findings.add(*set, "no transaction is open that it could %s", op)
			return true
		}
		b.image.Open = nil
		if op == "end" {
			for _, p := range b.pending {
				b.apply(p.spec, p.set, p.value)
			}
		}
		clear(b.pending)
		b.pending = b.pending[:0]
	default:
		return false
	}
	return true
}
