package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/nested"
	"github.com/kscope/kscope/segment"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/view"
)

// logFlags are the flags of log.
type logFlags struct {
	output              string
	deep, full          bool
	offsets, times, key string
	at                  string
	most                int64
	value               string
	topic               string
	reveal              bool
}

func (a *app) logCommand() *cobra.Command {
	var f logFlags
	cmd := &cobra.Command{
		Use:   "log PATH...",
		Short: "show segments, indexes, snapshots and checkpoints",
		Long: `log shows what lies in Kafka's log directories: segments and snapshots as a line a
batch, or with --deep a line a record; indexes, producer snapshots, checkpoints
and the other files as they are. A directory stands for all files in it, - for
stdin. What a file is, its contents tell; names may have changed.

Keys and values of Kafka's own topics are shown as the messages that they are.
Damaged places are shown as lines that begin with "!", and reading goes on behind
them. Segments of any size are read in a few megabytes of memory.`,
		Example: `  kscope log 00000000000000000000.log
  kscope log orders-0 --deep --offset 1000..1010
  kscope log orders-0 --deep --key order-17 -o json
  kscope log 00000000000000000000.log --at 0x1f40 -o tree
  kscope log verify /var/lib/kafka
  kscope log state /var/lib/kafka`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			filter, err := f.filter()
			if err != nil {
				return err
			}
			c, err := a.codec()
			if err != nil {
				return err
			}
			return a.log(c, args, &f, filter)
		},
	}
	flags := cmd.Flags()
	addOutput(cmd, &f.output, []string{"table", "json", "nodes", "tree", "dump"})
	flags.BoolVar(&f.deep, "deep", false, "show records instead of batches")
	flags.BoolVar(&f.full, "full", false, "show long keys and values whole")
	flags.StringVar(&f.offsets, "offset", "", "offsets to show, a `range` such as 100..200, 100.. or 100")
	flags.StringVar(&f.times, "time", "", "timestamps to show, a `range` such as 2026-11-30T09:00..2026-11-30T10:00")
	flags.StringVar(&f.at, "at", "", "show what holds the `byte` at this position of the file")
	flags.StringVar(&f.key, "key", "", "show records with this key, `text` or 0x and hex; implies --deep")
	flags.Int64Var(&f.most, "max", 0, "how many batches, records or entries to show at most; 0 for all")
	flags.StringVar(&f.value, "value", string(segment.AutoValue), "`form` of keys and values: "+strings.Join(valueForms(), ", "))
	flags.StringVar(&f.topic, "topic", "", "the `topic` of the records, which else the name of the directory tells")
	flags.BoolVar(&f.reveal, "reveal", false, "show passwords, tokens and proofs in tree and nodes")
	complete(cmd, "value", valueForms())
	cmd.AddCommand(a.logVerifyCommand(), a.logDiffCommand(), a.logStateCommand())
	return cmd
}

func valueForms() (words []string) {
	for _, f := range segment.ValueForms() {
		words = append(words, string(f))
	}
	return words
}

// filter reads the flags that select.
func (f *logFlags) filter() (segment.Filter, error) {
	filter := segment.NewFilter()
	filter.Max = f.most
	errs := []error{oneOf("--value", f.value, valueForms())}
	read := func(flag, text string, parse func() error) {
		if text == "" {
			return
		}
		if err := parse(); err != nil {
			errs = append(errs, fmt.Errorf("--%s: %w", flag, err))
		}
	}
	read("offset", f.offsets, func() (err error) { filter.Offsets, err = segment.ParseRange(f.offsets); return err })
	read("time", f.times, func() (err error) { filter.Times, err = segment.ParseTimes(f.times); return err })
	read("at", f.at, func() (err error) { filter.At, err = segment.ParsePosition(f.at); return err })
	read("key", f.key, func() (err error) { filter.Key, err = segment.ParseKey(f.key); return err })
	f.deep = f.deep || filter.Key != nil
	if f.most < 0 {
		errs = append(errs, fmt.Errorf("--max: expected 0 or more, found %d", f.most))
	}
	if filter.Key != nil && f.output != "table" && f.output != "json" {
		errs = append(errs, fmt.Errorf("--key selects records of table and json; -o %s shows whole batches", f.output))
	}
	return filter, errors.Join(errs...)
}

// logView shows files of log directories in the format asked for.
type logView struct {
	app    *app
	codec  *message.Codec
	nester *nested.Nester
	flags  *logFlags
	lister segment.Lister
	// damaged is set when the views of bytes show damage that the lister does
	// not look for.
	damaged bool

	table segment.Table
	lines segment.Lines
}

func (a *app) logView(c *message.Codec, f *logFlags, filter segment.Filter) *logView {
	v := &logView{app: a, codec: c, flags: f, nester: nested.New(c, nested.Options{Topic: f.topic, Reveal: f.reveal})}
	c.Nester = v.nester
	v.lister = segment.Lister{Out: a.out, Deep: f.deep, Filter: filter, Codecs: &c.Records.Codecs}
	v.table = segment.Table{Value: segment.ValueForm(f.value), Full: f.full}
	v.lines = segment.Lines{Value: segment.ValueForm(f.value)}
	switch f.output {
	case "json":
		v.lister.Form = &v.lines
	case "table":
		v.lister.Form = &v.table
	}
	return v
}

// begin sets what depends on the file: its topic, and its name in lines.
func (v *logView) begin(f *segment.File, several bool) {
	name := v.flags.topic
	if name == "" {
		name = f.Topic()
	}
	if name == "" && f.Kind == segment.Log {
		name = v.topicByForm(f)
	}
	d := &segment.Decoder{Control: v.nester.Control, ControlName: v.nester.ControlName}
	var nester tape.Nester = v.nester
	if topic, known := v.nester.Topic(name); known {
		d.Topic, nester = topic, topic
	}
	v.table.Decoder, v.lines.Decoder = d, d
	if several {
		v.lines.SetFile(f.Path)
	}
	if v.lister.Form == nil {
		v.lister.Piece = v.pieces(nester)
	}
}

// formBytes is how many bytes of a segment are looked at to tell its topic.
const formBytes = 1 << 20

// topicByForm tells the topic of a segment that lies under a name of its own.
func (v *logView) topicByForm(f *segment.File) string {
	if v.lister.Piece != nil || !v.lister.Deep {
		return "" // pieces are told one by one
	}
	b := make([]byte, min(f.Size, formBytes))
	n, _ := f.ReadAt(b, 0) // what cannot be read is told later
	name := v.nester.TopicOf(b[:n])
	if name != "" {
		v.app.note("%s: keys and values are shown as those of %s, whose form they have", f.Path, name)
	}
	return name
}

func (a *app) log(c *message.Codec, args []string, f *logFlags, filter segment.Filter) error {
	paths, err := logPaths(args)
	if err != nil {
		return err
	}
	v := a.logView(c, f, filter)
	several := len(paths) > 1
	for i, path := range paths {
		if v.lister.Full() {
			break
		}
		if several && f.output != "json" && f.output != "nodes" && i > 0 {
			fmt.Fprintln(a.out)
		}
		if err := v.file(path, several); err != nil {
			return err
		}
	}
	if v.lister.Damaged() || v.damaged {
		return errDamage
	}
	return nil
}

// file shows one file, under a heading when it is one of several.
func (v *logView) file(path string, several bool) error {
	f, err := v.app.openLog(path)
	if several && errors.Is(err, fs.ErrNotExist) {
		v.app.note("%v any more", err) // brokers delete segments
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	v.begin(f, several)
	if several && v.flags.output != "json" && v.flags.output != "nodes" {
		heading(v.app, f)
	}
	bar := v.app.bar(f.Size, !v.app.onTerminal())
	defer bar.clear()
	v.lister.Progress = bar.at
	return listFile(&v.lister, f, several)
}

func listFile(l *segment.Lister, f *segment.File, several bool) error {
	if f.Kind == segment.Other && !several {
		return otherError(f.Path)
	}
	if f.Kind == segment.Other {
		return nil
	}
	return l.File(f)
}

func otherError(path string) error {
	return fmt.Errorf("%s: is none of the files that Kafka keeps in log directories", path)
}

func heading(a *app, f *segment.File) {
	state := ""
	if f.Name.Ending != "" {
		state = ", " + f.Name.Ending
	}
	fmt.Fprintf(a.out, "%s: %s, %d bytes%s\n", f.Path, f.Kind, f.Size, state)
}

// logPaths lists the files that arguments stand for.
func logPaths(args []string) (paths []string, err error) {
	for _, arg := range args {
		if arg == "-" {
			paths = append(paths, arg)
			continue
		}
		files, err := segment.Files(arg)
		if err != nil {
			return nil, err
		}
		paths = append(paths, files...)
	}
	return paths, nil
}

func (a *app) openLog(path string) (*segment.File, error) {
	if path == "-" {
		a.promptFor("a file of a log directory")
		return segment.OpenStream(a.in, "stdin")
	}
	return segment.Open(path)
}

// pieces gives the function that shows parts of files byte by byte.
func (v *logView) pieces(nester tape.Nester) func(segment.Piece) error {
	layouts := segment.NewLayouts()
	names := view.NewNames(v.codec.Catalog)
	t := &tape.Tape{Nester: nester}
	form := viewFlags{output: v.flags.output, full: v.flags.full}
	o := form.options(v.app)
	return func(p segment.Piece) error {
		layouts.ReadPiece(t, p)
		v.damaged = v.damaged || t.Err != nil || slices.ContainsFunc(t.Findings, func(f tape.Finding) bool { return f.Damage })
		return writeDoc(v.app.out, &view.Doc{Tape: t, Names: names, First: int(p.Index)}, nil, form.output, o)
	}
}
