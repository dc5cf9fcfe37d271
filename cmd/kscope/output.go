package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/view"
)

// onTerminal is how many elements of an array a terminal shows, unless all are
// asked for.
const onTerminal = 20

// paragraphWidth is how wide paragraphs become on a wide terminal, in letters.
const paragraphWidth = 100

// viewFlags are the flags of commands that show bytes.
type viewFlags struct {
	output string
	path   string
	full   bool
}

// add defines the flags; formats are the values of -o, the default first.
func (v *viewFlags) add(cmd *cobra.Command, formats []string) {
	addOutput(cmd, &v.output, formats)
	cmd.Flags().StringVar(&v.path, "path", "", "show a part only: a `path` such as 'Topics[0].Partitions[*]'")
	cmd.Flags().BoolVar(&v.full, "full", false, "show long bytes, text and arrays whole")
}

// check refuses to show a part of what is always whole.
func (v *viewFlags) check() error {
	if v.path != "" && (v.output == "json" || v.output == "hex") {
		return fmt.Errorf("--path shows a part of tree, dump, nodes or html; -o %s is always whole", v.output)
	}
	return nil
}

// options says how views are to look.
func (v *viewFlags) options(a *app) view.Options {
	o := view.Options{Full: v.full, Path: v.path, Color: a.colored()}
	width, _, err := term.GetSize(int(a.out.Fd()))
	if err != nil {
		return o // no terminal: everything, as it is
	}
	o.Width = min(width, paragraphWidth)
	if !v.full {
		o.Limit = onTerminal
	}
	return o
}

// addOutput defines -o with its completion and check.
func addOutput(cmd *cobra.Command, output *string, formats []string) {
	cmd.Flags().StringVarP(output, "output", "o", formats[0], "`format` of the result: "+strings.Join(formats, ", "))
	complete(cmd, "output", formats)
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if err := oneOf("--output", *output, formats); err != nil {
			return err
		}
		if before != nil {
			return before(cmd, args)
		}
		return nil
	}
}

// table writes rows of cells in columns.
func (a *app) table(rows [][]string) error {
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		io.WriteString(t, strings.TrimRight(strings.Join(row, "\t"), "\t")+"\n")
	}
	return t.Flush()
}

// writeJSON writes a value on one line.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// versionsJSON is a range of versions, null for none.
func versionsJSON(v schema.Versions) any {
	if v.Empty() {
		return nil
	}
	return map[string]any{"min": v.Lo, "max": v.Hi}
}

// idJSON is the id of a node, null for one that is not told.
func idJSON(id int32) any {
	if id < 0 {
		return nil
	}
	return id
}

// milliseconds are three digits exact.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1e3 }

// writeDoc writes one document in one format.
func writeDoc(w io.Writer, d *view.Doc, s *message.Spec, format string, o view.Options) error {
	switch format {
	case "tree":
		return view.Tree(w, d, o)
	case "dump":
		return view.Dump(w, d, o)
	case "nodes":
		return view.Nodes(w, d, o)
	case "json":
		_, err := w.Write(append(s.AppendJSON(nil, d.Tape, s.Whole(), jsonform.Options{}), '\n'))
		return err
	}
	return view.Grid(w, d, o)
}
