package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/input"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/nested"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/vector"
	"github.com/kscope/kscope/view"
)

// maxInput bounds the text of an input, so that a wrong file name does not fill
// the memory.
const maxInput = 1 << 30

// decodeFlags are the flags of decode.
type decodeFlags struct {
	view    viewFlags
	as      string
	request string
	input   string
	guess   bool
	json    jsonform.Options
	stream  bool
	topic   string
	reveal  bool
}

func (a *app) decodeCommand() *cobra.Command {
	var f decodeFlags
	cmd := &cobra.Command{
		Use:   "decode [INPUT]",
		Short: "say what bytes mean",
		Long: `decode reads bytes and shows what they say, or where and why they break.

INPUT is text, a file, or stdin: raw bytes, hex in any spacing, dumps (xxd,
hexdump, tcpdump, Wireshark), literals of Go, Rust, Python, Java, C, and base64.
What the bytes are is found out where they tell; --as says it: a message
(FetchResponse@17, body:FetchResponse@17), records, batch, record, or a primitive
such as compact_string. A response does not tell: use --as, or --request with the
request that it answers.

Bytes inside bytes are read where their form is known: what consumers, Connect and
Streams put into group messages, requests in envelopes, SASL tokens, metrics, and
records of internal topics; --topic says which topic batches alone are of. Values
that are secret (passwords, tokens, proofs) are hidden unless --reveal is given; the
bytes of the input, wherever they are shown as such, are not.

With --stream it answers vector lines {"message","version","hex"} with "json".`,
		Example: `  kscope decode 00000010001200000000000100066b73636f7065
  kscope decode capture.bin --as FetchResponse@17 -o json
  kscope decode answer.hex --request question.hex
  xxd message | kscope decode --guess
  kscope decode --stream < lines.jsonl`,
		Args: words(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.view.check(); err != nil {
				return err
			}
			c, err := a.codec()
			if err != nil {
				return err
			}
			if f.stream {
				if err := streamAlone(cmd, "as", "request", "input", "guess", "output", "path", "full", "topic", "reveal"); err != nil {
					return err
				}
				coder := vector.New(c)
				coder.JSON = f.json
				return a.stream(args, coder.Decode)
			}
			return a.decode(c, append(args, "")[0], &f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.as, "as", "", "what the bytes are: [frame:|payload:|body:]`MESSAGE`, records, batch, record, or a primitive")
	flags.StringVar(&f.request, "request", "", "the request that a response answers, an `INPUT` too")
	flags.StringVar(&f.input, "input", string(input.FormatAuto), "`format` of the text: "+strings.Join(inputFormats(), ", "))
	flags.BoolVar(&f.guess, "guess", false, "read bytes that do not tell as what they are likeliest to be")
	flags.BoolVar(&f.json.OpaqueRecords, "opaque-records", false, "records as base64 in JSON, as they are")
	flags.BoolVar(&f.json.Unpacked, "unpacked", false, "leave compressed bytes out of JSON; encoding packs the records anew, perhaps to other bytes")
	flags.StringVar(&f.topic, "topic", "", "the `topic` of batches that come alone, such as __consumer_offsets")
	flags.BoolVar(&f.reveal, "reveal", false, "show passwords, tokens and proofs")
	flags.BoolVar(&f.stream, "stream", false, "answer vector lines of a file or stdin")
	f.view.add(cmd, []string{"tree", "page", "hex", "dump", "json", "nodes", "html"})
	complete(cmd, "input", inputFormats())
	a.completeAs(cmd)
	return cmd
}

func inputFormats() []string {
	var names []string
	for _, f := range input.Formats() {
		names = append(names, string(f))
	}
	return names
}

func (a *app) decode(c *message.Codec, arg string, f *decodeFlags) error {
	inside := nested.Options{Topic: f.topic, Reveal: f.reveal}
	if f.view.output != "json" { // which has bytes as base64
		c.Nester = nested.New(c, inside)
	}
	x := explain.New(c)
	as, err := x.ParseAs(f.as)
	if err != nil {
		return err
	}
	asked, err := a.readRequest(x, f)
	if err != nil {
		return err
	}
	if inside.Enveloped = nested.Enveloped(asked.Tape); inside.Enveloped != nil {
		c.Nester = nested.New(c, inside)
	}
	data, err := a.load(arg, f.input)
	if err != nil {
		return err
	}
	r, err := x.Read(data, as, asked.Request, f.guess)
	if err != nil {
		return err
	}
	for _, text := range r.Notes {
		a.note("%s", text)
	}
	if err := a.writeReading(r, view.NewNames(c.Catalog, asked.Tape, r.Tape), f); err != nil {
		return err
	}
	if r.Damaged {
		return errDamage
	}
	return nil
}

// readRequest reads the request that the input answers; without one, the reading
// is empty.
func (a *app) readRequest(x *explain.Explainer, f *decodeFlags) (*explain.Reading, error) {
	if f.request == "" {
		return &explain.Reading{Tape: &tape.Tape{}}, nil
	}
	data, err := a.load(f.request, f.input)
	if err != nil {
		return nil, fmt.Errorf("--request: %w", err)
	}
	r, err := x.ReadRequest(data)
	if err != nil {
		return nil, fmt.Errorf("--request: %w", err)
	}
	return r, nil
}

// load reads an input, without the headers of packets around it.
func (a *app) load(arg, format string) ([]byte, error) {
	if arg == "" || arg == "-" {
		a.promptFor("bytes")
	}
	res, err := input.Load(arg, a.in, input.Format(format), maxInput)
	if err != nil {
		return nil, err
	}
	if res.Note != "" {
		a.note("%s", res.Note)
	}
	return res.Data[res.Skip:], nil
}

func (a *app) writeReading(r *explain.Reading, names *view.CatalogNames, f *decodeFlags) error {
	doc := &view.Doc{Tape: r.Tape, Names: names}
	o := f.view.options(a)
	switch f.view.output {
	case "json":
		return a.writeReadingJSON(r, f)
	case "nodes":
		if r.Tape.Err != nil {
			fmt.Fprintf(a.err, "kscope: %s\n", r.Tape.Err)
		}
		return view.Nodes(a.out, doc, o)
	case "html":
		return view.Document(a.out, "kscope", func(w io.Writer) error { return view.HTML(w, doc, o) })
	case "page":
		return view.NewBytesPage(doc, r.Spec, r.Unit).Text(a.out, o)
	}
	if err := writeDoc(a.out, doc, r.Spec, f.view.output, o); err != nil {
		return err
	}
	return writeVerdict(a.out, doc, r.Candidates)
}

func (a *app) writeReadingJSON(r *explain.Reading, f *decodeFlags) error {
	text := r.AppendJSON(nil, f.json)
	if len(text) > 0 {
		text = append(text, '\n')
	}
	if r.Tape.Err != nil {
		text = append(vector.AppendError(text, r.Tape.Err), '\n')
		fmt.Fprintf(a.err, "kscope: %s\n", r.Tape.Err)
	}
	_, err := a.out.Write(text)
	return err
}

// writeVerdict shows where the bytes break, and what they could be if nobody
// knows.
func writeVerdict(w io.Writer, d *view.Doc, candidates []explain.Candidate) error {
	var out bytes.Buffer
	if d.Tape.Err != nil {
		out.WriteByte('\n')
		if err := view.Caret(&out, d); err != nil {
			return err
		}
	}
	for i, c := range candidates {
		if i == 0 {
			out.WriteString("\nwhat it could be:\n")
		}
		what := c.String()
		if c.Spec != nil {
			what = fmt.Sprintf("%s of %s", c.Unit, c.Spec)
		}
		fmt.Fprintf(&out, "  %s (%s): %s\n", what, c.Sure, c.Why)
	}
	_, err := out.WriteTo(w)
	return err
}
