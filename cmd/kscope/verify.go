package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/vector"
)

func (a *app) verifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE|-",
		Short: "check vector lines",
		Long: `verify checks each vector line of a file, or of stdin for "-": its hex must decode
to its json, and its json encode to its hex. A line with an error must give that
error. What differs is told with one line each, and the exit code is 1. Of a zip
file, the lines of all .jsonl files in it are checked, and all files against its
manifest.`,
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
			v, err := a.verify(vector.New(c), args[0], func(m vector.Mismatch) { fmt.Fprintln(w, m) })
			if err != nil {
				return err
			}
			if v.Lines == 0 && v.Files == 0 {
				return fmt.Errorf("%s: there are no vector lines in it", args[0])
			}
			fmt.Fprintf(w, "%d of %d lines hold\n", v.Lines-v.Bad, v.Lines)
			if v.Files > 0 {
				fmt.Fprintf(w, "%s damaged\n", prose.Count(v.Files, "file"))
			}
			if err := w.Flush(); err != nil {
				return err
			}
			if v.Bad > 0 || v.Files > 0 {
				return errDamage
			}
			return nil
		},
	}
}

// zipMagic is what zip files begin with, and lines do not.
const zipMagic = "PK"

// verify checks the lines of a file or of stdin, which may be a zip file.
func (a *app) verify(c *vector.Coder, name string, report func(vector.Mismatch)) (v vector.Verified, err error) {
	f, err := a.open(name)
	if err != nil {
		return v, err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	start, _ := in.Peek(len(zipMagic))
	zipped := string(start) == zipMagic
	if !zipped && !strings.HasSuffix(strings.ToLower(name), ".zip") {
		v.Lines, v.Bad, err = c.VerifyAll(in, report)
		return v, err
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return v, err
	}
	if v, err = c.VerifyArchive(bytes.NewReader(data), int64(len(data)), report); err == nil {
		return v, nil
	}
	err = fmt.Errorf("%s: %w", name, err)
	if zipped { // part of a zip file is damage, and anything else wrong use
		fmt.Fprintf(a.err, "kscope: %v\n", err)
		err = errDamage
	}
	return v, err
}
