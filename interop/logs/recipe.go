package logs

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/kscope/kscope/interop/lab"
	"github.com/kscope/kscope/interop/oracle"
)

// Recipe says how a log directory is made.
type Recipe struct {
	Name    string
	Release string

	options lab.Options
	ready   func(dataDir string) bool // whether the broker has written what it writes by itself
	after   func(ctx context.Context, c *lab.Cluster) error
	killed  bool
	tier    bool // the broker has a remote tier: class Remote of the oracle
}

// Recipes returns all there are.
func Recipes() []Recipe {
	return []Recipe{modern(), killed(), tiered(), formats()}
}

// Named returns one of them.
func Named(name string) (Recipe, bool) {
	for _, r := range Recipes() {
		if r.Name == name {
			return r, true
		}
	}
	return Recipe{}, false
}

func modern() Recipe {
	return Recipe{Name: "modern", Release: "4.4.0",
		options: lab.Options{Combined: true, Listeners: map[string]string{saslListener: "SASL_PLAINTEXT"}, Properties: with(few(), map[string]string{
			"log.cleaner.backoff.ms":                          "100",
			"authorizer.class.name":                           "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
			"super.users":                                     "User:ANONYMOUS;User:alice",
			"delegation.token.secret.key":                     "the-key-of-a-test",
			"sasl.enabled.mechanisms":                         "PLAIN",
			"listener.name.sasl.plain.sasl.jaas.config":       `org.apache.kafka.common.security.plain.PlainLoginModule required user_alice="alice-of-a-test";`,
			"metadata.log.max.record.bytes.between.snapshots": "4000",
			"group.streams.initial.rebalance.delay.ms":        "0",
		})},
		ready: func(dir string) bool {
			return cleaned(dir, "compacted-none", "compacted-gzip", "compacted-zstd", "compacted-transactions") && snapshots(dir) > 1
		},
		after: streams,
	}
}

func killed() Recipe {
	return Recipe{Name: "killed", Release: "4.4.0", killed: true,
		options: lab.Options{Combined: true, Properties: few()},
		ready:   func(string) bool { return true },
	}
}

func tiered() Recipe {
	return Recipe{Name: "tiered", Release: "4.4.0",
		options: lab.Options{Combined: true, Properties: with(few(), map[string]string{
			"remote.log.storage.system.enable":                         "true",
			"remote.log.storage.manager.class.name":                    "Remote",
			"remote.log.metadata.manager.listener.name":                "PLAINTEXT",
			"remote.log.manager.task.interval.ms":                      "100",
			"rlmm.config.remote.log.metadata.topic.num.partitions":     "1",
			"rlmm.config.remote.log.metadata.topic.replication.factor": "1",
		})},
		ready: func(string) bool { return true },
		tier:  true,
	}
}

func formats() Recipe {
	return Recipe{Name: "formats", Release: "2.8.2",
		options: lab.Options{Brokers: 1, Properties: with(few(), map[string]string{"log.cleaner.backoff.ms": "100"})},
		ready: func(dir string) bool {
			return cleaned(dir, "v0-compacted-none", "v0-compacted-gzip", "v1-compacted-none", "v1-compacted-gzip")
		},
	}
}

const saslListener = "SASL"

// few keeps the internal topics in one place.
func few() map[string]string {
	return map[string]string{
		"offsets.topic.num.partitions":                 "1",
		"transaction.state.log.num.partitions":         "1",
		"share.coordinator.state.topic.num.partitions": "1",
		"auto.create.topics.enable":                    "false",
		"log.segment.delete.delay.ms":                  "600000", // so that what the cleaner replaced is still there
	}
}

func with(a, b map[string]string) map[string]string {
	for k, v := range b {
		a[k] = v
	}
	return a
}

// cleaned reports whether the log cleaner has been through the topics.
func cleaned(dataDir string, topics ...string) bool {
	text, err := os.ReadFile(filepath.Join(dataDir, "cleaner-offset-checkpoint"))
	if err != nil {
		return false
	}
	for _, t := range topics {
		if !strings.Contains(string(text), "\n"+t+" 0 ") {
			return false
		}
	}
	return true
}

// snapshots counts those of the cluster's metadata that were made after the
// start; the first has the end offset 0.
func snapshots(dataDir string) int {
	found, err := filepath.Glob(filepath.Join(dataDir, "__cluster_metadata-0", "*.checkpoint"))
	if err != nil {
		return 0
	}
	n := 0
	for _, f := range found {
		if !strings.HasPrefix(filepath.Base(f), "bootstrap") && !strings.HasPrefix(filepath.Base(f), strings.Repeat("0", 20)) {
			n++
		}
	}
	return n
}

func (r Recipe) work(ctx context.Context, c *lab.Cluster) (map[string]int, error) {
	o, err := oracle.Start(ctx, r.Release)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	sent, err := o.Workload(ctx, r.Name, c.Bootstrap(), c.Brokers()[0].Listeners[saslListener])
	if err != nil || r.after == nil {
		return sent, err
	}
	return sent, r.after(ctx, c)
}
