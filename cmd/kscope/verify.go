package main

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/vector"
)

func (a *app) verifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE|-",
		Short: "check vector lines",
		Long: `verify checks each vector line of a file, or of stdin for "-": its hex must decode
to its json, and its json encode to its hex. A line with an error must give that
error. What differs is told with one line each, and the exit code is 1.`,
		Example: `  kscope verify vectors.jsonl
  kscope vectors Fetch | kscope verify -`,
		Args: words(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.codec()
			if err != nil {
				return err
			}
			in, err := a.open(args[0])
			if err != nil {
				return err
			}
			defer in.Close()
			w := bufio.NewWriter(a.out)
			lines, bad, err := vector.New(c).VerifyAll(in, func(m vector.Mismatch) { fmt.Fprintln(w, m) })
			if err != nil {
				return err
			}
			if lines == 0 {
				return fmt.Errorf("%s: there are no vector lines in it", args[0])
			}
			fmt.Fprintf(w, "%d of %d lines hold\n", lines-bad, lines)
			if err := w.Flush(); err != nil {
				return err
			}
			if bad > 0 {
				return errDamage
			}
			return nil
		},
	}
}
