package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
)

// Exit codes.
const (
	exitFine   = 0
	exitDamage = 1 // the input is damaged, or a check failed
	exitUse    = 2 // wrong use, or a node that could not be reached

	exitInterrupted = 130 // Ctrl-C, as shells count it
)

// errDamage ends a command whose result, with the damage in it, is on stdout.
var errDamage = errors.New("the input is damaged")

func main() { os.Exit(run()) }

func run() int {
	a := &app{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	err := a.root().Execute()
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, errDamage):
		return exitDamage
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(a.err, "kscope: interrupted")
		return exitInterrupted
	}
	// One line: some errors of the system and of flags have several.
	fmt.Fprintln(a.err, "kscope: "+strings.Join(strings.Fields(err.Error()), " "))
	if hint := hintFor(err); hint != "" {
		fmt.Fprintln(a.err, "hint: "+hint)
	}
	return exitUse
}
