package main

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/view"
)

func (a *app) showCommand() *cobra.Command {
	var v viewFlags
	var kind string
	cmd := &cobra.Command{
		Use:   "show MESSAGE",
		Short: "show what a message looks like on the wire",
		Long: `show makes a sample of a message from its schema and shows it: facts, bytes, the
object tree, and the schema. An API shows its request and its response.`,
		Example: `  kscope show BeginQuorumEpoch
  kscope show FetchResponse@17 --sample full -o tree
  kscope show Metadata --release 2.8 -o html > metadata.html
  kscope show Fetch@17 --path 'Topics[0].Partitions[0]'`,
		Args: words(1, 1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			return a.completeMessages(args, toComplete)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := v.check(); err != nil {
				return err
			}
			c, err := a.codec()
			if err != nil {
				return err
			}
			k, err := sample.Parse(kind)
			if err != nil {
				return err
			}
			specs, err := c.Resolve(args[0])
			if err != nil {
				return err
			}
			page, err := view.PageOf(c, specs, k)
			if err != nil {
				return err
			}
			if v.path != "" && !cmd.Flags().Changed("output") {
				v.output = "tree" // a page is always whole
			}
			return a.show(page, specs, &v)
		},
	}
	v.add(cmd, []string{"page", "tree", "hex", "dump", "json", "nodes", "html"})
	cmd.Flags().StringVar(&kind, "sample", "smallest", "which instance to show: "+strings.Join(sample.Names(), ", "))
	complete(cmd, "sample", sample.Names())
	return cmd
}

func (a *app) show(page *view.Page, specs []*message.Spec, v *viewFlags) error {
	o := v.options(a)
	switch v.output {
	case "page":
		return page.Text(a.out, o)
	case "html":
		return view.Document(a.out, page.Title, func(w io.Writer) error { return page.HTML(w, o) })
	}
	var missing error
	shown := 0
	for i, section := range page.Sections {
		var part bytes.Buffer
		if shown > 0 && v.output != "json" && v.output != "nodes" {
			part.WriteByte('\n')
		}
		err := writeDoc(&part, section.Doc, specs[i], v.output, o)
		if path := (*view.PathError)(nil); errors.As(err, &path) {
			missing = err
			continue
		}
		if err == nil {
			_, err = part.WriteTo(a.out)
		}
		if err != nil {
			return err
		}
		shown++
	}
	if shown > 0 { // the path is in one of the messages
		return nil
	}
	return missing
}
