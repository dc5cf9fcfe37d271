package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/client"
)

// connectFlags say how to reach a node; call, probe and conform share them.
type connectFlags struct {
	app      *app
	clientID string
	timeout  time.Duration
}

// addConnect gives a command the flags of a connection.
func (a *app) addConnect(cmd *cobra.Command) *connectFlags {
	f := &connectFlags{app: a}
	flags := cmd.Flags()
	flags.StringVar(&f.clientID, "client-id", "kscope", "client id of requests")
	flags.DurationVar(&f.timeout, "timeout", client.DefaultTimeout, "how long to wait for each step")
	return f
}

// config is what the flags ask for.
func (f *connectFlags) config() (client.Config, error) {
	return client.Config{ClientID: f.clientID, Timeout: f.timeout}, nil
}
