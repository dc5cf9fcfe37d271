package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interruptible ends a context with Ctrl-C, or when somebody asks the program
// to end. What waits for it gives context.Canceled then.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}

// accountable is interruptible for what has to be undone: it ends too when the
// terminal goes, or the program that the output is piped to, which would else end
// this one at once.
func accountable(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
}
