package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/vector"
)

// stream answers the vector lines of the file that args name, or of stdin.
func (a *app) stream(args []string, answer func(dst, line []byte) ([]byte, bool)) error {
	if len(args) > 1 {
		return errors.New("--stream takes one file of vector lines, or stdin; messages are named in the lines")
	}
	in, err := a.open(append(args, "-")[0])
	if err != nil {
		return err
	}
	defer in.Close()
	bad, err := vector.Stream(a.out, in, answer)
	if err != nil {
		return err
	}
	if bad > 0 {
		fmt.Fprintf(a.err, "kscope: lines with an error: %d\n", bad)
		return errDamage
	}
	return nil
}

// streamAlone refuses flags that mean nothing for vector lines.
func streamAlone(cmd *cobra.Command, others ...string) error {
	for _, name := range others {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s does not go with --stream: vector lines say it for themselves", name)
		}
	}
	return nil
}

// open opens a file of lines; "-" is stdin.
func (a *app) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(a.in), nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("%s: there is no such file", name)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s: is a directory, not a file of vector lines", name)
	}
	return os.Open(name)
}
