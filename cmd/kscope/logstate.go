package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/image"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/segment"
)

// stateFlags are the flags of log state.
type stateFlags struct {
	output, path string
	offset       int64
	oldest       bool
	reveal, full bool
}

func (a *app) logStateCommand() *cobra.Command {
	var f stateFlags
	cmd := &cobra.Command{
		Use:   "state PATH...",
		Short: "tell the metadata of a cluster at an offset, and which record set it",
		Long: `state plays a metadata log (__cluster_metadata-0) up to an offset: the newest snapshot
that ends there or before, then the log. It shows features, voters, brokers,
controllers, topics with their partitions, settings, quotas, ACLs, credentials,
tokens and producer ids, and for each value the record that set it. A PATH is the
directory of the log, a log directory with it, or files alone; - for stdin.

Records of a transaction that has not ended change nothing. The exit code is 1 when
records are damaged, missing, not known, or contradict what was there.`,
		Example: `  kscope log state /var/lib/kafka
  kscope log state __cluster_metadata-0 --offset 1000 --path 'topics[orders].partitions[*].leader'
  kscope log state 00000000000000000177-0000000001.checkpoint -o json`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			q := image.Question{Offset: -1, Oldest: f.oldest}
			if cmd.Flags().Changed("offset") {
				if q.Offset = f.offset; f.offset < 0 {
					return fmt.Errorf("--offset: expected 0 or more, found %d", f.offset)
				}
			}
			c, err := a.codec()
			if err != nil {
				return err
			}
			return a.logState(c, args, &f, q)
		},
	}
	flags := cmd.Flags()
	addOutput(cmd, &f.output, []string{"tree", "json"})
	flags.Int64Var(&f.offset, "offset", 0, "the last `offset` whose record counts; without it the last there is")
	flags.StringVar(&f.path, "path", "", "show a part only: a `path` such as 'topics[orders].partitions[*].leader'")
	flags.BoolVar(&f.oldest, "oldest", false, "begin with the oldest snapshot, so that values tell records of the log")
	flags.BoolVar(&f.reveal, "reveal", false, "show keys of credentials and passwords in settings")
	flags.BoolVar(&f.full, "full", false, "show long values and lists whole")
	return cmd
}

func (a *app) logState(c *message.Codec, args []string, f *stateFlags, q image.Question) error {
	files, err := a.openState(args)
	if err != nil {
		return err
	}
	defer segment.CloseAll(files)
	im, err := image.Read(c, files, q)
	if err != nil {
		return err
	}
	o := image.Options{Reveal: f.reveal, Full: f.full}
	if a.onTerminal() && !f.full {
		o.Limit = onTerminal
	}
	if err := a.writeState(im, f, o); err != nil {
		return err
	}
	if im.Damaged() {
		return errDamage
	}
	return nil
}

// openState opens all that the arguments stand for.
func (a *app) openState(args []string) (files []*segment.File, err error) {
	for _, arg := range args {
		var some []*segment.File
		if arg == "-" {
			some = make([]*segment.File, 1)
			some[0], err = a.openLog(arg)
		} else {
			some, err = image.Open(arg)
		}
		if err != nil {
			segment.CloseAll(files)
			return nil, err
		}
		files = append(files, some...)
	}
	return files, nil
}

func (a *app) writeState(im *image.Image, f *stateFlags, o image.Options) error {
	if f.path == "" {
		if f.output == "json" {
			return im.JSON(a.out, o)
		}
		return im.Tree(a.out, o)
	}
	found, err := im.Select(f.path)
	if err != nil {
		return err
	}
	for _, r := range []image.Remarks{im.NotUnderstood, im.Findings} {
		for _, m := range r.List {
			a.note("%s", m.String())
		}
	}
	if f.output == "json" {
		return image.JSONOf(a.out, found, o)
	}
	return image.TreeOf(a.out, found, o)
}
