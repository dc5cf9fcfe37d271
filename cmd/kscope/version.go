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
			releases := c.Catalog.Releases()
			_, err = fmt.Fprintf(a.out, "kscope %s\nKafka %s to %s\n", version(), releases[0].Release, c.Catalog.Latest())
			return err
		},
	}
}

// version is that of the build, with what it was built for and by.
func version() string {
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	return fmt.Sprintf("%s %s/%s %s", version, runtime.GOOS, runtime.GOARCH, runtime.Version())
}
