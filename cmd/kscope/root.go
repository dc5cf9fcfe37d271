package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/near"
	"github.com/kscope/kscope/message"
)

// app is what all commands share: the streams and the global flags.
type app struct {
	in       *os.File
	out, err *os.File
	release  string
	schemas  []string
	color    string
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "kscope",
		Short: "the Apache Kafka wire protocol, made visible and executable",
		Long: `kscope shows what every Kafka message looks like on the wire, says what bytes
mean, and makes bytes from JSON. All of it comes from Kafka's message schemas.

MESSAGE is a message (FetchRequest@17), or an API by name or key (Fetch@17,
1@17), which means its request and response. Without @VERSION it is the newest
stable one. Case does not matter.

Exit codes: 0 fine, 1 the input is damaged or a check failed, 2 wrong use.`,
		Example: `  kscope show BeginQuorumEpoch
  kscope decode 00000010001200000000000100066b73636f7065
  kscope encode MetadataRequest@12 '{"topics":null}' --unit frame`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              a.noCommand,
		PersistentPreRunE: a.checkGlobals,
		Version:           version(),
	}
	root.SetVersionTemplate("kscope {{.Version}}\n")
	root.SuggestionsMinimumDistance = 2 // letters
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
	})
	f := root.PersistentFlags()
	f.StringVar(&a.release, "release", "", "see messages as this `release` of Kafka has them, such as 3.9")
	f.StringArrayVar(&a.schemas, "schemas", nil, "message schemas to take first, from a `path`: kafka-clients jar, folder or .json file (repeatable)")
	f.StringVar(&a.color, "color", "auto", "colours: auto, always or never")
	root.AddCommand(a.showCommand(), a.decodeCommand(), a.encodeCommand(), a.listCommand(), a.diffCommand(),
		a.errorCommand(), a.vectorsCommand(), a.verifyCommand(), a.logCommand(), a.versionCommand(),
		a.callCommand(), a.probeCommand(),
		a.siteCommand(), a.serveCommand(), a.mockCommand(), a.conformCommand())
	a.completeGlobals(root)
	return root
}

// noCommand answers kscope alone, and with a word that is no command.
func (a *app) noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	hint := near.Hint(cmd.SuggestionsFor(args[0])...)
	if c, err := a.codec(); hint == "" && err == nil {
		if _, err := c.Resolve(args[0]); err == nil {
			hint = near.Hint("kscope show " + args[0])
		}
	}
	return fmt.Errorf("unknown command %q%s", args[0], cmp.Or(hint, "; see kscope --help"))
}

// words checks that a command has from least to most arguments.
func words(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && len(args) <= most {
			return nil
		}
		return miscounted(cmd, args)
	}
}

// atLeast checks that a command has some arguments.
func atLeast(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= n {
			return nil
		}
		return miscounted(cmd, args)
	}
}

func miscounted(cmd *cobra.Command, args []string) error {
	usage := cmd.CommandPath() + strings.TrimPrefix(cmd.Use, cmd.Name())
	return fmt.Errorf("expected %s, found %d arguments; see %s --help", usage, len(args), cmd.CommandPath())
}

func (a *app) checkGlobals(*cobra.Command, []string) error {
	return oneOf("--color", a.color, colorNames())
}

func colorNames() []string { return []string{"auto", "always", "never"} }

// oneOf checks a value that must be one of some words.
func oneOf(what, value string, allowed []string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return fmt.Errorf("%s %q is not one of %s%s", what, value, strings.Join(allowed, ", "), near.Hint(near.Some(value, allowed, 1)...))
}

// codec makes the codec that the global flags ask for.
func (a *app) codec() (*message.Codec, error) {
	c := catalog.Builtin()
	if len(a.schemas) > 0 {
		var err error
		if c, err = c.WithSchemas(a.schemas...); err != nil {
			return nil, err
		}
	}
	release := catalog.Release("")
	if a.release != "" {
		var err error
		if release, err = c.ParseRelease(a.release); err != nil {
			return nil, err
		}
	}
	return message.New(c, release), nil
}

// colored reports whether the output is to have colours. A flag beats NO_COLOR
// (https://no-color.org), which beats the terminal.
func (a *app) colored() bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(a.out.Fd()))
}

// note tells something that is not the result.
func (a *app) note(format string, args ...any) {
	fmt.Fprintf(a.err, "note: "+format+"\n", args...)
}
