package main

import (
	"context"
	"errors"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
)

// addresses reads those that a command was given; without any, they are those
// that its configuration names.
func addresses(args []string, cfg client.Config) (all []string, err error) {
	for _, arg := range args {
		some, err := client.Addresses(arg)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	if len(args) == 0 {
		all = cfg.Bootstrap
	}
	if len(all) == 0 {
		return nil, errors.New("there is no address: give one, or bootstrap.servers in --command-config")
	}
	return all, nil
}

// oneOfMany gives the first of several addresses that can be connected to, as
// Kafka's tools take it. A single one is left to whoever connects.
func (a *app) oneOfMany(ctx context.Context, c *message.Codec, cfg client.Config, addrs []string) (string, error) {
	for i, addr := range addrs {
		if len(addrs) == 1 {
			break
		}
		conn, err := client.Dial(ctx, c, addr, cfg)
		if err == nil {
			return addr, conn.Close()
		}
		if ctx.Err() != nil || i == len(addrs)-1 {
			return "", err
		}
		a.note("%v; the next address is tried", err)
	}
	return addrs[0], nil
}
