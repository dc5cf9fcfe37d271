package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/segment"
)

func (a *app) logVerifyCommand() *cobra.Command {
	var output string
	var deep bool
	cmd := &cobra.Command{
		Use:   "verify PATH...",
		Short: "check segments, and their indexes against them",
		Long: `verify checks files of log directories, or all in a directory: CRCs, lengths,
offsets and epochs of batches, every index entry against its segment, transaction
indexes against markers, the form of snapshots and checkpoints. With --deep it
looks at every record too. It tells a line for each thing that is wrong, and a
summary. The exit code is 1 when anything is wrong; that a batch is too large to
look into is remarked, and not wrong.

Nothing is ever written to what is checked. A broker that is running appends while
verify reads: the file is checked up to the size that it had at first.`,
		Example: `  kscope log verify orders-0
  kscope log verify --deep /var/lib/kafka
  kscope log verify 00000000000000000000.log -o json`,
		Args: atLeast(1),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.codec()
			if err != nil {
				return err
			}
			paths, err := logPaths(args)
			if err != nil {
				return err
			}
			if err := refuseOthers(args); err != nil {
				return err
			}
			return a.logVerify(c, paths, deep, output == "json")
		},
	}
	addOutput(cmd, &output, []string{"table", "json"})
	cmd.Flags().BoolVar(&deep, "deep", false, "look at every record too")
	return cmd
}

func (a *app) logVerify(c *message.Codec, paths []string, deep, json bool) error {
	w := bufio.NewWriter(a.out)
	var total int64
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			total += info.Size()
		}
	}
	bar := a.bar(total, true)
	lines := &segment.Lines{}
	v := segment.Verifier{Deep: deep, Codecs: &c.Records.Codecs, Progress: bar.at}
	v.Found = func(f *segment.File, x segment.Finding) {
		bar.clear()
		fmt.Fprintf(w, "%s: %s\n", f.Path, x)
	}
	if json {
		line := func(f *segment.File, item any) {
			bar.clear()
			lines.SetFile(f.Path)
			w.Write(lines.Append(nil, item))
		}
		v.Found = func(f *segment.File, x segment.Finding) { line(f, &x) }
		v.Gap = func(f *segment.File, g segment.Gap) { line(f, &g) }
	}
	err := a.verifyPaths(&v, paths)
	bar.clear()
	if err != nil {
		w.Flush()
		return err
	}
	s := &v.Summary
	if json {
		writeJSON(w, map[string]any{"type": "summary", "files": s.Files, "bytes": s.Bytes, "batches": s.Batches, "records": s.Records, "findings": s.Findings, "remarks": s.Remarks})
	} else {
		count := func(n int64, unit string) string { return prose.Count(int(n), unit) }
		fmt.Fprintf(w, "%s, %s, %s, %s: %s\n", count(s.Files, "file"), count(s.Bytes, "byte"), prose.CountOf(int(s.Batches), "batch", "batches"),
			count(s.Records, "record"), verdict(s.Findings))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if s.Findings > 0 {
		return errDamage
	}
	return nil
}

func (a *app) verifyPaths(v *segment.Verifier, paths []string) error {
	if len(paths) != 1 || paths[0] != "-" {
		return v.Files(paths)
	}
	f, err := a.openLog("-")
	if err != nil {
		return err
	}
	defer f.Close()
	if f.Kind == segment.Other {
		return otherError(f.Path)
	}
	v.File(f, nil)
	return nil
}

// refuseOthers refuses files that were named and are none of Kafka's: that
// nothing is wrong with them would say too much.
func refuseOthers(args []string) error {
	for _, arg := range args {
		if info, err := os.Stat(arg); err != nil || !info.Mode().IsRegular() {
			continue // stdin, directories, files that are gone
		}
		f, err := segment.Open(arg)
		if err != nil {
			return err
		}
		f.Close()
		if f.Kind == segment.Other {
			return otherError(arg)
		}
	}
	return nil
}

func verdict(findings int64) string {
	if findings == 0 {
		return "nothing wrong"
	}
	return prose.CountOf(int(findings), "thing is wrong", "things are wrong")
}
