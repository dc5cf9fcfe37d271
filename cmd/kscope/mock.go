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
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
)

// onKafkaPort is where mock listens unless told otherwise.
const onKafkaPort = "127.0.0.1:9092"

// mockKeys is what rules can say, in short; the documentation of package mock
// says it in full.
const mockKeys = `  api             name or key of an API; any when absent
  versions        "3", "0-4" or "2+"
  clientId        of the request's header
  request         what the body has: {"topics":[{"name":"orders"}]}
  nth             the first request that the rule is for; alone, the only one
  times, every    how many it is for, and every which of them

  answer          node (what it says without the rule), mirror, defaults,
                  smallest, full, edge:min, edge:max, edge:null, random:SEED
  body            the answer, or "@FILE" with it; ${request.topics[0].name} in a
                  text is a value of the request
  error           name or number, for all error codes of the answer
  set             {"topics[*].partitions[0].leaderId":7}: changes, last of all

  version         the body is in this version
  headerVersion   of the response header: 0 or 1
  headerTags      [{"tag":7,"data":"base64"}]
  correlationId   another one
  size, sizeDelta this size, or the right one and so much more
  truncate        so many bytes less; the size fits
  trailing        these bytes more, in hex; the size fits
  flip, seed      so many bits turned round; seed says which
  raw             hex of what is sent instead

  delay           "250ms"
  silence         true: no answer
  disconnect      before, after, or behind so many bytes of the answer
  split, pause    in pieces of so many bytes, with "5ms" between them
  repeat          so many times more
  swap            true: behind the next answer`

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

A line on stderr tells of each exchange; --log writes both frames as vector lines,
which decode --stream reads.

Rules make answers wrong in just the way that is wanted. A file of them is JSON
Lines, an object a rule; the first that fits a request decides.

` + mockKeys,
		Example: `  kscope mock
  kscope mock 127.0.0.1:0 --release 2.8 --topic orders:3
  kscope mock --api Fetch@4-11 --api -InitProducerId      # a node that lacks something
  kscope mock --rules rules.jsonl --log frames.jsonl      # with rules such as

  {"api":"Produce","times":2,"error":"NOT_LEADER_OR_FOLLOWER"}
  {"api":"Produce","nth":1,"disconnect":"before"}
  {"api":"Fetch","every":5,"disconnect":"40"}
  {"api":"Metadata","clientId":"slow","delay":"2s"}
  {"api":"Metadata","set":{"brokers[*].port":1}}
  {"api":"JoinGroup","request":{"groupId":"g"},"body":{"errorCode":"GROUP_MAX_SIZE_REACHED","memberId":"${request.memberId}"}}`,
		Args: words(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			addr := append(args, onKafkaPort)[0]
			if !strings.Contains(addr, ":") {
				addr = net.JoinHostPort(addr, client.DefaultPort)
			}
			return a.mock(cmd.Context(), addr, &f)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.rules, "rules", nil, "rules, in a `file` or in the .json and .jsonl files of a folder (repeatable)")
	flags.StringArrayVar(&f.apis, "api", nil, "make the offer smaller: `API`@VERSIONS leaves these, -API takes it away (repeatable)")
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
	if !f.quiet {
		a.note("%s, %s; Ctrl-C ends it", prose.CountOf(len(o.Offer), "API is on offer", "APIs are on offer"), prose.Count(len(o.Rules), "rule"))
	}
	if err := s.Serve(ctx, l); err != nil {
		return err
	}
	log.unused(o.Rules)
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
	if f.partitions < 1 {
		return o, fmt.Errorf("--partitions %d is below 1", f.partitions)
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
