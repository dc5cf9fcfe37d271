package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
)

// onKafkaPort is where mock listens unless told otherwise.
const onKafkaPort = "127.0.0.1:9092"

// mockFlags are the flags of mock.
type mockFlags struct {
	rules      []string
	apis       []string
	topics     []string
	controller bool
	stateless  bool
	noCreation bool
	partitions int
	advertise  string
	nodeID     int32
	clusterID  string
	cert, key  string
	log        string
	quiet      bool
}

func (a *app) mockCommand() *cobra.Command {
	var f mockFlags
	cmd := &cobra.Command{
		Use:   "mock [ADDR]",
		Short: "a node to test clients against, which misbehaves as told",
		Long: `mock listens at an address, ` + onKafkaPort + ` unless one is given (port 0 takes a
free one), prints the address, and answers every API at every version of a
release until it is interrupted. Clients can produce to it, consume from it and be
in groups: topics are made when they are asked for, and forgotten at the end. What
needs no such state, or all with --stateless, is answered with what was asked for
and no error.

Rules make answers wrong in just the way that is wanted. A file of rules is JSON
Lines; the first rule that fits a request decides. Which requests: api, versions,
clientId, request (what its body has), nth, times, every. What the answer says:
answer (node, mirror, defaults, smallest, full, random:SEED), body, error, set.
What is wrong with its bytes: version, headerVersion, headerTags, correlationId,
truncate, trailing, flip, seed, size, sizeDelta, raw. How it is sent: delay,
silence, disconnect, split, pause, repeat, swap. For instance

  {"api":"Produce","times":2,"error":"NOT_LEADER_OR_FOLLOWER"}
  {"api":"Fetch","every":5,"disconnect":"40"}
  {"api":"Metadata","clientId":"slow","delay":"2s"}
  {"api":"Metadata","set":{"brokers[*].port":1}}
  {"api":"FindCoordinator","body":{"errorCode":"COORDINATOR_NOT_AVAILABLE",
    "coordinators":[{"$each":"request.coordinatorKeys","key":"${item}","errorCode":15}]}}

go doc github.com/kscope/kscope/mock says what each key does. A line on stderr
tells of each exchange; --log writes both frames as vector lines for decode --stream.`,
		Example: `  kscope mock
  kscope mock 127.0.0.1:0 --release 2.8 --topic orders:3
  kscope mock --rules rules.jsonl --log frames.jsonl
  kscope mock --api Fetch@4-11 --api -InitProducerId     # a node that lacks something`,
		Args: words(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.mock(cmd.Context(), append(args, onKafkaPort)[0], &f)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.rules, "rules", nil, "rules, in a `file` or in the .json and .jsonl files of a folder (repeatable)")
	flags.StringArrayVar(&f.apis, "api", nil, "make the offer smaller: API@VERSIONS leaves these, -API takes it away (repeatable)")
	flags.BoolVar(&f.controller, "controller", false, "offer what controllers do")
	flags.StringArrayVar(&f.topics, "topic", nil, "a `topic` that is there, as NAME or NAME:PARTITIONS (repeatable)")
	flags.IntVar(&f.partitions, "partitions", 1, "partitions of topics that are made when they are asked for")
	flags.BoolVar(&f.noCreation, "no-creation", false, "do not make topics when they are asked for")
	flags.BoolVar(&f.stateless, "stateless", false, "remember nothing: answer with what was asked for")
	flags.StringVar(&f.advertise, "advertise", "", "`host:port` where clients are told to connect; where it listens when not given")
	flags.Int32Var(&f.nodeID, "node-id", 1, "id of the node")
	flags.StringVar(&f.clusterID, "cluster-id", "kscope-mock-cluster-01", "id of the cluster")
	flags.StringVar(&f.cert, "cert", "", "speak TLS with the certificate in this PEM `file`; with --key")
	flags.StringVar(&f.key, "key", "", "PEM `file` of its private key")
	flags.StringVar(&f.log, "log", "", "write both frames of each exchange to a `file`, as vector lines")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no line for each exchange")
	return cmd
}

func (a *app) mock(ctx context.Context, addr string, f *mockFlags) error {
	ctx, stop := interruptible(ctx)
	defer stop()
	c, err := a.codec()
	if err != nil {
		return err
	}
	o, err := f.options(c)
	if err != nil {
		return err
	}
	log, err := a.exchangeLog(f)
	if err != nil {
		return err
	}
	defer log.close()
	o.OnExchange = log.add
	s, err := mock.New(c, o)
	if err != nil {
		return err
	}
	l, err := f.listen(addr)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.out, l.Addr())
	if err := s.Serve(ctx, l); err != nil {
		return err
	}
	return log.close()
}

// listen listens, by TLS if there is a certificate.
func (f *mockFlags) listen(addr string) (net.Listener, error) {
	if f.cert == "" && f.key == "" {
		return net.Listen("tcp", addr)
	}
	if f.cert == "" || f.key == "" {
		return nil, errors.New("--cert and --key go together")
	}
	pair, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		return nil, fmt.Errorf("--cert and --key: %w", err)
	}
	return tls.Listen("tcp", addr, &tls.Config{Certificates: []tls.Certificate{pair}})
}

// options turns the flags into those of the node.
func (f *mockFlags) options(c *message.Codec) (o mock.Options, err error) {
	o.Node = mock.Node{ID: f.nodeID, ClusterID: f.clusterID}
	if f.advertise != "" {
		host, port, err := net.SplitHostPort(f.advertise)
		n, bad := strconv.ParseUint(port, 10, 16)
		if err != nil || bad != nil || host == "" {
			return o, fmt.Errorf("--advertise %q is not host:port", f.advertise)
		}
		o.Node.Host, o.Node.Port = host, int32(n)
	}
	listener := catalog.Listener("")
	if f.controller {
		listener = catalog.Controller
	}
	if o.Offer, err = mock.NewOffer(c, listener).Restrict(c.Catalog, f.apis...); err != nil {
		return o, fmt.Errorf("--api: %w", err)
	}
	for _, path := range f.rules {
		rules, err := mock.ReadRules(path)
		if err != nil {
			return o, err
		}
		o.Rules = append(o.Rules, rules...)
	}
	if f.stateless {
		return o, nil
	}
	b := mock.BrokerOptions{Topics: map[string]int{}, Partitions: f.partitions, NoCreation: f.noCreation}
	for _, topic := range f.topics {
		name, count, _ := strings.Cut(topic, ":")
		n, err := strconv.ParseUint(cmp.Or(count, strconv.Itoa(f.partitions)), 10, 13)
		if err != nil || n == 0 || name == "" {
			return o, fmt.Errorf("--topic %q is not NAME or NAME:PARTITIONS", topic)
		}
		b.Topics[name] = int(n)
	}
	o.Behaviour = mock.NewBroker(b)
	return o, nil
}
