package main

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/probe"
)

// callFlags are the flags of call.
type callFlags struct {
	connect *connectFlags
	show    decodeFlags // how both messages are shown
	route   routeFlags

	raw         string
	write       bool
	force       bool
	maxResponse int
}

func (a *app) callCommand() *cobra.Command {
	var f callFlags
	cmd := &cobra.Command{
		Use:   "call ADDR MESSAGE [JSON|@file|-]",
		Short: "send a request to a node and show what it answers",
		Long: `call sends one request to a node and shows the request and the response, every
byte named. The body is JSON in Kafka's form; fields left out have their default
(a few have a better one, which is told). Without @VERSION it is the newest that
both sides know. A version that the node does not offer is refused, unless --force
is given. --raw sends bytes as they are, in any form that decode takes.

What would change the cluster is not sent without --write: the request is shown
instead, and what it would have done. kscope list tells which APIs write.

The response goes to stdout with its request; on stderr are the times, and every
error code in the response with what it means. Ctrl-C ends at once.

Exit codes: 0 fine, 1 the response is damaged or has an error code, 2 wrong use or
no answer, 130 interrupted.`,
		Example: `  kscope call localhost:9092 Metadata '{"topics":[{"name":"orders"}]}'
  kscope call localhost:9092 DescribeConfigs@4 @configs.json -o json
  kscope call localhost:9092 ListOffsets @offsets.json --to-leader orders/3
  kscope call localhost:9092 DeleteTopics '{"topics":[{"name":"old"}]}' --write
  kscope call localhost:9093 --raw request.hex --command-config client.properties`,
		Args: words(1, 3),
		ValidArgsFunction: func(_ *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			if len(args) != 1 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return a.completeMessages(nil, toComplete)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(args); err != nil {
				return err
			}
			ctx, stop := interruptible(cmd.Context())
			defer stop()
			return a.call(ctx, args, &f)
		},
	}
	f.connect = a.addConnect(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.raw, "raw", "", "send these bytes, an `INPUT` as decode takes it, in place of a MESSAGE")
	flags.BoolVar(&f.write, "write", false, "send it even if it changes the cluster")
	flags.BoolVar(&f.force, "force", false, "send a version that the node does not offer")
	flags.IntVar(&f.maxResponse, "max-response", message.MaxFrame, "refuse responses of more than so many `bytes`, that to ApiVersions too")
	flags.BoolVar(&f.show.json.OpaqueRecords, "opaque-records", false, "records as base64 in JSON, as they are")
	flags.BoolVar(&f.show.reveal, "reveal", false, "show passwords, tokens and proofs")
	f.route.add(cmd)
	f.show.view.add(cmd, []string{"tree", "page", "hex", "dump", "json", "nodes", "html"})
	return cmd
}

func (f *callFlags) check(args []string) error {
	if err := f.show.view.check(); err != nil {
		return err
	}
	switch {
	case f.raw == "" && len(args) < 2:
		return errors.New("expected kscope call ADDR MESSAGE [JSON|@file|-], found no message; see kscope call --help")
	case f.raw != "" && len(args) > 1:
		return fmt.Errorf("--raw is in place of %s: give one of them", args[1])
	case f.maxResponse < 1 || f.maxResponse > message.MaxFrame:
		return fmt.Errorf("--max-response %d is not within 1 and %d", f.maxResponse, message.MaxFrame)
	}
	return nil
}

// caller makes the calls of one command.
type caller struct {
	app   *app
	flags *callFlags
	codec *message.Codec
	cfg   client.Config
	args  []string
	body  []byte // JSON, read once for all nodes
	raw   []byte
}

func (a *app) call(ctx context.Context, args []string, f *callFlags) error {
	k := &caller{app: a, flags: f, args: args}
	var err error
	if k.codec, err = a.codec(); err != nil {
		return err
	}
	if k.cfg, err = f.connect.config(); err != nil {
		return err
	}
	k.cfg.MaxResponse = f.maxResponse
	k.nest(nil)
	if err := k.load(); err != nil {
		return err
	}
	targets, err := f.route.targets(ctx, k, args[0])
	if err != nil {
		return client.Diagnose(ctx, k.codec, k.cfg, err)
	}
	return k.callAll(ctx, targets)
}

// callAll calls one node after the other; what goes wrong with one does not keep
// it from the others. The error is that of the one node, or how many failed.
func (k *caller) callAll(ctx context.Context, targets []probe.Peer) error {
	var damaged error
	failed := 0
	for i, target := range targets {
		if i > 0 {
			k.separate()
		}
		err := client.Diagnose(ctx, k.codec, k.cfg, k.callNode(ctx, target))
		switch {
		case errors.Is(err, errDamage):
			damaged = err
		case err != nil && (len(targets) == 1 || ctx.Err() != nil):
			return err
		case err != nil:
			failed++
			fmt.Fprintf(k.app.err, "kscope: %v\n", err)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d nodes gave no answer", failed, len(targets))
	}
	return damaged
}

// load reads what is to be sent, and refuses what cannot be a request before
// anybody is asked.
func (k *caller) load() (err error) {
	if k.flags.raw != "" {
		k.raw, err = k.app.load(k.flags.raw, "auto")
		if err == nil && len(k.raw) == 0 {
			err = errors.New("--raw: there are no bytes in it")
		}
		return err
	}
	specs, err := k.codec.Resolve(k.args[1])
	if err != nil {
		return err
	}
	if !specs[0].IsRequest() {
		return fmt.Errorf("%s is no request", specs[0].Name)
	}
	k.body = []byte("{}")
	if len(k.args) > 2 {
		k.body, err = k.app.jsonArg(k.args[2])
	}
	return err
}

// callNode connects to one node, and does and shows the exchange with it; of
// raw bytes, one for each frame.
func (k *caller) callNode(ctx context.Context, target probe.Peer) error {
	conn, session, err := k.open(ctx, target.Addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	all := []*exchange{{}}
	if k.raw != nil {
		all = nil
		for _, frame := range frames(k.raw) {
			all = append(all, &exchange{request: frame})
		}
	}
	for _, e := range all {
		e.target, e.conn, e.session = target, conn, session
		if err := k.prepare(e); err != nil {
			return err
		}
		if rule := k.effect(e); rule.Effect == catalog.Writes && !k.flags.write {
			return errors.Join(k.show(e), e.refusal(rule))
		}
	}
	var damaged error
	for i, e := range all {
		if i > 0 {
			k.separate()
		}
		err := k.exchange(ctx, e)
		if err != nil && !errors.Is(err, errDamage) {
			return err
		}
		damaged = cmp.Or(damaged, err)
	}
	return damaged
}

// frames cuts bytes into frames; what is none stays in one piece.
func frames(raw []byte) [][]byte {
	var all [][]byte
	for len(raw) > 0 {
		n := len(raw)
		if n >= 4 { // int32 size
			if size := int32(binary.BigEndian.Uint32(raw)); size >= 0 && int(size) < n-4 {
				n = 4 + int(size)
			}
		}
		all, raw = append(all, raw[:n]), raw[n:]
	}
	return all
}

// separate puts an empty line between exchanges where readers want one.
func (k *caller) separate() {
	if o := k.flags.show.view.output; o != "json" && o != "nodes" {
		fmt.Fprintln(k.app.out)
	}
}

// effect says what a request would do; of one that is not known, the worst.
func (k *caller) effect(e *exchange) catalog.EffectRule {
	if e.spec != nil {
		return k.codec.Effect(e.asked.Tape, e.spec)
	}
	all := k.codec.Catalog.Effects("")
	return all[len(all)-1]
}

// open connects, and asks what is offered unless that does not matter; then
// there is no session.
func (k *caller) open(ctx context.Context, addr string) (*client.Conn, *probe.Session, error) {
	if k.raw != nil || k.forced() {
		conn, err := client.Dial(ctx, k.codec, addr, k.cfg)
		return conn, nil, err
	}
	s, err := probe.Open(ctx, k.codec, addr, k.cfg)
	if err != nil {
		return nil, nil, err
	}
	return s.Conn, s, nil
}

// forced tells that the version is given and sent in any case.
func (k *caller) forced() bool {
	_, version, err := message.SplitVersion(k.args[1])
	return err == nil && version >= 0 && k.flags.force
}

// prepare makes the request's frame and reads it, as a check on both.
func (k *caller) prepare(e *exchange) error {
	x := explain.New(k.codec)
	if k.raw != nil {
		return k.prepareRaw(x, e)
	}
	spec, err := k.pick(e)
	if err != nil {
		return err
	}
	body, presets := k.codec.AddPresets(spec, k.body)
	for _, p := range presets {
		k.app.note("%s is %s unless the JSON says otherwise: %s", p.Field, p.JSON, p.Why)
	}
	header := message.Header{CorrelationID: correlationID, ClientID: &k.cfg.ClientID}
	if e.request, err = spec.Encode(nil, body, message.Frame, header); err != nil {
		return err
	}
	e.spec = spec
	e.asked, err = x.Read(e.request, explain.As{Unit: string(message.Frame), Message: spec.Name, Version: spec.Version, HasVersion: true}, nil, false)
	return err
}

// prepareRaw reads bytes that are sent as they are, whatever they are.
func (k *caller) prepareRaw(x *explain.Explainer, e *exchange) (err error) {
	if e.asked, err = x.Read(e.request, explain.As{}, nil, false); err != nil {
		return err
	}
	if e.asked.Request != nil {
		e.spec = e.asked.Spec
	}
	for _, text := range e.asked.Notes {
		k.app.note("%s", text)
	}
	if e.asked.Unit != message.Frame {
		k.app.note("these bytes are no whole frame: a node may wait for more")
	}
	return nil
}

// correlationID is larger than those that opening a connection uses.
const correlationID = 1000

// pick finds the request's version.
func (k *caller) pick(e *exchange) (*message.Spec, error) {
	name, version, err := message.SplitVersion(k.args[1])
	if err != nil {
		return nil, err
	}
	specs, err := k.codec.Resolve(k.args[1]) // which has the API's name from any of them
	if err != nil || e.session == nil {
		return specs[0], err
	}
	spec, err := e.session.Pick(strconv.Itoa(specs[0].APIKey), version)
	if refused := (*probe.NotOfferedError)(nil); errors.As(err, &refused) {
		if k.flags.force {
			return specs[0], nil
		}
		return nil, fmt.Errorf("%w; --force sends %s anyway", err, name)
	}
	return spec, err
}
