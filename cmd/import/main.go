package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/kscope/kscope/internal/importer"
)

func main() {
	data := flag.String("data", "catalog/data", "`folder` of the catalog's data")
	jars := flag.String("jars", "", "`folder` where jars are kept, as RELEASE-ARTIFACT/*.jar (default: a temporary one)")
	all := flag.Bool("all", false, "make the data anew from all releases in releases.txt")
	flag.Parse()
	if *all != (flag.NArg() == 0) || flag.NArg() > 1 {
		fmt.Fprintln(os.Stderr, "usage: import [-data DIR] [-jars DIR] RELEASE | -all")
		os.Exit(2)
	}
	if err := run(*data, *jars, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "import:", err)
		os.Exit(1)
	}
}

// run imports one release, or all when it is empty.
func run(data, jars, release string) error {
	if jars == "" {
		dir, err := os.MkdirTemp("", "jars")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		jars = dir
	}
	if release != "" {
		return importer.Import(data, jars, release)
	}
	return importer.Rebuild(data, jars, func(patch string) { fmt.Fprintln(os.Stderr, patch) })
}
