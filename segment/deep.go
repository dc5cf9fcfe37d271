package segment

import (
	"cmp"
	"runtime"
	"slices"
	"sync"

	"github.com/kscope/kscope/record"
)

// Compressed records are checked on several processors while the log is read
// on: batches are copied into groups, groups go to workers, and what was found
// is told in the order of the log when a group's turn comes. Records that are
// not compressed are checked where they are read, which takes less time than to
// copy them.
const (
	groupBytes = 256 << 10 // of batches in one group; larger ones are checked where they are read
	mostDeep   = 4         // workers
	// workerUnpacked is what the records of one batch may take unpacked at a
	// worker, so that all of them together need little memory. Batches that need
	// more are checked again when their turn comes.
	workerUnpacked = 2 << 20
)

// event is a finding and its place among those of a group.
type event struct {
	step int
	file *File
	x    Finding
	gap  *Gap // that x tells of, if it does
}

// group is a number of batches that are checked together.
type group struct {
	bytes   []byte
	batches []Batch // with Bytes in bytes
	steps   []int   // of the batches
	step    int     // batches and gaps met so far
	events  []event // by who reads
	results []event // by who checks
	large   []int   // batches that a worker could not unpack
	records int64
	done    chan struct{}
}

// deep checks the records of one log.
type deep struct {
	v    *Verifier
	file *File
	now  *group   // being filled
	out  []*group // with the workers, in the order of the log
	free []*group
	most int
	jobs chan *group
	wait sync.WaitGroup
}

func newDeep(v *Verifier, f *File) *deep {
	workers := min(runtime.GOMAXPROCS(0), mostDeep)
	d := &deep{v: v, file: f, most: 2 * workers}
	d.jobs = make(chan *group, d.most+1)
	d.now = d.fresh()
	for range workers {
		d.wait.Go(d.work)
	}
	return d
}

func (d *deep) fresh() *group {
	if n := len(d.free); n > 0 {
		g := d.free[n-1]
		d.free = d.free[:n-1]
		return g
	}
	return &group{bytes: make([]byte, 0, groupBytes), done: make(chan struct{}, 1)}
}

// work checks groups until there are no more.
func (d *deep) work() {
	w := NewWalker(d.v.Codecs)
	w.limit = workerUnpacked
	for g := range d.jobs {
		for i := range g.batches {
			g.records += w.Check(&g.batches[i], func(x Finding) { g.results = append(g.results, event{step: g.steps[i], file: d.file, x: x}) })
			if w.over {
				g.large = append(g.large, i)
			}
		}
		g.done <- struct{}{}
	}
}

// note keeps what the reader of the log found.
func (d *deep) note(e event) {
	e.step = d.now.step
	d.now.events = append(d.now.events, e)
}

// batch takes a batch, which is copied.
func (d *deep) batch(b *Batch) {
	if b.Size > groupBytes || b.Codec == record.None {
		d.now.records += d.v.walker.Check(b, func(x Finding) { d.note(event{file: d.file, x: x}) })
		return
	}
	if len(d.now.bytes)+len(b.Bytes) > groupBytes {
		d.submit()
	}
	g := d.now
	start := len(g.bytes)
	g.bytes = append(g.bytes, b.Bytes...)
	g.batches, g.steps = append(g.batches, *b), append(g.steps, g.step)
	g.batches[len(g.batches)-1].Bytes = g.bytes[start:]
}

// submit gives the present group to the workers and begins another.
func (d *deep) submit() {
	d.jobs <- d.now
	d.out = append(d.out, d.now)
	if len(d.out) > d.most {
		d.retire()
	}
	d.now = d.fresh()
}

// retire waits for the oldest group and tells what was found in it.
func (d *deep) retire() {
	g := d.out[0]
	d.out = d.out[1:]
	<-g.done
	for _, i := range g.large {
		g.records += d.v.walker.Check(&g.batches[i], func(x Finding) { g.results = append(g.results, event{step: g.steps[i], file: d.file, x: x}) })
	}
	all := append(g.events, g.results...)
	slices.SortStableFunc(all, func(a, b event) int { return cmp.Compare(a.step, b.step) })
	for _, e := range all {
		d.v.tell(e)
	}
	d.v.Summary.Records += g.records
	*g = group{bytes: g.bytes[:0], batches: g.batches[:0], steps: g.steps[:0], events: g.events[:0], results: g.results[:0], large: g.large[:0], done: g.done}
	d.free = append(d.free, g)
}

// finish waits for everything.
func (d *deep) finish() {
	d.submit()
	for len(d.out) > 0 {
		d.retire()
	}
	close(d.jobs)
	d.wait.Wait()
}
