package main

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/vector"
)

func (a *app) vectorsCommand() *cobra.Command {
	var unit, archive string
	var seed uint64
	var random uint
	cmd := &cobra.Command{
		Use:   "vectors [MESSAGE...]",
		Short: "make vector lines: messages as bytes and as JSON",
		Long: `vectors writes, for each message (all without one) and each version of it, a JSON
line for the smallest and the full instance, for edges (lowest and highest values,
nulls), and for some random ones:

  {"message":"FetchResponse","version":17,"unit":"body","sample":"full","hex":"...","json":{...}}

The same flags give the same lines. They can be fed to decode --stream,
encode --stream and verify.

With --archive they go into a zip file, one of lines a message, with what they
mean in words, a manifest, and a text for people who write clients.`,
		Example: `  kscope vectors > vectors.jsonl
  kscope vectors Fetch Produce@9 --random 10 --seed 42
  kscope vectors --release 3.9 --unit frame
  kscope vectors --archive vectors.zip && kscope verify vectors.zip`,
		ValidArgsFunction: func(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			return a.completeMessages(nil, toComplete)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.codec()
			if err != nil {
				return err
			}
			coder := vector.New(c)
			if coder.Unit, err = message.ParseUnit(unit); err != nil {
				return err
			}
			specs, err := resolveAll(c, args)
			if err != nil {
				return err
			}
			kinds := append([]sample.Kind{sample.Smallest, sample.Full}, sample.Edges()...)
			for i := range random {
				kinds = append(kinds, sample.Random(seed+uint64(i)))
			}
			if archive != "" {
				return a.archive(archive, coder, specs, kinds)
			}
			w := bufio.NewWriter(a.out)
			if err := coder.Write(w, specs, kinds); err != nil {
				return err
			}
			return w.Flush()
		},
	}
	f := cmd.Flags()
	f.StringVar(&unit, "unit", "body", "what the bytes hold: frame, payload or body")
	f.Uint64Var(&seed, "seed", 1, "seed of the first random instance; others count up from it")
	f.UintVar(&random, "random", 1, "random instances of each version")
	f.StringVar(&archive, "archive", "", "write a zip `file` instead")
	complete(cmd, "unit", message.Units())
	return cmd
}

// archive writes an archive beside its place first, so that none that is cut
// short ever lies there.
func (a *app) archive(name string, c *vector.Coder, specs []*message.Spec, kinds []sample.Kind) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	m, err := c.Archive(f, specs, kinds)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return err
	}
	a.note("%s: %d lines of %d messages in %d versions, %d of them confirmed by Kafka's classes",
		name, m.Lines, m.Messages, m.Versions, m.Confirmed)
	return nil
}

// resolveAll finds all versions of the messages that args name, or of all.
func resolveAll(c *message.Codec, args []string) ([]*message.Spec, error) {
	if len(args) == 0 {
		return c.ResolveAll("")
	}
	var all []*message.Spec
	for _, arg := range args {
		specs, err := c.ResolveAll(arg)
		if err != nil {
			return nil, err
		}
		all = append(all, specs...)
	}
	return all, nil
}
