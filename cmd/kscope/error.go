package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/near"
)

func (a *app) errorCommand() *cobra.Command {
	var output string
	var minusOne bool
	cmd := &cobra.Command{
		Use:   "error CODE|NAME",
		Short: "say what an error code means",
		Long: `error says what an error code means, who returns it, whether clients may try
again, and since when Kafka has it. Names that a code had once and the names of
Kafka's Java exceptions are understood too.`,
		Example: `  kscope error 74
  kscope error FENCED_LEADER_EPOCH
  kscope error NotLeaderOrFollowerException -o json`,
		Args: words(0, 1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			return a.completeErrors(args, toComplete)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.codec()
			if err != nil {
				return err
			}
			if minusOne {
				args = []string{"-1"}
			}
			if len(args) == 0 {
				return errors.New("expected kscope error CODE|NAME, found neither; see kscope list errors")
			}
			e, err := findError(c.Catalog, args[0])
			if err != nil {
				return err
			}
			if output == "json" {
				return writeJSON(a.out, errorJSON(e))
			}
			return a.table(errorRows(e))
		},
	}
	addOutput(cmd, &output, []string{"text", "json"})
	// The one negative code looks like a flag, so it is one.
	cmd.Flags().BoolVarP(&minusOne, "minus-one", "1", false, "the code -1")
	cmd.Flags().Lookup("minus-one").Hidden = true
	return cmd
}

func findError(c *catalog.Catalog, arg string) (catalog.ErrorCode, error) {
	if n, err := strconv.ParseInt(arg, 0, 16); err == nil {
		if e, ok := c.Error(int16(n)); ok {
			return e, nil
		}
		all := c.Errors()
		return catalog.ErrorCode{}, fmt.Errorf("unknown error code %d; Kafka has %d to %d", n, all[0].Code, all[len(all)-1].Code)
	}
	if e, ok := c.ErrorByName(arg); ok {
		return e, nil
	}
	var names []string
	for _, e := range c.Errors() {
		names = append(names, e.Name)
	}
	return catalog.ErrorCode{}, fmt.Errorf("unknown error %q%s", arg, near.Hint(near.Some(arg, names, 3)...))
}

func errorRows(e catalog.ErrorCode) [][]string {
	rows := [][]string{
		{"Code", strconv.Itoa(int(e.Code))},
		{"Name", e.Name},
		{"Meaning", e.Meaning},
		{"Retriable", cell(e.Retriable)},
		{"Since", string(e.Since)},
	}
	if e.Exception != "" {
		rows = append(rows, []string{"Exception", e.Exception})
	}
	for _, f := range e.Former {
		rows = append(rows, []string{"Once called", f.Name + ", up to " + string(f.Until)})
	}
	if len(e.ReturnedBy) > 0 {
		rows = append(rows, []string{"Returned by", strings.Join(e.ReturnedBy, ", ")})
	}
	return rows
}

func errorJSON(e catalog.ErrorCode) any {
	former := []map[string]string{}
	for _, f := range e.Former {
		former = append(former, map[string]string{"name": f.Name, "until": string(f.Until)})
	}
	return map[string]any{
		"code": e.Code, "name": e.Name, "meaning": e.Meaning, "retriable": e.Retriable, "since": e.Since,
		"exception": e.Exception, "former": former, "returnedBy": append([]string{}, e.ReturnedBy...),
	}
}
