package main

import (
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

func (a *app) listCommand() *cobra.Command {
	var output string
	lists := []string{"apis", "messages", "records", "releases", "errors"}
	cmd := &cobra.Command{
		Use:   "list [apis|messages|records|releases|errors]",
		Short: "list what the catalog has",
		Long: `list tells what there is: APIs (the default; with what requests do to a cluster
at most), all messages, the records of internal topics, releases, or error codes. With --release, what that one has.
With -o json it is one JSON object a line.`,
		Example: `  kscope list
  kscope list messages --release 3.9
  kscope list errors -o json`,
		Args:      words(0, 1),
		ValidArgs: lists,
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.codec()
			if err != nil {
				return err
			}
			what := append(args, lists[0])[0]
			if err := oneOf("list", what, lists); err != nil {
				return err
			}
			rows := listing(c, what)
			if output == "json" {
				return rows.json(a.out)
			}
			return a.table(rows.cells())
		},
	}
	addOutput(cmd, &output, []string{"table", "json"})
	return cmd
}

// column is a column of a list: its head in tables, its key in JSON.
type column struct{ head, key string }

// rowSet is a list: columns, and a row of values for each thing.
type rowSet struct {
	columns []column
	rows    [][]any
}

func (r *rowSet) add(values ...any) { r.rows = append(r.rows, values) }

func (r *rowSet) json(w io.Writer) error {
	for _, row := range r.rows {
		object := map[string]any{}
		for i, v := range row {
			object[r.columns[i].key] = v
		}
		if err := writeJSON(w, object); err != nil {
			return err
		}
	}
	return nil
}

func (r *rowSet) cells() [][]string {
	heads := make([]string, len(r.columns))
	for i, c := range r.columns {
		heads[i] = c.head
	}
	all := [][]string{heads}
	for _, row := range r.rows {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = cell(v)
		}
		all = append(all, cells)
	}
	return all
}

func cell(v any) string {
	switch v := v.(type) {
	case int:
		return strconv.Itoa(v)
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case string:
		return v
	}
	return "-" // nothing known
}

func listing(c *message.Codec, what string) *rowSet {
	switch what {
	case "releases":
		return listReleases(c.Catalog)
	case "errors":
		return listErrors(c)
	case "messages":
		return listMessages(c, func(catalog.Entry) bool { return true })
	case "records":
		return listMessages(c, isRecord)
	}
	return listAPIs(c)
}

// isRecord is true of messages that are keys or values of internal topics.
func isRecord(e catalog.Entry) bool {
	return slices.Contains([]schema.Type{schema.Metadata, schema.CoordinatorKey, schema.CoordinatorValue}, e.Type)
}

func listAPIs(c *message.Codec) *rowSet {
	r := &rowSet{columns: []column{{"KEY", "key"}, {"API", "name"}, {"VERSIONS", "versions"}, {"RELEASES", "releases"}, {"DOES", "effect"}, {"WHAT FOR", "purpose"}}}
	for _, api := range c.Catalog.APIs() {
		e := api.Request
		if c.Release != "" {
			then, err := c.Catalog.APIByName(strconv.Itoa(api.Key), c.Release)
			if err != nil {
				continue
			}
			e = then.Request
		}
		if len(e.Spans) > 0 {
			r.add(api.Key, e.APIName(), versionsOf(e, c.Release), releasesOf(requestsOf(c, api.Key)...), string(c.Catalog.Effect(api.Name)), c.Catalog.Purpose(api.Name))
		}
	}
	return r
}

func listMessages(c *message.Codec, wanted func(catalog.Entry) bool) *rowSet {
	r := &rowSet{columns: []column{{"MESSAGE", "name"}, {"TYPE", "type"}, {"KEY", "key"}, {"VERSIONS", "versions"}, {"RELEASES", "releases"}}}
	for _, e := range c.Catalog.Messages() {
		if _, ok := e.At(c.Release); !ok || !wanted(e) {
			continue
		}
		var key any
		if e.Key != schema.NoKey {
			key = e.Key
		}
		r.add(e.Name, string(e.Type), key, versionsOf(e, c.Release), releasesOf(e))
	}
	return r
}

// versionsOf is the range of a release, or of all of them.
func versionsOf(e catalog.Entry, r catalog.Release) string {
	if span, ok := e.At(r); ok && r != "" {
		return span.Versions.String()
	}
	return e.Versions().String()
}

// requestsOf lists the requests of an API, one for each name that it has had.
func requestsOf(c *message.Codec, key int) []catalog.Entry {
	return slices.DeleteFunc(slices.Clone(c.Catalog.Messages()), func(e catalog.Entry) bool {
		return e.Type != schema.Request || e.Key != key
	})
}

// releasesOf is the range of the releases that have one of the entries.
func releasesOf(entries ...catalog.Entry) string {
	all := catalog.Span{First: entries[0].Spans[0].First, Last: entries[0].Newest().Last}
	for _, e := range entries {
		if first := e.Spans[0].First; first.Before(all.First) {
			all.First = first
		}
		if last := e.Newest().Last; all.Last.Before(last) {
			all.Last = last
		}
	}
	return all.Releases()
}

func listReleases(c *catalog.Catalog) *rowSet {
	r := &rowSet{columns: []column{{"RELEASE", "release"}, {"IMPORTED", "imported"}, {"APIS", "apis"}, {"MESSAGES", "messages"}}}
	for _, info := range c.Releases() {
		apis, messages := 0, 0
		for _, e := range c.Messages() {
			if _, ok := e.At(info.Release); !ok {
				continue
			}
			messages++
			if e.Type == schema.Request {
				apis++
			}
		}
		r.add(string(info.Release), info.Patch, apis, messages)
	}
	return r
}

func listErrors(c *message.Codec) *rowSet {
	r := &rowSet{columns: []column{{"CODE", "code"}, {"NAME", "name"}, {"RETRIABLE", "retriable"}, {"SINCE", "since"}, {"MEANING", "meaning"}}}
	for _, e := range c.Catalog.Errors() {
		if c.Release != "" && c.Release.Before(e.Since) {
			continue
		}
		r.add(int(e.Code), e.Name, e.Retriable, string(e.Since), e.Meaning)
	}
	return r
}
