package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/segment"
)

func (a *app) logDiffCommand() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "find where two replicas part",
		Long: `diff compares two segments, or the segments of two partition directories, such as
two replicas have them, and tells the first place where they part: by offset, by
leader epoch, or by byte, with the field that the byte lies in. Offsets that only
one of them reaches back to are passed over. The exit code is 1 when they part.`,
		Example: `  kscope log diff broker1/orders-0 broker2/orders-0
  kscope log diff a.log b.log -o json`,
		Args: words(2, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.codec()
			if err != nil {
				return err
			}
			return a.logDiff(c, args, output == "json")
		},
	}
	addOutput(cmd, &output, []string{"table", "json"})
	return cmd
}

func (a *app) logDiff(c *message.Codec, args []string, json bool) error {
	var logs [2][]*segment.File
	for i, arg := range args {
		var err error
		if logs[i], err = segment.OpenLogs(arg); err != nil {
			return err
		}
		defer segment.CloseAll(logs[i])
	}
	d := segment.Diff{Nester: c.Nester}
	v, err := d.Logs(logs[0], logs[1])
	if err != nil {
		return err
	}
	if d.Note != "" {
		a.note("%s", d.Note)
	}
	if json {
		err = writeJSON(a.out, diffJSON(&d, v))
	} else {
		_, err = fmt.Fprintln(a.out, diffText(&d, v))
	}
	if err == nil && v != nil {
		return errDamage
	}
	return err
}

func diffText(d *segment.Diff, v *segment.Divergence) string {
	same := prose.CountOf(int(d.Batches), "batch is the same", "batches are the same")
	if d.Batches > 0 {
		same += fmt.Sprintf(", up to offset %d", d.Last)
	}
	if v == nil {
		return same + "; nothing differs"
	}
	return fmt.Sprintf("%s\noffset %d: %s\n  %s position %d (0x%x)\n  %s position %d (0x%x)", same, v.Offset, v.Text,
		v.Files[0], v.Positions[0], v.Positions[0], v.Files[1], v.Positions[1], v.Positions[1])
}

func diffJSON(d *segment.Diff, v *segment.Divergence) map[string]any {
	all := map[string]any{"batches": d.Batches, "lastOffset": d.Last, "same": v == nil}
	if v != nil {
		all["divergence"] = map[string]any{"offset": v.Offset, "files": v.Files, "positions": v.Positions, "epochs": v.Epochs, "text": v.Text}
	}
	return all
}
