package speak_test

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/interop/internal/program"
	"github.com/kscope/kscope/interop/lab"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/speak"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/probe"
)

// running is a cluster that the tests of the package share.
type running struct {
	options lab.Options
	get     func() (*lab.Cluster, error)
}

func start(o lab.Options) *running {
	o.Ready = 3 * time.Minute // three clusters start at once
	return &running{o, sync.OnceValues(func() (*lab.Cluster, error) { return lab.Start(context.Background(), o) })}
}

// things are what the tests of the package share.
type things struct {
	quorum, combined, zooKeeper *running
	kscope                      func() (path string, err error) // in a folder of its own
}

var shared = things{
	// On a busy machine followers must not take a slow leader for a dead one.
	quorum: start(lab.Options{Release: "4.4.0", Controllers: 3, Brokers: 1,
		Properties: map[string]string{"controller.quorum.fetch.timeout.ms": "6000"}}),
	combined:  start(lab.Options{Release: "3.9.1", Combined: true}),
	zooKeeper: start(lab.Options{Release: "2.8.2", Brokers: 1}),
	kscope: sync.OnceValues(func() (string, error) {
		dir, err := os.MkdirTemp("", "kscope-speak-")
		if err != nil {
			return "", err
		}
		return program.Build(context.Background(), dir)
	}),
}

func (c things) all() []*running { return []*running{c.quorum, c.combined, c.zooKeeper} }

func TestMain(m *testing.M) {
	var wg sync.WaitGroup
	for _, r := range shared.all() { // side by side, for they take seconds
		wg.Go(func() { _, _ = r.get() })
	}
	m.Run() // whose result is the program's when this returns
	wg.Wait()
	for _, r := range shared.all() {
		if c, err := r.get(); err == nil {
			c.Stop()
		}
	}
	if binary, err := shared.kscope(); err == nil {
		_ = os.RemoveAll(filepath.Dir(binary))
	}
}

func (r *running) cluster(t *testing.T) *lab.Cluster {
	t.Helper()
	c, err := r.get()
	need.Met(t, err)
	return c
}

func (r *running) release(t *testing.T) catalog.Release {
	t.Helper()
	release, err := catalog.Builtin().ParseRelease(r.options.Release)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

// endpoint is one listener of a node.
type endpoint struct {
	name     string
	node     *lab.Node
	addr     string
	listener catalog.Listener
}

func (r *running) endpoints(t *testing.T) []endpoint {
	t.Helper()
	c := r.cluster(t)
	var all []endpoint
	for _, n := range c.Nodes {
		broker := catalog.Broker
		if r == shared.zooKeeper {
			broker = catalog.ZKBroker
		}
		for _, l := range []struct {
			of   string
			kind catalog.Listener
		}{{"PLAINTEXT", broker}, {"CONTROLLER", catalog.Controller}} {
			if addr := n.Listeners[l.of]; addr != "" {
				all = append(all, endpoint{fmt.Sprintf("%s %s %d", r.options.Release, l.kind, n.ID), n, addr, l.kind})
			}
		}
	}
	return all
}

var config = client.Config{ClientID: "kscope"}

// zeroID is the id of no topic, metadataID that of the metadata log.
const zeroID, metadataID = "AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAQ"

// facts are what values.txt may speak of.
func (r *running) facts(t *testing.T, e endpoint, codec *message.Codec) map[string]string {
	t.Helper()
	s, err := probe.Open(t.Context(), codec, e.addr, config)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c := r.cluster(t)
	f := map[string]string{
		"cluster": c.ID, "node": fmt.Sprint(e.node.ID), "broker": fmt.Sprint(c.Brokers()[0].ID), "uuid": uuid(),
		"group": "speak", "transaction": "speak", "producer": "0", "producerEpoch": "0", "features": features(s.Offer),
		"envelope": envelope(t, codec), "principal": principal(t, codec),
	}
	if e.listener == catalog.Controller {
		f["topic"], f["topicId"], f["endpointType"] = catalog.MetadataTopic, metadataID, "2"
		f["epoch"], f["fetchedEpoch"] = fmt.Sprint(r.epoch(t, codec)), "0"
		return f
	}
	f["topic"], f["endpointType"], f["epoch"], f["fetchedEpoch"] = "speak", "1", "-1", "-1"
	prepare(t, s, f)
	return f
}

// features are those that a broker or controller of the same release has.
func features(o *client.Offer) string {
	list := []map[string]any{}
	for name, v := range o.Supported {
		list = append(list, map[string]any{"name": name, "minSupportedVersion": v.Lo, "maxSupportedVersion": v.Hi})
	}
	text, _ := json.Marshal(list) // of numbers and text
	return string(text)
}

// epoch is that of the metadata log's leader, which is the one to know.
func (r *running) epoch(t *testing.T, codec *message.Codec) int32 {
	t.Helper()
	for _, n := range r.cluster(t).Controllers() {
		s, err := probe.Open(t.Context(), codec, n.Listeners["CONTROLLER"], config)
		if err != nil {
			t.Fatal(err)
		}
		q, err := s.Quorum(t.Context())
		s.Close()
		if err == nil {
			return q.LeaderEpoch
		}
	}
	t.Fatal("no controller leads")
	return 0
}

// prepare makes the topic that requests are about, waits for the coordinators,
// and begins what a producer begins.
func prepare(t *testing.T, s *probe.Session, f map[string]string) {
	t.Helper()
	var none struct{}
	ask(t, s, "CreateTopics", `{"topics":[{"name":"speak","numPartitions":1,"replicationFactor":1}],"timeoutMs":20000}`, &none)
	var topics struct{ Topics []struct{ TopicID string } }
	ask(t, s, "Metadata", `{"topics":[{"name":"speak"}]}`, &topics)
	f["topicId"] = cmp.Or(topics.Topics[0].TopicID, zeroID) // topics have none before 2.8
	for _, kind := range []probe.Coordinator{probe.GroupCoordinator, probe.TransactionCoordinator} {
		await(t, func() error { _, err := s.Coordinator(t.Context(), kind, "speak"); return err })
	}
	await(t, func() error {
		var groups struct{ Groups []struct{ ErrorCode int } }
		ask(t, s, "DescribeGroups", `{"groups":["speak"]}`, &groups)
		if code := groups.Groups[0].ErrorCode; code != 0 && code != groupIDNotFound {
			return fmt.Errorf("DescribeGroups: error %d", code)
		}
		return nil
	})
	var producer struct{ ErrorCode, ProducerID, ProducerEpoch int }
	await(t, func() error {
		ask(t, s, "InitProducerId", `{"transactionalId":"speak","transactionTimeoutMs":60000}`, &producer)
		if producer.ErrorCode != 0 {
			return fmt.Errorf("InitProducerId: error %d", producer.ErrorCode)
		}
		return nil
	})
	f["producer"], f["producerEpoch"] = fmt.Sprint(producer.ProducerID), fmt.Sprint(producer.ProducerEpoch)
}

// groupIDNotFound is what newer brokers say of a group that nobody is in.
const groupIDNotFound = 69

// await tries until something works.
func await(t *testing.T, try func() error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for {
		err := try()
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatal(err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// ask sends a request in the newest version and reads the answer into out.
func ask(t *testing.T, s *probe.Session, api, body string, out any) {
	t.Helper()
	spec, err := s.Pick(api, -1)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := s.Conn.Call(t.Context(), spec, body)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(reply.Spec.AppendJSON(nil, reply.Tape, message.Frame, jsonform.Options{}), out); err != nil {
		t.Fatal(err)
	}
}

// envelope is a request that controllers do for others: AlterConfigs of nothing.
func envelope(t *testing.T, codec *message.Codec) string {
	t.Helper()
	id := "envelope"
	return encode(t, codec, "IncrementalAlterConfigsRequest", 1, message.Payload, `{"resources":[],"validateOnly":true}`, message.Header{ClientID: &id})
}

func principal(t *testing.T, codec *message.Codec) string {
	t.Helper()
	return encode(t, codec, "DefaultPrincipalData", 0, message.Payload, `{"type":"User","name":"ANONYMOUS","tokenAuthenticated":false}`, message.Header{})
}

func encode(t *testing.T, codec *message.Codec, name string, version int16, u message.Unit, body string, h message.Header) string {
	t.Helper()
	s, err := codec.Spec(name, version)
	if err != nil {
		t.Fatal(err)
	}
	data, err := s.Encode(nil, []byte(body), u, h)
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(data)
}

func uuid() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// speaker asks an endpoint in the words of its release.
func (r *running) speaker(t *testing.T, e endpoint, codec *message.Codec) *speak.Speaker {
	t.Helper()
	m, err := speak.NewMaker(codec, r.facts(t, e, codec))
	if err != nil {
		t.Fatal(err)
	}
	s := &speak.Speaker{Maker: m, Addr: e.addr, Release: r.release(t), Config: config}
	t.Cleanup(func() { s.Close() })
	return s
}
