package main

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/probe"
)

func (a *app) probeCommand() *cobra.Command {
	var output string
	var all bool
	var connect *connectFlags
	cmd := &cobra.Command{
		Use:   "probe [ADDR...]",
		Short: "find out what a node is",
		Long: `probe asks nodes which APIs and versions they offer, and says which release of
Kafka that looks like, at which kind of listener, and what is otherwise; and it
tells the node's features, cluster, peers and quorum. Several nodes are asked side
by side, and where they differ is told, as in the middle of a rolling upgrade.
With --all, every node that those addresses tell of is asked too. ADDR is as in
kscope call, but that all addresses are asked.

It only reads. Exit codes: 0 fine, 2 a node could not be asked.`,
		Example: `  kscope probe localhost:9092
  kscope probe broker-1:9092 broker-2:9092 broker-3:9092
  kscope probe broker-1:9093 --all --command-config client.properties -o json`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.codec()
			if err != nil {
				return err
			}
			cfg, err := connect.config()
			if err != nil {
				return err
			}
			addrs, err := addresses(args, cfg)
			if err != nil {
				return err
			}
			ctx, stop := interruptible(cmd.Context())
			defer stop()
			nodes := probe.Survey(ctx, c, addrs, cfg)
			if all {
				nodes = append(nodes, probe.Survey(ctx, c, others(nodes), cfg)...)
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			return a.writeProbe(c, nodes, output)
		},
	}
	connect = a.addConnect(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "ask every node of the cluster, as the nodes named tell of it")
	addOutput(cmd, &output, []string{"table", "json"})
	return cmd
}

// others lists the addresses that nodes tell of and that were not asked.
func others(nodes []probe.Node) []string {
	var known, more []string
	for i := range nodes {
		known = append(known, nodes[i].Addr)
	}
	for i := range nodes {
		for _, addr := range nodes[i].Told() {
			if !slices.Contains(known, addr) && !slices.Contains(more, addr) {
				more = append(more, addr)
			}
		}
	}
	return more
}

// errUnreachable ends a command of which a part, told on stderr, could not be
// done.
var errUnreachable = errors.New("a node could not be asked")
