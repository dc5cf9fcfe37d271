package main

import (
	"bufio"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/vector"
)

func (a *app) vectorsCommand() *cobra.Command {
	var unit string
	var seed uint64
	var random uint
	cmd := &cobra.Command{
		Use:   "vectors [MESSAGE...]",
		Short: "make vector lines: messages as bytes and as JSON",
		Long: `vectors writes, for each message (all without one) and each version of it, a JSON
line for the smallest, the full and some random instances:

  {"message":"FetchResponse","version":17,"unit":"body","sample":"full","hex":"...","json":{...}}

The same flags give the same lines. They can be fed to decode --stream,
encode --stream and verify.`,
		Example: `  kscope vectors > vectors.jsonl
  kscope vectors Fetch Produce@9 --random 10 --seed 42
  kscope vectors --release 3.9 --unit frame`,
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
			kinds := []sample.Kind{sample.Smallest, sample.Full}
			for i := range random {
				kinds = append(kinds, sample.Random(seed+uint64(i)))
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
	complete(cmd, "unit", message.Units())
	return cmd
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
