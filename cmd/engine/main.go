package main

import (
	"context"
	"fmt"
	"os"

	"github.com/kscope/kscope/internal/engine"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: engine DIR")
		os.Exit(2)
	}
	if err := engine.Pack(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
		os.Exit(1)
	}
}
