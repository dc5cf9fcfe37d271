package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/internal/near"
)

// complete lets a flag complete to fixed words.
func complete(cmd *cobra.Command, flag string, words []string) {
	must(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)))
}

// must is for errors that only a mistake in this package can cause.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func (a *app) completeGlobals(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil {
		help.Example = "  kscope help decode"
		help.Run, help.RunE = nil, func(_ *cobra.Command, args []string) error {
			if found, rest, err := root.Find(args); err == nil && len(rest) == 0 {
				return found.Help()
			}
			return a.noCommand(root, args[len(args)-1:])
		}
	}
	if all, _, err := root.Find([]string{"completion"}); err == nil {
		all.Example = "  source <(kscope completion bash)\n  kscope completion zsh > \"${fpath[1]}/_kscope\""
		all.Args, all.RunE = cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return fmt.Errorf("no completion for shell %q; see kscope completion --help", args[0])
		}
	}
	if bash, _, err := root.Find([]string{"completion", "bash"}); err == nil {
		bash.PreRun = func(*cobra.Command, []string) { fmt.Fprintln(a.out, bashPrelude) }
	}
	complete(root, "color", colorNames())
	must(root.RegisterFlagCompletionFunc("release", func(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
		return a.releaseNames(toComplete), cobra.ShellCompDirectiveNoFileComp
	}))
}

// bashPrelude keeps bash from taking FetchRequest@17 for three words.
const bashPrelude = `COMP_WORDBREAKS=${COMP_WORDBREAKS//@/}`

func (a *app) releaseNames(prefix string) []string {
	c, err := a.codec()
	if err != nil {
		return nil
	}
	var names []string
	for _, r := range c.Catalog.Releases() {
		names = append(names, string(r.Release))
	}
	return near.Beginning(prefix, names)
}

// completeMessages completes a MESSAGE: names first, versions behind an @.
func (a *app) completeMessages(args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	c, err := a.codec()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return c.Complete(toComplete), cobra.ShellCompDirectiveNoFileComp
}

func (a *app) completeAs(cmd *cobra.Command) {
	must(cmd.RegisterFlagCompletionFunc("as", func(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
		c, err := a.codec()
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return explain.New(c).Complete(toComplete), cobra.ShellCompDirectiveNoFileComp
	}))
}

func (a *app) completeErrors(args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	c, err := a.codec()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, e := range c.Catalog.Errors() {
		names = append(names, e.Name, strconv.Itoa(int(e.Code)))
	}
	return near.Beginning(toComplete, names), cobra.ShellCompDirectiveNoFileComp
}
