package main

import (
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// Bounds of law 3.
const (
	maxMemory  = 48      // bytes allocated for a byte of input
	freeMemory = 8 << 10 // and what a tape costs anyhow
	maxNanos   = 1000    // for a byte of input
)

// worst is an array whose elements make the most nodes of the fewest bytes.
type worst struct {
	spec  *message.Spec
	array int // op
	nodes int // of the smallest element
	bytes int
}

// density is nodes per byte; elements without bytes count as one byte, because
// a count is believed only when it is no larger than what remains.
func (w worst) density() float64 { return float64(w.nodes) / float64(max(w.bytes, 1)) }

// findWorst looks through all layouts of all messages and versions.
func findWorst(c *message.Codec) (found worst, layouts int, err error) {
	for _, e := range c.Catalog.Messages() {
		for v := e.Versions().Lo; v <= e.Versions().Hi; v++ {
			if _, ok := e.With(v); !ok {
				continue
			}
			s, err := c.Spec(e.Name, v)
			if err != nil {
				return found, layouts, err
			}
			layouts++
			for i, op := range s.Body.Ops {
				if !op.Kind.IsArray() || op.Run {
					continue // a run is one node, whatever its length
				}
				w := worst{s, i, smallestNodes(s.Body, i+1), int(op.Min)}
				if found.spec == nil || w.density() > found.density() {
					found = w
				}
			}
		}
	}
	return found, layouts, nil
}

// smallestNodes is how many nodes the smallest instance of an op makes.
func smallestNodes(l *layout.Layout, op int) int {
	if l.Ops[op].Kind != layout.Struct {
		return 1
	}
	n := 1
	for i := op + 1; l.Ops[i].Kind != layout.End; i = int(l.Ops[i].End) {
		n += smallestNodes(l, i)
	}
	return n
}

// flood is a source of values that are all empty, but for one array.
type flood struct {
	array int
	left  int
}

func (f *flood) Value(l *layout.Layout, op int, v *layout.Value) error {
	k := l.Ops[op].Kind
	switch {
	case k == layout.Tags:
		return nil
	case op > 0 && l.Ops[op-1].Kind == layout.Tagged:
		return nil // left out
	case l.Ops[op].Nullable && op != f.array && (op > f.array || int(l.Ops[op].End) <= f.array):
		v.State = layout.Null
		return nil
	case k == layout.UUID:
		v.Bytes = make([]byte, k.Width())
	}
	v.State = layout.Given
	return nil
}

// More opens one element of the arrays on the way to the flooded one.
func (f *flood) More(l *layout.Layout, op int) (bool, error) {
	switch {
	case op == f.array:
		f.left--
		return f.left >= 0, nil
	case op < f.array && f.array < int(l.Ops[op].End):
		// once: the flood is over when it comes back
		return f.left > 0, nil
	}
	return false, nil
}

func (*flood) Close(*layout.Layout, int) error { return nil }

// flooded is an input of about n bytes, nearly all of them elements.
func flooded(w worst, n int) ([]byte, error) {
	room := n
	for {
		data, err := w.spec.Append(nil, &flood{w.array, max(room/max(w.bytes, 1), 1)}, message.Body, message.Header{})
		if err != nil || len(data) <= n || room < 2 {
			return data, err
		}
		room -= len(data) - n
	}
}

// hostile prints what floods of growing size cost.
func hostile(out io.Writer, c *message.Codec) error {
	w, layouts, err := findWorst(c)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\nhostile input: %s, %s of %d nodes in %d bytes, the densest of %d layouts\n",
		w.spec, w.spec.Body.Info[w.array].Field.Name, w.nodes, w.bytes, layouts)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "input\tnodes\tallocated\tper byte\t\ttime\tper byte\t\t")
	var least, most float64
	for n := 8; n <= 16<<20; n *= 8 {
		data, err := flooded(w, n)
		if err != nil {
			return err
		}
		nodes, memory, ns := cost(w.spec, data)
		perByte := ns / float64(len(data))
		if n >= 4<<10 { // below that the start counts, not the length
			if least == 0 {
				least = perByte
			}
			least, most = min(least, perByte), max(most, perByte)
		}
		fmt.Fprintf(table, "%s\t%d\t%s\t%.1f\t%s\t%s\t%.1f ns\t%s\t\n", size(len(data)), nodes, size(memory), float64(memory)/float64(len(data)),
			reached(memory <= maxMemory*len(data)+freeMemory), nanos(ns), perByte, reached(perByte < maxNanos))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "targets: at most %d bytes a byte (and %d KB), less than %d ns a byte; linear: a byte costs %.1f times as much at worst as at best, <= 4  %s\n",
		maxMemory, freeMemory>>10, maxNanos, most/least, reached(most <= 4*least))
	return err
}

// cost reads data with a tape of its own, as often as it takes to see the time.
func cost(s *message.Spec, data []byte) (nodes, memory int, ns float64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var t tape.Tape
	s.Read(&t, data, message.Body)
	runtime.ReadMemStats(&after)
	nodes, memory = len(t.Nodes), int(after.TotalAlloc-before.TotalAlloc)

	n, begin := 0, time.Now()
	for n == 0 || time.Since(begin) < 20*time.Millisecond {
		var t tape.Tape
		s.Read(&t, data, message.Body)
		n++
	}
	return nodes, memory, float64(time.Since(begin).Nanoseconds()) / float64(n)
}
