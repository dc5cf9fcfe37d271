package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/vector"
)

func (a *app) verifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE|-",
		Short: "check vector lines",
		Long: `verify checks each vector line of a file, or of stdin for "-": its hex must decode
to its json, and its json encode to its hex. A line with an error must give that
error. What differs is told with one line each, and the exit code is 1. Of a zip
file, the lines of all .jsonl files in it are checked, and its manifest.`,
		Example: `  kscope verify vectors.jsonl
  kscope vectors Fetch | kscope verify -
  kscope verify vectors.zip`,
		Args: words(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.codec()
			if err != nil {
				return err
			}
			w := bufio.NewWriter(a.out)
			lines, bad, err := a.verify(vector.New(c), args[0], func(m vector.Mismatch) { fmt.Fprintln(w, m) })
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

// verify checks the lines of a file, of stdin, or of a zip file.
func (a *app) verify(c *vector.Coder, name string, report func(vector.Mismatch)) (lines, bad int, err error) {
	in, err := a.open(name)
	if err != nil {
		return 0, 0, err
	}
	defer in.Close()
	f, ok := in.(*os.File)
	if !ok || !strings.HasSuffix(strings.ToLower(name), ".zip") {
		return c.VerifyAll(in, report)
	}
	info, err := f.Stat()
	if err != nil {
		return 0, 0, err
	}
	lines, bad, err = c.VerifyArchive(f, info.Size(), report)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return lines, bad, err
}
