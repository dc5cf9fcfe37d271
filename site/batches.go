package site

import (
	"encoding/json"
	"fmt"
	"io"
	"path"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/nested"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/view"
)

// Batches are shown as the pages of messages are: made from JSON by the layouts
// of package record, and read again.

// batchPage is a page with samples of record batches.
type batchPage struct {
	Name  string // of its folder below records/
	Title string
	Intro string
	parts func() []batchPart
}

// batchPart is one section.
type batchPart struct {
	title   string // one word
	summary string
	entries []any  // batches and messages, as Kafka's JSON has them
	topic   string // internal topic that the records are of, "" for none
	twist   func(b []byte) []byte
}

// Dir is the page's folder.
func (b batchPage) Dir() string { return path.Join("records", b.Name) }

// shownBatch is a batch of magic 2, or, with Magic below, a message.
type shownBatch struct {
	BaseOffset           int64         `json:"baseOffset"`
	PartitionLeaderEpoch int32         `json:"partitionLeaderEpoch"`
	Attributes           int16         `json:"attributes"`
	LastOffsetDelta      int           `json:"lastOffsetDelta"`
	BaseTimestamp        int64         `json:"baseTimestamp"`
	MaxTimestamp         int64         `json:"maxTimestamp"`
	ProducerID           int64         `json:"producerId"`
	ProducerEpoch        int16         `json:"producerEpoch"`
	BaseSequence         int32         `json:"baseSequence"`
	Records              []batchRecord `json:"records"`
}

// batchRecord is a record; a nil key or value is null.
type batchRecord struct {
	TimestampDelta int64         `json:"timestampDelta"`
	OffsetDelta    int           `json:"offsetDelta"`
	Key            []byte        `json:"key"`
	Value          []byte        `json:"value"`
	Headers        []batchHeader `json:"headers"`
}

type batchHeader struct {
	Key   string `json:"key"`
	Value []byte `json:"value"`
}

// batchOf makes a batch of plain records: no producer, offsets and times that
// count up from those of the batch.
func batchOf(attributes int16, records ...batchRecord) shownBatch {
	b := shownBatch{Attributes: attributes, BaseTimestamp: sampleTime, MaxTimestamp: sampleTime, ProducerID: -1, ProducerEpoch: -1, BaseSequence: -1, Records: append([]batchRecord{}, records...)}
	for i := range b.Records {
		b.Records[i].OffsetDelta, b.Records[i].TimestampDelta = i, int64(i)
		b.LastOffsetDelta, b.MaxTimestamp = i, sampleTime+int64(i)
	}
	return b
}

// sampleTime is 2023-11-14, in milliseconds.
const sampleTime = 1_700_000_000_000

// Bits of a batch's attributes.
const (
	transactional = 1 << 4
	control       = 1 << 5
)

// oldMessage is a message of magic 0 or 1, perhaps a wrapper of others.
type oldMessage struct {
	Offset     int64        `json:"offset"`
	Magic      int8         `json:"magic"`
	Attributes int8         `json:"attributes"`
	Timestamp  *int64       `json:"timestamp,omitempty"` // of magic 1
	Key        []byte       `json:"key"`
	Value      []byte       `json:"value,omitempty"`
	Messages   []oldMessage `json:"messages,omitempty"`
}

// write gives the bytes of a part.
func (p batchPart) write(c *record.Layouts) ([]byte, error) {
	text, err := json.Marshal(map[string]any{"records": p.entries})
	if err != nil {
		return nil, err
	}
	l := layout.Literal("Field", "struct", "", layout.Batch, layout.Part{Name: "records", Type: "records", Kind: layout.Records})
	b, err := jsonform.Encode(nil, l, text, c)
	if err != nil {
		return nil, err
	}
	b = b[layout.Records.Prefix().Width():]
	if p.twist != nil {
		b = p.twist(b)
	}
	return b, nil
}

// section writes a part and reads it again.
func (s *Site) section(p batchPart) (view.Section, error) {
	b, err := p.write(s.codec.Records)
	if err != nil {
		return view.Section{}, fmt.Errorf("%s: %w", p.title, err)
	}
	t := &tape.Tape{Nester: nested.New(s.codec, nested.Options{Topic: p.topic})}
	t.Read(b, func(t *tape.Tape) { t.Nester.Nest(t, tape.RecordsField) })
	d := &view.Doc{Tape: t, Names: view.NewNames(s.codec.Catalog)}
	return view.Section{Title: p.title, Summary: p.summary + ", " + prose.Count(len(b), "byte"), Doc: d}, nil
}

func (s *Site) batchPages() (files []file, err error) {
	for _, b := range s.batchTable() {
		p := &page{dir: b.Dir(), title: b.Title, about: b.Intro, nav: "records", body: func(w io.Writer, _ *page) error {
			g := &view.Page{Title: b.Title, Intro: b.Intro}
			var docs []*view.Doc
			for _, part := range b.parts() {
				section, err := s.section(part)
				if err != nil {
					return err
				}
				g.Sections, docs = append(g.Sections, section), append(docs, section.Doc)
			}
			g.Legend = view.Layers(docs...)
			return g.HTML(w, view.Options{Bare: true})
		}}
		files = append(files, p.file(s))
	}
	return files, nil
}
