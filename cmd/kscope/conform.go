package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/conform"
)

// conformFlags are the flags of conform.
type conformFlags struct {
	connect *connectFlags
	options conform.Options
	level   string
	output  string
	list    bool
	each    bool
	full    bool
	brief   bool
}

func (a *app) conformCommand() *cobra.Command {
	var f conformFlags
	cmd := &cobra.Command{
		Use:   "conform [ADDR]",
		Short: "check that a node answers as Kafka does",
		Long: `conform checks a node against what Apache Kafka does, for those who build brokers
and proxies: frames, versions, every answer at every version that is offered, and
with --write records, groups and transactions. What the node does not offer is
skipped. A check that fails tells why it matters and where Kafka says so, and
shows both frames with the place that is wrong. ADDR is as in kscope call.

Levels say how much depends on a check: must is for what clients break on, or lose
data by; should for what they or their users notice; may for the rest. Kafka 4.4
passes all. --list tells what there is. JSON is an object a line, a result each and
a summary at the end.

Without --write nothing is written. With it a scratch topic, kscope-conform-…, is
made and removed at the end, also after Ctrl-C; groups and transactional ids have
names that begin alike.

Exit codes: 0 fine, 1 a check failed, 2 wrong use or no connection, 130 interrupted.`,
		Example: `  kscope conform localhost:9092
  kscope conform localhost:9092 --write --level may --brief
  kscope conform localhost:9092 --only answers --each
  kscope conform localhost:9092 --only 'produce.*,fetch' --skip fetch.codecs --write
  kscope conform localhost:9092 -o junit > conform.xml
  kscope conform --list`,
		Args: words(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if f.list {
				if !cmd.Flags().Changed("level") {
					f.options.Level = conform.May
				}
				return a.conformList(&f)
			}
			until := interruptible
			if f.options.Write {
				until = accountable
			}
			ctx, stop := until(cmd.Context())
			defer stop()
			return a.conform(ctx, args, &f)
		},
	}
	f.connect = a.addConnect(cmd)
	flags := cmd.Flags()
	flags.Lookup("timeout").Usage = fmt.Sprintf("how long a check may take (default %v)", conform.DefaultTimeout)
	flags.BoolVar(&f.options.Write, "write", false, "run checks that write too, to a topic, groups and transactions of their own")
	flags.StringSliceVar(&f.options.Only, "only", nil, "run these checks alone: `IDs`, groups, or patterns with *, whatever their level")
	flags.StringSliceVar(&f.options.Skip, "skip", nil, "leave these checks out: `IDs`, groups, or patterns with *")
	flags.StringVar(&f.level, "level", string(conform.Should), "weakest `level` of checks to run: must, should or may")
	flags.IntVar(&f.options.Parallel, "parallel", conform.DefaultParallel, "how many checks run side by side")
	flags.BoolVar(&f.list, "list", false, "tell which checks there are, and run none")
	flags.BoolVar(&f.each, "each", false, "tell of each API and version")
	flags.BoolVar(&f.brief, "brief", false, "leave out the frames of checks that failed")
	flags.BoolVar(&f.full, "full", false, "show long bytes, text and arrays whole")
	addOutput(cmd, &f.output, []string{"table", "json", "junit"})
	complete(cmd, "level", levelNames())
	complete(cmd, "only", checkNames())
	complete(cmd, "skip", checkNames())
	return cmd
}

func levelNames() (names []string) {
	for _, l := range conform.Levels() {
		names = append(names, string(l))
	}
	return names
}

func checkNames() (names []string) {
	for _, c := range conform.Checks() {
		names = append(names, c.ID)
	}
	return names
}

func (f *conformFlags) check() error {
	if f.options.Parallel < 1 {
		return fmt.Errorf("--parallel %d is below 1", f.options.Parallel)
	}
	if err := oneOf("--level", f.level, levelNames()); err != nil {
		return err
	}
	f.options.Level, f.options.Timeout = conform.Level(f.level), f.connect.timeout
	return nil
}

func (a *app) conformList(f *conformFlags) error {
	checks, err := conform.Select(f.options)
	if err != nil {
		return err
	}
	r := &rowSet{columns: []column{{"CHECK", "id"}, {"LEVEL", "level"}, {"NEEDS", "needs"}, {"WHAT HOLDS", "title"}}}
	for _, c := range checks {
		var needs any
		if c.Needs != conform.Nothing {
			needs = string(c.Needs)
		}
		r.add(c.ID, string(c.Level), needs, c.Title)
	}
	if f.output == "json" {
		return r.json(a.out)
	}
	return a.table(r.cells())
}

func (a *app) conform(ctx context.Context, args []string, f *conformFlags) error {
	c, err := a.codec()
	if err != nil {
		return err
	}
	cfg, err := f.connect.config()
	if err != nil {
		return err
	}
	addrs, err := addresses(args, cfg)
	if err != nil {
		return err
	}
	addr, err := a.oneOfMany(ctx, c, cfg, addrs)
	if err != nil {
		return err
	}
	report := a.conformReport(c, addr, f)
	s, err := conform.Run(ctx, c, addr, cfg, f.options, func(r conform.Result) { report.Result(r) })
	if err != nil {
		return err
	}
	err = report.Summary(s)
	if s.Left != "" {
		a.note("this could not be removed: %s", strings.TrimSpace(s.Left))
	}
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case s.Failed > 0:
		return errDamage
	}
	return nil
}
