package main

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
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
		Use:   "call [ADDR] MESSAGE [JSON|@file|-]",
		Short: "send a request to a node and show what it answers",
		Long: `call sends one request to a node and shows the request and the response, every
byte named. ADDR is host:port, or host alone for 9092; of several with commas
between it is the first that answers; without it, it is bootstrap.servers of
--command-config.

The body is JSON in Kafka's form; fields left out have their default (a few have a
better one, which is told). Without @VERSION it is the newest that both sides know
and that has all that the JSON names. A version that the node does not offer is
refused, unless --force is given, which also sends one that no schema has, in the
newest layout. --raw sends bytes as they are, in any form that decode takes.

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
  kscope call localhost:9092 ApiVersions@99 --force
  kscope call localhost:9093 --raw request.hex --command-config client.properties`,
		Args: words(0, 3),
		ValidArgsFunction: func(_ *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			if len(args) != 1 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return a.completeMessages(nil, toComplete)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			w := callWordsOf(args, f.raw != "")
			if err := f.check(w); err != nil {
				return err
			}
			ctx, stop := interruptible(cmd.Context())
			defer stop()
			return a.call(ctx, w, &f)
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

// callWords are the arguments of call by what they are.
type callWords struct {
	addr    []string // one or none
	message string
	json    []string // one or none
}

// callWordsOf sorts arguments. JSON looks like nothing else, so that it is seen
// whether the first of two words is an address.
func callWordsOf(args []string, raw bool) (w callWords) {
	named := len(args) == 3 || len(args) == 2 && !strings.ContainsAny(args[1][:min(1, len(args[1]))], "{[@-")
	if named || len(args) == 1 && (raw || strings.Contains(args[0], ":")) {
		w.addr, args = args[:1], args[1:]
	}
	if len(args) > 0 {
		w.message, w.json = args[0], args[1:]
	}
	return w
}

func (f *callFlags) check(w callWords) error {
	if err := f.show.view.check(); err != nil {
		return err
	}
	switch {
	case f.raw == "" && w.message == "":
		return errors.New("expected kscope call ADDR MESSAGE [JSON|@file|-], found no message; see kscope call --help")
	case f.raw != "" && w.message != "":
		return fmt.Errorf("--raw is in place of %s: give one of them", w.message)
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
	words callWords
	body  []byte // JSON, read once for all nodes
	raw   []byte
	alien int // version that no schema has, -1 for none
}

func (a *app) call(ctx context.Context, w callWords, f *callFlags) error {
	k := &caller{app: a, flags: f, words: w, alien: -1}
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
	addrs, err := addresses(w.addr, k.cfg)
	if err != nil {
		return err
	}
	addr, err := a.oneOfMany(ctx, k.codec, k.cfg, addrs)
	if err != nil {
		return client.Diagnose(ctx, k.codec, k.cfg, err)
	}
	targets, err := f.route.targets(ctx, k, addr)
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
	specs, err := k.codec.Resolve(k.words.message)
	if err != nil {
		specs, err = k.pretend(err)
	}
	if err != nil {
		return err
	}
	if !specs[0].IsRequest() {
		return fmt.Errorf("%s is no request", specs[0].Name)
	}
	k.body = []byte("{}")
	if len(k.words.json) > 0 {
		k.body, err = k.app.jsonArg(k.words.json[0])
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
