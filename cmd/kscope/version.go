package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "print the version of kscope and the releases of Kafka it knows",
		Example:           `  kscope version`,
		Args:              words(0, 0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			c, err := a.codec()
			if err != nil {
				return err
			}
			version := "(devel)"
			if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
				version = info.Main.Version
			}
			releases := c.Catalog.Releases()
			_, err = fmt.Fprintf(a.out, "kscope %s %s/%s %s\nKafka %s to %s\n", version, runtime.GOOS, runtime.GOARCH, runtime.Version(),
				releases[0].Release, c.Catalog.Latest())
			return err
		},
	}
}
