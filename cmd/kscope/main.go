package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// Exit codes.
const (
	exitFine   = 0
	exitDamage = 1 // the input is damaged, or a check failed
	exitUse    = 2 // wrong use
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
	}
	// One line: some errors of the system and of flags have several.
	fmt.Fprintln(a.err, "kscope: "+strings.Join(strings.Fields(err.Error()), " "))
	return exitUse
}
