package main

import (
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// until waits until a file has a text in it, ten seconds at most.
func until(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: until file text")
	}
	tick, end := time.NewTicker(5*time.Millisecond), time.After(10*time.Second)
	defer tick.Stop()
	for !strings.Contains(ts.ReadFile(args[0]), args[1]) {
		select {
		case <-tick.C:
		case <-end:
			ts.Fatalf("%s has no %q", args[0], args[1])
		}
	}
}
