package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/vector"
)

// encodeFlags are the flags of encode.
type encodeFlags struct {
	output        string
	unit          string
	correlationID int32
	clientID      string
	stream        bool
}

func (a *app) encodeCommand() *cobra.Command {
	var f encodeFlags
	cmd := &cobra.Command{
		Use:   "encode MESSAGE [JSON|@file|-]",
		Short: "make bytes from JSON",
		Long: `encode makes the bytes of a message from its JSON, in the form of Kafka's own
tools: lowerCamel names, bytes as base64. Fields left out have their default. The
JSON is an argument, a file behind @, or stdin.

With --stream it answers vector lines {"message","version","json"} with "hex".`,
		Example: `  kscope encode MetadataRequest@12 '{"topics":null}'
  kscope encode HeartbeatRequest @heartbeat.json --unit frame --correlation-id 7
  kscope encode --stream < lines.jsonl`,
		Args: words(0, 2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return a.completeMessages(nil, toComplete)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.codec()
			if err != nil {
				return err
			}
			unit, err := message.ParseUnit(f.unit)
			if err != nil {
				return err
			}
			if len(f.clientID) > math.MaxInt16 {
				return fmt.Errorf("--client-id has %d bytes, more than the %d that a header can hold", len(f.clientID), math.MaxInt16)
			}
			header := message.Header{CorrelationID: f.correlationID, ClientID: &f.clientID}
			if f.stream {
				if err := streamAlone(cmd, "output"); err != nil {
					return err
				}
				coder := vector.New(c)
				coder.Unit, coder.Header = unit, header
				return a.stream(args, coder.Encode)
			}
			out, err := a.encode(c, args, unit, header)
			if err != nil {
				return err
			}
			return a.writeBytes(out, f.output)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.unit, "unit", "body", "what to write: frame (size, header, body), payload (header, body) or body")
	flags.Int32Var(&f.correlationID, "correlation-id", 0, "correlation id of the header")
	flags.StringVar(&f.clientID, "client-id", "", "client id of a request's header")
	flags.BoolVar(&f.stream, "stream", false, "answer vector lines of a file or stdin")
	addOutput(cmd, &f.output, []string{"hex", "raw", "base64"})
	complete(cmd, "unit", message.Units())
	return cmd
}

func (a *app) encode(c *message.Codec, args []string, u message.Unit, h message.Header) ([]byte, error) {
	if len(args) == 0 {
		return nil, errors.New("expected kscope encode MESSAGE [JSON|@file|-], found no message; see kscope encode --help")
	}
	specs, err := c.Resolve(args[0])
	if err != nil {
		return nil, err
	}
	if len(specs) > 1 {
		return nil, fmt.Errorf("%s is a request and a response: name %s or %s", args[0], specs[0].Name, specs[1].Name)
	}
	if !specs[0].Has(u) {
		return nil, fmt.Errorf("%s has no frame: it is no request and no response; use --unit payload or body", specs[0].Name)
	}
	json, err := a.jsonArg(append(args[1:], "-")[0])
	if err != nil {
		return nil, err
	}
	out, err := specs[0].Encode(nil, json, u, h)
	if err == nil {
		a.tellDropped(specs[0], json)
	}
	return out, err
}

// tellDropped says which fields of the JSON the bytes do not have.
func (a *app) tellDropped(spec *message.Spec, json []byte) {
	for _, f := range spec.Dropped(json) {
		a.note("%s is left out: %s lacks it; it is in versions %s", f.Name, spec, f.Versions)
	}
}

// jsonArg gives the JSON that an argument is or points at.
func (a *app) jsonArg(arg string) (text []byte, err error) {
	name, isFile := strings.CutPrefix(arg, "@")
	switch {
	case isFile:
		text, err = os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			err = fmt.Errorf("%s: there is no such file", name)
		}
	case arg == "-":
		name = "stdin"
		a.promptFor("JSON")
		text, err = io.ReadAll(a.in)
	default:
		return []byte(arg), nil
	}
	if err == nil && len(bytes.TrimSpace(text)) == 0 {
		err = fmt.Errorf("%s: there is no JSON in it", name)
	}
	return text, err
}

// promptFor says that stdin is read, when that is a terminal and may look like
// a hang.
func (a *app) promptFor(what string) {
	if term.IsTerminal(int(a.in.Fd())) {
		a.note("reading %s from the terminal, up to a line with Ctrl-D", what)
	}
}

func (a *app) writeBytes(b []byte, format string) error {
	text := b
	switch format {
	case "hex":
		text = append(hex.AppendEncode(nil, b), '\n')
	case "base64":
		text = append(base64.StdEncoding.AppendEncode(nil, b), '\n')
	}
	_, err := a.out.Write(text)
	return err
}
