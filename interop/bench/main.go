package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/oracle"
	"github.com/kscope/kscope/message"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	rounds := flag.Int("rounds", 7, "turns that everybody gets")
	slice := flag.Duration("time", 100*time.Millisecond, "length of a turn")
	procs := flag.Int("procs", 1, "processors for Go programs; more let a collector work beside its owner")
	flag.Parse()
	runtime.GOMAXPROCS(*procs)
	if err := run(ctx, os.Stdout, &meter{rounds: *rounds, slice: *slice}); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, m *meter) error {
	o, err := oracle.StartWarm(ctx, "4.4.0")
	switch {
	case err == nil:
		m.oracle = o
		defer o.Close()
	case need.Missing(err) && !need.Everything():
		fmt.Fprintln(os.Stderr, "LEFT OUT: the Java peer:", err)
	default:
		return err
	}
	codec := message.New(catalog.Builtin(), "")
	all, err := rows(codec)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "work\ton\tours\tallocs\tpeer\ttheirs\tratio\ttarget\t")
	for _, r := range all {
		if err := m.print(ctx, table, r); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if err := hostile(out, codec); err != nil {
		return err
	}
	dir, binary, err := build(ctx)
	defer os.RemoveAll(dir)
	if err != nil {
		return err
	}
	if err := startup(ctx, out, binary); err != nil {
		return err
	}
	if err := calls(ctx, out, codec, m, binary); err != nil {
		return err
	}
	return segments(ctx, out, binary)
}

// print measures one row and prints a line for each peer.
func (m *meter) print(ctx context.Context, out io.Writer, r row) error {
	ours, scores, err := m.contest(ctx, r)
	if err != nil {
		return err
	}
	n, err := allocations(r.ours)
	if err != nil {
		return err
	}
	first, time, allocs := r.name+"\t"+r.subject.name, nanos(ours), fmt.Sprint(n)
	if r.free {
		allocs += "  " + reached(n == 0)
	}
	quickest := math.Inf(1)
	for _, s := range scores {
		quickest = min(quickest, s.ns)
	}
	for _, s := range scores {
		target := s.peer.target
		if s.ns == quickest && r.better > 0 {
			target = r.better
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%.2f\t%s\t\n", first, time, allocs, s.peer.name, nanos(s.ns), s.ratio, verdict(s.ratio, target))
		first, time, allocs = "\t", "", ""
	}
	return nil
}

func verdict(got, target float64) string {
	if target == 0 {
		return ""
	}
	return fmt.Sprintf("<= %.1f  %s", target, reached(got <= target))
}

// reached is the word behind every target.
func reached(ok bool) string {
	if ok {
		return "reached"
	}
	return "MISSED"
}

func nanos(ns float64) string {
	switch {
	case ns >= 1e6:
		return fmt.Sprintf("%.2f ms", ns/1e6)
	case ns >= 1e4:
		return fmt.Sprintf("%.1f µs", ns/1e3)
	}
	return fmt.Sprintf("%.0f ns", ns)
}
