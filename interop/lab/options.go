package lab

import (
	"errors"
	"fmt"
	"time"

	"github.com/kscope/kscope/interop/jars"
)

// Options say what to start. The zero value of a field takes its default.
type Options struct {
	Release     string // such as "4.4.0"; required
	Controllers int    // KRaft voters; default 1 unless Combined
	Brokers     int
	Combined    bool // one process, broker and controller in one; excludes the other two

	// Listeners adds listeners to each broker: name to security protocol
	// (PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL). Their addresses are in
	// Node.Listeners; what they need (keystores, JAAS) goes into Properties.
	Listeners map[string]string

	// Properties go into each node's server.properties and win over those that
	// the lab writes.
	Properties map[string]string
	// NodeProperties, when not nil, adds some for one node; they win over all.
	NodeProperties func(n *Node) map[string]string

	Classpath []string // directories and jars that nodes get beside Kafka's

	Heap  string        // of each node, as in -Xmx; default 256m
	Ready time.Duration // how long the cluster may take to serve; default one minute
}

func (o *Options) complete() error {
	if o.Heap == "" {
		o.Heap = "256m"
	}
	if o.Ready == 0 {
		o.Ready = time.Minute
	}
	if o.Controllers == 0 && !o.Combined {
		o.Controllers = 1
	}
	switch {
	case o.Release == "":
		return errors.New("lab: a release is needed")
	case o.Combined && (o.Controllers > 0 || o.Brokers > 0):
		return errors.New("lab: combined is one node; controllers and brokers don't go with it")
	case o.Controllers < 0 || o.Brokers < 0:
		return fmt.Errorf("lab: %d controllers, %d brokers", o.Controllers, o.Brokers)
	case o.zooKeeper() && o.Combined:
		return fmt.Errorf("lab: kafka %s has no combined mode (3.3 is the first)", o.Release)
	}
	return nil
}

// zooKeeper: KRaft came as a preview in 2.8 and was declared fit for use in 3.3 (KIP-833).
func (o *Options) zooKeeper() bool { return jars.Before(o.Release, 3, 3) }

// dynamic: a quorum that is formatted with its voters, since 3.9 (KIP-853).
func (o *Options) dynamic() bool { return !jars.Before(o.Release, 3, 9) }

// coordinates returns the broker's and those of a log back end, which Kafka's
// own artifacts leave to the user.
func (o *Options) coordinates() (kafka, log string) {
	kafka = "org.apache.kafka:kafka_2.13:" + o.Release
	if jars.Before(o.Release, 2, 4) {
		kafka = "org.apache.kafka:kafka_2.12:" + o.Release
	}
	if jars.Before(o.Release, 4, 0) {
		return kafka, "org.slf4j:slf4j-reload4j:1.7.36"
	}
	return kafka, "org.apache.logging.log4j:log4j-slf4j-impl:2.25.5"
}
