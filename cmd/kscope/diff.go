package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

func (a *app) diffCommand() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "compare two messages or two releases",
		Long: `diff tells what differs between two messages (Metadata@8 Metadata@9), or between
two releases of Kafka (3.9 4.0): messages that came and went, versions, and
layouts that changed without a new version. As a page, two messages stand side by
side, field by field, with the bytes that each takes, and releases are told with
words and KIPs.`,
		Example: `  kscope diff Metadata@8 Metadata@9
  kscope diff Fetch@12 Fetch@13 -o page
  kscope diff FetchRequest@12 FetchRequest@13 -o json
  kscope diff 3.9 4.0 -o html > changes.html`,
		Args: words(2, 2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 1 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			names, how := a.completeMessages(nil, toComplete)
			return append(names, a.releaseNames(toComplete)...), how
		},
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.codec()
			if err != nil {
				return err
			}
			if isRelease(args[0]) && isRelease(args[1]) {
				return a.diffReleases(c.Catalog, args, output)
			}
			return a.diffMessages(c, args, output)
		},
	}
	addOutput(cmd, &output, []string{"table", "json", "page", "html"})
	return cmd
}

// isRelease tells a release from an API key: it has a dot.
func isRelease(s string) bool {
	var major, minor int
	n, _ := fmt.Sscanf(s, "%d.%d", &major, &minor)
	return n == 2
}

func (a *app) diffMessages(c *message.Codec, args []string, output string) error {
	from, err := c.Resolve(args[0])
	if err != nil {
		return err
	}
	to, err := c.Resolve(args[1])
	if err != nil {
		return err
	}
	if len(from) != len(to) {
		return fmt.Errorf("%s and %s cannot be compared: one is a message, the other an API", args[0], args[1])
	}
	if output == "page" || output == "html" {
		return a.comparison(c, from, to, output)
	}
	w := bufio.NewWriter(a.out)
	for i := range from {
		all := schema.Compare(from[i].Schema, from[i].Version, to[i].Schema, to[i].Version)
		if output == "json" {
			writeJSON(w, map[string]any{"from": from[i].String(), "to": to[i].String(), "differences": differencesJSON(all)})
			continue
		}
		fmt.Fprintf(w, "%s -> %s\n", from[i], to[i])
		writeDifferences(w, "  ", all)
	}
	return w.Flush()
}

func writeDifferences(w io.Writer, indent string, all []schema.Difference) {
	if len(all) == 0 {
		fmt.Fprintf(w, "%sno difference\n", indent)
	}
	for _, d := range all {
		fmt.Fprintf(w, "%s%s\n", indent, d)
	}
}

func differencesJSON(all []schema.Difference) []any {
	list := []any{}
	for _, d := range all {
		list = append(list, map[string]any{"kind": d.Kind.String(), "path": d.Path, "from": d.From, "to": d.To, "onWire": d.Kind.OnWire()})
	}
	return list
}

func (a *app) diffReleases(c *catalog.Catalog, args []string, output string) error {
	var releases [2]catalog.Release
	for i := range releases {
		var err error
		if releases[i], err = c.ParseRelease(args[i]); err != nil {
			return err
		}
	}
	if output == "page" || output == "html" {
		return a.releaseComparison(c, releases, output)
	}
	d, err := c.DiffReleases(releases[0], releases[1])
	if err != nil {
		return err
	}
	w := bufio.NewWriter(a.out)
	if output == "json" {
		writeJSON(w, releasesJSON(d))
	} else {
		writeReleases(w, d)
	}
	return w.Flush()
}

func writeReleases(w io.Writer, d catalog.ReleaseDiff) {
	fmt.Fprintf(w, "Kafka %s -> %s\n", d.From, d.To)
	if len(d.Added)+len(d.Removed)+len(d.Renamed)+len(d.Changed) == 0 {
		fmt.Fprintln(w, "  no difference")
	}
	entries := func(title string, list []catalog.Entry, r catalog.Release) {
		if len(list) > 0 {
			fmt.Fprintf(w, "\n%s\n", title)
		}
		for _, e := range list {
			fmt.Fprintf(w, "  %s versions %s\n", e.Name, versionsOf(e, r))
		}
	}
	entries("added", d.Added, d.To)
	entries("removed", d.Removed, d.From)
	if len(d.Renamed) > 0 {
		fmt.Fprintf(w, "\nrenamed\n")
	}
	for _, r := range d.Renamed {
		fmt.Fprintf(w, "  %s (%s) -> %s (%s)\n", r.From.Name, r.From.Type, r.To.Name, r.To.Type)
	}
	if len(d.Changed) > 0 {
		fmt.Fprintf(w, "\nchanged\n")
	}
	for _, m := range d.Changed {
		writeChange(w, m)
	}
}

func writeChange(w io.Writer, m catalog.MessageDiff) {
	from, to := versionsText(m.From), versionsText(m.To)
	if from == to {
		fmt.Fprintf(w, "  %s versions %s\n", m.Entry.Name, to)
	} else {
		fmt.Fprintf(w, "  %s versions %s -> %s\n", m.Entry.Name, from, to)
	}
	for _, l := range m.Layouts {
		for _, d := range l.Differences {
			fmt.Fprintf(w, "    version %s: %s\n", l.Versions, d)
		}
	}
}

func versionsText(s catalog.Span) string {
	if s.Unstable {
		return fmt.Sprintf("%s (%d unstable)", s.Versions, s.Versions.Hi)
	}
	return s.Versions.String()
}

func releasesJSON(d catalog.ReleaseDiff) any {
	entries := func(list []catalog.Entry, r catalog.Release) []any {
		all := []any{}
		for _, e := range list {
			all = append(all, map[string]any{"name": e.Name, "versions": versionsOf(e, r)})
		}
		return all
	}
	renamed, changed := []any{}, []any{}
	for _, r := range d.Renamed {
		renamed = append(renamed, map[string]any{"from": r.From.Name, "fromType": r.From.Type, "to": r.To.Name, "toType": r.To.Type})
	}
	for _, m := range d.Changed {
		layouts := []any{}
		for _, l := range m.Layouts {
			layouts = append(layouts, map[string]any{"versions": l.Versions.String(), "differences": differencesJSON(l.Differences)})
		}
		changed = append(changed, map[string]any{"name": m.Entry.Name, "from": m.From.Versions.String(), "to": m.To.Versions.String(),
			"fromUnstable": m.From.Unstable, "toUnstable": m.To.Unstable, "layouts": layouts})
	}
	return map[string]any{"from": d.From, "to": d.To, "added": entries(d.Added, d.To), "removed": entries(d.Removed, d.From),
		"renamed": renamed, "changed": changed}
}
