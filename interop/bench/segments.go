package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"text/tabwriter"
	"time"

	"github.com/kscope/kscope/interop/logs"
	"github.com/kscope/kscope/interop/need"
)

// Whole commands on segments, from the start of the process to its end, beside
// Kafka's own DumpLogSegments on the same file. Both have all processors.

// segmentRow is one command of ours and the options that make Kafka's tool do
// the same; nil where it has nothing alike.
type segmentRow struct {
	name   string
	codec  string
	size   logs.Size
	sizeIs string
	ours   []string
	theirs []string
	target float64 // how many times faster
}

var segmentRows = []segmentRow{
	{"list batches, CRCs checked", "none", logs.Small(), "1 MB", []string{"log"}, []string{}, 20},
	{"list batches, CRCs checked", "none", logs.Big(), "256 MB", []string{"log"}, []string{}, 5},
	{"print every record", "none", logs.Middle(), "400,000 records", []string{"log", "--deep"}, []string{"--deep-iteration"}, 10},
	{"print every record", "lz4", logs.Middle(), "400,000 records, lz4", []string{"log", "--deep"}, []string{"--deep-iteration"}, 10},
	{"print every record", "zstd", logs.Middle(), "400,000 records, zstd", []string{"log", "--deep"}, []string{"--deep-iteration"}, 10},
	{"every record as JSON Lines", "none", logs.Middle(), "400,000 records", []string{"log", "--deep", "-o", "json"}, []string{"--deep-iteration", "--print-data-log"}, 8},
	{"verify", "none", logs.Big(), "256 MB", []string{"log", "verify"}, nil, 0},
	{"verify --deep", "none", logs.Big(), "256 MB", []string{"log", "verify", "--deep"}, nil, 0},
}

func segments(ctx context.Context, out io.Writer, binary string) error {
	dumper, err := logs.NewDumper(ctx, "4.4.0")
	if need.Missing(err) && !need.Everything() {
		fmt.Fprintln(os.Stderr, "LEFT OUT: segments:", err)
		return nil
	}
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nwhole commands\ton\tours\tDumpLogSegments\ttimes faster\ttarget\t")
	for _, r := range segmentRows {
		if err := r.print(ctx, table, binary, dumper); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	return table.Flush()
}

// print runs both in turns and prints the medians.
func (r segmentRow) print(ctx context.Context, out io.Writer, binary string, dumper *logs.Dumper) error {
	path, err := logs.Large(ctx, r.codec, r.size)
	if err != nil {
		return err
	}
	var ours, theirs []float64
	for range 5 {
		begin := time.Now()
		if err := exec.CommandContext(ctx, binary, append(r.ours, path)...).Run(); err != nil {
			return err
		}
		ours = append(ours, float64(time.Since(begin).Nanoseconds()))
		if r.theirs == nil {
			continue
		}
		took, err := dumper.Dump(ctx, io.Discard, path, r.theirs...)
		if err != nil {
			return err
		}
		theirs = append(theirs, float64(took.Nanoseconds()))
	}
	line := fmt.Sprintf("%s\t%s\t%s", r.name, r.sizeIs, nanos(median(ours)))
	if r.theirs == nil {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s\t\t%.1f GB/s\t\t\n", line, float64(info.Size())/median(ours))
		return err
	}
	times := median(theirs) / median(ours)
	_, err = fmt.Fprintf(out, "%s\t%s\t%.0f\t>= %.0f  %s\t\n", line, nanos(median(theirs)), times, r.target, reached(times >= r.target))
	return err
}
