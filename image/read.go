package image

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
)

// Question says which image is asked for.
type Question struct {
	// Offset is the last one whose record counts; -1 for all there are.
	Offset int64
	// Oldest begins with the oldest snapshot, not the newest: then values tell
	// the record of the log that set them, as far back as there is a log.
	Oldest bool
}

// Open opens what an image is made from: a file; the segments and snapshots in
// a directory; or those of the metadata log in a log directory.
func Open(path string) ([]*segment.File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() || err != nil {
		f, err := segment.Open(path)
		return []*segment.File{f}, err
	}
	if in := filepath.Join(path, catalog.MetadataTopic+"-0"); isDir(in) {
		path = in
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var files []*segment.File
	for _, e := range entries {
		if n := segment.ParseName(e.Name()); n.Kind != segment.Log || n.Base < 0 || n.Ending != "" || !e.Type().IsRegular() {
			continue
		}
		f, err := segment.Open(filepath.Join(path, e.Name()))
		if err != nil {
			segment.CloseAll(files)
			return nil, err
		}
		files = append(files, f)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: there are neither segments nor snapshots in it, nor a directory %s-0", path, catalog.MetadataTopic)
	}
	return files, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Read makes the image that files come to: of the snapshots among them the
// newest that ends at or before the offset, then the segments. The error says
// that a file cannot be read, or that there is no image at the offset; what is
// damaged or missing is a finding of the image.
func Read(c *message.Codec, files []*segment.File, q Question) (*Image, error) {
	b, err := NewBuilder(c)
	if err != nil {
		return nil, err
	}
	r := &reader{builder: b, question: q, walker: segment.NewWalker(&c.Records.Codecs)}
	snapshots, logs, err := r.sort(files)
	if err != nil {
		return nil, err
	}
	if err := r.begin(snapshots, logs); err != nil {
		return nil, err
	}
	for i, f := range logs {
		if i+1 < len(logs) && logs[i+1].Base() <= r.next || r.past(f.Base()) {
			continue
		}
		if err := r.file(f, false); err != nil {
			return nil, err
		}
	}
	if q.Offset >= r.next {
		return nil, fmt.Errorf("there is no offset %d yet: the log ends with %d", q.Offset, r.next-1)
	}
	return b.Image(), nil
}

// reader hands the records of files to a builder.
type reader struct {
	builder  *Builder
	question Question
	walker   *segment.Walker
	next     int64 // offset that comes next
}

// past reports whether an offset is not asked for any more.
func (r *reader) past(offset int64) bool {
	return r.question.Offset >= 0 && offset > r.question.Offset
}

// sort tells snapshots from segments, by their contents where names do not.
func (r *reader) sort(files []*segment.File) (snapshots, logs []*segment.File, err error) {
	for _, f := range files {
		switch {
		case f.Kind != segment.Log && f.Kind != segment.Empty:
			return nil, nil, fmt.Errorf("%s: is no log: %s", f.Path, f.Kind)
		case f.Name.Snapshot() || r.isSnapshot(f):
			snapshots = append(snapshots, f)
		default:
			logs = append(logs, f)
		}
	}
	order := func(a, b *segment.File) int {
		return cmp.Or(cmp.Compare(a.Name.Base, b.Name.Base), cmp.Compare(a.Name.Stem, b.Name.Stem))
	}
	slices.SortStableFunc(snapshots, order)
	slices.SortStableFunc(logs, order)
	return snapshots, logs, nil
}

// isSnapshot reports whether a log begins as snapshots do.
func (r *reader) isSnapshot(f *segment.File) bool {
	batches := segment.NewReader(f, f.Size)
	if batches.Next() != segment.AtBatch || !batches.Batch.Control {
		return false
	}
	r.walker.Start(&batches.Batch)
	if !r.walker.Next() {
		return false
	}
	number, ok := record.ControlType(r.walker.Record.Key)
	return ok && number == record.SnapshotHeader
}

// begin reads the snapshot to begin with, if there is one.
func (r *reader) begin(snapshots, logs []*segment.File) error {
	q := r.question
	fit := slices.DeleteFunc(slices.Clone(snapshots), func(f *segment.File) bool { return q.Offset >= 0 && f.Base()-1 > q.Offset })
	if len(fit) == 0 {
		if len(logs) == 0 || r.past(logs[0].Base()) {
			return fmt.Errorf("there is no image at offset %d: nothing reaches back to it", q.Offset)
		}
		return nil
	}
	f := fit[len(fit)-1]
	if q.Oldest {
		f = fit[0]
	}
	if err := r.file(f, true); err != nil {
		return err
	}
	if f.Name.Snapshot() {
		r.next = f.Base()
		r.builder.image.Offset = r.next - 1
	}
	return nil
}

// file hands on the records of a file.
func (r *reader) file(f *segment.File, snapshot bool) error {
	image := r.builder.image
	image.Files = append(image.Files, f.Path)
	batches := segment.NewReader(f, f.Size)
	at := Set{File: f.Path, Snapshot: snapshot}
	for {
		switch batches.Next() {
		case segment.AtEnd:
			if err := batches.Err(); err != nil {
				return fmt.Errorf("%s: %w", f.Path, err)
			}
			return nil
		case segment.AtGap:
			at.Offset = r.next
			image.Findings.add(at, "%s", batches.Gap.Finding())
		case segment.AtBatch:
			batch := &batches.Batch
			if !snapshot && r.past(batch.BaseOffset) {
				return nil
			}
			r.batch(batch, at)
		}
	}
}

// batch hands on the records of a batch, as far as they are new and asked for.
func (r *reader) batch(b *segment.Batch, at Set) {
	image := r.builder.image
	at.Offset = b.BaseOffset
	if !at.Snapshot {
		if b.LastOffset < r.next {
			return
		}
		if b.BaseOffset > r.next {
			image.Findings.add(at, "offsets %d to %d are missing in front of it", r.next, b.BaseOffset-1)
		}
		defer func() { r.next = b.LastOffset + 1 }()
	}
	if !b.Valid() {
		image.Findings.add(at, "a batch with a wrong CRC at position %d is passed over, up to offset %d", b.Position, b.LastOffset)
		return
	}
	if b.Legacy() {
		image.Findings.add(at, "a message of magic %d at position %d is passed over: there is none in this topic", b.Magic, b.Position)
		return
	}
	r.walker.Start(b)
	for r.walker.Next() {
		rec := &r.walker.Record
		if !at.Snapshot && (rec.Offset < r.next || r.past(rec.Offset)) {
			continue
		}
		r.builder.Add(Record{at.File, at.Snapshot, rec.Offset, b.Control, rec.Key, rec.Value})
	}
	if damage, ok := r.walker.Err(); ok {
		image.Findings.add(at, "%s", damage)
	}
}
