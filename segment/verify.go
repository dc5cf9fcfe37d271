package segment

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/kscope/kscope/record"
)

// Summary counts what a Verifier went over.
type Summary struct {
	Files    int64
	Bytes    int64
	Batches  int64
	Records  int64 // that were looked at
	Findings int64
	Remarks  int64 // told like findings, but nothing that is wrong
}

// Verifier checks files: CRCs, lengths, offsets and epochs of logs, their
// indexes against them, and the form of everything else. It opens files for
// reading only.
type Verifier struct {
	Deep     bool // look at every record too
	Found    func(*File, Finding)
	Gap      func(*File, Gap) // told of gaps in place of Found, if set
	Progress func(done int64) // told now and then how many bytes are done
	Codecs   *record.Codecs
	Summary  Summary

	walker  *Walker
	deep    *deep // of the log that is being read
	checker Checker
	dir     string // that the checker's last segment lies in
	done    int64
}

// Files checks files in the order given, which for the segments of a
// partition should be that of their names. The indexes beside a segment are
// checked with it, whether they are named or not. Files that are gone by the
// time they are reached are passed over, because brokers delete segments. The
// error is that of a file that cannot be opened.
func (v *Verifier) Files(paths []string) error {
	v.walker = NewWalker(v.Codecs)
	seen := map[string]bool{}
	for _, path := range paths {
		if seen[path] {
			continue
		}
		f, err := Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if log := v.logOf(f); log != nil {
			f.Close()
			f = log
		}
		if !seen[f.Path] {
			v.File(f, seen)
		}
		f.Close()
	}
	return nil
}

// logOf opens the log that an index goes with; nil when there is none.
func (v *Verifier) logOf(f *File) *File {
	if !f.Kind.Index() {
		return nil
	}
	return f.Sibling(".log")
}

// File checks one file, and the indexes beside a segment. The paths of what
// was checked are noted in seen, which may be nil.
func (v *Verifier) File(f *File, seen map[string]bool) {
	if v.walker == nil {
		v.walker = NewWalker(v.Codecs)
	}
	v.count(f, seen)
	switch {
	case f.Kind == Log:
		v.log(f, seen)
	case f.Kind.Index():
		c := newIndexCheck(f, f.Base(), v.found)
		for c.more {
			c.advance()
		}
		c.end(0)
	default:
		v.small(f)
	}
	v.done += f.Size
}

func (v *Verifier) count(f *File, seen map[string]bool) {
	v.Summary.Files++
	v.Summary.Bytes += f.Size
	if seen != nil {
		seen[f.Path] = true
	}
}

// found notes a finding, in the order of the log that is being read.
func (v *Verifier) found(f *File, x Finding) {
	v.note(event{file: f, x: x})
}

func (v *Verifier) note(e event) {
	if v.deep != nil {
		v.deep.note(e)
		return
	}
	v.tell(e)
}

func (v *Verifier) tell(e event) {
	if e.x.Remark() {
		v.Summary.Remarks++
	} else {
		v.Summary.Findings++
	}
	if e.gap != nil && v.Gap != nil {
		v.Gap(e.file, *e.gap)
		return
	}
	v.Found(e.file, e.x)
}

func (v *Verifier) small(f *File) {
	b, err := f.All(maxSmall)
	if err != nil {
		v.found(f, Finding{0, NotRead, err.Error()})
		return
	}
	found := func(x Finding) { v.found(f, x) }
	switch {
	case f.Kind == ProducerSnapshot && len(b) > 0:
		ReadProducers(b, func(Producer) {}, found)
	case f.Kind.Text():
		ReadText(f.Kind, b, func(Line) {}, found)
	}
}

// log checks a log and the indexes beside it in one pass.
func (v *Verifier) log(f *File, seen map[string]bool) {
	v.begin(f)
	checks := v.indexes(f, seen)
	if v.Deep {
		v.deep = newDeep(v, f)
	}
	r := NewReader(f, f.Size)
	for step := r.Next(); step != AtEnd; step = r.Next() {
		if step == AtGap {
			g := r.Gap
			v.note(event{file: f, x: g.Finding(), gap: &g})
		} else {
			v.batch(f, &r.Batch, checks)
		}
		if v.deep != nil {
			v.deep.now.step++
		}
		if v.Progress != nil {
			v.Progress(v.done + r.Position())
		}
	}
	if err := r.Err(); err != nil {
		v.found(f, Finding{r.Position(), NotRead, err.Error()})
	}
	for _, c := range checks {
		c.end(r.Size())
		c.close()
	}
	if v.deep != nil {
		v.deep.finish()
		v.deep = nil
	}
}

func (v *Verifier) batch(f *File, b *Batch, checks []logCheck) {
	v.checker.Batch(b, func(x Finding) { v.found(f, x) })
	for _, c := range checks {
		c.batch(b)
	}
	v.Summary.Batches++
	switch {
	case v.deep != nil && b.Valid() && b.Bytes != nil:
		v.deep.batch(b)
	case b.Count > 0:
		v.Summary.Records += int64(b.Count)
	}
}

// begin goes on from the segment before, if that was one of the same
// partition.
func (v *Verifier) begin(f *File) {
	dir := filepath.Dir(f.Path)
	based := f.Name.Base >= 0 && !f.Name.Snapshot() && f.Name.Kind == Log
	if !based || f.Name.Ending != "" || dir != v.dir {
		v.checker = Checker{}
	}
	v.dir = ""
	if based && f.Name.Ending == "" {
		v.dir = dir
	}
	v.checker.Base, v.checker.Based = f.Name.Base, based
}

// logCheck is a check that goes along with the batches of a log.
type logCheck interface {
	batch(b *Batch)
	end(size int64)
	close()
}

func (c *indexCheck) close() { c.file.Close() }

// indexes opens the indexes beside a log.
func (v *Verifier) indexes(f *File, seen map[string]bool) (checks []logCheck) {
	switch {
	case f.Name.Snapshot() && f.Name.Ending == "":
		return []logCheck{&snapshotCheck{log: f, found: v.found}}
	case f.Name.Base < 0 || f.Name.Snapshot():
		return nil
	}
	for _, ending := range []string{".index", ".timeindex", ".txnindex"} {
		file := f.Sibling(ending)
		if file == nil {
			continue
		}
		v.count(file, seen)
		c := newIndexCheck(file, f.Base(), v.found)
		switch file.Kind {
		case OffsetIndex:
			checks = append(checks, &offsetCheck{indexCheck: c})
		case TimeIndex:
			checks = append(checks, &timeCheck{indexCheck: c, highest: -1})
		case TxnIndex:
			checks = append(checks, &abortCheck{indexCheck: c, open: map[int64]int64{}})
		default:
			v.found(file, Finding{0, BadIndex, fmt.Sprintf("expected an index, found a file of kind %q", file.Kind)})
			file.Close()
		}
	}
	if c, ok := newEpochCheck(f, v.found); ok {
		checks = append(checks, c)
	}
	return checks
}
